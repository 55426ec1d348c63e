/**
 * What the node life cycle looks at of a node, made once for each of its states.
 *
 * @module
 */

import type { coreV1, Node, ObjectOf } from "../../toolkit/mod.ts";
import type { Names } from "../../toolkit/names.ts";
import { conditionTaints } from "./node_taints.ts";
import { staleLabels } from "./node_labels.ts";

/** A node of the server. */
export type LiveNode = ObjectOf<typeof Node>;

/** What a node's agent said last of whether it is ready, or what was said in its place. */
export interface Readiness {
  readonly status: string;
  /** When the agent said so last: another text is another sign of life. */
  readonly heartbeat: string;
  /** Since when it is so. */
  readonly since: string;
  /** Whether it was said here, as the agent says nothing. */
  readonly isPresumed: boolean;
}

/** A node, in short. It is shared: do not change it. */
export interface NodeView {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly createdMs: number;
  /** Where it fails together with others; "" for nodes that name no place. */
  readonly zone: string;
  /** Whether it counts when its zone is judged. */
  readonly isCounted: boolean;
  /** Undefined: nothing was said yet. */
  readonly ready: Readiness | undefined;
  readonly taints: readonly coreV1.Taint[];
  /** The keys of the taints that it should have for its conditions, with the effect `NoSchedule`. */
  readonly conditionTaints: readonly string[];
  /** Labels that it should have, and has not or with other values. */
  readonly staleLabels: Readonly<Record<string, string>>;
}

/** Why a condition is unknown, in the reference's words. */
export const STOPPED = {
  reason: "NodeStatusUnknown",
  message: "Kubelet stopped posting node status.",
} as const;
/** The same, where the agent has never said anything. */
export const NEVER = {
  reason: "NodeStatusNeverUpdated",
  message: "Kubelet never posted node status.",
} as const;

/** The view of nodes in a dialect. */
export function nodeViews(names: Names): (node: LiveNode) => NodeView {
  const exclusion = `node.${names.domain}/exclude-disruption`;
  return ({ metadata, spec, status }) => {
    const { name, uid, resourceVersion, labels = {} } = metadata;
    const conditions = status?.conditions ?? [];
    const taints = spec?.taints ?? [];
    return {
      name,
      uid,
      resourceVersion,
      createdMs: Date.parse(metadata.creationTimestamp ?? ""),
      zone: zoneOf(labels, names),
      isCounted: !Object.hasOwn(labels, exclusion),
      ready: readinessOf(conditions.find(({ type }) => type === "Ready")),
      taints,
      conditionTaints: conditionTaints(conditions, spec?.unschedulable === true, names),
      staleLabels: staleLabels(labels, names),
    };
  };
}

function readinessOf(said: coreV1.NodeCondition | undefined): Readiness | undefined {
  if (said === undefined) return undefined;
  const { status, reason, lastHeartbeatTime, lastTransitionTime } = said;
  return {
    status,
    heartbeat: lastHeartbeatTime ?? "",
    since: lastTransitionTime ?? "",
    isPresumed: status === "Unknown" && (reason === STOPPED.reason || reason === NEVER.reason),
  };
}

/** Region and zone, by the older labels where these are there; no label's value has a zero byte. */
function zoneOf(labels: Readonly<Record<string, string>>, names: Names): string {
  const region = labels[names.labelOldRegion] ?? labels[names.labelRegion] ?? "";
  const zone = labels[names.labelOldZone] ?? labels[names.labelZone] ?? "";
  return region === "" && zone === "" ? "" : `${region}:\0:${zone}`;
}
