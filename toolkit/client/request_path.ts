/**
 * The paths of the API: where a request on a kind goes.
 *
 * @module
 */

import type { Dialect } from "../names.ts";
import { type AnyKind, groupOnServer } from "../kinds/mod.ts";
import { quoteText } from "../values/quote.ts";

/** What of a kind a request is about. */
export interface RequestPlace {
  /** "" for all namespaces together, and for what is in none. */
  readonly namespace: string;
  /** "" for a collection. */
  readonly name?: string;
  readonly subresource?: string | undefined;
  /** Those without a value are left out. */
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** What no part of a path may be: a server, or what is before it, would go elsewhere. */
const NOT_A_NAME: ReadonlySet<string> = new Set([".", ".."]);

/**
 * The path and query of a request, percent-encoded. Throws a TypeError for names that no object can
 * have, as they would lead to another place.
 */
export function requestPath(
  kind: AnyKind,
  { namespace, name = "", subresource = "", query = {} }: RequestPlace,
  dialect: Dialect,
): string {
  const group = groupOnServer(kind.group, dialect);
  const parts = [
    ...(group === "" ? ["api", kind.version] : ["apis", group, kind.version]),
    ...(kind.namespaced && namespace !== "" ? ["namespaces", namespace] : []),
    kind.plural,
    ...(name === "" ? [] : [name]),
    ...(subresource === "" ? [] : [subresource]),
  ];
  for (const part of [namespace, name, subresource]) {
    if (!NOT_A_NAME.has(part) && !part.includes("/")) continue;
    throw new TypeError(`${quoteText(part)} is no name of a ${kind.kind} or of what it is in`);
  }
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === "") continue;
    for (const each of typeof value === "string" ? [value] : value) parameters.append(key, each);
  }
  const path = `/${parts.map(encodeURIComponent).join("/")}`;
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
