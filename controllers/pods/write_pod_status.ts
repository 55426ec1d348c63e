/**
 * What is written into the status of pods by who is not their node.
 *
 * @module
 */

import { type Client, type coreV1, isNotFound, type ObjectOf, Pod } from "../../toolkit/mod.ts";
import type { Clock } from "../../toolkit/clock.ts";

type LivePod = ObjectOf<typeof Pod>;

/** A condition of a pod. */
export interface PodCondition {
  readonly type: string;
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

/** What is to be written. */
export interface PodStatusChange {
  readonly condition?: PodCondition | undefined;
  /** That the pod is over; undefined: it is as it was. */
  readonly phase?: "Failed" | undefined;
  /** "": there is none any more; undefined: as it is. */
  readonly nominatedNodeName?: string | undefined;
}

/** Writes what differs from what the pod says; nothing where nothing does, or the pod is gone. */
export async function writePodStatus(
  client: Client,
  clock: Clock,
  { metadata, status }: LivePod,
  { condition, phase, nominatedNodeName }: PodStatusChange,
): Promise<void> {
  const { namespace, name, uid, generation } = metadata;
  const change: Record<string, unknown> = {};
  const before = status?.conditions?.find(({ type }) => type === condition?.type);
  if (condition !== undefined && !saysTheSame(before, condition, generation)) {
    const now = new Date(clock.now()).toISOString().replace(/\.\d+Z$/, "Z");
    const lastTransitionTime = before?.status === condition.status
      ? before.lastTransitionTime ?? now
      : now;
    change.conditions = [{ ...condition, lastTransitionTime, observedGeneration: generation }];
  }
  if (phase !== undefined && phase !== status?.phase) {
    change.phase = phase;
    change.observedGeneration = generation;
  }
  if (nominatedNodeName !== undefined && nominatedNodeName !== (status?.nominatedNodeName ?? "")) {
    change.nominatedNodeName = nominatedNodeName || null;
  }
  if (Object.keys(change).length === 0) return;
  const patch = { metadata: { uid }, status: change } as never;
  try {
    await client.patch(Pod, { namespace, name }, patch, { subresource: "status", strategic: true });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

function saysTheSame(
  before: coreV1.PodCondition | undefined,
  now: PodCondition,
  generation: LivePod["metadata"]["generation"],
): boolean {
  return before !== undefined && before.status === now.status &&
    (before.reason ?? "") === now.reason && (before.message ?? "") === now.message &&
    before.observedGeneration === generation;
}
