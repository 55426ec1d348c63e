/**
 * Pods that a disruption budget would rather keep.
 *
 * @module
 */

import { type DerivedValues, PodDisruptionBudget } from "../../../toolkit/mod.ts";
import { Selector, SelectorError, selectorOf } from "../../../toolkit/selectors/mod.ts";
import type { SchedulerHandle } from "../framework/mod.ts";
import type { PodInfo } from "../pod/pod_info.ts";

/** What is looked at of a budget. */
export interface BudgetView {
  readonly selector: Selector;
  /** How many of its pods may go. */
  readonly allowed: number;
  /** Pods that are counted as gone already. */
  readonly disrupted: ReadonlySet<string>;
}

/** The budgets of a namespace. */
export type BudgetsOf = (namespace: string) => readonly BudgetView[];

/** Finds budgets. The informer is asked for now, and read later. */
export function budgetsIn({ informers }: Pick<SchedulerHandle, "informers">): BudgetsOf {
  const informer = informers.of(PodDisruptionBudget);
  let views: DerivedValues<unknown, BudgetView> | undefined;
  return (namespace) => {
    views ??= informer.lister.derive(({ spec, status }) => ({
      selector: compiled(spec?.selector),
      allowed: status?.disruptionsAllowed ?? 0,
      disrupted: new Set(Object.keys(status?.disruptedPods ?? {})),
    }));
    return views.list({ namespace });
  };
}

/** One of nothing, and one of everything, is of no pods; so is one that can't be read. */
function compiled(selector: Parameters<typeof selectorOf>[0] | null): Selector {
  try {
    const made = selectorOf(selector ?? undefined);
    return made.matchesEverything ? Selector.nothing : made;
  } catch (error) {
    if (error instanceof SelectorError) return Selector.nothing;
    throw error;
  }
}

/**
 * Parts pods into those whose going a budget would not allow, if those before them go, and the others. Both
 * stay in their order.
 */
export function partByBudgets(
  pods: readonly PodInfo[],
  budgetsOf: BudgetsOf,
): { readonly kept: readonly PodInfo[]; readonly free: readonly PodInfo[] } {
  const left = new Map<BudgetView, number>();
  const kept: PodInfo[] = [];
  const free: PodInfo[] = [];
  for (const pod of pods) {
    let isKept = false;
    // A budget is of no pods without labels, also where its selector would take them.
    const budgets = Object.keys(pod.labels).length === 0 ? [] : budgetsOf(pod.namespace);
    for (const budget of budgets) {
      if (!budget.selector.matches(pod.labels) || budget.disrupted.has(pod.name)) continue;
      const allowed = (left.get(budget) ?? budget.allowed) - 1;
      left.set(budget, allowed);
      if (allowed < 0) isKept = true;
    }
    (isKept ? kept : free).push(pod);
  }
  return { kept, free };
}
