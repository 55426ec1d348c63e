/**
 * Schemas whose parts stand elsewhere.
 *
 * @module
 */

import type { CelSchema } from "../../toolkit/cel/mod.ts";
import { NAMES } from "../../toolkit/names.ts";

const PREFIX = "#/components/schemas/";

/** Past so many levels, or parts, objects may have anything. */
const MOST_LEVELS = 50;
const MOST_PARTS = 100_000;

/** A value of which nothing is known but when it is there: what may be a number or a text may be anything to expressions. */
const ANYTHING = { [`${NAMES.kubernetes.definitionExtensionPrefix}int-or-string`]: true };

/** A schema with what its references mean in their place. Of one that holds itself, or is too large, the rest is anything. */
export function withoutReferences(
  schema: CelSchema,
  all: Readonly<Record<string, CelSchema>>,
): CelSchema {
  let left = MOST_PARTS;
  const within = new Set<string>();
  const resolve = (value: unknown, level: number): unknown => {
    if (level > MOST_LEVELS || left-- <= 0) return ANYTHING;
    if (Array.isArray(value)) return value.map((one) => resolve(one, level + 1));
    if (typeof value !== "object" || value === null) return value;
    const { $ref, allOf, ...rest } = value as Record<string, unknown>;
    const name = referenceIn($ref) ?? onlyReferenceOf(allOf);
    if (name === undefined) {
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, resolve(one, level + 1)]),
      );
    }
    const target = Object.hasOwn(all, name) ? all[name] : undefined;
    if (target === undefined || within.has(name)) return ANYTHING;
    within.add(name);
    const found = resolve(target, level + 1) as object;
    within.delete(name);
    return { ...rest, ...found };
  };
  return resolve(schema, 0) as CelSchema;
}

function referenceIn(reference: unknown): string | undefined {
  return typeof reference === "string" && reference.startsWith(PREFIX)
    ? reference.slice(PREFIX.length)
    : undefined;
}

/** A reference with something beside it is written so. */
function onlyReferenceOf(allOf: unknown): string | undefined {
  if (!Array.isArray(allOf) || allOf.length !== 1) return undefined;
  return referenceIn((allOf[0] as { $ref?: unknown } | null)?.$ref);
}
