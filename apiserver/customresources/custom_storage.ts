/**
 * Storage of custom resources, opened when it is first used.
 *
 * @module
 */

import { Closed } from "../storage/mod.ts";
import { ResourceStorage, type ResourceStorageOptions } from "../resource/resource_storage.ts";

/**
 * The storage of a definition's objects. The first request opens it, so that definitions that nobody
 * uses cost nothing; opening waits until whoever had the same place before is closed. An opening that
 * failed is tried again by the next request. After `close` it throws `Closed`.
 */
export class CustomStorage {
  readonly #options: ResourceStorageOptions;
  /** Settles when nobody else has the place any more. */
  readonly #free: Promise<void>;
  #opening: Promise<ResourceStorage> | undefined;
  #opened: ResourceStorage | undefined;
  #closed = false;

  constructor(options: ResourceStorageOptions, free: Promise<void>) {
    this.#options = options;
    this.#free = free;
  }

  /** The storage, once it is open. */
  get opened(): ResourceStorage | undefined {
    return this.#opened;
  }

  /** Opens it; a second call joins. */
  open(): Promise<ResourceStorage> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<ResourceStorage> {
    try {
      await this.#free;
      if (this.#closed) throw new Closed();
      return this.#opened = await ResourceStorage.open(this.#options);
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  /** Ends its watches, and forgets what it had in memory. Settles when the place is free. */
  async close(): Promise<void> {
    this.#closed = true;
    const storage = await this.#opening?.catch(() => undefined);
    storage?.close();
  }
}
