/** What expressions of policies, of webhooks' conditions and of device selectors can name, and their programs. */
export {
  DEVICE_ENVIRONMENT,
  NAMESPACE_TYPE,
  policyEnvironment,
  withVariables,
} from "./environment.ts";
export { compiled, type Expression, Unusable } from "./expression.ts";
export { type DescribedKind, objectTypeOf } from "./object_types.ts";
export { type ExpressionScope, PolicyExpressions, type PolicyWords } from "./policy_expressions.ts";
