/**
 * The leases of nodes: whoever watches over nodes takes one for gone whose lease has run out.
 *
 * @module
 */

import { type coreV1, isAlreadyExists, isNotFound, Lease, Node } from "../../../toolkit/mod.ts";
import { WorkQueue } from "../../../toolkit/workqueue/mod.ts";
import { logFailures, runWorkers } from "../../../toolkit/workqueue/workers.ts";
import { BACKOFF, type NodeKeeperParts } from "./node_keeper.ts";
import type { SimulatedNode } from "./nodes.ts";

/** A lease is renewed so many times while it holds. */
const RENEWALS = 4;

/** Keeps the leases of all nodes, each at its own time, until the signal aborts. */
export async function keepLeases(
  { client, nodes, settings, clock, logger, random }: NodeKeeperParts,
  signal: AbortSignal,
): Promise<void> {
  const namespace = client.names.namespaceNodeLeases;
  const everyMs = settings.leaseMs / RENEWALS;
  const spec = () => ({
    leaseDurationSeconds: Math.ceil(settings.leaseMs / 1000),
    renewTime: new Date(clock.now()).toISOString().replace("Z", "000Z"),
  });
  const make = async ({ name }: SimulatedNode) => {
    const node = await client.find(Node, name, { signal, metadataOnly: true });
    await client.create(Lease, {
      metadata: {
        name,
        namespace,
        ...(node !== undefined && { ownerReferences: [ownerOf(node)] }),
      },
      spec: { ...spec(), holderIdentity: name },
    }, { signal });
  };
  const renew = async (node: SimulatedNode) => {
    const place = { name: node.name, namespace };
    const patch = { spec: { ...spec(), holderIdentity: node.name } };
    try {
      await client.patch(Lease, place, patch, { signal, metadataOnly: true });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await make(node);
    }
  };
  const hasBegun = new Uint8Array(nodes.size);
  using queue = new WorkQueue<SimulatedNode>({ name: "leases", backoff: BACKOFF, clock, random });
  for (const node of nodes) queue.add(node);
  await runWorkers(queue, async (node) => {
    try {
      await renew(node);
    } catch (error) {
      // Somebody was faster: it is renewed like any other.
      if (!isAlreadyExists(error)) throw error;
    }
    if (hasBegun[node.index]) return everyMs;
    hasBegun[node.index] = 1;
    // From here on each has its turn.
    return everyMs * (node.index + 1) / nodes.size;
  }, {
    workers: settings.nodeWriters,
    signal,
    failed: logFailures(logger, "The lease of a simulated node could not be renewed"),
  });
}

function ownerOf({ metadata }: coreV1.Node) {
  return { apiVersion: "v1", kind: "Node", name: metadata!.name!, uid: metadata!.uid! };
}
