/** Which requests webhooks and policies are asked about. */
export { Candidates, isStored, type Stored } from "./candidates.ts";
export type { Equivalents } from "./equivalents.ts";
export { isAdmissionConfiguration, isExemptFromPolicies } from "./exempt.ts";
export { matchRules, type ResourceRequest, type Rules } from "./invocation.ts";
export { matchesName } from "./rules.ts";
export { NamespaceLabels, type Selected, Selectors } from "./selectors.ts";
