/**
 * A remote database whose calls end: the runtime's own client tries again for ever while the server
 * can't be reached, and what waits for it would wait as long.
 *
 * A write that was given up may still happen later; its checks then decide, as for any other.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import type { KvAtomic, KvDatabase } from "../kv/database.ts";

/** A call that took too long. */
export class KvTimeout extends Error {
  override name = "KvTimeout";

  constructor(timeoutMs: number) {
    super(`the database did not answer within ${timeoutMs} ms`);
  }
}

/** Rejects with {@link KvTimeout} when `call` takes longer. */
export async function within<T>(clock: Clock, timeoutMs: number, call: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = clock.after(timeoutMs, () => late.reject(new KvTimeout(timeoutMs)));
  try {
    return await Promise.race([call, late.promise]);
  } finally {
    timer.cancel();
    // Nobody waits for it any more.
    call.catch(() => {});
  }
}

/** See the module's comment. */
export class TimedKv implements KvDatabase {
  readonly #kv: Deno.Kv;
  readonly #clock: Clock;
  readonly #timeoutMs: number;

  constructor(kv: Deno.Kv, clock: Clock, timeoutMs: number) {
    this.#kv = kv;
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  get(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<unknown>> {
    return this.#within(this.#kv.get(key));
  }

  getMany<T extends readonly unknown[]>(
    keys: readonly [...{ [K in keyof T]: Deno.KvKey }],
  ): Promise<{ [K in keyof T]: Deno.KvEntryMaybe<T[K]> }> {
    return this.#within(this.#kv.getMany<T>(keys));
  }

  async *list(
    selector: Deno.KvListSelector,
    options?: Deno.KvListOptions,
  ): AsyncGenerator<Deno.KvEntry<unknown>> {
    const entries = this.#kv.list(selector, options);
    for (;;) {
      const { done, value } = await this.#within(entries.next());
      if (done) return;
      yield value;
    }
  }

  watch(keys: readonly Deno.KvKey[]): ReadableStream<unknown> {
    return this.#kv.watch([...keys]);
  }

  set(key: Deno.KvKey, value: unknown): Promise<Deno.KvCommitResult> {
    return this.#within(this.#kv.set(key, value));
  }

  delete(key: Deno.KvKey): Promise<void> {
    return this.#within(this.#kv.delete(key));
  }

  atomic(): KvAtomic {
    const atomic = this.#kv.atomic();
    const commit = atomic.commit.bind(atomic);
    return Object.assign(atomic, { commit: () => this.#within(commit()) });
  }

  close(): void {
    this.#kv.close();
  }

  #within<T>(call: Promise<T>): Promise<T> {
    return within(this.#clock, this.#timeoutMs, call);
  }
}
