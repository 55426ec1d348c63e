/**
 * What is chosen, as requests say it.
 *
 * @module
 */

import { type Labels, selectorIn } from "../kinds/mod.ts";
import { escapeFieldValue } from "../selectors/field_selector.ts";
import type { SelectOptions } from "./reader.ts";

/** The texts of the selectors; undefined: everything. Throws a `SelectorError`. */
export function selectorTexts({ labelSelector, fieldSelector }: SelectOptions): {
  readonly labelSelector: string | undefined;
  readonly fieldSelector: string | undefined;
} {
  return { labelSelector: labelText(labelSelector), fieldSelector: fieldText(fieldSelector) };
}

function labelText(labels: Labels | undefined): string | undefined {
  // A text is the server's to judge: it may know more than this client.
  return labels === undefined || typeof labels === "string" ? labels : String(selectorIn(labels));
}

function fieldText(fields: SelectOptions["fieldSelector"]): string | undefined {
  if (fields === undefined || typeof fields === "string") return fields;
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${escapeFieldValue(value)}`)
    .join(",");
}
