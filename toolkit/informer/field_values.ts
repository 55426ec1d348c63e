/**
 * Selecting objects that were written here as a server selects them.
 *
 * @module
 */

import { type Labels, selectorIn } from "../kinds/mod.ts";
import { FieldSelector } from "../selectors/field_selector.ts";
import { isObject } from "../values/json.ts";

/** Whether an object is one of those that lists and watches with these selectors have. */
export function objectFilter(
  labelSelector: Labels | undefined,
  fieldSelector: string | undefined,
): (object: object) => boolean {
  const labels = labelSelector === undefined ? undefined : selectorIn(labelSelector);
  const fields = FieldSelector.parse(fieldSelector ?? "");
  const names = fields.requirements.map(({ field }) => field);
  return (object) => {
    const { metadata = {} } = object as { metadata?: { labels?: Record<string, string> } };
    if (labels !== undefined && !labels.matches(metadata.labels ?? {})) return false;
    if (names.length === 0) return true;
    return fields.matches(Object.fromEntries(names.map((name) => [name, valueAt(object, name)])));
  };
}

/** What stands at a path, as field selectors compare it: text, and "" for nothing. */
function valueAt(object: object, path: string): string {
  let value: unknown = object;
  for (const name of path.split(".")) {
    if (name !== "") value = isObject(value) ? value[name] : undefined;
  }
  return value === undefined || value === null || typeof value === "object" ? "" : String(value);
}
