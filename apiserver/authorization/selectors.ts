/**
 * The selectors of a request, as authorizers are told of them: who may see only some objects of a
 * collection must ask for those only.
 *
 * @module
 */

import type {
  FieldSelectorRequirement,
  LabelSelectorRequirement,
} from "../../toolkit/api/meta_v1.ts";
import {
  FieldSelector,
  parseSelector,
  SelectorError,
  type SelectorOperator,
} from "../../toolkit/selectors/mod.ts";

/** What a selector requires. All of it must be met, so that what is left out widens it. */
export interface Requirements<R> {
  readonly requirements: readonly R[];
  /** Why some of what was sent is not among {@link requirements}. */
  readonly error?: string | undefined;
}

/** Which objects of a collection somebody asks for; an absent selector asks for all. */
export interface SelectorAttributes {
  readonly labels?: Requirements<LabelSelectorRequirement> | undefined;
  readonly fields?: Requirements<FieldSelectorRequirement> | undefined;
}

/** Verbs on collections: only they choose by selectors. */
const SELECTING = new Set(["list", "watch", "deletecollection"]);

/** The selectors of a request by its verb and query; undefined where it has none. */
export function selectorsOfQuery(verb: string, query: string): SelectorAttributes | undefined {
  // Most queries have none, and need not be read; a name might be written with escapes.
  if (!SELECTING.has(verb) || !query.includes("Selector") && !query.includes("%")) return undefined;
  const parameters = new URLSearchParams(query);
  const labels = parameters.get("labelSelector") ?? "";
  const fields = parameters.get("fieldSelector") ?? "";
  if (labels === "" && fields === "") return undefined;
  return {
    ...(labels !== "" && { labels: labelRequirements(labels) }),
    ...(fields !== "" && { fields: fieldRequirements(fields) }),
  };
}

/** A label selector in its string form; comparisons of numbers are left out. */
export function labelRequirements(text: string): Requirements<LabelSelectorRequirement> {
  return read(() =>
    parseSelector(text).requirements.flatMap(({ key, operator, values }) => {
      const name = LABEL_OPERATOR_OF[operator];
      if (name === undefined) return [];
      return [{ key, operator: name, ...(values.length > 0 && { values: [...values] }) }];
    })
  );
}

const LABEL_OPERATOR_OF: Readonly<Record<SelectorOperator, string | undefined>> = {
  in: "In",
  "=": "In",
  "==": "In",
  notin: "NotIn",
  "!=": "NotIn",
  exists: "Exists",
  "!": "DoesNotExist",
  gt: undefined,
  lt: undefined,
};

/** A field selector in its string form. */
export function fieldRequirements(text: string): Requirements<FieldSelectorRequirement> {
  return read(() =>
    FieldSelector.parse(text).requirements.map(({ field, operator, value }) => ({
      key: field,
      operator: operator === "=" ? "In" : "NotIn",
      values: [value],
    }))
  );
}

/** The requirements of a label selector that are known. */
export function knownLabelRequirements(
  requirements: readonly LabelSelectorRequirement[],
): Requirements<LabelSelectorRequirement> {
  return known(requirements, ({ operator }) => LABEL_OPERATORS.has(operator));
}

/** The requirements of a field selector that are known: those that its string form has, too. */
export function knownFieldRequirements(
  requirements: readonly FieldSelectorRequirement[],
): Requirements<FieldSelectorRequirement> {
  return known(
    requirements,
    ({ operator, values }) => FIELD_OPERATORS.has(operator) && values?.length === 1,
  );
}

const LABEL_OPERATORS = new Set<string>(["In", "NotIn", "Exists", "DoesNotExist"]);
const FIELD_OPERATORS = new Set<string>(["In", "NotIn"]);

/** All must be met, so that what is left out can only widen what is asked for. */
function known<R>(requirements: readonly R[], isKnown: (one: R) => boolean): Requirements<R> {
  const kept = requirements.filter(isKnown);
  return kept.length === requirements.length
    ? { requirements }
    : { requirements: kept, error: "some of its requirements are not known" };
}

/** Whether a selector leaves only objects that have this value in a field. */
export function requiresField(
  selectors: SelectorAttributes | undefined,
  field: string,
  value: string,
): boolean {
  return selectors?.fields?.requirements.some(({ key, operator, values = [] }) =>
    key === field && operator === "In" && values.length === 1 && values[0] === value
  ) ?? false;
}

function read<R>(parse: () => R[]): Requirements<R> {
  try {
    return { requirements: parse() };
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    return { requirements: [], error: error.message };
  }
}
