/**
 * Of which kinds the schemas and operations of another server's part say that they are.
 *
 * @module
 */

import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { isObject } from "../../toolkit/values/json.ts";
import type { OpenApiSchema } from "./described.ts";

/** What of a schema only says which kinds have it. */
export const KINDS: readonly string[] = DIALECTS.map((each) =>
  `${NAMES[each].definitionExtensionPrefix}group-version-kind`
);

/**
 * A schema or an operation that says of no kinds but those of the version at `prefix` that it is theirs:
 * clients look up schemas by kind, and what is a pod is not for every server to say.
 */
export function ofOwnKinds(value: OpenApiSchema, prefix: string): OpenApiSchema {
  const isOwn = (kind: unknown) =>
    isObject(kind) && `/apis/${kind.group}/${kind.version}` === prefix;
  const entries = Object.entries(value).flatMap(([word, said]) => {
    if (!KINDS.includes(word)) return [[word, said] as const];
    if (!Array.isArray(said)) return isOwn(said) ? [[word, said] as const] : [];
    const own = said.filter(isOwn);
    return own.length > 0 ? [[word, own] as const] : [];
  });
  return Object.fromEntries(entries);
}
