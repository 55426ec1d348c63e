/**
 * What of a resource a request is about.
 *
 * @module
 */

import type { ResourceStorage } from "./resource_storage.ts";
import type { ServedResource, Subresource } from "./served_resource.ts";

/** One object, or a collection of them. */
export interface Target {
  readonly resource: ServedResource;
  readonly storage: ResourceStorage;
  /** "" for a cluster-scoped resource, and for all namespaces together. */
  readonly namespace: string;
  /** "" for a collection. */
  readonly name: string;
  /** The part of the object that a write is about; undefined for the object itself. */
  readonly subresource?: Subresource | undefined;
}

/** The key of a target's object. */
export function storageKey({ storage, namespace, name }: Target): string {
  return storage.key(namespace, name);
}
