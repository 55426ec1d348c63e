/**
 * Paths of definitions into objects: `.spec.replicas`.
 *
 * @module
 */

import { fieldOf, isFree, type Schema } from "./schema.ts";

/** A path as far as it names fields alone. */
export interface SimplePath {
  readonly fields: readonly string[];
  /** Whether that is all of it: no element is chosen in it. */
  readonly isWhole: boolean;
}

const FIELD = /\.((?:\\.|[^.[\]\\\s])+)/y;

/** The names at the beginning of a path; undefined where there are none. */
export function simplePath(text: string): SimplePath | undefined {
  const fields: string[] = [];
  FIELD.lastIndex = 0;
  let at = 0;
  for (let found = FIELD.exec(text); found !== null; found = FIELD.exec(text)) {
    fields.push(found[1]!.replaceAll(/\\(.)/g, "$1"));
    at = FIELD.lastIndex;
  }
  const isWhole = at === text.length;
  return fields.length === 0 || !(isWhole || text[at] === "[") ? undefined : { fields, isWhole };
}

/** What a schema says of a field in it; undefined where it has no such field. */
export function schemaAt(schema: Schema, fields: readonly string[]): Schema | undefined {
  let found: Schema | undefined = schema;
  for (const name of fields) {
    if (isFree(found) && found.type === undefined) return found;
    found = fieldOf(found, name);
    if (found === undefined) return undefined;
  }
  return found;
}
