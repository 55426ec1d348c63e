/**
 * Scopes: which objects a quota is about.
 *
 * @module
 */

import type { ResourceQuotaSpec, ScopedResourceSelectorRequirement } from "../api/core_v1.ts";

/** One condition of a quota on the objects that it counts. */
export type Scope = ScopedResourceSelectorRequirement;

/** All conditions of a quota. */
export function scopesOf({ scopes = [], scopeSelector }: ResourceQuotaSpec): readonly Scope[] {
  return [
    ...scopes.map((scopeName): Scope => ({ scopeName, operator: "Exists" })),
    ...scopeSelector?.matchExpressions ?? [],
  ];
}

/** Whether one of the names that an object goes by, or that it has none, is what a scope wants. */
export function isOneOf({ operator, values = [] }: Scope, names: readonly string[]): boolean {
  switch (operator) {
    case "Exists":
      return names.length > 0;
    case "DoesNotExist":
      return names.length === 0;
    case "In":
      return names.some((name) => values.includes(name));
    case "NotIn":
      return names.length === 0 || names.some((name) => !values.includes(name));
    default:
      return false;
  }
}
