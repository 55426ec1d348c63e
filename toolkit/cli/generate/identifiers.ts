/**
 * Names for what is generated: identifiers, each used once.
 *
 * @module
 */

/** Longer names are of nobody's use: fields deep inside are numbered instead. */
const LENGTH_LIMIT = 80;

/** Hands out identifiers. */
export class Identifiers {
  readonly #taken: Set<string>;
  /** By what was asked for: the last number that was put behind it. */
  readonly #numbers = new Map<string, number>();

  /** `reserved`: what the file uses otherwise. */
  constructor(reserved: Iterable<string>) {
    this.#taken = new Set(reserved);
  }

  /** A name like this one that is free, as is each of `along` of it; all of them are taken then. */
  take(wanted: string, along: (name: string) => readonly string[] = () => []): string {
    const base = wanted.length <= LENGTH_LIMIT ? wanted : `${wanted.slice(0, LENGTH_LIMIT)}_`;
    for (let number = this.#numbers.get(base) ?? 1;; number++) {
      const name = number === 1 ? base : `${base}${number}`;
      const names = [name, ...along(name)];
      if (names.some((one) => this.#taken.has(one))) continue;
      for (const one of names) this.#taken.add(one);
      this.#numbers.set(base, number + 1);
      return name;
    }
  }
}

/** A text as a part of an identifier: `my-kind` as `MyKind`. What no identifier has is left out. */
export function pascalCase(text: string): string {
  return (text.match(/[A-Za-z0-9]+/g) ?? [])
    .map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
}
