/**
 * A remote Deno KV database.
 *
 * @module
 */

import type { KvAtomic, KvDatabase } from "../kv/database.ts";
import { type KvConnectClient, MAX_ENTRIES, MAX_RANGES } from "./client.ts";
import { KvConnectError } from "./error.ts";
import { after, compareKeys, decodeKey, encodeKey, rangeOfKey, rangeOfSelector } from "./keys.ts";
import {
  type Check,
  encodeAtomicWrite,
  type KvEntry,
  type Mutation,
  PLAIN_BYTES,
  WRITE_STATUS,
} from "./messages.ts";
import { watch, type WatchedState } from "./watch.ts";

/** A value of another program: a serialized object, or a number that sums are kept in. */
export class ForeignValue {
  constructor(readonly encoding: number, readonly data: Uint8Array) {}
}

/** Entries that a list fetches at a time unless told otherwise. */
const DEFAULT_BATCH = 100;

const FOREIGN_ENCODINGS: readonly number[] = [1, 2];

/**
 * A Deno KV database reached by KV Connect, as far as a store needs one: values are bytes, and
 * lists go forward without a cursor. Every call throws `KvConnectError` when it fails on its way.
 */
export class RemoteKv implements KvDatabase {
  readonly #client: KvConnectClient;

  constructor(client: KvConnectClient) {
    this.#client = client;
  }

  async get(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<unknown>> {
    const [entry] = await this.getMany<[unknown]>([key]);
    return entry;
  }

  async getMany<T extends readonly unknown[]>(
    keys: readonly [...{ [K in keyof T]: Deno.KvKey }],
  ): Promise<{ [K in keyof T]: Deno.KvEntryMaybe<T[K]> }> {
    if (keys.length > MAX_RANGES) {
      throw new RangeError(`${keys.length} keys are too many for one read: it has ${MAX_RANGES}`);
    }
    const ranges = keys.map((key) => ({ ...rangeOfKey(encodeKey(key)), limit: 1 }));
    const found = await this.#client.read(ranges);
    return keys.map((key, index) => maybe(key, found[index]?.[0])) as {
      [K in keyof T]: Deno.KvEntryMaybe<T[K]>;
    };
  }

  async *list(
    selector: Deno.KvListSelector,
    options: Deno.KvListOptions = {},
  ): AsyncGenerator<Deno.KvEntry<unknown>> {
    const { limit = Infinity, batchSize = DEFAULT_BATCH, reverse, cursor } = options;
    if (reverse || cursor !== undefined) {
      throw new TypeError("a list from a cursor, or from its end, is not supported");
    }
    const { start, end } = rangeOfSelector(selector);
    let next = start;
    for (let left = limit; left > 0 && compareKeys(next, end) < 0;) {
      const count = Math.min(left, batchSize, MAX_ENTRIES);
      const [entries = []] = await this.#client.read([{ start: next, end, limit: count }]);
      for (const entry of entries) yield decodeEntry(entry);
      const last = entries.at(-1);
      if (last === undefined || entries.length < count) return;
      next = after(last.key);
      left -= count;
    }
  }

  watch(keys: readonly Deno.KvKey[]): ReadableStream<unknown> {
    const show = (state: WatchedState) => keys.map((key, index) => maybe(key, state[index]));
    return watch(this.#client, keys.map(encodeKey), show);
  }

  async set(key: Deno.KvKey, value: unknown): Promise<Deno.KvCommitResult> {
    return expectDone(await this.atomic().set(key, value).commit());
  }

  async delete(key: Deno.KvKey): Promise<void> {
    expectDone(await this.atomic().delete(key).commit());
  }

  atomic(): KvAtomic {
    return new RemoteAtomic(this.#client);
  }

  close(): void {
    this.#client.close();
  }
}

/** An atomic operation; it may be committed again after it failed. */
class RemoteAtomic implements KvAtomic {
  readonly #client: KvConnectClient;
  readonly #checks: Check[] = [];
  readonly #mutations: Mutation[] = [];

  constructor(client: KvConnectClient) {
    this.#client = client;
  }

  check(...checks: Deno.AtomicCheck[]): this {
    for (const { key, versionstamp } of checks) {
      this.#checks.push({
        key: encodeKey(key),
        versionstamp: Uint8Array.fromHex(versionstamp ?? ""),
      });
    }
    return this;
  }

  set(key: Deno.KvKey, value: unknown): this {
    if (!(value instanceof Uint8Array)) throw new TypeError("a value of a store is a Uint8Array");
    this.#mutations.push({ key: encodeKey(key), value });
    return this;
  }

  delete(key: Deno.KvKey): this {
    this.#mutations.push({ key: encodeKey(key), value: undefined });
    return this;
  }

  async commit(): Promise<Deno.KvCommitResult | Deno.KvCommitError> {
    const body = encodeAtomicWrite(this.#checks, this.#mutations);
    const { status, versionstamp } = await this.#client.write(body);
    if (status !== WRITE_STATUS.success) return { ok: false };
    return { ok: true, versionstamp: versionstamp.toHex() };
  }
}

function expectDone(result: Deno.KvCommitResult | Deno.KvCommitError): Deno.KvCommitResult {
  if (result.ok) return result;
  throw new KvConnectError("the server says that a check failed, and there was none", "not at all");
}

function maybe(key: Deno.KvKey, entry: KvEntry | undefined): Deno.KvEntryMaybe<unknown> {
  if (entry === undefined) return { key, value: null, versionstamp: null };
  return { key, value: decodeValue(entry), versionstamp: entry.versionstamp.toHex() };
}

function decodeEntry(entry: KvEntry): Deno.KvEntry<unknown> {
  let key: Deno.KvKey;
  try {
    key = decodeKey(entry.key);
  } catch (cause) {
    const message = `the database holds a key that can't be read: ${(cause as Error).message}`;
    throw new KvConnectError(message, "not at all", { cause });
  }
  return { key, value: decodeValue(entry), versionstamp: entry.versionstamp.toHex() };
}

/** Of bytes a copy: the message that they came in would stay in memory as long as they. */
function decodeValue({ encoding, value }: KvEntry): unknown {
  if (encoding === PLAIN_BYTES) return value.slice();
  if (FOREIGN_ENCODINGS.includes(encoding)) return new ForeignValue(encoding, value.slice());
  throw new KvConnectError(`the database holds a value of encoding ${encoding}`, "not at all");
}
