/**
 * Bodies piece by piece on their way out: no faster than the client takes them, and without waiting
 * for a client for ever.
 *
 * @module
 */

import type { Logger } from "../logger.ts";
import type { Connections } from "./connections.ts";
import { PIECE_BYTES } from "./limits.ts";

/** The client is gone, or is treated as if. */
export class ClientGone extends Error {
  override name = "ClientGone";
  override message = "the client is gone";
}

/** The pieces of a response, on their way to one client. */
export interface Pieces {
  /** False when the client has to catch up before more is sent. */
  write(piece: Uint8Array): boolean;
  /** Calls back once when the client caught up. */
  onDrain(callback: () => void): void;
  end(): void;
  /** Ends without the end: the client must not take what it has for the whole. */
  reset(): void;
}

/** A body that is there as a whole, in pieces that leave room for others between them. */
export async function* slices(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += PIECE_BYTES) yield body.subarray(at, at + PIECE_BYTES);
}

/** Sends what `body` yields. */
export class PieceSender {
  readonly #iterator: AsyncIterator<Uint8Array>;
  readonly #to: Pieces;
  readonly #serving: { readonly connections: Connections; readonly logger: Logger };
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(
    body: AsyncIterable<Uint8Array>,
    to: Pieces,
    serving: { readonly connections: Connections; readonly logger: Logger },
  ) {
    this.#iterator = body[Symbol.asyncIterator]();
    this.#to = to;
    this.#serving = serving;
  }

  /** The client is gone: the body's maker is told, and nothing more is asked of it. */
  cancel(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#wake?.();
    // A generator that is in the middle of something ends after it; nobody waits for that.
    Promise.resolve(this.#iterator.return?.()).catch(() => {});
  }

  /** Starts sending. Whatever goes wrong is logged, and ends in a reset. */
  start(): void {
    this.#run().catch(() => this.#to.reset());
  }

  async #run(): Promise<void> {
    try {
      while (!this.#ended) {
        const { done, value } = await this.#iterator.next();
        if (this.#ended) return;
        if (done) {
          this.#ended = true;
          this.#to.end();
          return;
        }
        if (value.length > 0 && !this.#to.write(value)) await this.#drained();
      }
    } catch (error) {
      if (this.#ended) return;
      this.#ended = true;
      this.#serving.logger.error("A response broke off", error);
      this.#to.reset();
    }
  }

  #drained(): Promise<void> {
    const { connections } = this.#serving;
    return new Promise((resolve) => {
      const wait = connections.wait(() => {
        this.cancel();
        this.#to.reset();
      });
      this.#wake = () => {
        this.#wake = undefined;
        connections.done(wait);
        resolve();
      };
      this.#to.onDrain(() => this.#wake?.());
    });
  }
}
