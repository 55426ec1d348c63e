/** Controllers: what makes the world what objects say. */
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
export { type BegunRun, type ControllerEnvironment, managerOf } from "./environment.ts";
export { Finalizer } from "./finalizer.ts";
export { ownerIndex } from "./owner.ts";
export { type Run, type RunWrite } from "./run_history.ts";
export { RunningController } from "./running_controller.ts";
export { Terminal } from "./terminal.ts";
export { type Watch, watch, type WatchedKind } from "./watch.ts";
