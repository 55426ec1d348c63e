/** Selectors of labels and of fields: reading, printing, matching. */
export {
  escapeFieldValue,
  type FieldRequirement,
  type Fields,
  FieldSelector,
} from "./field_selector.ts";
export {
  parseLabelSelector,
  printLabelSelector,
  selectorOf,
  selectorOfLabels,
} from "./from_object.ts";
export { parseSelector } from "./parse_selector.ts";
export { type LabelMap, Requirement, SelectorError, type SelectorOperator } from "./requirement.ts";
export { Selector } from "./selector.ts";
