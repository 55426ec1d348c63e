/**
 * One turn of work on a pod that has claims on devices.
 *
 * @module
 */

import {
  type Client,
  type coreV1,
  isAlreadyExists,
  isNotFound,
  Pod,
  resourceV1,
} from "../../toolkit/mod.ts";
import type { Recorder } from "../../toolkit/events/recorder.ts";
import { type Doubts, drawName } from "../loop/mod.ts";
import { isNamespaceEnding, messageOf } from "../pods/mod.ts";
import { writeStatus } from "../write_status.ts";
import type { ClaimMetrics } from "./claim_metrics.ts";
import { type claimNames, claimPrefix } from "./claim_names.ts";
import {
  type CachedPod,
  type Claim,
  claimNameOf,
  claimsOf,
  isDone,
  type KnownClaims,
  ownerOf,
  type PodClaim,
} from "./known_claims.ts";

const MOST_DRAWS = 8;
/** Who says which claims a pod has. */
const FIELD_MANAGER = "ResourceClaimController";

/** What turns are made with. */
export interface TurnParts {
  readonly client: Client;
  readonly known: KnownClaims;
  readonly names: ReturnType<typeof claimNames>;
  readonly events: Recorder;
  readonly metrics: ClaimMetrics;
  random(): number;
}

/**
 * Makes the claims of a pod that are to be made of templates, and says in its status which they are. One that
 * has a node although nobody has reserved its devices has them reserved, where they are allocated.
 */
export async function podTurn(parts: TurnParts, pod: CachedPod, doubts: Doubts): Promise<void> {
  const { client, events } = parts;
  const { namespace = "", name, deletionTimestamp } = pod.metadata;
  // Those of one that is over were deleted, and are not to come back.
  if (deletionTimestamp !== undefined || isDone(pod)) return;
  const made = new Map<string, string>();
  for (const claim of claimsOf(pod)) {
    try {
      const found = await claimFor(parts, pod, claim, doubts);
      if (found !== undefined) made.set(claim.name, found);
    } catch (error) {
      // All of it goes.
      if (isNamespaceEnding(error)) return;
      const why = `PodResourceClaim ${claim.name}: ${messageOf(error)}`;
      events.warning(pod, "FailedResourceClaimCreation", why);
      throw new Error(`pod ${namespace}/${name}, ${why}`, { cause: error });
    }
  }
  if (made.size > 0) {
    const said = pod.status?.resourceClaimStatuses ?? [];
    const statuses = [
      ...said.filter((one) => !made.has(one.name)),
      ...[...made].map(([name, resourceClaimName]) => ({ name, resourceClaimName })),
    ];
    try {
      await client.apply(Pod, {
        metadata: { namespace, name, uid: pod.metadata.uid },
        status: { resourceClaimStatuses: statuses },
      } as never, { fieldManager: FIELD_MANAGER, force: true, subresource: "status" });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return;
  }
  if (pod.spec.nodeName) await reserve(parts, pod, doubts);
}

/** The name of the claim that was found or made for one that a pod does not have yet; undefined: it has it. */
async function claimFor(
  parts: TurnParts,
  pod: CachedPod,
  podClaim: PodClaim,
  doubts: Doubts,
): Promise<string | undefined> {
  const { known, names } = parts;
  const { namespace = "" } = pod.metadata;
  const templateName = podClaim.resourceClaimTemplateName;
  const name = claimNameOf(pod, podClaim);
  if (templateName === undefined || name === "") return undefined;
  if (name !== undefined) {
    const claim = known.claims.lister.get({ namespace, name });
    if (claim !== undefined && isFor(claim, pod)) return undefined;
  }
  // One that the pod does not name was made by somebody who ended before he could say so.
  const found = known.madeFor(pod, podClaim.name, names.podClaim);
  if (found !== undefined) return found.metadata.name;
  const template = known.templates.lister.get({ namespace, name: templateName });
  if (template === undefined) {
    throw new Error(
      `resource claim template "${templateName}": ${names.template} "${templateName}" not found`,
    );
  }
  return await make(parts, pod, podClaim, template.spec, doubts);
}

async function make(
  { client, known, names, metrics, random }: TurnParts,
  pod: CachedPod,
  podClaim: PodClaim,
  { metadata: { labels, annotations } = {}, spec }: resourceV1.ResourceClaimTemplateSpec,
  doubts: Doubts,
): Promise<string> {
  const { namespace = "", name: podName, uid } = pod.metadata;
  const generateName = claimPrefix(podName, podClaim.name);
  for (let draw = 1;; draw++) {
    const name = drawName(generateName, random);
    const claim = {
      metadata: {
        generateName,
        name,
        namespace,
        ...(labels && { labels }),
        annotations: { ...annotations, [names.podClaim]: podClaim.name },
        ownerReferences: [
          { apiVersion: "v1", kind: "Pod", name: podName, uid, controller: true },
        ],
      },
      spec,
    };
    try {
      await doubts.during(
        `pod:${namespace}/${podName}`,
        known.claims,
        { namespace, name },
        () => client.create(resourceV1.ResourceClaim, claim as never),
      );
      metrics.made(spec, true);
      return name;
    } catch (error) {
      if (isAlreadyExists(error) && draw < MOST_DRAWS) continue;
      metrics.made(spec, false);
      if (isNamespaceEnding(error)) throw error;
      throw new Error(`create ResourceClaim ${name}: ${messageOf(error)}`, { cause: error });
    }
  }
}

/** The scheduler reserves what pods need; one that was given a node by somebody else is made up for. */
async function reserve(parts: TurnParts, pod: CachedPod, doubts: Doubts): Promise<void> {
  const { client, known } = parts;
  const { namespace = "", name, uid } = pod.metadata;
  for (const podClaim of claimsOf(pod)) {
    const claimName = claimNameOf(pod, podClaim);
    const claim = claimName ? known.claims.lister.get({ namespace, name: claimName }) : undefined;
    if (claim === undefined || claim.status?.allocation === undefined) continue;
    if (podClaim.resourceClaimName === undefined && !isFor(claim, pod)) continue;
    const reservedFor: resourceV1.ResourceClaimConsumerReference[] = claim.status.reservedFor ?? [];
    if (reservedFor.some((one) => one.uid === uid)) continue;
    const entry = { resource: "pods", name, uid };
    await doubts.during(
      `pod:${namespace}/${name}`,
      known.claims,
      { namespace, name: claim.metadata.name },
      () =>
        writeStatus(client, resourceV1.ResourceClaim, claim, {
          reservedFor: [...reservedFor, entry],
        }),
    );
  }
}

function isFor(claim: Claim, pod: { metadata: coreV1.Pod["metadata"] }): boolean {
  return ownerOf(claim)?.uid === pod.metadata?.uid;
}
