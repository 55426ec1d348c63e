/**
 * The claim that the scheduler makes for a pod that asks its node for resources which are devices there.
 *
 * @module
 */

import {
  type Client,
  isNotFound,
  isOutcomeUnknown,
  Pod,
  resourceV1,
} from "../../../toolkit/mod.ts";
import { drawName } from "../../loop/mod.ts";
import { claimNames } from "../../resourceclaim/claim_names.ts";
import { messageOf } from "../framework/mod.ts";
import type { PodInfo } from "../pod/pod_info.ts";
import type { LiveClaim } from "./claim_views.ts";
import type { ExtendedRequests } from "./extended_requests.ts";
import type { DeviceMetrics } from "./device_metrics.ts";
import { type ClaimWriter, settleClaim } from "./write_claim.ts";

const { ResourceClaim } = resourceV1;

/** Makes it. Where the answer is lost, the informer knows whether it was made by the time that this rejects. */
export async function makeExtendedClaim(
  writer: ClaimWriter & { readonly metrics: DeviceMetrics },
  { namespace, name: podName, uid }: PodInfo,
  { requests }: ExtendedRequests,
  random: () => number,
): Promise<LiveClaim> {
  const { client, metrics } = writer;
  const generateName = `${podName}-extended-resources-`;
  const name = drawName(generateName, random);
  try {
    const made = await client.create(ResourceClaim, {
      metadata: {
        namespace,
        generateName,
        name,
        annotations: { [claimNames(client.names).extended]: "true" },
        ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: podName, uid, controller: true }],
      },
      spec: { devices: { requests: [...requests] } },
    } as never);
    metrics.claimMade("success");
    return made;
  } catch (error) {
    metrics.claimMade("failure");
    if (isOutcomeUnknown(error)) await settleClaim(writer, { namespace, name });
    throw new Error(
      `create claim for extended resources of ${namespace}/${podName}: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** Says in the pod's status which claim it is, and what of it is for which container. */
export async function tellExtendedClaim(
  client: Client,
  { namespace, name, uid }: PodInfo,
  resourceClaimName: string,
  { mappings }: ExtendedRequests,
): Promise<void> {
  const extendedResourceClaimStatus = { resourceClaimName, requestMappings: [...mappings] };
  await client.patch(Pod, { namespace, name }, {
    metadata: { uid },
    status: { extendedResourceClaimStatus },
  }, { subresource: "status", strategic: true });
}

/** Takes it away, with what it has. */
export async function deleteExtendedClaim(client: Client, claim: LiveClaim): Promise<void> {
  const { namespace = "", name, uid } = claim.metadata;
  const { finalizer } = claimNames(client.names);
  try {
    const now = await client.get(ResourceClaim, { namespace, name });
    if (now.metadata.uid !== uid) return;
    const { finalizers = [] } = now.metadata;
    if (finalizers.includes(finalizer)) {
      const left = finalizers.filter((one) => one !== finalizer);
      await client.replace(ResourceClaim, {
        ...now,
        metadata: { ...now.metadata, finalizers: left },
      });
    }
    await client.delete(ResourceClaim, { namespace, name }, { uid });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
