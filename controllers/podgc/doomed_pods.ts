/**
 * Pods that nobody else will ever remove.
 *
 * @module
 */

import type { ObjectOf, Pod } from "../../toolkit/mod.ts";

/** What is looked at of a pod; shared: do not change it. */
export interface GcPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly nodeName: string;
  readonly isTerminal: boolean;
  readonly isEvicted: boolean;
  readonly isDeleting: boolean;
  readonly createdMs: number;
}

/** The view of a pod. */
export function gcPodOf({ metadata, spec, status }: ObjectOf<typeof Pod>): GcPod {
  const phase = status?.phase ?? "Pending";
  return {
    namespace: metadata.namespace ?? "",
    name: metadata.name,
    uid: metadata.uid,
    nodeName: spec.nodeName ?? "",
    isTerminal: phase === "Succeeded" || phase === "Failed",
    isEvicted: phase === "Failed" && status?.reason === "Evicted",
    isDeleting: metadata.deletionTimestamp !== undefined,
    createdMs: Date.parse(metadata.creationTimestamp ?? ""),
  };
}

/** The pods that are over and more than `threshold`: evicted ones first, then the oldest. 0 or less: none. */
export function surplusOf(pods: readonly GcPod[], threshold: number): GcPod[] {
  const over = pods.filter(({ isTerminal }) => isTerminal);
  if (threshold <= 0 || over.length <= threshold) return [];
  const evictedThenOldest = (one: GcPod, other: GcPod) =>
    Number(other.isEvicted) - Number(one.isEvicted) || one.createdMs - other.createdMs ||
    (one.name < other.name ? -1 : 1);
  return over.sort(evictedThenOldest).slice(0, over.length - threshold);
}
