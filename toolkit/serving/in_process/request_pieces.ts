/**
 * The body of a request of this process, as the handler reads it.
 *
 * @module
 */

import type { TransportRequest } from "../../transport/exchange.ts";
import type { LazyAbort } from "../exchange.ts";
import { ClientGone } from "../pieces.ts";

type Piece = IteratorResult<Uint8Array, undefined>;

const END: Piece = { done: true, value: undefined };

/**
 * Reading rejects with the reason that the request was cancelled for as soon as it is, however long
 * the caller takes for its next piece; and with `ClientGone` where the caller's own pieces fail, of
 * which `broke` is told.
 */
export class RequestPieces implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #abort: LazyAbort;
  readonly #broke: (error: unknown) => void;
  #whole: Uint8Array | undefined;
  #iterator: AsyncIterator<Uint8Array> | undefined;

  constructor(
    body: TransportRequest["body"],
    abort: LazyAbort,
    broke: (error: unknown) => void,
  ) {
    if (body instanceof Uint8Array) this.#whole = body;
    else this.#iterator = body?.[Symbol.asyncIterator]();
    this.#abort = abort;
    this.#broke = broke;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Piece> {
    const { reason } = this.#abort;
    if (reason !== undefined) {
      this.giveUp();
      return Promise.reject(reason);
    }
    const value = this.#whole;
    this.#whole = undefined;
    if (value !== undefined && value.length > 0) return Promise.resolve({ done: false, value });
    const iterator = this.#iterator;
    return iterator === undefined ? Promise.resolve(END) : this.#nextOf(iterator);
  }

  return(): Promise<Piece> {
    this.giveUp();
    return Promise.resolve(END);
  }

  /** No more of it is read: who makes it is told. */
  giveUp(): void {
    const iterator = this.#iterator;
    this.#whole = this.#iterator = undefined;
    // Nobody is left to be told that it failed.
    Promise.resolve(iterator?.return?.()).catch(() => {});
  }

  #nextOf(iterator: AsyncIterator<Uint8Array>): Promise<Piece> {
    return new Promise((resolve, reject) => {
      const unheard = this.#abort.onAbort(() => {
        this.giveUp();
        reject(this.#abort.reason);
      });
      iterator.next().then(({ done, value }) => {
        unheard();
        if (!done) return resolve({ done: false, value });
        this.#iterator = undefined;
        resolve(END);
      }, (error) => {
        unheard();
        this.#iterator = undefined;
        reject(new ClientGone(undefined, { cause: error }));
        this.#broke(error);
      });
    });
  }
}
