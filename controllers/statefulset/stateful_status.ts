/**
 * What the status of a stateful set says.
 *
 * @module
 */

import type { appsV1 } from "../../toolkit/mod.ts";
import { isAvailable } from "../pods/mod.ts";
import { isRunningAndReady, type StatefulPod } from "./stateful_pod.ts";
import type { StatefulSetView } from "./stateful_set_view.ts";

type Status = appsV1.StatefulSetStatus;

/** What a status is made of. */
export interface StatusParts {
  readonly set: StatefulSetView;
  readonly pods: readonly StatefulPod[];
  /** The names of the revisions. */
  readonly current: string;
  readonly update: string;
  readonly collisions: number;
  readonly nowMs: number;
}

/** Counts of pods; a rollout that has come to its end makes the update revision the current one. */
export function statusOf(
  { set, pods, current, update, collisions, nowMs }: StatusParts,
): Required<Omit<Status, "conditions">> {
  const count = (is: (pod: StatefulPod) => boolean) => pods.filter(is).length;
  const ready = pods.filter(isRunningAndReady);
  const updated = count(({ isDeleting, revision }) => !isDeleting && revision === update);
  const isOver = set.isRolling && updated === set.replicas && ready.length === set.replicas &&
    pods.length === set.replicas;
  return {
    observedGeneration: set.object.metadata.generation ?? 0,
    replicas: pods.length,
    readyReplicas: ready.length,
    availableReplicas: ready.filter((pod) => isAvailable(pod, set.minReadySeconds, nowMs)).length,
    currentReplicas: isOver
      ? updated
      : count(({ isDeleting, revision }) => !isDeleting && revision === current),
    updatedReplicas: updated,
    currentRevision: isOver ? update : current,
    updateRevision: update,
    collisionCount: collisions,
  };
}

/** Whether a status says what the object's already does; a count of 0 is as good as none. */
export function saysTheSame(
  before: Status | undefined,
  now: ReturnType<typeof statusOf>,
): boolean {
  const counts = [
    "replicas",
    "readyReplicas",
    "availableReplicas",
    "currentReplicas",
    "updatedReplicas",
    "collisionCount",
  ] as const;
  return counts.every((name) => (before?.[name] ?? 0) === now[name]) &&
    Number(before?.observedGeneration ?? 0) >= Number(now.observedGeneration) &&
    before?.currentRevision === now.currentRevision &&
    before?.updateRevision === now.updateRevision;
}
