/**
 * What objects use of what quotas count: for the server, which charges for it, and for whoever counts
 * anew what is there.
 *
 * @module
 */

export { addAmounts, type Amounts, amountsOf, excessOf } from "./amounts.ts";
export type { QuotaEvaluator, QuotaWrite } from "./evaluator.ts";
export { type EvaluatorOptions, isUncounted, quotaEvaluators } from "./evaluators.ts";
export { type DeviceSources, followDevices } from "./follow_devices.ts";
export { objectCounts } from "./object_counts.ts";
export { attributesClassesOf } from "./persistent_volume_claims.ts";
export { amountsOfContainers, type Side } from "./pod_amounts.ts";
export type { Devices } from "./resource_claims.ts";
export { type Scope, scopesOf } from "./scope.ts";
