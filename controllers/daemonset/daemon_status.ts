/**
 * What the status of a daemon set says.
 *
 * @module
 */

import type { appsV1 } from "../../toolkit/mod.ts";
import { isAvailable } from "../pods/mod.ts";
import { byAge, hasTemplate } from "./daemon_pod.ts";
import type { RollingParts } from "./rolling.ts";

type Status = appsV1.DaemonSetStatus;

/** Counts of nodes; of the pods of one the first counts. */
export function statusOf(
  { set, verdicts, pods, hash, nowMs }: RollingParts,
): Required<Omit<Status, "conditions" | "collisionCount">> {
  const status = {
    desiredNumberScheduled: 0,
    currentNumberScheduled: 0,
    numberMisscheduled: 0,
    numberReady: 0,
    updatedNumberScheduled: 0,
    numberAvailable: 0,
    numberUnavailable: 0,
    observedGeneration: set.object.metadata.generation ?? 0,
  };
  for (const [node, { shouldRun }] of verdicts) {
    const all = pods.get(node) ?? [];
    const first = all.length > 1 ? all.toSorted(byAge)[0] : all[0];
    if (!shouldRun) {
      if (first !== undefined) status.numberMisscheduled++;
      continue;
    }
    status.desiredNumberScheduled++;
    if (first === undefined) continue;
    status.currentNumberScheduled++;
    if (first.isReady) status.numberReady++;
    if (isAvailable(first, set.minReadySeconds, nowMs)) status.numberAvailable++;
    if (hasTemplate(first, hash, set.generation)) status.updatedNumberScheduled++;
  }
  status.numberUnavailable = status.desiredNumberScheduled - status.numberAvailable;
  return status;
}

/** Whether a status says what the object's already does; a count of 0 is as good as none. */
export function saysTheSame(
  before: Status | undefined,
  now: ReturnType<typeof statusOf>,
): boolean {
  const { observedGeneration, ...counts } = now;
  return Number(before?.observedGeneration ?? 0) >= Number(observedGeneration) &&
    Object.entries(counts).every(([name, count]) =>
      (before?.[name as keyof typeof counts] ?? 0) === count
    );
}
