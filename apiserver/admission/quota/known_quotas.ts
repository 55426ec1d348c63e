/**
 * All quotas, by namespace.
 *
 * @module
 */

import { ResourceQuota } from "../../../toolkit/kinds/built_in.ts";
import type { Live } from "../../../toolkit/kinds/mod.ts";
import type { ServerContext } from "../../server_context.ts";
import { KnownQuota } from "./known_quota.ts";

const NONE: readonly KnownQuota[] = [];

/**
 * The newest that this server knows of each quota: what the cache has seen, and what was written here
 * before the cache sees it.
 */
export class KnownQuotas {
  /** Those of a namespace by their names; namespaces without any are not there. */
  readonly #byNamespace = new Map<string, readonly KnownQuota[]>();

  /** Takes in what is there, and all that changes. */
  static open({ follow }: Pick<ServerContext, "follow">): KnownQuotas {
    const quotas = new KnownQuotas();
    follow(ResourceQuota, {
      put: (object) => quotas.#put(object),
      delete: ({ namespace, name }) => quotas.#replace(namespace, name, undefined),
    });
    return quotas;
  }

  /** The quotas of a namespace, by name: a list that stays as it is. */
  in(namespace: string): readonly KnownQuota[] {
    return this.#byNamespace.get(namespace) ?? NONE;
  }

  /** Takes in what was just written; undefined where that quota has gone meanwhile. */
  wrote(object: Live<ResourceQuota>): KnownQuota | undefined {
    const { namespace = "", name = "", uid } = object.metadata ?? {};
    if (this.#find(namespace, name)?.uid !== uid) return undefined;
    this.#put(object);
    return this.#find(namespace, name);
  }

  #find(namespace: string, name: string): KnownQuota | undefined {
    return this.in(namespace).find((one) => one.name === name);
  }

  #put(object: Live<ResourceQuota>): void {
    const quota = new KnownQuota(object);
    const { namespace = "" } = object.metadata ?? {};
    const before = this.#find(namespace, quota.name);
    if (before !== undefined && before.revision >= quota.revision) return;
    this.#replace(namespace, quota.name, quota);
  }

  #replace(namespace: string, name: string, quota: KnownQuota | undefined): void {
    const others = this.in(namespace).filter((one) => one.name !== name);
    const all = quota === undefined ? others : [...others, quota];
    if (all.length === 0) this.#byNamespace.delete(namespace);
    else this.#byNamespace.set(namespace, all.sort((a, b) => a.name < b.name ? -1 : 1));
  }
}
