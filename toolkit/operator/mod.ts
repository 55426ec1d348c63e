/** Operators: controllers that are run together, by one process of several. */
export { type Access, type AccessCall, recordAccess } from "./access.ts";
export { defineOperator } from "./define_operator.ts";
export { type Lead, lead, type LeadOptions } from "./lead.ts";
export type { LockObject, LockType } from "./lock.ts";
export type {
  DefinedOperator,
  ElectionOptions,
  KindGrant,
  ManifestOptions,
  Operator,
  OperatorOptions,
  RunningOperator,
  RunOptions,
} from "./operator.ts";
export { stderrLogger, type StderrLoggerOptions } from "./stderr_logger.ts";
