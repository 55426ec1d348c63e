/**
 * The namespaces of requests, as the cache shows them.
 *
 * @module
 */

import { notFound } from "../../toolkit/errors/mod.ts";
import type { ResourceSource } from "./resource_source.ts";
import type { ServedResource } from "./served_resource.ts";
import { refuseUnreadable } from "./unreadable.ts";
import type { CachedObject } from "../storage/cache/mod.ts";

/** Whether a resource's objects are namespaces themselves. */
export function isNamespaces({ group, resource }: ServedResource): boolean {
  return group === "" && resource === "namespaces";
}

/** A namespace; undefined where none are served. Throws the status of one that can't be had. */
export async function namespaceEntry(
  source: Pick<ResourceSource, "find">,
  name: string,
  signal: AbortSignal,
): Promise<CachedObject | undefined> {
  const namespaces = source.find("", "v1", "namespaces");
  const storage = namespaces?.storage;
  if (namespaces === undefined || storage === undefined) return undefined;
  const key = storage.key("", name);
  let entry = storage.cache.get(key);
  if (entry === undefined) {
    // It may just have been made.
    await storage.waitUntilFresh(signal);
    entry = storage.cache.get(key);
  }
  if (entry === undefined) throw notFound(namespaces, name);
  refuseUnreadable(namespaces, storage, storage.prefix, key);
  return entry;
}
