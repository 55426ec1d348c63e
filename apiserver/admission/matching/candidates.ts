/**
 * Which webhooks or policies may apply to a request.
 *
 * @module
 */

import type { ResourceSource } from "../../resource/resource_source.ts";
import type { ResourceStorage } from "../../resource/resource_storage.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import { refuseUnreadable } from "../../resource/unreadable.ts";
import { type Equivalents, equivalentsOf } from "./equivalents.ts";
import type { ResourceRequest } from "./invocation.ts";

/** A resource that holds objects. */
export type Stored = ServedResource & { readonly storage: ResourceStorage };

/** Whether a resource is served, and holds objects. */
export function isStored(resource: ServedResource | undefined): resource is Stored {
  return resource?.storage !== undefined;
}

/** Where things are configured, and which requests they are about. */
export interface Configured<T, C> {
  readonly source: ResourceSource;
  /** The resources of the objects that configure them; none where nothing of it ever changes. */
  readonly resources: readonly Stored[];
  /** What is configured, in the order in which it is asked. */
  read(): readonly T[];
  /** What is asked about requests like this one, their objects aside; undefined: nothing. */
  match(one: T, request: ResourceRequest, equivalents: Equivalents): C | undefined;
  /** Whether nothing is asked about a resource, whatever rules say. */
  isExempt(resource: ServedResource): boolean;
}

/**
 * The webhooks or policies that may apply to a request, of all that objects configure. They are
 * read again only when one of those objects has changed, and the matches for a resource, operation
 * and subresource are kept until then: a request costs two lookups.
 */
export class Candidates<T, C> {
  readonly #configured: Configured<T, C>;
  /** Undefined: nothing has been read yet. */
  #changedAt: readonly number[] | undefined;
  #generation = -1;
  #all: readonly T[] = [];
  /** Those that hold objects which can't be read. */
  #broken: readonly Stored[] = [];
  /** By resource, and then by operation and subresource. */
  #found = new WeakMap<ServedResource, Map<string, readonly C[]>>();

  constructor(configured: Configured<T, C>) {
    this.#configured = configured;
  }

  /**
   * What may be about a request, in the order in which it is asked. Throws a StatusError while one
   * of the objects can't be read: nobody knows what it would say.
   */
  find(request: ResourceRequest): readonly C[] {
    const { resource, operation, subresource } = request;
    // Whatever is wrong with what is configured, it can be mended.
    if (this.#configured.isExempt(resource)) return [];
    this.#refresh();
    for (const one of this.#broken) refuseUnreadable(one, one.storage, one.storage.prefix);
    if (this.#all.length === 0) return [];
    let known = this.#found.get(resource);
    if (known === undefined) this.#found.set(resource, known = new Map());
    const key = `${operation}/${subresource}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, found = this.#match(request));
    return found;
  }

  #refresh(): void {
    if (this.#isOld()) {
      const { resources, read } = this.#configured;
      this.#all = read();
      this.#broken = resources.filter(({ storage }) => storage.cache.corrupt.size > 0);
      this.#found = new WeakMap();
      this.#changedAt = resources.map(({ storage }) => storage.cache.changedAt);
    }
    // Other resources may have become equivalent, or may have come or gone.
    const { generation } = this.#configured.source;
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#found = new WeakMap();
  }

  /** Every request asks this. */
  #isOld(): boolean {
    const { resources } = this.#configured;
    if (this.#changedAt === undefined) return true;
    for (let index = 0; index < resources.length; index++) {
      if (resources[index]?.storage.cache.changedAt !== this.#changedAt[index]) return true;
    }
    return false;
  }

  #match(request: ResourceRequest): readonly C[] {
    const { source, match } = this.#configured;
    const { resource, subresource } = request;
    let others: readonly ServedResource[] | undefined;
    const equivalents = () => others ??= equivalentsOf(source, resource, subresource);
    const found: C[] = [];
    for (const one of this.#all) {
      const candidate = match(one, request, equivalents);
      if (candidate !== undefined) found.push(candidate);
    }
    return found;
  }
}
