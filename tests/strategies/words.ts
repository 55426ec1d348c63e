/**
 * Values that somebody thought of for fields: those in the tables beside the kinds, by where they stand.
 *
 * @module
 */

import type { KindTables } from "../../testing/kind_tables.ts";
import { mergePatch } from "../../apiserver/patch/mod.ts";
import { schemaOf, type StructType, type Type } from "../../toolkit/schema/mod.ts";

/** Longer ones are about how long things may be, which one field at a time tells. */
const LONGEST_CHARS = 1500;

/** Values by where they stand, and by what they are. */
export class Words {
  readonly #values = new Map<string, Map<string, unknown>>();

  /** All values in tables. */
  static of(tables: readonly KindTables[]): Words {
    const words = new Words();
    const schema = schemaOf("kubernetes");
    for (const table of tables) {
      const { group, version = "v1", resource, dialect = "kubernetes" } = table;
      const found = dialect === "kubernetes"
        ? schema.resources.find((one) =>
          one.group === group && one.version === version && one.resource === resource
        )
        : undefined;
      const type = found && schema.kind(group, version, found.kind);
      if (type === undefined) continue;
      words.#learn(type, "", table.valid);
      for (const change of changesOf(table)) {
        words.#learn(type, "", mergePatch(table.valid, change));
      }
    }
    return words;
  }

  /** Those at a place. */
  at(place: string): readonly unknown[] {
    return [...this.#values.get(place)?.values() ?? []];
  }

  #learn(type: Type, place: string, value: unknown): void {
    if (value === null || value === undefined) return;
    const text = JSON.stringify(value);
    if (text.length <= LONGEST_CHARS) {
      this.#keep(place, text, value);
      if (type.kind === "struct") this.#keep(type.reference, text, value);
    }
    if (type.kind === "struct" && typeof value === "object") {
      for (const [name, member] of Object.entries(value)) {
        const field = type.properties.get(name);
        if (field !== undefined) this.#learn(field.type, placeOf(type, field.name), member);
      }
    } else if (type.kind === "list" && Array.isArray(value)) {
      for (const element of value) this.#learn(type.element, `${place}[]`, element);
    } else if (type.kind === "map" && typeof value === "object") {
      for (const [key, member] of Object.entries(value)) {
        this.#keep(`${place}{}`, JSON.stringify(key), key);
        this.#learn(type.value, `${place}[]`, member);
      }
    }
  }

  #keep(place: string, text: string, value: unknown): void {
    const known = this.#values.get(place) ?? new Map<string, unknown>();
    known.set(text, value);
    this.#values.set(place, known);
  }
}

/** Where the field of a type is. */
export function placeOf(type: StructType, field: string): string {
  return `${type.reference}.${field}`;
}

/** All changes that the rows of a table are about. */
export function changesOf({ good = [], bad = [], updates = [] }: KindTables) {
  const changes = [
    ...good.map(([, change]) => change),
    ...bad.map(([, change]) => change),
    ...updates.flatMap(({ from = {}, to }) => [from, to]),
  ];
  return changes.filter((change) => JSON.stringify(change).length <= LONGEST_CHARS);
}
