/**
 * Label selectors as objects have them (`matchLabels`, `matchExpressions`), to and from the form
 * that matches.
 *
 * @module
 */

import type { metaV1 } from "../api/meta_v1.ts";
import { quoteText } from "../values/quote.ts";
import { parseSelector } from "./parse_selector.ts";
import { type LabelMap, Requirement, SelectorError, type SelectorOperator } from "./requirement.ts";
import { Selector } from "./selector.ts";

const OPERATOR_OF: ReadonlyMap<string, SelectorOperator> = new Map([
  ["In", "in"],
  ["NotIn", "notin"],
  ["Exists", "exists"],
  ["DoesNotExist", "!"],
]);
const NAME_OF: ReadonlyMap<SelectorOperator, string> = new Map(
  [...OPERATOR_OF].map(([name, operator]) => [operator, name]),
);

/**
 * The selector that an object holds: an absent one selects nothing, an empty one everything. Throws
 * {@link SelectorError}.
 */
export function selectorOf(object: metaV1.LabelSelector | undefined): Selector {
  if (object === undefined) return Selector.nothing;
  const requirements = Object.entries(object.matchLabels ?? {})
    .map(([key, value]) => new Requirement(key, "=", [value]));
  for (const { key, operator: name, values } of object.matchExpressions ?? []) {
    const operator = OPERATOR_OF.get(name);
    if (operator === undefined) {
      throw new SelectorError(`${quoteText(name)} is not a valid label selector operator`);
    }
    requirements.push(new Requirement(key, operator, values ?? []));
  }
  return Selector.of(requirements);
}

/** The selector of objects that have all of these labels; throws {@link SelectorError}. */
export function selectorOfLabels(labels: LabelMap): Selector {
  return selectorOf({ matchLabels: { ...labels } });
}

/** Reads the string form into the form that objects have; throws {@link SelectorError}. */
export function parseLabelSelector(text: string): metaV1.LabelSelector {
  const selector: Required<metaV1.LabelSelector> = { matchLabels: {}, matchExpressions: [] };
  const matchLabels = new Map<string, string>();
  for (const { key, operator, values } of requirementsOf(text)) {
    if (operator === "=" || operator === "==") {
      matchLabels.set(key, values[0] ?? "");
      continue;
    }
    const name = NAME_OF.get(operator === "!=" ? "notin" : operator);
    if (operator === "!=" || name === undefined) throw unsupported(operator);
    selector.matchExpressions.push({ key, operator: name, values: [...values] });
  }
  // Not by assignment: a label may be named __proto__.
  selector.matchLabels = Object.fromEntries(matchLabels);
  return selector;
}

function unsupported(operator: SelectorOperator): SelectorError {
  return new SelectorError(
    operator === "gt" || operator === "lt"
      ? `${quoteText(operator)} isn't supported in label selectors`
      : `${quoteText(operator)} is not a valid label selector operator`,
  );
}

function requirementsOf(text: string): readonly Requirement[] {
  try {
    return parseSelector(text).requirements;
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    throw new SelectorError(`couldn't parse the selector string "${text}": ${error.message}`);
  }
}

/** How tables show a selector of an object: `<none>` for an empty one. */
export function printLabelSelector(object: metaV1.LabelSelector | undefined): string {
  try {
    return selectorOf(object).toString() || "<none>";
  } catch (error) {
    if (error instanceof SelectorError) return "<error>";
    throw error;
  }
}
