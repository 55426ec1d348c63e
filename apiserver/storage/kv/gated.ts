/**
 * A database whose writes can be paused.
 *
 * @module
 */

import { Notifier } from "../history/notifier.ts";
import type { KvAtomic, KvDatabase } from "./database.ts";

/**
 * A Deno KV database whose writes can be paused while something else writes to its file: SQLite
 * fails a transaction of KV when another connection's write comes in between, and KV does not try
 * again.
 */
export class GatedKv implements KvDatabase {
  readonly #kv: Deno.Kv;
  readonly #notifier = new Notifier();
  #writing = 0;
  #paused: Promise<void> | undefined;

  constructor(kv: Deno.Kv) {
    this.#kv = kv;
  }

  /** Runs `step`, at once and to its end, while no write is under way; then writes go on. */
  async pauseWrites<T>(step: () => T): Promise<T> {
    while (this.#paused !== undefined) await this.#paused;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#paused = promise;
    try {
      while (this.#writing > 0) await this.#notifier.wait();
      return step();
    } finally {
      this.#paused = undefined;
      resolve();
    }
  }

  /** Runs a write when the gate is open. */
  async write<T>(write: () => Promise<T>): Promise<T> {
    while (this.#paused !== undefined) await this.#paused;
    this.#writing++;
    try {
      return await write();
    } finally {
      if (--this.#writing === 0) this.#notifier.notifyAll();
    }
  }

  get(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<unknown>> {
    return this.#kv.get(key);
  }

  getMany<T extends readonly unknown[]>(
    keys: readonly [...{ [K in keyof T]: Deno.KvKey }],
  ): Promise<{ [K in keyof T]: Deno.KvEntryMaybe<T[K]> }> {
    return this.#kv.getMany<T>(keys);
  }

  list(
    selector: Deno.KvListSelector,
    options?: Deno.KvListOptions,
  ): AsyncIterable<Deno.KvEntry<unknown>> {
    return this.#kv.list(selector, options);
  }

  watch(keys: readonly Deno.KvKey[]): ReadableStream<unknown> {
    return this.#kv.watch([...keys]);
  }

  set(key: Deno.KvKey, value: unknown): Promise<Deno.KvCommitResult> {
    return this.write(() => this.#kv.set(key, value));
  }

  delete(key: Deno.KvKey): Promise<void> {
    return this.write(() => this.#kv.delete(key));
  }

  atomic(): KvAtomic {
    return new GatedAtomic(this, this.#kv.atomic());
  }

  close(): void {
    this.#kv.close();
  }
}

class GatedAtomic implements KvAtomic {
  readonly #gate: GatedKv;
  readonly #atomic: Deno.AtomicOperation;

  constructor(gate: GatedKv, atomic: Deno.AtomicOperation) {
    this.#gate = gate;
    this.#atomic = atomic;
  }

  check(...checks: Deno.AtomicCheck[]): this {
    this.#atomic.check(...checks);
    return this;
  }

  set(key: Deno.KvKey, value: unknown): this {
    this.#atomic.set(key, value);
    return this;
  }

  delete(key: Deno.KvKey): this {
    this.#atomic.delete(key);
    return this;
  }

  commit(): Promise<Deno.KvCommitResult | Deno.KvCommitError> {
    return this.#gate.write(() => this.#atomic.commit());
  }
}
