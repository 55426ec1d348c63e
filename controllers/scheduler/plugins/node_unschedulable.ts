/**
 * Nodes that are closed take no pods but those that bear it.
 *
 * @module
 */

import type { NodeView } from "../cluster/node_info.ts";
import { ACTION, type Plugin, type SchedulerHandle, unresolvable } from "../framework/mod.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { isTolerated } from "../../../toolkit/pods/tolerations.ts";
import { isOwn } from "./own_change.ts";

const CLOSED = unresolvable("node(s) were unschedulable");

/** Makes the plugin. */
export function nodeUnschedulable({ client }: Pick<SchedulerHandle, "client">): Plugin {
  const taint = { key: client.names.taintUnschedulable, effect: "NoSchedule" } as const;
  const bears = ({ tolerations }: PendingPod) => isTolerated(taint, tolerations);
  return {
    name: "NodeUnschedulable",
    events: [
      {
        resource: "Node",
        action: ACTION.add | ACTION.nodeTaint,
        hint: (_, before, after) => {
          const was = before as NodeView | undefined;
          const isOpen = !(after as NodeView).isUnschedulable;
          return isOpen && (was === undefined || was.isUnschedulable) ? "Queue" : "Skip";
        },
      },
      {
        resource: "Pod",
        action: ACTION.podToleration,
        hint: (pod, _, after) => isOwn(pod, after) && bears(after) ? "Queue" : "Skip",
      },
    ],
    filter: (_, pod, { node }) => node.isUnschedulable && !bears(pod) ? CLOSED : undefined,
  };
}
