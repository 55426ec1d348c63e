/**
 * What the status of a replica set says.
 *
 * @module
 */

import type { appsV1 } from "../../toolkit/mod.ts";
import { selectorOfLabels } from "../../toolkit/selectors/mod.ts";
import { isAvailable, messageOf, type PodView } from "../pods/mod.ts";
import type { ReplicaKind, ReplicaParent } from "./replica_kind.ts";

type Status = appsV1.ReplicaSetStatus;

/** What a status is made of. */
export interface StatusParts {
  readonly parent: ReplicaParent;
  readonly kind: ReplicaKind;
  /** How many pods are on their way out. */
  readonly terminating: number;
  /** Those that are neither over nor on their way out. */
  readonly active: readonly PodView[];
  /** What kept pods from being made or deleted. */
  readonly failure: { readonly reason: string; readonly error: unknown } | undefined;
  readonly nowMs: number;
}

/** Counts of pods, and the one condition; null where there is no field any more. */
export function statusOf(parts: StatusParts): Status & { conditions: Status["conditions"] | null } {
  const { parent, kind, terminating, active, nowMs } = parts;
  const { minReadySeconds = 0 } = parent.spec ?? {};
  const template = selectorOfLabels(parent.spec?.template?.metadata?.labels ?? {});
  const conditions = conditionsOf(parts);
  return {
    replicas: active.length,
    fullyLabeledReplicas: active.filter(({ labels }) => template.matches(labels)).length,
    readyReplicas: active.filter(({ isReady }) => isReady).length,
    availableReplicas: active.filter((pod) => isAvailable(pod, minReadySeconds, nowMs)).length,
    ...(kind.countsTerminating && { terminatingReplicas: terminating }),
    observedGeneration: parent.metadata.generation,
    conditions: conditions.length > 0 ? conditions : null,
  } as Status & { conditions: Status["conditions"] | null };
}

function conditionsOf(
  { parent, failure, nowMs }: StatusParts,
): NonNullable<Status["conditions"]> {
  const before = parent.status?.conditions ?? [];
  const others = before.filter(({ type }) => type !== "ReplicaFailure");
  if (failure === undefined) return others;
  const known = before.find(({ type }) => type === "ReplicaFailure");
  return [
    ...others,
    known ?? {
      type: "ReplicaFailure",
      status: "True",
      reason: failure.reason,
      message: messageOf(failure.error),
      lastTransitionTime: new Date(nowMs).toISOString().replace(/\.\d+Z$/, "Z"),
    },
  ];
}

/** Whether a status says what the object's already does; a count of 0 is as good as none. */
export function saysTheSame(before: Status | undefined, now: ReturnType<typeof statusOf>): boolean {
  const counts = [
    "replicas",
    "fullyLabeledReplicas",
    "readyReplicas",
    "availableReplicas",
    "observedGeneration",
  ] as const;
  return counts.every((name) => (before?.[name] ?? 0) === (now[name] ?? 0)) &&
    before?.terminatingReplicas === now.terminatingReplicas &&
    JSON.stringify(before?.conditions ?? []) === JSON.stringify(now.conditions ?? []);
}
