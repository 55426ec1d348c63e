/**
 * Conversions, checked with the versions that they are of.
 *
 * @module
 */

import { isObject } from "../values/json.ts";
import type { Conversion } from "./conversion.ts";
import { lossOf } from "./declare_conversion.ts";
import type { Defined } from "./definition.ts";

/**
 * The resource with its conversions. Throws a TypeError where one is missing, or where rules lose
 * something. Without any, versions have to be alike but for their names.
 */
export function withConversions(
  defined: Defined,
  conversions: Readonly<Record<string, Conversion>>,
): Defined {
  const { kind, storage, versions } = defined;
  const others = versions.filter(({ name }) => name !== storage);
  const stored = versions.find(({ name }) => name === storage)!;
  const given = isObject(conversions) ? conversions as Record<string, Conversion> : {};
  const isNone = Object.keys(given).length === 0;
  for (const name of Object.keys(given)) {
    if (!others.some((one) => one.name === name)) {
      const known = others.map((one) => one.name).join(", ");
      throw new TypeError(`convert: ${kind} converts no ${name}: write one of ${known}`);
    }
  }
  for (const { name, schema } of others) {
    const one = isNone ? { rules: { up: [], down: [] } } : given[name];
    const where = `convert: ${name} of ${kind}`;
    if (one === undefined) throw new TypeError(`${where} has no conversion: write up() and down()`);
    const { rules } = one;
    if (rules === undefined) {
      const { up, down } = one as Conversion;
      if (typeof up === "function" && typeof down === "function") continue;
      throw new TypeError(`${where} goes one way: write both up() and down()`);
    }
    const losses = [
      [`to ${storage}`, lossOf(rules.up, schema, stored.schema)],
      [`from ${storage}`, lossOf(rules.down ?? [], stored.schema, schema)],
    ] as const;
    for (const [way, loss] of losses) {
      if (loss === undefined) continue;
      const instead = isNone
        ? "say how they become one another: .convert({ … })"
        : "or convert by functions up() and down(), which keep what the other version can't carry";
      throw new TypeError(`${where} ${way}: ${loss}; ${instead}`);
    }
  }
  return { ...defined, conversions: { ...given } };
}
