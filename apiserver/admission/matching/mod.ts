/** Which requests webhooks and policies are asked about. */
export { annotate } from "./annotations.ts";
export {
  CONDITIONS_COST_LIMIT,
  MatchConditions,
  type Readable,
  requestActivation,
  type Verdict,
} from "./conditions.ts";
export { convertObject, equivalentsOf } from "./equivalents.ts";
export { isAdmissionConfiguration } from "./exempt.ts";
export { kindIn, namespaceOf, requestFacts } from "./facts.ts";
export { type Match, matchRules, type ResourceRequest, type Rules } from "./invocation.ts";
export { authorizerVariables } from "./questions.ts";
export { matchesName, matchesRule, type RequestPlace } from "./rules.ts";
export { NamespaceLabels, type Selected, Selectors } from "./selectors.ts";
