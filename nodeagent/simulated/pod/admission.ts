/**
 * Whether a node takes a pod that was bound to it: who binds it may have named the node without having looked.
 *
 * @module
 */

import type { Names } from "../../../toolkit/names.ts";
import type { ObjectOf, Pod } from "../../../toolkit/mod.ts";
import { RequiredNodes } from "../../../toolkit/pods/node_selection.ts";
import type { Resources } from "../../../toolkit/pods/resources.ts";
import { isTolerated } from "../../../toolkit/pods/tolerations.ts";
import type { NodeLoad } from "../node/node_load.ts";
import { OS } from "../node/node_object.ts";
import type { NodeView } from "../node/node_views.ts";

/** Why a node does not take a pod. */
export interface Refusal {
  readonly reason: string;
  readonly message: string;
}

/** What a pod is to be put beside. */
export interface Admitting {
  readonly node: NodeView;
  readonly load: NodeLoad;
  /** What the pod asks for. */
  readonly requests: Resources;
  readonly names: Names;
  /** Whether another pod has a port of the node that this one asks for. */
  lacksPort(): boolean;
}

type LivePod = ObjectOf<typeof Pod>;

/** From here on pods are critical: others would go for them. */
const CRITICAL_PRIORITY = 2_000_000_000;

/** The first reason, in the order of the reference's nodes; undefined: it is taken. */
export function refusalOf(pod: LivePod, admitting: Admitting): Refusal | undefined {
  const { metadata, spec } = pod;
  const { labelOs } = admitting.names;
  const system = metadata.labels?.[labelOs];
  if (system !== undefined && system !== OS) {
    return {
      reason: "PodOSSelectorNodeLabelDoesNotMatch",
      message: `Failed to admit pod as the \`${labelOs}\` label doesn't match node label`,
    };
  }
  if (spec.os && spec.os.name !== OS) {
    return {
      reason: "PodOSNotSupported",
      message: "Failed to admit pod as the OS field doesn't match node OS",
    };
  }
  // A critical pod is not refused for want of room. Nodes here do not end others to make it.
  const isCritical = (spec.priority ?? 0) >= CRITICAL_PRIORITY;
  return (isCritical ? undefined : shortageOf(admitting)) ?? misfitOf(pod, admitting);
}

/** What there is too little of. */
function shortageOf({ node, load, requests }: Admitting): Refusal | undefined {
  const { allocatable, mostPods } = node;
  if (load.pods + 1 > mostPods) return outOf("pods", 1, load.pods, mostPods);
  const used = load.requests;
  const plain = [
    ["cpu", requests.milliCpu, used.milliCpu, allocatable.milliCpu],
    ["memory", requests.memory, used.memory, allocatable.memory],
    [
      "ephemeral-storage",
      requests.ephemeralStorage,
      used.ephemeralStorage,
      allocatable.ephemeralStorage,
    ],
  ] as const;
  for (const [name, asked, taken, all] of plain) {
    if (asked > 0 && asked > all - taken) return outOf(name, asked, taken, all);
  }
  for (const [name, asked] of requests.scalars) {
    const all = allocatable.scalars.get(name);
    // What a node knows nothing of is the cluster's to give, or a device.
    if (asked === 0 || all === undefined && name.includes("/")) continue;
    const taken = used.scalars.get(name) ?? 0;
    if (asked > (all ?? 0) - taken) return outOf(name, asked, taken, all ?? 0);
  }
  return undefined;
}

function outOf(name: string, requested: number, used: number, capacity: number): Refusal {
  return {
    reason: `OutOf${name}`,
    message: `Node didn't have enough resource: ${name}, requested: ${requested}, used: ${used}, ` +
      `capacity: ${capacity}`,
  };
}

/** What does not fit, however much room there is. */
function misfitOf({ spec }: LivePod, { node, lacksPort }: Admitting): Refusal | undefined {
  if ((spec.nodeSelector || spec.affinity) && !new RequiredNodes(spec).matches(node)) {
    return failed("NodeAffinity", "node(s) didn't match Pod's node affinity/selector");
  }
  if (lacksPort()) {
    return failed("NodePorts", "node(s) didn't have free ports for the requested pod ports");
  }
  const { tolerations = [] } = spec;
  const isKeptOff = node.taints.some((taint) =>
    taint.effect === "NoExecute" && !isTolerated(taint, tolerations)
  );
  return isKeptOff ? failed("TaintToleration", "node(s) had untolerated taint(s)") : undefined;
}

function failed(predicate: string, why: string): Refusal {
  return { reason: predicate, message: `Predicate ${predicate} failed: ${why}` };
}
