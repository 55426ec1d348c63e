/**
 * A store as one resource uses it: its calls are counted.
 *
 * @module
 */

import type { CommitOptions, GetOptions, Op, Page, RangeOptions, Store, Stored } from "./store.ts";
import type { Operation, StoreMeasures } from "./store_metrics.ts";
import { StoreView } from "./store_view.ts";

/** The same store for one resource, whose reads and commits are counted there. */
export function measuredStore(store: Store, measures: StoreMeasures): Store {
  return new MeasuredStore(store, measures);
}

class MeasuredStore extends StoreView {
  readonly #measures: StoreMeasures;

  constructor(store: Store, measures: StoreMeasures) {
    super(store);
    this.#measures = measures;
  }

  override get(key: string, options?: GetOptions): Promise<Stored | undefined> {
    return this.#measures.counted("get", () => super.get(key, options));
  }

  override range(prefix: string, options?: RangeOptions): Promise<Page> {
    return this.#measures.counted("list", () => super.range(prefix, options));
  }

  override commit(ops: readonly Op[], options?: CommitOptions): Promise<number> {
    const [first] = ops;
    return first === undefined
      ? super.commit(ops, options)
      : this.#measures.counted(operationOf(first), () => super.commit(ops, options));
  }
}

/** What a commit is for: it does first what it is about, and after that what comes along. */
function operationOf(op: Op): Operation {
  if (op.type === "delete") return "delete";
  return op.revision === 0 ? "create" : "update";
}
