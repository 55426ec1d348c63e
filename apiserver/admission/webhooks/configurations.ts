/**
 * Which webhooks there are, as the cache of their configurations shows it. A request costs one look
 * at whether anything has changed, and one for the webhooks whose rules are about its like.
 *
 * @module
 */

import type { ValidatingWebhookConfiguration } from "../../../toolkit/api/admissionregistration_v1.ts";
import { type Entry, formOf } from "../../storage/cache/mod.ts";
import { objectOf } from "../../registry/object_coder.ts";
import type { ResourceSource } from "../../registry/resource_source.ts";
import type { ResourceStorage } from "../../registry/resource_storage.ts";
import type { ServedResource } from "../../registry/served_resource.ts";
import { equivalentsOf, matchRules, type ResourceRequest } from "../matching/mod.ts";
import { type Webhook, webhooksOf } from "./webhook.ts";

/** A webhook whose rules are about a request, and the resource in whose version it is asked. */
export interface Candidate {
  readonly webhook: Webhook;
  readonly resource: ServedResource;
  /** Its place among all webhooks. */
  readonly index: number;
}

const NONE: readonly Candidate[] = [];

/** See the module's comment. */
export class Configurations {
  readonly #source: ResourceSource;
  readonly #storage: ResourceStorage;
  #changedAt = -1;
  #generation = -1;
  #webhooks: readonly Webhook[] = [];
  /** By resource, and then by operation and subresource. */
  #candidates = new WeakMap<ServedResource, Map<string, readonly Candidate[]>>();

  /** `storage` is that of the configurations. */
  constructor(source: ResourceSource, storage: ResourceStorage) {
    this.#source = source;
    this.#storage = storage;
  }

  /** The webhooks whose rules are about a request, by the names of their configurations. */
  candidates(request: ResourceRequest): readonly Candidate[] {
    this.#refresh();
    if (this.#webhooks.length === 0) return NONE;
    const { resource, operation, subresource } = request;
    let known = this.#candidates.get(resource);
    if (known === undefined) this.#candidates.set(resource, known = new Map());
    const key = `${operation}/${subresource}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, found = this.#find(request));
    return found;
  }

  #refresh(): void {
    const { changedAt } = this.#storage.cache;
    if (changedAt !== this.#changedAt) {
      this.#changedAt = changedAt;
      const entries = this.#storage.cache.entries();
      this.#webhooks = entries.flatMap(compiled);
      this.#candidates = new WeakMap();
    }
    if (this.#webhooks.length === 0) return;
    // Other resources may have become equivalent, or have gone.
    const { generation } = this.#source;
    if (generation === this.#generation) return;
    this.#generation = generation;
    this.#candidates = new WeakMap();
  }

  #find(request: ResourceRequest): readonly Candidate[] {
    const { resource, subresource } = request;
    let equivalents: ServedResource[] | undefined;
    const others = () => equivalents ??= equivalentsOf(this.#source, resource, subresource);
    const found: Candidate[] = [];
    for (const [index, webhook] of this.#webhooks.entries()) {
      const match = matchRules(webhook.rules, request, others);
      if (match !== undefined) found.push({ webhook, resource: match.resource, index });
    }
    return found;
  }
}

/** What was compiled of a configuration is kept with the state that it was compiled of. */
function compiled(entry: Entry): readonly Webhook[] {
  return formOf(
    entry,
    "webhooks",
    () => webhooksOf(objectOf(entry) as ValidatingWebhookConfiguration),
  );
}
