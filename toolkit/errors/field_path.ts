/**
 * Where in an object a field is: `spec.ports[0].port`, `metadata.labels[app]`.
 *
 * @module
 */

/** Characters of a name that are shown: of what is longer every error below it would have a copy. */
const SHOWN_CHARACTERS = 1_000;

/**
 * A path from an object's root to a field. It is a chain that is printed only when somebody asks, as
 * nearly all paths that a validation walks are never shown.
 *
 * ```ts
 * import { FieldPath } from "../../mod.ts";
 *
 * FieldPath.of("spec", "containers").index(0).child("image").toString(); // spec.containers[0].image
 * ```
 */
export class FieldPath {
  readonly #parent: FieldPath | undefined;
  readonly #name: string;
  readonly #subscript: string;

  private constructor(parent: FieldPath | undefined, name: string, subscript: string) {
    this.#parent = parent;
    this.#name = name;
    this.#subscript = subscript;
  }

  /** The path of the fields `names`, each inside the one before it. */
  static of(name: string, ...names: string[]): FieldPath {
    return new FieldPath(undefined, name, "").child(...names);
  }

  /** The field of these names inside this one. */
  child(...names: string[]): FieldPath {
    // deno-lint-ignore no-this-alias -- the chain grows from this link
    let path: FieldPath = this;
    for (const name of names) path = new FieldPath(path, name, "");
    return path;
  }

  /** The item of this list. */
  index(index: number): FieldPath {
    return new FieldPath(this, "", String(index));
  }

  /** The entry of this map. */
  key(key: string): FieldPath {
    return new FieldPath(this, "", key);
  }

  /** The path as messages show it. */
  toString(): string {
    const parts: string[] = [];
    for (let at: FieldPath | undefined = this as FieldPath; at !== undefined; at = at.#parent) {
      if (at.#name === "") parts.push(`[${shown(at.#subscript)}]`);
      else parts.push(at.#parent === undefined ? shown(at.#name) : `.${shown(at.#name)}`);
    }
    return parts.reverse().join("");
  }
}

function shown(name: string): string {
  return name.length <= SHOWN_CHARACTERS ? name : `${name.slice(0, SHOWN_CHARACTERS)}…`;
}
