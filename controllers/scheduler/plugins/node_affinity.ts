/**
 * Pods say which nodes they may be on, and which they prefer; a profile may add to that.
 *
 * @module
 */

import type { NodeView } from "../cluster/node_info.ts";
import { ACTION, type Plugin, SKIP, unresolvable } from "../framework/mod.ts";
import { PreferredNodes, RequiredNodes } from "../../../toolkit/pods/node_selection.ts";
import type { NodeAffinityArgs } from "./plugin_args.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { normalizeByLargest } from "./normalize.ts";

const NOT_ADDED = unresolvable("node(s) didn't match scheduler-enforced node affinity");
const NO_MATCH = unresolvable("node(s) didn't match Pod's node affinity/selector");
const CONFLICT = unresolvable("pod affinity terms conflict");

/** Makes the plugin. */
export function nodeAffinity(_: unknown, { addedAffinity }: NodeAffinityArgs): Plugin {
  const added = addedAffinity && new RequiredNodes({ affinity: { nodeAffinity: addedAffinity } });
  const addedPreferred = new PreferredNodes(
    addedAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [],
  );
  const matches = (pod: PendingPod, node: NodeView) =>
    (added === undefined || added.matches(node)) && pod.requiredNodes.matches(node);
  return {
    name: "NodeAffinity",
    events: [{
      resource: "Node",
      action: ACTION.add | ACTION.nodeLabel,
      hint: (pod, before, after) =>
        matches(pod, after as NodeView) &&
          (before === undefined || !matches(pod, before as NodeView))
          ? "Queue"
          : "Skip",
    }],
    preFilter(_, { requiredNodes }) {
      if (added === undefined && requiredNodes.isEmpty) return SKIP;
      const { names } = requiredNodes;
      if (names === undefined) return undefined;
      return names.size === 0 ? CONFLICT : { nodes: names };
    },
    filter(_, { requiredNodes }, { node }) {
      if (added !== undefined && !added.matches(node)) return NOT_ADDED;
      return requiredNodes.matches(node) ? undefined : NO_MATCH;
    },
    preScore: (_, { preferredNodes }) =>
      preferredNodes.isEmpty && addedPreferred.isEmpty ? SKIP : undefined,
    score: (_, { preferredNodes }, { node }) =>
      addedPreferred.score(node) + preferredNodes.score(node),
    normalize: (_, __, scores) => normalizeByLargest(scores),
  };
}
