/**
 * A store as one resource uses it: its calls are counted.
 *
 * @module
 */

import type {
  CallOptions,
  ChangeBatch,
  ChangesOptions,
  CommitOptions,
  GetOptions,
  Op,
  Page,
  RangeOptions,
  Store,
  Stored,
  StoreStatus,
} from "./store.ts";
import type { Operation, StoreMeasures } from "./store_metrics.ts";

/** The same store for one resource, whose reads and commits are counted there. */
export function measuredStore(store: Store, measures: StoreMeasures): Store {
  return new MeasuredStore(store, measures);
}

class MeasuredStore implements Store {
  readonly #store: Store;
  readonly #measures: StoreMeasures;

  constructor(store: Store, measures: StoreMeasures) {
    this.#store = store;
    this.#measures = measures;
  }

  get ownRevision(): number | undefined {
    return this.#store.ownRevision;
  }

  get forgotten(): number | undefined {
    return this.#store.forgotten;
  }

  revision(options?: CallOptions): Promise<number> {
    return this.#store.revision(options);
  }

  get(key: string, options?: GetOptions): Promise<Stored | undefined> {
    return this.#measures.counted("get", () => this.#store.get(key, options));
  }

  range(prefix: string, options?: RangeOptions): Promise<Page> {
    return this.#measures.counted("list", () => this.#store.range(prefix, options));
  }

  commit(ops: readonly Op[], options?: CommitOptions): Promise<number> {
    const [first] = ops;
    return first === undefined
      ? this.#store.commit(ops, options)
      : this.#measures.counted(operationOf(first), () => this.#store.commit(ops, options));
  }

  changes(since: number, options?: ChangesOptions): AsyncIterable<ChangeBatch> {
    return this.#store.changes(since, options);
  }

  compact(revision: number, options?: CallOptions): Promise<void> {
    return this.#store.compact(revision, options);
  }

  status(options?: CallOptions): Promise<StoreStatus> {
    return this.#store.status(options);
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}

/** What a commit is for: it does first what it is about, and after that what comes along. */
function operationOf(op: Op): Operation {
  if (op.type === "delete") return "delete";
  return op.revision === 0 ? "create" : "update";
}
