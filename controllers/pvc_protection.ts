/**
 * The protection of claims: one that a pod uses stays until the pod is gone.
 *
 * @module
 */

import { type ObjectOf, PersistentVolumeClaim, Pod } from "../toolkit/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import { claimsOf, podsByClaim } from "./pods/pods_by_claim.ts";
import type { ProcessController } from "./process_controller.ts";
import { addFinalizer, protectionOf, removeFinalizer } from "./protection/finalizers.ts";

const WORKERS = 2;

type LivePod = ObjectOf<typeof Pod>;
type Claim = ObjectOf<typeof PersistentVolumeClaim>;

/**
 * Sets the finalizer of claims that have none, and takes it off one that is being deleted when no pod that has
 * a node uses it. The server is asked before: a pod may be newer than what is known.
 */
export function createClaimProtection(parts: LoopParts): Runnable {
  const { client, informers } = parts;
  const finalizer = NAMES[client.dialect].finalizerClaimProtection;
  const claims = informers.of(PersistentVolumeClaim);
  const pods = informers.of(Pod, [podsByClaim]);
  return keyedLoop(parts, {
    name: "pvc-protection-controller",
    queue: "pvcprotection",
    workers: WORKERS,
    listen: (wake) => [
      claims.subscribe(({ type, key, object }) => {
        if (type !== "Deleted" && protectionOf(object, finalizer) !== undefined) wake(key);
      }),
      pods.subscribe(({ type, object, previous, resync }) => {
        if (resync || type === "Added") return;
        const isOther = previous !== undefined && previous.metadata.uid !== object.metadata.uid;
        if (type === "Deleted" || isShutDown(object)) claimsOf(object).forEach((key) => wake(key));
        if (isOther) claimsOf(previous).forEach((key) => wake(key));
      }),
    ],
    async sync(key, { signal }) {
      const claim = claims.lister.get(key);
      const protection = claim && protectionOf(claim, finalizer);
      if (claim === undefined || protection === undefined) return;
      if (protection === "missing") {
        return await addFinalizer(client, PersistentVolumeClaim, claim, finalizer);
      }
      const known = pods.lister.by(podsByClaim, key);
      if (known.some((pod) => uses(pod, claim))) return;
      const { namespace = "" } = claim.metadata;
      for await (const pod of client.iterate(Pod, { namespace, signal })) {
        if (uses(pod, claim)) return;
      }
      await removeFinalizer(client, PersistentVolumeClaim, claim, finalizer);
    },
  });
}

/** Whether a pod that has a node needs a claim. */
function uses(pod: LivePod, { metadata }: Claim): boolean {
  const { spec } = pod;
  if (!spec.nodeName) return false;
  return (spec.volumes ?? []).some((volume) => {
    if (volume.persistentVolumeClaim !== undefined) {
      return volume.persistentVolumeClaim.claimName === metadata.name;
    }
    if (volume.ephemeral === undefined || isShutDown(pod)) return false;
    const isMade = metadata.ownerReferences?.some((one) =>
      one.controller === true && one.uid === pod.metadata.uid
    );
    return isMade === true && `${pod.metadata.name}-${volume.name}` === metadata.name;
  });
}

/** Whether nothing of a pod runs any more. */
function isShutDown({ metadata }: LivePod): boolean {
  return metadata.deletionTimestamp !== undefined && metadata.deletionGracePeriodSeconds === 0;
}

/** The controller of a process. */
export const claimProtection: ProcessController = {
  name: "persistentvolumeclaim-protection-controller",
  aliases: ["pvc-protection"],
  account: "pvc-protection-controller",
  flags: [],
  make: createClaimProtection,
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("pvc_protection", [claimProtection]));
}
