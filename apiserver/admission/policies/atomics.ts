/**
 * Parts of a configuration that are replaced as a whole.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { type MergeType, printPath } from "../../fieldmanager/mod.ts";
import { fieldElement, type PathElement } from "../../fieldmanager/element.ts";

/** The places of lists and objects that would take the place of others whole. */
export function atomicsIn(type: MergeType, configuration: JsonObject): string[] {
  const found: string[] = [];
  collect(type, configuration, [], found);
  return found;
}

function collect(
  { map, list }: MergeType,
  value: unknown,
  path: PathElement[],
  found: string[],
): void {
  if (typeof value !== "object" || value === null) return;
  const isList = Array.isArray(value);
  if ((isList ? list : map)?.atomic === true) found.push(printPath(path));
  else if (isList) {
    for (const [index, one] of list === undefined ? [] : value.entries()) {
      collect(list!.element, one, [...path, `i:${index}`], found);
    }
  } else {
    for (const [name, one] of Object.entries(value)) {
      // What keys of maps hold is new, or is named by its key.
      const field = map?.fields.get(name);
      if (field !== undefined) collect(field.type, one, [...path, fieldElement(name)], found);
    }
  }
}
