/**
 * One turn of work on a claim on devices.
 *
 * @module
 */

import { isNotFound, Pod, resourceV1 } from "../../toolkit/mod.ts";
import type { Doubts } from "../loop/mod.ts";
import { type Claim, isDone, ownerOf } from "./known_claims.ts";
import type { TurnParts } from "./pod_turn.ts";

/**
 * Takes pods that do not need the devices any more out of the claim. With the last one the allocation goes, and
 * the finalizer; and the claim, if it was made for a pod that will not run.
 */
export async function claimTurn(parts: TurnParts, claim: Claim, doubts: Doubts): Promise<void> {
  const { client, names, known } = parts;
  const { namespace = "", name, uid, deletionTimestamp } = claim.metadata;
  const during = <T>(write: () => Promise<T>) =>
    doubts.during(`claim:${namespace}/${name}`, known.claims, { namespace, name }, write);
  const reserved = claim.status?.reservedFor ?? [];
  const kept = [];
  for (const one of reserved) if (await needs(parts, namespace, one)) kept.push(one);
  const isHeld = (claim.metadata.finalizers ?? []).includes(names.finalizer);
  const isLeft = kept.length < reserved.length;
  const isUnused = kept.length === 0;
  let now = claim;
  if (isLeft || (isUnused && isHeld && deletionTimestamp !== undefined)) {
    const { allocation, reservedFor: _, ...others } = claim.status ?? {};
    // What was used is free for others; what was never used may be allocated for somebody to come.
    const isFreed = isUnused && isHeld;
    if (isLeft || allocation !== undefined) {
      const status = {
        ...others,
        ...(!isFreed && allocation !== undefined && { allocation }),
        ...(!isUnused && { reservedFor: kept }),
      };
      now = await during(() =>
        client.replace(resourceV1.ResourceClaim, { ...claim, status } as never, {
          subresource: "status",
        })
      ) as Claim;
    }
    if (isHeld && now.status?.allocation === undefined) {
      const finalizers = now.metadata.finalizers?.filter((one) => one !== names.finalizer) ?? [];
      const metadata = { ...now.metadata, finalizers };
      await during(() => client.replace(resourceV1.ResourceClaim, { ...now, metadata } as never));
    }
  }
  const owner = ownerOf(claim);
  if (!isUnused || owner === undefined || deletionTimestamp !== undefined) return;
  const pod = known.pods.lister.get({ namespace, name: owner.name });
  // One that is not known may be new: that of one that is gone goes with it.
  if (pod === undefined || (pod.metadata.uid === owner.uid && !isDone(pod))) return;
  try {
    await during(() => client.delete(resourceV1.ResourceClaim, { namespace, name }, { uid }));
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** Whether whoever a claim is reserved for may need it. The server is asked about pods that are not known. */
async function needs(
  { client, known }: TurnParts,
  namespace: string,
  { apiGroup = "", resource, name, uid }: resourceV1.ResourceClaimConsumerReference,
): Promise<boolean> {
  // Nothing is known of others.
  if (apiGroup !== "" || resource !== "pods") return true;
  if (known.isGone(uid)) return false;
  const pod = known.pods.lister.get({ namespace, name });
  if (pod !== undefined) return pod.metadata.uid === uid && !isDone(pod);
  try {
    return (await client.get(Pod, { namespace, name })).metadata.uid === uid;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
