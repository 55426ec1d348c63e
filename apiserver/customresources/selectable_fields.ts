/**
 * The fields that custom objects can be selected by.
 *
 * @module
 */

import type { SelectableField } from "../../toolkit/api/apiextensions_v1.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { readJsonPath } from "./json_path.ts";

/** What reads the values of these from an object, by their paths without the dot. */
export function fieldsReader(
  declared: readonly SelectableField[],
): (object: JsonObject) => Record<string, string> {
  const paths = new Map(
    declared.map(({ jsonPath }) => [jsonPath.slice(1), readJsonPath(jsonPath)]),
  );
  return (object) => {
    const fields: Record<string, string> = {};
    for (const [name, path] of paths) fields[name] = String(path.find(object)[0] ?? "");
    return fields;
  };
}
