/**
 * The rules of cluster roles that sum others up.
 *
 * @module
 */

import type { Writer } from "../../toolkit/client/mod.ts";
import type { PolicyRule } from "../../toolkit/api/rbac_v1.ts";
import { ClusterRole } from "../../toolkit/kinds/built_in.ts";
import { isNotFound } from "../../toolkit/errors/mod.ts";
import { type Selector, selectorOf } from "../../toolkit/selectors/mod.ts";
import { TimeSlice } from "../../toolkit/time_slice.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { equalJson } from "../../toolkit/values/json.ts";

/** Who owns the rules of such roles. */
const MANAGER = "clusterrole-aggregation-controller";

/** A cluster role as sums look at it, read once. */
export interface SummedRole {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly rules: readonly PolicyRule[];
  /** Which roles its rules come from; undefined: from none. */
  readonly selectors: readonly Selector[] | undefined;
  /** Why it can't be told which. */
  readonly error?: unknown;
}

/** What of a role sums need. */
export function summedRole({ metadata, rules, aggregationRule }: ClusterRole): SummedRole {
  const { name = "", labels = {} } = metadata ?? {};
  const role = { name, labels, rules: rules ?? [] };
  if (aggregationRule === undefined) return { ...role, selectors: undefined };
  try {
    const { clusterRoleSelectors = [] } = aggregationRule;
    return { ...role, selectors: clusterRoleSelectors.map((selector) => selectorOf(selector)) };
  } catch (error) {
    return { ...role, selectors: undefined, error };
  }
}

/** What keeps the sums works with. */
export interface SumRolesOptions {
  readonly client: Pick<Writer, "apply">;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** How often sums are taken of sums: more is a circle, in which rules may go round for ever. */
const PASSES = 10;

/**
 * Gives each role that sums others up the rules that theirs come to, sums of sums too: one write a role.
 * Rejects with the first that failed, once all others are done.
 */
export async function sumRoles(
  roles: readonly SummedRole[],
  { client, clock, signal }: SumRolesOptions,
): Promise<void> {
  const slice = new TimeSlice(clock, signal);
  const byName = roles.toSorted((a, b) => a.name < b.name ? -1 : 1);
  const sums = byName.filter(({ selectors }) => selectors !== undefined);
  const rulesOf = new Map(byName.map(({ name, rules }) => [name, rules]));
  let changed = true;
  for (let pass = 0; changed && pass < PASSES; pass++) {
    changed = false;
    for (const role of sums) {
      const rules = sumOf(role, byName, rulesOf);
      if (!equalJson(rules, rulesOf.get(role.name))) changed = true;
      rulesOf.set(role.name, rules);
      const pause = slice.yieldIfOver();
      if (pause !== undefined) await pause;
    }
  }
  const failures: unknown[] = byName.map(({ error }) => error).filter((error) =>
    error !== undefined
  );
  for (const { name, rules: before } of sums) {
    const rules = rulesOf.get(name) ?? [];
    if (equalJson(rules, before)) continue;
    try {
      await client.apply(ClusterRole, { metadata: { name }, rules: [...rules] }, {
        fieldManager: MANAGER,
        force: true,
        signal,
      });
    } catch (error) {
      signal.throwIfAborted();
      if (!isNotFound(error)) failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** The rules of all roles that a role selects but its own, each once, selector by selector. */
function sumOf(
  role: SummedRole,
  byName: readonly SummedRole[],
  rulesOf: ReadonlyMap<string, readonly PolicyRule[]>,
): PolicyRule[] {
  const sum = new Map<string, PolicyRule>();
  for (const selector of role.selectors ?? []) {
    for (const { name, labels } of byName) {
      if (name === role.name || !selector.matches(labels)) continue;
      for (const rule of rulesOf.get(name) ?? []) {
        const key = ruleKey(rule);
        if (!sum.has(key)) sum.set(key, rule);
      }
    }
  }
  return [...sum.values()];
}

/** The same for rules that say the same: an empty list says what an absent one does. */
function ruleKey(rule: PolicyRule): string {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  return JSON.stringify([verbs, apiGroups, resources, resourceNames, nonResourceURLs]);
}
