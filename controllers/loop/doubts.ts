/**
 * Writes of which nobody knows whether they were done.
 *
 * @module
 */

import { isOutcomeUnknown } from "../../toolkit/mod.ts";
import type { SharedInformer } from "./shared_informers.ts";

/** A place that was written to without an answer. */
interface Doubt {
  readonly informer: SharedInformer<unknown>;
  readonly key: string;
}

/**
 * By the key that a controller works on: the objects whose last write had no answer. Before the key is worked
 * on again they are looked up, so that nothing is made twice.
 */
export class Doubts {
  readonly #byKey = new Map<string, Map<string, Doubt>>();

  /** Writes an object for `key`; what fails without an answer is in doubt from then on. */
  async during<T>(
    key: string,
    informer: SharedInformer<unknown>,
    object: { readonly namespace: string; readonly name: string },
    write: () => Promise<T>,
  ): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (isOutcomeUnknown(error)) {
        const doubts = this.#byKey.get(key) ?? new Map();
        const place = `${object.namespace}/${object.name}`;
        this.#byKey.set(key, doubts.set(place, { informer, key: place }));
      }
      throw error;
    }
  }

  /** Settles when it is known what became of the writes for a key. Rejects where that can't be found out. */
  async settle(key: string, signal: AbortSignal): Promise<void> {
    const doubts = this.#byKey.get(key);
    if (doubts === undefined) return;
    await Promise.all([...doubts].map(async ([place, doubt]) => {
      await doubt.informer.settled(doubt.key, signal);
      doubts.delete(place);
    }));
    if (doubts.size === 0 && this.#byKey.get(key) === doubts) this.#byKey.delete(key);
  }
}
