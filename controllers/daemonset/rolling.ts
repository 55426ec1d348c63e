/**
 * Which pods of an older template go next, and which nodes get a new one beside the old one.
 *
 * @module
 */

import { isAvailable } from "../pods/mod.ts";
import { type DaemonPod, hasTemplate } from "./daemon_pod.ts";
import { boundsOf, type DaemonSetView } from "./daemon_set_view.ts";
import type { Verdict } from "./judge_node.ts";
import type { PodsByNode } from "./placement.ts";

/** What is known of a set and its nodes. */
export interface RollingParts {
  readonly set: DaemonSetView;
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly pods: PodsByNode;
  readonly hash: string;
  readonly nowMs: number;
}

/** What is to be done. */
export interface RollingStep {
  readonly create: readonly string[];
  readonly delete: readonly DaemonPod[];
}

/** The pods of a node that stay: at most one of each template, or undefined where there are more. */
interface NodePods {
  readonly newPod: DaemonPod | undefined;
  readonly oldPod: DaemonPod | undefined;
}

/** The next step of a rollout. Nodes that have more pods than they should are left to the placement of pods. */
export function rollPods(parts: RollingParts): RollingStep {
  const { set, verdicts, pods } = parts;
  const wanted = [...verdicts].flatMap(([node, { shouldRun }]) => shouldRun ? [node] : []);
  const { surge, unavailable } = boundsOf(set, wanted.length);
  // Nodes that have none count too.
  const nodes = new Set([...pods.keys(), ...wanted]);
  return surge === 0
    ? { create: [], delete: replaced(nodes, unavailable, parts) }
    : surged(nodes, { surge, desired: wanted.length }, parts);
}

/** Old pods that may go: those that are not available, and of the others as many as may be missing. */
function replaced(
  nodes: Iterable<string>,
  mostMissing: number,
  parts: RollingParts,
): readonly DaemonPod[] {
  const free: DaemonPod[] = [];
  const candidates: DaemonPod[] = [];
  let missing = 0;
  for (const node of nodes) {
    const { newPod, oldPod } = podsOn(node, parts) ?? {};
    if ((newPod === undefined) === (oldPod === undefined)) {
      missing++;
    } else if (newPod !== undefined) {
      if (!isThere(newPod, parts)) missing++;
    } else if (oldPod !== undefined) {
      if (isThere(oldPod, parts)) candidates.push(oldPod);
      else {
        missing++;
        free.push(oldPod);
      }
    }
  }
  return [...free, ...candidates.slice(0, Math.max(0, mostMissing - missing))];
}

/** Nodes that get a new pod beside the old one, and old pods whose new ones are there. */
function surged(
  nodes: Iterable<string>,
  { surge, desired }: { readonly surge: number; readonly desired: number },
  parts: RollingParts,
): RollingStep {
  const step = { create: [] as string[], delete: [] as DaemonPod[] };
  const candidates: string[] = [];
  const unwanted: DaemonPod[] = [];
  let surging = 0;
  let available = 0;
  for (const node of nodes) {
    const found = podsOn(node, parts);
    if (found === undefined) {
      surging++;
      continue;
    }
    const { newPod, oldPod } = found;
    const first = oldPod ?? newPod;
    if (first !== undefined && isThere(first, parts)) available++;
    if (oldPod === undefined) continue;
    if (newPod !== undefined) {
      if (isThere(newPod, parts)) step.delete.push(oldPod);
      else surging++;
    } else if (parts.verdicts.get(node)?.shouldRun !== true) {
      (isThere(oldPod, parts) ? unwanted : step.delete).push(oldPod);
    } else {
      (isThere(oldPod, parts) ? candidates : step.create).push(node);
    }
  }
  // Where nobody should run any more a pod goes when others are there in its place.
  step.delete.push(...unwanted.slice(0, Math.max(0, available - desired)));
  step.create.push(...candidates.slice(0, Math.max(0, surge - surging)));
  return step;
}

function podsOn(node: string, { set, pods, hash }: RollingParts): NodePods | undefined {
  let newPod: DaemonPod | undefined;
  let oldPod: DaemonPod | undefined;
  for (const pod of pods.get(node) ?? []) {
    if (pod.isDeleting) continue;
    if (hasTemplate(pod, hash, set.generation)) {
      if (newPod !== undefined) return undefined;
      newPod = pod;
    } else {
      if (oldPod !== undefined) return undefined;
      oldPod = pod;
    }
  }
  return { newPod, oldPod };
}

function isThere(pod: DaemonPod, { set, nowMs }: RollingParts): boolean {
  return isAvailable(pod, set.minReadySeconds, nowMs);
}
