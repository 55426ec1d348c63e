/**
 * What may be about a request, of all that objects configure. A request costs one look at whether
 * anything has changed, and one for what is about its like.
 *
 * @module
 */

import type { ResourceSource } from "../../registry/resource_source.ts";
import type { ResourceStorage } from "../../registry/resource_storage.ts";
import type { ServedResource } from "../../registry/served_resource.ts";
import { type Equivalents, equivalentsOf } from "./equivalents.ts";
import type { ResourceRequest } from "./invocation.ts";

/** Where things are configured, and which requests they are about. */
export interface Configured<T, C> {
  readonly source: ResourceSource;
  /** Where the objects are that configure them. */
  readonly storages: readonly ResourceStorage[];
  /** What is configured, in the order in which it is asked. */
  read(): readonly T[];
  /** What is asked about requests like this one, their objects aside; undefined: nothing. */
  match(one: T, request: ResourceRequest, equivalents: Equivalents): C | undefined;
  /** Whether nothing is asked about a resource, whatever rules say. */
  isExempt(resource: ServedResource): boolean;
}

/** See the module's comment. */
export class Candidates<T, C> {
  readonly #configured: Configured<T, C>;
  #changedAt: readonly number[] = [];
  #generation = -1;
  #all: readonly T[] = [];
  /** By resource, and then by operation and subresource. */
  #found = new WeakMap<ServedResource, Map<string, readonly C[]>>();

  constructor(configured: Configured<T, C>) {
    this.#configured = configured;
  }

  /** What may be about a request, in the order in which it is asked. */
  find(request: ResourceRequest): readonly C[] {
    this.#refresh();
    if (this.#all.length === 0) return [];
    const { resource, operation, subresource } = request;
    let known = this.#found.get(resource);
    if (known === undefined) this.#found.set(resource, known = new Map());
    const key = `${operation}/${subresource}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, found = this.#match(request));
    return found;
  }

  #refresh(): void {
    const { storages, source } = this.#configured;
    if (storages.some(({ cache }, index) => cache.changedAt !== this.#changedAt[index])) {
      this.#changedAt = storages.map(({ cache }) => cache.changedAt);
      this.#all = this.#configured.read();
      this.#found = new WeakMap();
    }
    if (this.#all.length === 0) return;
    // Other resources may have become equivalent, or may have come or gone.
    const { generation } = source;
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#found = new WeakMap();
  }

  #match(request: ResourceRequest): readonly C[] {
    const { source, isExempt, match } = this.#configured;
    const { resource, subresource } = request;
    if (isExempt(resource)) return [];
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
