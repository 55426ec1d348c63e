/**
 * Whether a change is one of the very pod that waits.
 *
 * @module
 */

import type { PendingPod, PodInfo } from "../pod/pod_info.ts";

/** Whether what changed is the pod that waits, as it is now. */
export function isOwn(pod: PendingPod, after: unknown): after is PendingPod {
  return (after as PodInfo | undefined)?.uid === pod.uid;
}
