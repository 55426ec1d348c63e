/** Authorization by roles and bindings. */
export { rbacAuthorizer } from "./authorizer.ts";
export { createRbac } from "./plugin.ts";
export { compacted, listText, ruleText, TooManyCombinations, uncovered } from "./covers.ts";
export { rulesOfNodes } from "./rules_of_nodes.ts";
export { PolicyIndex, policyIndexOf } from "./policy_index.ts";
