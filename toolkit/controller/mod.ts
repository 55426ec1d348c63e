/**
 * Controllers: what makes the world what objects say. What runs them, `running_controller.ts`, is loaded
 * with the first operator that is run.
 *
 * @module
 */
export { changed } from "./changed.ts";
export { type Child, child } from "./child.ts";
export type {
  ApplyChildOptions,
  Cache,
  ConditionPatch,
  ConditionType,
  EventOptions,
  ReconcileContext,
  StatusPatch,
} from "./context.ts";
export {
  type Controller,
  type ControllerDefinition,
  defineController,
  type ErasedController,
  type Outcome,
  type Result,
} from "./controller.ts";
export { type DefinedKind, isDefined, kindId } from "./declared.ts";
export {
  type BegunRun,
  type ControllerEnvironment,
  longestManagerOf,
  MANAGER_LIMIT_CHARS,
  managerOf,
} from "./environment.ts";
export { ownerIndex } from "./owner.ts";
export type { Run, RunWrite } from "./run_history.ts";
export { Terminal } from "./terminal.ts";
export { type Watch, watch, type WatchedKind } from "./watch.ts";
