/**
 * The objects of a request that is judged: what those who are asked are shown of them, and what they
 * may make of them.
 */
export { kindIn, namespaceOf } from "./facts.ts";
export { Reinvocations } from "./reinvocations.ts";
export { type Change, type Refusals, resultOf } from "./result.ts";
export { Versions } from "./versions.ts";
