/**
 * Writing taints and labels of nodes.
 *
 * @module
 */

import { type Client, type coreV1, Node } from "../../toolkit/mod.ts";
import type { LiveNode, NodeView } from "./node_view.ts";

/** What is written. */
export interface NodeChange {
  /** All taints. Default: they stay. */
  readonly taints?: readonly coreV1.Taint[];
  /** Labels besides those that there are. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** Rejects with a Conflict where the node is not as it was: taints can only be written all at once. */
export async function writeNode(
  client: Client,
  { name, uid, resourceVersion }: NodeView,
  { taints, labels }: NodeChange,
): Promise<LiveNode> {
  const patch = {
    metadata: { uid, resourceVersion, ...(labels && { labels }) },
    ...(taints && { spec: { taints: taints.length === 0 ? null : taints } }),
  };
  return await client.patch(Node, name, patch as never);
}
