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

/**
 * Keeps the leases of all nodes until the signal aborts. As many as may be written at once are renewed together, and
 * these groups are spread over the period: what wakes up for one lease costs several times what one more takes then.
 */
export async function keepLeases(
  { client, nodes, settings, clock, logger, random }: Omit<NodeKeeperParts, "views">,
  signal: AbortSignal,
): Promise<void> {
  const namespace = client.names.namespaceNodeLeases;
  const everyMs = settings.leaseMs / RENEWALS;
  const spec = () => ({
    leaseDurationSeconds: Math.ceil(settings.leaseMs / 1000),
    renewTime: new Date(clock.now()).toISOString().replace("Z", "000Z"),
  });
  const make = async ({ name }: SimulatedNode) => {
    // It goes with its node: where there is none now, it is made later.
    const node = await client.get(Node, name, { signal, metadataOnly: true });
    await client.create(Lease, {
      metadata: { name, namespace, ownerReferences: [ownerOf(node)] },
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
  const untilNext = groupTimes(everyMs, nodes.size, settings.nodeWriters);
  using queue = new WorkQueue<SimulatedNode>({ name: "leases", backoff: BACKOFF, clock, random });
  for (const node of nodes) queue.add(node);
  await runWorkers(queue, async (node) => {
    try {
      await renew(node);
    } catch (error) {
      // Somebody was faster: it is renewed like any other.
      if (!isAlreadyExists(error)) throw error;
    }
    return untilNext(node.index, clock.monotonic());
  }, {
    workers: settings.nodeWriters,
    signal,
    failed: logFailures(logger, "The lease of a simulated node could not be renewed"),
  });
}

/** So much before its time a turn counts as that turn: timers may be early by a hair. */
const EARLY_MS = 2;

/**
 * How long from a moment until a member's turn comes: members of a group have theirs at the same time in each period,
 * however long the last took or whenever it was.
 */
export function groupTimes(
  everyMs: number,
  members: number,
  groupSize: number,
): (index: number, now: number) => number {
  const groups = Math.max(1, Math.ceil(members / groupSize));
  const apartMs = everyMs / groups;
  return (index, now) => {
    const since = (now - Math.floor(index / groupSize) * apartMs) % everyMs;
    const untilMs = everyMs - (since < 0 ? since + everyMs : since);
    return untilMs < EARLY_MS ? untilMs + everyMs : untilMs;
  };
}

function ownerOf({ metadata }: coreV1.Node) {
  return { apiVersion: "v1", kind: "Node", name: metadata!.name!, uid: metadata!.uid! };
}
