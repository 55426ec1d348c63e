/**
 * What the status of a disruption budget says.
 *
 * @module
 */

import type { metaV1, ObjectOf, PodDisruptionBudget } from "../../toolkit/mod.ts";

/** A budget as it is cached. */
export type Budget = ObjectOf<typeof PodDisruptionBudget>;

/** How many pods there should be, and how many of them healthy. */
export interface Wanted {
  readonly expected: number;
  readonly desired: number;
}

/** What is looked at of a pod of a budget. */
export interface BudgetPod {
  readonly name: string;
  readonly isDeleting: boolean;
  readonly isReady: boolean;
}

/** A status, and what follows from looking at it now. */
export interface BudgetCount {
  readonly status: NonNullable<Budget["status"]>;
  /** Names of pods that should have been deleted by now, and were not. */
  readonly overdue: readonly string[];
  /** In how many milliseconds the next pod is overdue, if one will be. */
  readonly recheckMs: number | undefined;
}

/** So long after its eviction a pod is expected to be gone. */
const DELETION_MS = 2 * 60_000;
const CONDITION = "DisruptionAllowed";

/** Counts the pods of a budget. */
export function countBudget(
  budget: Budget,
  pods: readonly BudgetPod[],
  { expected, desired }: Wanted,
  nowMs: number,
): BudgetCount {
  const evicted = budget.status?.disruptedPods ?? {};
  const disruptedPods: Record<string, string> = {};
  const overdue: string[] = [];
  let recheckMs: number | undefined;
  for (const { name, isDeleting } of pods) {
    const time = evicted[name];
    if (isDeleting || time === undefined) continue;
    const left = Date.parse(time) + DELETION_MS - nowMs;
    if (left < 0) {
      overdue.push(name);
    } else {
      disruptedPods[name] = time;
      recheckMs = Math.min(recheckMs ?? Infinity, left);
    }
  }
  const currentHealthy =
    pods.filter(({ name, isDeleting, isReady }) =>
      isReady && !isDeleting && !Object.hasOwn(disruptedPods, name)
    ).length;
  const spare = currentHealthy - desired;
  const disruptionsAllowed = expected <= 0 || spare <= 0 ? 0 : spare;
  const observedGeneration = budget.metadata.generation ?? 0;
  const status = {
    currentHealthy,
    desiredHealthy: desired,
    expectedPods: expected,
    disruptionsAllowed,
    disruptedPods,
    observedGeneration,
    conditions: withCondition(budget, {
      status: disruptionsAllowed > 0 ? "True" : "False",
      reason: disruptionsAllowed > 0 ? "SufficientPods" : "InsufficientPods",
      message: "",
      observedGeneration,
    }, nowMs),
  };
  return { status, overdue, recheckMs };
}

/** What is said where the pods could not be counted: nobody may be evicted. */
export function failedStatus(budget: Budget, error: unknown, nowMs: number): object {
  return {
    disruptionsAllowed: 0,
    conditions: withCondition(budget, {
      status: "False",
      reason: "SyncFailed",
      message: error instanceof Error ? error.message : String(error),
      observedGeneration: budget.status?.observedGeneration ?? 0,
    }, nowMs),
  };
}

/** The conditions of a budget with one of them so. */
function withCondition(
  { status }: Budget,
  wanted: Pick<metaV1.Condition, "status" | "reason" | "message" | "observedGeneration">,
  nowMs: number,
): metaV1.Condition[] {
  const conditions = status?.conditions ?? [];
  const before = conditions.find(({ type }) => type === CONDITION);
  const lastTransitionTime = before?.status === wanted.status
    ? before?.lastTransitionTime ?? null
    : new Date(nowMs).toISOString().replace(/\.\d+Z$/, "Z");
  const now = { type: CONDITION, ...wanted, lastTransitionTime } as metaV1.Condition;
  return before === undefined
    ? [...conditions, now]
    : conditions.map((one) => one === before ? now : one);
}

/** Whether a status is what a budget has already. */
export function isUpToDate({ status }: Budget, now: BudgetCount["status"]): boolean {
  const { conditions: before = [], disruptedPods = {}, ...numbers } = status ?? {};
  const { conditions = [], disruptedPods: disrupted = {}, ...others } = now;
  const known = (all: readonly metaV1.Condition[]) => {
    const one = all.find(({ type }) => type === CONDITION);
    return `${one?.status} ${one?.reason}`;
  };
  return Object.entries(others).every(([name, value]) =>
    (numbers as Record<string, number>)[name] === value
  ) && known(before) === known(conditions) &&
    JSON.stringify(Object.entries(disruptedPods).sort()) ===
      JSON.stringify(Object.entries(disrupted).sort());
}
