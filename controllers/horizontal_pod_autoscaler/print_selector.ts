/**
 * How the reference prints a selector of a metric in what it tells people.
 *
 * @module
 */

import type { metaV1 } from "../../toolkit/mod.ts";

/** A selector in the form that people look for in events and conditions. */
export function printSelector(selector: metaV1.LabelSelector | undefined): string {
  if (selector === undefined) return "nil";
  const labels = Object.entries(selector.matchLabels ?? {})
    .sort(([one], [other]) => one < other ? -1 : 1)
    .map(([key, value]) => `${key}: ${value},`);
  const expressions = (selector.matchExpressions ?? []).map(({ key, operator, values = [] }) =>
    `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(" ")}],},`
  );
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join("")}},` +
    `MatchExpressions:[]LabelSelectorRequirement{${expressions.join("")}},}`;
}
