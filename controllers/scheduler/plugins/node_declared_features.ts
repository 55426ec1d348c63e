/**
 * A pod that needs what not all node agents can do goes where the node says that its agent can.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import { ACTION, type Plugin, SKIP, StateKey, unresolvable } from "../framework/mod.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { isOwn } from "./own_change.ts";

const LACKING = unresolvable("node(s) didn't match Pod's required features");
const NEEDED = new StateKey<readonly string[]>("NodeDeclaredFeatures.needed");

/** What a pod needs that not all node agents can do. */
function neededFeatures(
  { hostNetwork = false, hostUsers = true, containers, initContainers = [] }: coreV1.PodSpec,
): string[] {
  const restartsAll = [...containers, ...initContainers].some(({ restartPolicyRules = [] }) =>
    restartPolicyRules.some(({ action }) => action === "RestartAllContainers")
  );
  return [
    ...restartsAll ? ["RestartAllContainersOnContainerExits"] : [],
    ...hostNetwork && !hostUsers ? ["UserNamespacesHostNetworkSupport"] : [],
  ];
}

/** Makes the plugin. */
export function nodeDeclaredFeatures(): Plugin {
  return {
    name: "NodeDeclaredFeatures",
    events: [
      { resource: "Node", action: ACTION.add | ACTION.nodeFeature },
      {
        resource: "Pod",
        action: ACTION.update,
        hint: (pod, before, after) =>
          isOwn(pod, after) && printed(before as PendingPod) !== printed(after) ? "Queue" : "Skip",
      },
    ],
    preFilter(cycle, { object: { spec } }) {
      const needed = neededFeatures(spec);
      if (needed.length === 0) return SKIP;
      cycle.set(NEEDED, needed);
      return undefined;
    },
    filter: (cycle, _, { node: { features } }) =>
      cycle.get(NEEDED)!.every((one) => features.includes(one)) ? undefined : LACKING,
  };
}

function printed({ object: { spec } }: PendingPod): string {
  return neededFeatures(spec).join();
}
