/**
 * Taints of nodes that keep new pods off, and labels under older names.
 *
 * @module
 */

import { isNotFound, Node } from "../../toolkit/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { Runnable } from "../../toolkit/runnable.ts";
import { keyedLoop, type LoopParts } from "../loop/mod.ts";
import { changedTaints, conditionTaintChange, isNoChange } from "./node_taints.ts";
import type { LiveNode, NodeView } from "./node_view.ts";
import { timeText } from "./time_text.ts";
import { writeNode } from "./write_node.ts";

const WORKERS = 8;

/** Keeps them as the nodes' conditions, `unschedulable` and labels say, in one write a turn. */
export function tendNodes(parts: LoopParts, viewOf: (node: LiveNode) => NodeView): Runnable {
  const { client, informers, clock } = parts;
  const names = NAMES[client.dialect];
  const nodes = informers.of(Node);
  const changeOf = (name: string) => {
    const node = nodes.derive(viewOf).get(name);
    if (node === undefined) return undefined;
    const change = conditionTaintChange(node.taints, node.conditionTaints, names);
    const isTainted = isNoChange(change);
    const isLabelled = Object.keys(node.staleLabels).length === 0;
    return isTainted && isLabelled ? undefined : { node, change, isTainted, isLabelled };
  };
  return keyedLoop(parts, {
    name: "node-lifecycle-controller",
    queue: "node_lifecycle_controller",
    workers: WORKERS,
    listen: (wake) => [
      nodes.subscribe(({ type, key }) => {
        if (type !== "Deleted" && changeOf(key) !== undefined) wake(key);
      }),
    ],
    async sync(name) {
      const wanted = changeOf(name);
      if (wanted === undefined) return;
      const { node, change, isTainted, isLabelled } = wanted;
      try {
        await writeNode(client, node, {
          ...(!isTainted && { taints: changedTaints(node.taints, change, timeText(clock.now())) }),
          ...(!isLabelled && { labels: node.staleLabels }),
        });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
  });
}
