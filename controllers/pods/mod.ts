/** What the controllers of workloads share: their pods. */
export { type Claimant, type ClaimOptions, claimPods } from "./claim.ts";
export { deletePod } from "./delete_pod.ts";
export {
  deletionOrder,
  type DeletionOrderOptions,
  plainDeletionOrder,
  type PodOrder,
} from "./deletion_order.ts";
export {
  isNamespaceEnding,
  messageOf,
  type PodAdditions,
  PodControl,
  type PodControlOptions,
  type PodParent,
} from "./pod_control.ts";
export {
  isActive,
  isAvailable,
  isTerminating,
  nextAvailableMs,
  orphanPods,
  podsByController,
  type PodView,
  podViewOf,
} from "./pod_view.ts";
export { podsByNode } from "./pods_by_node.ts";
export { slowStart, type SlowStarted } from "./slow_start.ts";
export { canonicalJson, revisionHash, templateHash } from "./template_hash.ts";
export { wakeParents, type WakeParentsOptions, type WokenParent } from "./wake_parents.ts";
export { type PodCondition, type PodStatusChange, writePodStatus } from "./write_pod_status.ts";
