/**
 * The namespaces of requests, as the cache shows them.
 *
 * @module
 */

import { notFound } from "../../toolkit/errors/mod.ts";
import type { ResourceSource } from "../registry/resource_source.ts";
import type { ServedResource } from "../registry/served_resource.ts";
import type { Entry } from "../storage/cache/mod.ts";

/** Whether a resource's objects are namespaces themselves. */
export function isNamespaces({ group, resource }: ServedResource): boolean {
  return group === "" && resource === "namespaces";
}

/** A namespace; undefined where none are served. Throws a 404 for one that is not there. */
export async function namespaceEntry(
  source: Pick<ResourceSource, "find">,
  name: string,
  signal: AbortSignal,
): Promise<Entry | undefined> {
  const namespaces = source.find("", "v1", "namespaces");
  const storage = namespaces?.storage;
  if (namespaces === undefined || storage === undefined) return undefined;
  const key = storage.key("", name);
  let entry = storage.cache.get(key);
  if (entry === undefined) {
    // It may just have been made.
    await storage.fresh(signal);
    entry = storage.cache.get(key);
  }
  if (entry === undefined) throw notFound(namespaces, name);
  return entry;
}
