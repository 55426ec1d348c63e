/**
 * The conditions of a deployment. None is changed in place.
 *
 * @module
 */

import type { appsV1 } from "../../toolkit/mod.ts";

/** A condition as a status has it. */
export type Condition = appsV1.DeploymentCondition;

/** What a condition says, without its times. */
export interface Said {
  readonly type: "Available" | "Progressing" | "ReplicaFailure";
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message: string;
}

/** The condition of a type, if there is one. */
export function conditionOf(
  conditions: readonly Condition[],
  type: Said["type"],
): Condition | undefined {
  return conditions.find((one) => one.type === type);
}

/** The conditions without those of a type. */
export function without(conditions: readonly Condition[], type: Said["type"]): Condition[] {
  return conditions.filter((one) => one.type !== type);
}

/**
 * The conditions with one more, at their end. Where one says the same and for the same reason, all stay as
 * they are; the time of its transition stays as long as the status does.
 */
export function withCondition(
  conditions: readonly Condition[],
  said: Said,
  nowMs: number,
): readonly Condition[] {
  const before = conditionOf(conditions, said.type);
  if (before?.status === said.status && before.reason === said.reason) return conditions;
  return renewed(conditions, said, nowMs);
}

/** The same, with the time of its last update anew although nothing else has changed. */
export function renewed(conditions: readonly Condition[], said: Said, nowMs: number): Condition[] {
  const before = conditionOf(conditions, said.type);
  const now = inSeconds(nowMs);
  const lastTransitionTime = before?.status === said.status ? before.lastTransitionTime : now;
  return [
    ...without(conditions, said.type),
    { ...said, lastUpdateTime: now, lastTransitionTime } as Condition,
  ];
}

function inSeconds(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}
