/**
 * Which nodes lack a pod of a daemon set, and which pods are too many.
 *
 * @module
 */

import { isAvailable } from "../pods/mod.ts";
import { byAge, type DaemonPod } from "./daemon_pod.ts";
import { allowsSurge, type DaemonSetView } from "./daemon_set_view.ts";
import type { Verdict } from "./judge_node.ts";

/** The pods of a set on each node, or for it. */
export type PodsByNode = ReadonlyMap<string, readonly DaemonPod[]>;

/** What is known of a set and its nodes. */
export interface PlacementParts {
  readonly set: DaemonSetView;
  /** Of all nodes that there are. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly pods: PodsByNode;
  /** The label of pods that have the set's template. */
  readonly hash: string;
  readonly nowMs: number;
  /** In how many milliseconds the failed pod of a node may go; 0: now. */
  failedWait(node: string): number;
}

/** What is to be done. */
export interface Placement {
  /** Nodes that are to have a pod. */
  readonly create: string[];
  readonly delete: DaemonPod[];
  /** Those of `delete` that have failed, and those that have succeeded. */
  readonly failed: DaemonPod[];
  readonly succeeded: DaemonPod[];
  /** In how many milliseconds there is more to do; undefined: not by time. */
  againMs: number | undefined;
}

/** See the module. */
export function placePods(parts: PlacementParts): Placement {
  const placement: Placement = {
    create: [],
    delete: [],
    failed: [],
    succeeded: [],
    againMs: undefined,
  };
  const { verdicts, pods } = parts;
  for (const [node, verdict] of verdicts) placeOn(node, verdict, parts, placement);
  for (const [node, all] of pods) {
    // No scheduler ever puts them anywhere, so nobody else takes them away.
    if (!verdicts.has(node)) placement.delete.push(...all.filter(isWaiting));
  }
  return placement;
}

function isWaiting({ nodeName, isDeleting }: DaemonPod): boolean {
  return nodeName === "" && !isDeleting;
}

function placeOn(
  node: string,
  { shouldRun, mayStay }: Verdict,
  parts: PlacementParts,
  placement: Placement,
): void {
  const pods = parts.pods.get(node);
  if (pods === undefined) {
    if (shouldRun) placement.create.push(node);
    return;
  }
  const staying = pods.filter(({ isDeleting }) => !isDeleting);
  if (!mayStay) {
    placement.delete.push(...staying);
    return;
  }
  const running = staying.filter((pod) => !isOver(pod, node, parts, placement)).sort(byAge);
  if (allowsSurge(parts.set)) placeWithSurge(node, shouldRun, running, parts, placement);
  else placement.delete.push(...running.slice(1));
}

/** Whether a pod is over; then it is taken away, at once or when its node has rested. */
function isOver(
  pod: DaemonPod,
  node: string,
  { failedWait }: PlacementParts,
  placement: Placement,
): boolean {
  if (pod.phase === "Succeeded") {
    placement.succeeded.push(pod);
    placement.delete.push(pod);
    return true;
  }
  if (pod.phase !== "Failed") return false;
  const waitMs = failedWait(node);
  if (waitMs > 0) {
    placement.againMs = Math.min(placement.againMs ?? Infinity, waitMs);
  } else {
    placement.failed.push(pod);
    placement.delete.push(pod);
  }
  return true;
}

/** One of each template may stay, until the new one is available or the old one no longer ready. */
function placeWithSurge(
  node: string,
  shouldRun: boolean,
  running: readonly DaemonPod[],
  { set, hash, nowMs }: PlacementParts,
  placement: Placement,
): void {
  if (running.length === 0) {
    if (shouldRun) placement.create.push(node);
    return;
  }
  if (running.length === 1) return;
  const newPod = running.find(({ revision }) => revision === hash);
  const oldPod = running.find(({ revision }) => revision !== hash);
  placement.delete.push(...running.filter((pod) => pod !== newPod && pod !== oldPod));
  if (newPod === undefined || oldPod === undefined) return;
  if (!oldPod.isReady || isAvailable(newPod, set.minReadySeconds, nowMs)) {
    placement.delete.push(oldPod);
  }
}
