/** The checks that pods pass at each level and version. */
export { type CheckedPod, checkedPod, type Violation } from "./check.ts";
export { type Checks, checksAt } from "./standards.ts";
