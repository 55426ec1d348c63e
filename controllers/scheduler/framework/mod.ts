/** What plugins of the scheduler are, and how they are asked. */
export {
  ACTION,
  type ClusterEvent,
  type EventInterest,
  type EventResource,
  type Hint,
  isOfInterest,
} from "./cluster_event.ts";
export { type Clonable, CycleState, StateKey } from "./cycle_state.ts";
export type { FirstLook } from "./first_look.ts";
export { countedReasons, type Diagnosis, printDiagnosis } from "./diagnosis.ts";
export type { ExtenderVerdicts, NodeExtender, Victims } from "./node_extender.ts";
export type {
  Awaitable,
  FilterVerdicts,
  Narrowed,
  Permits,
  PermitWait,
  Plugin,
  PluginMaker,
  PodEvent,
  RoomMade,
  SchedulerHandle,
} from "./plugin.ts";
export { type Permission, type Point, POINTS, Profile, type ProfileOptions } from "./profile.ts";
export type { ScoresTold } from "./score_nodes.ts";
export {
  type Code,
  failed,
  isRejected,
  messageOf,
  type Rejection,
  saidBy,
  SKIP,
  type Status,
  unresolvable,
  unschedulable,
  type Verdict,
} from "./status.ts";
