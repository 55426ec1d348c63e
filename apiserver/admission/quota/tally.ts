/**
 * How much of a quota is used while requests are charged to it.
 *
 * @module
 */

import type { ResourceQuota } from "../../../toolkit/api/core_v1.ts";
import type { Amounts } from "../../../toolkit/quota/mod.ts";
import type { Live } from "../../../toolkit/kinds/mod.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";
import type { KnownQuota } from "./known_quota.ts";

/** A quota and what has been added to it, which is still to be written. */
export class Tally {
  readonly quota: KnownQuota;
  readonly #used = new Map<string, Quantity>();

  constructor(quota: KnownQuota) {
    this.quota = quota;
  }

  /** Whether there is something to write. */
  get isChanged(): boolean {
    return this.#used.size > 0;
  }

  /** Why amounts don't fit into what is left; undefined: they do. */
  exceededBy(amounts: Amounts): string | undefined {
    const over = [...amounts].filter(([name, amount]) => {
      const hard = this.quota.hard(name);
      return hard !== undefined && this.#of(name).add(amount).compare(hard) > 0;
    }).map(([name]) => name).sort();
    if (over.length === 0) return undefined;
    const print = (of: (name: string) => Quantity | undefined) =>
      over.map((name) => `${name}=${of(name) ?? Quantity.zero}`).join(",");
    return `exceeded quota: ${this.quota.name}, requested: ${
      print((name) => amounts.get(name))
    }, ` +
      `used: ${print((name) => this.#of(name))}, limited: ${
        print((name) => this.quota.hard(name))
      }`;
  }

  /** Adds amounts. */
  add(amounts: Amounts): void {
    for (const [name, amount] of amounts) this.#used.set(name, this.#of(name).add(amount));
  }

  /** The quota with what is used now: a copy. */
  changed(): Live<ResourceQuota> {
    const object = structuredClone(this.quota.object);
    const added = [...this.#used].map(([name, amount]) => [name, amount.toString()]);
    const used = { ...object.status?.used, ...Object.fromEntries(added) };
    return { ...object, status: { ...object.status, used } };
  }

  #of(name: string): Quantity {
    return this.#used.get(name) ?? this.quota.used(name) ?? Quantity.zero;
  }
}
