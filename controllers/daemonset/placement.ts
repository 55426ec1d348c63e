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
  const running: DaemonPod[] = [];
  let isResting = false;
  for (const pod of staying) {
    const fate = fateOf(pod, node, parts, placement);
    if (fate === "stays") running.push(pod);
    if (fate === "waits") isResting = true;
  }
  running.sort(byAge);
  if (!allowsSurge(parts.set)) placement.delete.push(...running.slice(1));
  else if (running.length > 0) placement.delete.push(...surplusOf(running, parts));
  else if (shouldRun && !isResting) placement.create.push(node);
}

/** A pod that is over is taken away, at once or when its node has rested. */
function fateOf(
  pod: DaemonPod,
  node: string,
  { failedWait }: PlacementParts,
  placement: Placement,
): "stays" | "goes" | "waits" {
  if (pod.phase === "Succeeded") {
    placement.succeeded.push(pod);
  } else if (pod.phase === "Failed") {
    const waitMs = failedWait(node);
    if (waitMs > 0) {
      placement.againMs = Math.min(placement.againMs ?? Infinity, waitMs);
      return "waits";
    }
    placement.failed.push(pod);
  } else {
    return "stays";
  }
  placement.delete.push(pod);
  return "goes";
}

/** One of each template may stay, until the new one is available or the old one no longer ready. */
function surplusOf(
  running: readonly DaemonPod[],
  { set, hash, nowMs }: PlacementParts,
): readonly DaemonPod[] {
  const newPod = running.find(({ revision }) => revision === hash);
  const oldPod = running.find(({ revision }) => revision !== hash);
  const surplus = running.filter((pod) => pod !== newPod && pod !== oldPod);
  if (newPod === undefined || oldPod === undefined) return surplus;
  return !oldPod.isReady || isAvailable(newPod, set.minReadySeconds, nowMs)
    ? [...surplus, oldPod]
    : surplus;
}
