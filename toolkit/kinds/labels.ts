/**
 * Labels by which objects are chosen, as programs write them.
 *
 * @module
 */

import type { metaV1 } from "../api/mod.ts";
import { parseSelector } from "../selectors/parse_selector.ts";
import { selectorOf, selectorOfLabels } from "../selectors/from_object.ts";
import type { Selector } from "../selectors/selector.ts";

/** A selector's text (`"app=web,tier!=test"`), labels that all must be there, or a whole selector. */
export type Labels = string | Record<string, string> | metaV1.LabelSelector;

/** The selector that labels mean; throws `SelectorError`. */
export function selectorIn(labels: Labels): Selector {
  if (typeof labels === "string") return parseSelector(labels);
  return isSelector(labels) ? selectorOf(labels) : selectorOfLabels(labels);
}

/** Values of labels are texts: an object under one of these names can only be a selector's part. */
function isSelector(labels: Exclude<Labels, string>): labels is metaV1.LabelSelector {
  return typeof labels.matchLabels === "object" || typeof labels.matchExpressions === "object";
}
