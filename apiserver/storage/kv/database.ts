/**
 * What the store needs of a Deno KV database.
 *
 * @module
 */

/** A database of Deno KV; `Deno.Kv` is one. */
export interface KvDatabase {
  get(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<unknown>>;
  getMany<T extends readonly unknown[]>(
    keys: readonly [...{ [K in keyof T]: Deno.KvKey }],
  ): Promise<{ [K in keyof T]: Deno.KvEntryMaybe<T[K]> }>;
  list(
    selector: Deno.KvListSelector,
    options?: Deno.KvListOptions,
  ): AsyncIterable<Deno.KvEntry<unknown>>;
  watch(keys: readonly Deno.KvKey[]): ReadableStream<unknown>;
  set(key: Deno.KvKey, value: unknown): Promise<Deno.KvCommitResult>;
  delete(key: Deno.KvKey): Promise<void>;
  atomic(): KvAtomic;
  close(): void;
}

/** An atomic operation of a {@link KvDatabase}. */
export interface KvAtomic {
  check(...checks: Deno.AtomicCheck[]): KvAtomic;
  set(key: Deno.KvKey, value: unknown): KvAtomic;
  delete(key: Deno.KvKey): KvAtomic;
  commit(): Promise<Deno.KvCommitResult | Deno.KvCommitError>;
}
