/**
 * What a request is charged, and to which quotas.
 *
 * @module
 */

import { type Amounts, excessOf, type Scope } from "../../../toolkit/quota/mod.ts";
import type { Quantity } from "../../../toolkit/values/mod.ts";
import { failure, refused } from "../refusal.ts";
import type { MeasuredRequest } from "./measured_request.ts";
import type { KnownQuota } from "./known_quota.ts";
import type { LimitedResource } from "./limited_resources.ts";

/** What one quota is charged for a request: what it limits, and more than zero. */
export interface Charge {
  readonly quota: KnownQuota;
  readonly amounts: Amounts;
}

/**
 * Finds what a request adds to which of its namespace's quotas. Throws where a quota can't say what that
 * is, and where something is limited for which no quota is there.
 */
export function chargesOf(
  asked: MeasuredRequest,
  quotas: readonly KnownQuota[],
  limited: readonly LimitedResource[],
): Charge[] {
  const { request, evaluator } = asked;
  const concerned = quotas.filter((quota) => quota.counts(evaluator, asked.object));
  for (const quota of concerned) checkReady(asked, quota);
  const negative = namesOf(asked.usage, ({ sign }) => sign < 0);
  if (negative.length > 0) {
    const why = `quota usage is negative for resource(s): ${negative.sort().join(",")}`;
    throw refused(request, why);
  }
  const whole = excessOf(asked.usage, NOTHING);
  const more = request.old === undefined ? whole : excessOf(asked.usage, asked.oldUsage);
  const charges = concerned.map((quota) => {
    // What an object that was there used was counted only where it was in the same scope.
    const { old } = request;
    const wasCounted = old !== undefined && quota.counts(evaluator, old);
    return { quota, added: wasCounted ? more : whole };
  });
  const usesMore = concerned.length === 0
    ? more.size > 0
    : charges.some(({ added }) => added.size > 0);
  if (usesMore && limited.length > 0) checkLimited(asked, quotas, concerned, limited);
  return charges.map(({ quota, added }) => ({ quota, amounts: limitedBy(quota, added) }))
    .filter(({ amounts }) => amounts.size > 0);
}

const NOTHING: Amounts = new Map();

/** Throws unless an object says what a quota counts, and it is known how much there is of that. */
function checkReady({ request, evaluator, object }: MeasuredRequest, quota: KnownQuota): void {
  const names = quota.namesFor(evaluator);
  const lacking = evaluator.lacks?.(object, (name) => names.has(name));
  if (lacking !== undefined) throw refused(request, `failed quota: ${quota.name}: ${lacking}`);
  if (quota.unknownFor(evaluator).length > 0) {
    const all = [...names].sort().join(",");
    throw refused(request, `status unknown for quota: ${quota.name}, resources: ${all}`);
  }
}

/** Throws where an object uses what is limited, and no quota says how much of it there may be. */
function checkLimited(
  { request, evaluator, object, usage }: MeasuredRequest,
  quotas: readonly KnownQuota[],
  concerned: readonly KnownQuota[],
  limited: readonly LimitedResource[],
): void {
  const { group, resource } = evaluator.about;
  const parts = limited.filter((one) => one.group === group && one.resource === resource)
    .flatMap(({ matchContains }) => matchContains);
  const uncovered = namesOf(usage, ({ sign }) => sign > 0).filter((name) =>
    parts.some((part) => name.includes(part)) &&
    !concerned.some((quota) => quota.namesFor(evaluator).has(name))
  );
  if (uncovered.length > 0) {
    throw refused(request, `insufficient quota to consume: ${uncovered.sort().join(",")}`);
  }
  // Scopes are limited for whatever has them, whichever resource they are named with.
  const scopes = limited.flatMap(({ matchScopes }) => matchScopes)
    .filter((scope) => evaluator.isIn(scope, object));
  const open = scopes.filter(({ scopeName }) =>
    !quotas.some((quota) =>
      quota.scopes.some((one) => one.scopeName === scopeName && evaluator.isIn(one, object))
    )
  );
  if (open.length > 0) {
    // Not a refusal but a failure: so the reference answers.
    throw failure(`insufficient quota to match these scopes: [${open.map(printScope).join(" ")}]`);
  }
}

function printScope({ scopeName, operator, values = [] }: Scope): string {
  return `{${scopeName} ${operator} [${values.join(" ")}]}`;
}

function limitedBy(quota: KnownQuota, amounts: Amounts): Map<string, Quantity> {
  return new Map([...amounts].filter(([name]) => quota.hard(name) !== undefined));
}

function namesOf(amounts: Amounts, is: (amount: Quantity) => boolean): string[] {
  return [...amounts].filter(([, amount]) => is(amount)).map(([name]) => name);
}
