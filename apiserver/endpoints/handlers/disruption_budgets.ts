/**
 * What disruption budgets say of a pod that somebody wants gone.
 *
 * @module
 */

import type { Pod } from "../../../toolkit/api/core_v1.ts";
import type { Condition } from "../../../toolkit/api/meta_v1.ts";
import type { Int64 } from "../../../toolkit/api/scalars.ts";
import type { PodDisruptionBudget } from "../../../toolkit/api/policy_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { forbidden, StatusError } from "../../../toolkit/errors/mod.ts";
import { type LabelMap, SelectorError, selectorOf } from "../../../toolkit/selectors/mod.ts";
import { objectOf } from "../../resource/object_coder.ts";
import type { ServedResource } from "../../resource/served_resource.ts";

const BUDGETS = { group: "policy", resource: "poddisruptionbudget" };
/** Evictions that the controller of the budget has not seen yet. */
const DISRUPTED_LIMIT = 2000;
const RETRY_AFTER_SECONDS = 10;
const ALLOWED = "DisruptionAllowed";

/** The budget that a pod with these labels counts in, if any. Throws when there are several. */
export async function budgetOf(
  { storage }: ServedResource,
  namespace: string,
  labels: LabelMap,
  signal: AbortSignal,
): Promise<PodDisruptionBudget | undefined> {
  if (storage === undefined) return undefined;
  await storage.waitUntilFresh(signal);
  const { entries } = await storage.cache.list({ prefix: storage.namespacePrefix(namespace) });
  const found = entries.map((entry) => objectOf(entry) as PodDisruptionBudget)
    .filter((budget) => selects(budget, labels));
  if (found.length > 1) {
    throw new StatusError({
      code: 500,
      reason: "",
      message: "This pod has more than one PodDisruptionBudget, which the eviction subresource " +
        "does not support.",
    });
  }
  return found[0];
}

function selects({ spec }: PodDisruptionBudget, labels: LabelMap): boolean {
  try {
    return selectorOf(spec?.selector).matches(labels);
  } catch (error) {
    // One that can't be read selects nothing.
    if (error instanceof SelectorError) return false;
    throw error;
  }
}

/** Whether a pod does no work that could be disrupted. */
export function mayGo(object: JsonObject): boolean {
  const { metadata, status } = object as Pod;
  return metadata?.deletionTimestamp !== undefined || status?.phase === "Pending" || isOver(object);
}

/** Whether a pod's work is done, one way or the other. */
export function isOver(object: JsonObject): boolean {
  const { phase = "" } = (object as Pod).status ?? {};
  return phase === "Succeeded" || phase === "Failed";
}

/** Whether a pod that is not ready goes without a unit of the budget. */
export function needsNoUnit(object: JsonObject, { spec, status }: PodDisruptionBudget): boolean {
  const ready = (object as Pod).status?.conditions?.some((one) =>
    one.type === "Ready" && one.status === "True"
  );
  if (ready) return false;
  if (spec?.unhealthyPodEvictionPolicy === "AlwaysAllow") return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  return desiredHealthy > 0 && currentHealthy >= desiredHealthy;
}

/** Takes a unit of a budget for a pod, or throws why there is none. */
export function takeUnit(object: JsonObject, pod: string, now: string): void {
  const budget = object as PodDisruptionBudget;
  const { name = "", generation = 0 } = budget.metadata ?? {};
  const status = budget.status ??= {};
  const { observedGeneration = 0, disruptionsAllowed: left = 0, disruptedPods = {} } = status;
  if (observedGeneration < generation) throw unsettled(name);
  if (left < 0) throw forbidden(BUDGETS, name, "pdb disruptions allowed is negative");
  if (Object.keys(disruptedPods).length > DISRUPTED_LIMIT) {
    const why = "DisruptedPods map too big - too many evictions not confirmed by PDB controller";
    throw forbidden(BUDGETS, name, why);
  }
  const conditions = status.conditions ?? [];
  if (left === 0) throw violates(whyNone(budget, conditions), 0);
  status.disruptionsAllowed = left - 1;
  status.disruptedPods = { ...disruptedPods, [pod]: now };
  if (left === 1) status.conditions = withNoneLeft(conditions, observedGeneration, now);
}

function whyNone(
  { metadata: { name = "" } = {}, status = {} }: PodDisruptionBudget,
  conditions: readonly Condition[],
): string {
  const condition = conditions.find(({ type }) => type === ALLOWED);
  if (condition?.status === "False" && condition.message && condition.reason === "SyncFailed") {
    return `The disruption budget ${name} does not allow evicting pods currently because it ` +
      `failed sync: ${condition.message}`;
  }
  const { desiredHealthy = 0, currentHealthy = 0 } = status;
  if (currentHealthy <= desiredHealthy) {
    return `The disruption budget ${name} needs ${desiredHealthy} healthy pods ` +
      `and has ${currentHealthy} currently`;
  }
  const none = `The disruption budget ${name} does not allow evicting pods currently`;
  return condition?.status === "False" && condition.message
    ? `${none} (${condition.reason}): ${condition.message}`
    : none;
}

function withNoneLeft(
  conditions: readonly Condition[],
  observedGeneration: Int64,
  now: string,
): Condition[] {
  const before = conditions.find(({ type }) => type === ALLOWED);
  const changed: Condition = {
    type: ALLOWED,
    status: "False",
    observedGeneration,
    lastTransitionTime: before?.status === "False" ? before.lastTransitionTime : now,
    reason: "InsufficientPods",
    message: "",
  };
  if (before === undefined) return [...conditions, changed];
  return conditions.map((one) => one === before ? changed : one);
}

/** The error of a budget whose state is not yet, or no more, what it was judged by. */
export function unsettled(budget: string): StatusError {
  const why = `The disruption budget ${budget} is still being processed by the server.`;
  return violates(why, RETRY_AFTER_SECONDS);
}

/** Zero seconds: clients are told at once, and choose by themselves when to try again. */
function violates(message: string, retryAfterSeconds: number): StatusError {
  return new StatusError({
    code: 429,
    reason: "TooManyRequests",
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: { causes: [{ reason: "DisruptionBudget", message }], retryAfterSeconds },
  });
}
