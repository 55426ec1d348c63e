/**
 * Nodes keep off pods that do not bear their taints.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import type { NodeView } from "../cluster/node_info.ts";
import { ACTION, type Plugin, StateKey, unresolvable } from "../framework/mod.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { isTolerated, untoleratedTaint } from "../../../toolkit/pods/tolerations.ts";
import { normalizeReversed } from "./normalize.ts";
import { isOwn } from "./own_change.ts";

const UNTOLERATED = unresolvable("node(s) had untolerated taint(s)");
/** The tolerations of a pod that count for taints that nodes would rather keep pods off by. */
const PREFERRED = new StateKey<readonly coreV1.Toleration[]>("TaintToleration");

/** Makes the plugin. */
export function taintToleration(): Plugin {
  const isTolerant = ({ tolerations }: PendingPod, { taints }: NodeView) =>
    untoleratedTaint(taints, tolerations) === undefined;
  return {
    name: "TaintToleration",
    events: [
      {
        resource: "Node",
        action: ACTION.add | ACTION.nodeTaint,
        hint: (pod, before, after) =>
          (before === undefined || !isTolerant(pod, before as NodeView)) &&
            isTolerant(pod, after as NodeView)
            ? "Queue"
            : "Skip",
      },
      {
        resource: "Pod",
        action: ACTION.podToleration,
        hint: (pod, _, after) => isOwn(pod, after) ? "Queue" : "Skip",
      },
    ],
    filter(_, { tolerations }, { node: { taints } }) {
      if (taints.length === 0) return undefined;
      return untoleratedTaint(taints, tolerations) === undefined ? undefined : UNTOLERATED;
    },
    preScore(cycle, { tolerations }) {
      cycle.set(
        PREFERRED,
        tolerations.filter(({ effect }) => !effect || effect === "PreferNoSchedule"),
      );
      return undefined;
    },
    score(cycle, _, { node: { taints } }) {
      const tolerations = cycle.get(PREFERRED) ?? [];
      let count = 0;
      for (const taint of taints) {
        if (taint.effect === "PreferNoSchedule" && !isTolerated(taint, tolerations)) count++;
      }
      return count;
    },
    normalize: (_, __, scores) => normalizeReversed(scores),
  };
}
