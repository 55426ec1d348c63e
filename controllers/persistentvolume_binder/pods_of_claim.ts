/**
 * The pods that use a claim.
 *
 * @module
 */

import type { coreV1, ObjectOf, Pod } from "../../toolkit/mod.ts";
import type { SharedInformer } from "../loop/mod.ts";
import { podsByClaim } from "../pods/pods_by_claim.ts";

type CachedPod = ObjectOf<typeof Pod>;

/** Those that are not over, by name. */
export function livePodsOf(
  pods: SharedInformer<CachedPod>,
  claim: string,
): CachedPod[] {
  return pods.lister.by(podsByClaim, claim).filter((pod) => !isOver(pod))
    .sort((one, other) => one.metadata.name < other.metadata.name ? -1 : 1);
}

function isOver({ metadata, status }: CachedPod): boolean {
  if (status?.phase === "Failed" || status?.phase === "Succeeded") return true;
  return metadata.deletionTimestamp !== undefined && [
    status?.initContainerStatuses,
    status?.containerStatuses,
    status?.ephemeralContainerStatuses,
  ].every((statuses) => (statuses ?? []).every(isStill));
}

function isStill({ state }: coreV1.ContainerStatus): boolean {
  return state?.terminated !== undefined || state?.waiting !== undefined;
}
