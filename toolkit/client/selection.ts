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
  if (labels === undefined || typeof labels === "string") return labels;
  const selector = selectorIn(labels);
  // Its text is that of everything.
  if (selector.matchesNothing) throw new TypeError("the labelSelector matches nothing");
  return String(selector);
}

function fieldText(fields: SelectOptions["fieldSelector"]): string | undefined {
  if (fields === undefined || typeof fields === "string") return fields;
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${escapeFieldValue(value)}`)
    .join(",");
}
