/**
 * A store whose values are transformed on their way in and out.
 *
 * @module
 */

import { Corrupt } from "./errors.ts";
import type {
  Change,
  ChangeBatch,
  ChangesOptions,
  CommitOptions,
  GetOptions,
  Op,
  Page,
  RangeOptions,
  Store,
  Stored,
} from "./store.ts";
import { StoreView } from "./store_view.ts";
import { identity, type ValueTransformer } from "./transformer.ts";

/**
 * Wraps a store so that it holds what `transformer` makes of the values. A value that can't be
 * decoded is handed out as corrupt: neither a range nor a batch of changes fails for one of its items.
 */
export function transformStore(store: Store, transformer: ValueTransformer): Store {
  return transforming(transformer)(store);
}

/** The same for many stores, some of which may be views of one: what is written by one is known to all. */
export function transforming(transformer: ValueTransformer): (store: Store) => Store {
  if (transformer === identity) return (store) => store;
  const plain: Plain = new WeakMap();
  return (store) => new TransformedStore(store, transformer, plain);
}

/** What was encoded into bytes that the store may hand back as they are: nobody decodes it again. */
type Plain = WeakMap<Uint8Array, Uint8Array>;

const NOTHING = new Uint8Array();

class TransformedStore extends StoreView {
  readonly #transformer: ValueTransformer;
  readonly #plain: Plain;

  constructor(store: Store, transformer: ValueTransformer, plain: Plain) {
    super(store);
    this.#transformer = transformer;
    this.#plain = plain;
  }

  override async get(key: string, options?: GetOptions): Promise<Stored | undefined> {
    const found = await this.store.get(key, options);
    return found && await this.#decode(found);
  }

  override async range(prefix: string, options?: RangeOptions): Promise<Page> {
    const page = await this.store.range(prefix, options);
    return { ...page, items: await Promise.all(page.items.map((item) => this.#decode(item))) };
  }

  override async commit(ops: readonly Op[], options?: CommitOptions): Promise<number> {
    return await this.store.commit(
      await Promise.all(ops.map((op) => this.#encode(op))),
      options,
    );
  }

  override async *changes(since: number, options?: ChangesOptions): AsyncIterable<ChangeBatch> {
    for await (const { revision, changes } of this.store.changes(since, options)) {
      yield {
        revision,
        changes: await Promise.all(changes.map((change) => this.#decodeChange(change))),
      };
    }
  }

  async #encode(op: Op): Promise<Op> {
    if (op.type === "delete") return op;
    const value = await this.#transformer.encode(op.key, op.value);
    this.#plain.set(value, op.value);
    return { ...op, value };
  }

  async #decode(stored: Stored): Promise<Stored> {
    return { ...stored, ...await this.#decoded(stored.key, stored.value) };
  }

  async #decodeChange(change: Change): Promise<Change> {
    const { value, previous } = change;
    return {
      ...change,
      ...(value && await this.#decoded(change.key, value)),
      ...(previous && { previous: await this.#decode(previous) }),
    };
  }

  async #decoded(
    key: string,
    bytes: Uint8Array,
  ): Promise<{ value: Uint8Array; stale?: boolean; corrupt?: Error }> {
    const plain = this.#plain.get(bytes);
    if (plain !== undefined) return { value: plain };
    try {
      const { value, stale } = await this.#transformer.decode(key, bytes);
      return stale ? { value, stale } : { value };
    } catch (error) {
      const corrupt = new Corrupt(`the value of ${JSON.stringify(key)} can't be decoded`, {
        cause: error,
      });
      return { value: NOTHING, corrupt };
    }
  }
}
