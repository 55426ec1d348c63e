/**
 * What kinds of one's own say of themselves beyond what every kind does.
 *
 * @module
 */

import type { apiextensionsV1 } from "../kinds/built_in.ts";
import type { AnyKind } from "../kinds/mod.ts";
import type { Dialect } from "../names.ts";

/** A kind that has a definition: see `defineResource()`. */
export interface DefinedKind extends AnyKind {
  /** The types of its conditions. */
  readonly conditions: readonly string[];
  definition(
    dialect?: Dialect,
    webhook?: apiextensionsV1.WebhookClientConfig,
  ): apiextensionsV1.CustomResourceDefinition;
}

/** Whether a kind has a definition. */
export function isDefined(kind: AnyKind): kind is DefinedKind {
  return "definition" in kind && typeof kind.definition === "function";
}

/** Tells kinds apart: by group, version and plural. */
export function kindId({ group, version, plural }: AnyKind): string {
  return `${group}/${version}/${plural}`;
}
