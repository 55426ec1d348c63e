/**
 * The objects of a kind at a server, as a reflector wants them.
 *
 * @module
 */

import type { AnyKind, ObjectOf } from "../kinds/mod.ts";
import type { ObjectSource } from "../reflector/mod.ts";
import type { HttpClient, PageOptions } from "./http_client.ts";
import type { ListOptions } from "./reader.ts";

/** What lists and watches with these options are of. What fails is the reflector's to ask again. */
export function objectSource<K extends AnyKind>(
  client: HttpClient,
  kind: K,
  options:
    & Pick<ListOptions, "namespace" | "allNamespaces" | "labelSelector" | "fieldSelector">
    & Pick<PageOptions, "metadataOnly">,
): ObjectSource<ObjectOf<K>> {
  return {
    pages: ({ atLeast, ...page }) =>
      client.pages(kind, {
        ...options,
        resourceVersion: atLeast,
        ...page,
        once: true,
        passing: true,
      }),
    events: ({ since, ...watch }) =>
      client.events(kind, { ...options, resourceVersion: since, ...watch, once: true }),
  };
}
