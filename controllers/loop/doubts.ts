/**
 * Objects that are looked up before anybody relies on what is known of them: nobody knows whether a write to them was
 * done, or the server has said that they are not as they were thought to be.
 *
 * @module
 */

import { isOutcomeUnknown } from "../../toolkit/mod.ts";
import type { SharedInformer } from "./shared_informers.ts";

/** The places of a kind that were written to without an answer. */
type Places = Map<Pick<SharedInformer<unknown>, "settled">, Set<string>>;

/**
 * By the key that a controller works on: the objects whose last write had no answer, and those that are not as they
 * were thought to be. Before the key is worked on again they are looked up, so that nothing is made twice, nor for
 * somebody who is gone.
 */
export class Doubts {
  readonly #byKey = new Map<string, Places>();

  /** Writes an object for `key`; what fails without an answer is in doubt from then on. */
  async during<T>(
    key: string,
    informer: Pick<SharedInformer<unknown>, "settled">,
    object: { readonly namespace: string; readonly name: string },
    write: () => Promise<T>,
  ): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (isOutcomeUnknown(error)) this.#note(key, informer, object);
      throw error;
    }
  }

  /**
   * The server has said that an object is gone, or another one, which the informer still has: it has not heard of
   * that. Who makes things for it would make them again and again, as others take them away.
   */
  raise(
    key: string,
    informer: Pick<SharedInformer<unknown>, "settled" | "doubt">,
    object: { readonly namespace?: string; readonly name: string },
  ): void {
    const { namespace = "", name } = object;
    informer.doubt({ namespace, name });
    this.#note(key, informer, { namespace, name });
  }

  /** Settles when it is known what became of the writes for a key. Rejects where that can't be found out. */
  async settle(key: string, signal: AbortSignal): Promise<void> {
    const places = this.#byKey.get(key);
    if (places === undefined) return;
    await Promise.all([...places].flatMap(([informer, names]) =>
      [...names].map(async (place) => {
        await informer.settled(place, signal);
        names.delete(place);
        if (names.size === 0) places.delete(informer);
      })
    ));
    if (places.size === 0) this.#byKey.delete(key);
  }

  #note(
    key: string,
    informer: Pick<SharedInformer<unknown>, "settled">,
    { namespace, name }: { readonly namespace: string; readonly name: string },
  ): void {
    const places: Places = this.#byKey.get(key) ?? new Map();
    this.#byKey.set(key, places);
    const names = places.get(informer) ?? new Set();
    places.set(informer, names.add(`${namespace}/${name}`));
  }
}
