/**
 * A store as it is seen through something.
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

/** Passes everything on: who extends it says what is otherwise. */
export class StoreView implements Store {
  protected readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  get ownRevision(): number | undefined {
    return this.store.ownRevision;
  }

  get forgotten(): number | undefined {
    return this.store.forgotten;
  }

  revision(options?: CallOptions): Promise<number> {
    return this.store.revision(options);
  }

  get(key: string, options?: GetOptions): Promise<Stored | undefined> {
    return this.store.get(key, options);
  }

  range(prefix: string, options?: RangeOptions): Promise<Page> {
    return this.store.range(prefix, options);
  }

  commit(ops: readonly Op[], options?: CommitOptions): Promise<number> {
    return this.store.commit(ops, options);
  }

  changes(since: number, options?: ChangesOptions): AsyncIterable<ChangeBatch> {
    return this.store.changes(since, options);
  }

  compact(revision: number, options?: CallOptions): Promise<void> {
    return this.store.compact(revision, options);
  }

  status(options?: CallOptions): Promise<StoreStatus> {
    return this.store.status(options);
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
