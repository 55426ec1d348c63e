/**
 * The rules of a schema for nested schemas.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import type { ErrorCollector } from "./error_collector.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import type { Check, CheckOf, Rule } from "./value_check.ts";

const NOTHING: Rule<unknown> = () => 1;

/**
 * The check of a value against `allOf`, `anyOf`, `oneOf` and `not`. It returns how many values it
 * looked at.
 */
export function nestedCheck(schema: JsonObject, checkOf: CheckOf): Rule<unknown> {
  const any = checksOf(checkOf, schema.anyOf);
  const one = checksOf(checkOf, schema.oneOf);
  const all = checksOf(checkOf, schema.allOf);
  const not = isObject(schema.not) ? checkOf(schema.not) : undefined;
  if (any.length + one.length + all.length === 0 && not === undefined) return NOTHING;
  return (value, place, found) => {
    let count = 1;
    if (any.length > 0) count += checkAny(any, value, place, found);
    if (one.length > 0) count += checkOne(one, value, place, found);
    if (all.length > 0) count += checkAll(all, value, place, found);
    if (not !== undefined && run(not, value, place, found).found.isEmpty) {
      found.whole(`${quoteText(place)} must not validate the schema (not)`);
    }
    return count;
  };
}

function checksOf(checkOf: CheckOf, schemas: unknown): readonly Check[] {
  if (!Array.isArray(schemas)) return [];
  return schemas.map((schema) => checkOf(isObject(schema) ? schema : {}));
}

interface Run {
  readonly found: ErrorCollector;
  readonly count: number;
}

function run(check: Check, value: unknown, place: string, around: ErrorCollector): Run {
  const found = around.apart();
  const count = check(value, place, found);
  return { found, count };
}

function checkAny(
  checks: readonly Check[],
  value: unknown,
  place: string,
  found: ErrorCollector,
): number {
  let best: Run | undefined;
  for (const check of checks) {
    const ran = run(check, value, place, found);
    if (ran.found.isEmpty) return ran.count;
    if (best === undefined || ran.count > best.count) best = ran;
  }
  found.whole(`${quoteText(place)} must validate at least one schema (anyOf)`);
  return tell(best, found);
}

function checkOne(
  checks: readonly Check[],
  value: unknown,
  place: string,
  found: ErrorCollector,
): number {
  let best: Run | undefined;
  let first: Run | undefined;
  let valid = 0;
  for (const check of checks) {
    const ran = run(check, value, place, found);
    if (ran.found.isEmpty) {
      valid++;
      best = undefined;
      first ??= ran;
    } else if (valid === 0 && (best === undefined || ran.count > best.count)) best = ran;
  }
  if (valid === 1) return first?.count ?? 0;
  const why = valid === 0 ? "Found none valid" : `Found ${valid} valid alternatives`;
  found.whole(`${quoteText(place)} must validate one and only one schema (oneOf). ${why}`);
  return tell(best, found);
}

function checkAll(
  checks: readonly Check[],
  value: unknown,
  place: string,
  found: ErrorCollector,
): number {
  let count = 0;
  let valid = 0;
  for (const check of checks) {
    const ran = run(check, value, place, found);
    if (ran.found.isEmpty) valid++;
    count += tell(ran, found);
  }
  if (valid < checks.length) {
    const none = valid === 0 ? ". None validated" : "";
    found.whole(`${quoteText(place)} must validate all the schemas (allOf)${none}`);
  }
  return count;
}

function tell(ran: Run | undefined, found: ErrorCollector): number {
  if (ran === undefined) return 0;
  found.addAll(ran.found);
  return ran.count;
}
