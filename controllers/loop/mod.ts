/** What controllers are made of. */
export {
  type ChildClaim,
  type ChildView,
  claimChildren,
  type ClaimingParent,
  type ClaimParts,
} from "./claim_children.ts";
export { byController, controllerOf, orphansOf } from "./controller_of.ts";
export { Doubts } from "./doubts.ts";
export { drawName, prefixOf } from "./draw_name.ts";
export { GroupedGauge } from "./grouped_gauge.ts";
export {
  keyedLoop,
  type KeyedLoopOptions,
  type LoopParts,
  type SyncWork,
  type Wake,
} from "./keyed_loop.ts";
export { controllerReference } from "./owner_reference.ts";
export { type SharedInformer, SharedInformers, type SharedSelection } from "./shared_informers.ts";
