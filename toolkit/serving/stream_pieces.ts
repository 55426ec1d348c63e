/**
 * A stream of the runtime, read piece by piece. The iterator that streams have of their own takes a
 * dozen promises, closures and listeners for a body; nearly all bodies are there as a whole when the
 * handler asks for them, and then this takes none.
 *
 * @module
 */

import type { Readable } from "node:stream";
import type { Connections } from "./connections.ts";
import type { LazyAbort } from "./exchange.ts";
import { ClientGone } from "./pieces.ts";

type Piece = IteratorResult<Uint8Array, undefined>;

const END: Piece = { done: true, value: undefined };

/** What there is to know of a stream. */
export interface Source {
  readonly stream: Readable;
  /** Whether all of the body has arrived, if it can be told before the stream says so. */
  readonly isWhole?: () => boolean;
  /** Whether the end that the stream tells of is none, as the client broke off. */
  readonly isCut?: () => boolean;
  /** The request's: its body breaks off with it. */
  readonly abort: LazyAbort;
  readonly connections: Connections;
  /** Breaks off a client that stands still for too long. */
  readonly giveUp: () => void;
}

/**
 * The pieces of a request's body. Leaving it half read leaves the stream as it is; one that breaks
 * off as its request is cancelled is let go of: what still comes is taken in and forgotten.
 */
export class StreamPieces implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #source: Source;
  #taken = false;
  /** Ends the wait for more. */
  #leave: (() => void) | undefined;
  #over = false;

  constructor(source: Source) {
    this.#source = source;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Whether what comes is taken in, by who reads it or as it is let go of. */
  get taken(): boolean {
    return this.#taken;
  }

  next(): Promise<Piece> {
    this.#taken = true;
    try {
      const piece = this.#take();
      return piece === undefined ? this.#wait() : Promise.resolve(piece);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  return(): Promise<Piece> {
    this.#taken = false;
    this.#over = true;
    this.#leave?.();
    return Promise.resolve(END);
  }

  /**
   * What is there; undefined while more is to come. Throws {@link ClientGone}, and what the request
   * was cancelled for.
   */
  #take(): Piece | undefined {
    if (this.#over) return END;
    const { stream, isWhole, isCut, abort } = this.#source;
    if (abort.reason !== undefined) {
      this.#over = true;
      stream.resume();
      throw abort.reason;
    }
    const value: Uint8Array | null = stream.read();
    if (value !== null) return { done: false, value };
    if (stream.readableEnded || isWhole?.()) {
      this.#over = true;
      if (isCut?.()) throw new ClientGone();
      return END;
    }
    if (!stream.destroyed) return undefined;
    this.#over = true;
    throw new ClientGone(undefined, { cause: stream.errored ?? undefined });
  }

  #wait(): Promise<Piece> {
    const { stream, abort, connections, giveUp } = this.#source;
    return new Promise((resolve, reject) => {
      const wait = connections.wait(giveUp);
      const look = () => {
        try {
          const piece = this.#take();
          if (piece === undefined) return;
          leave();
          resolve(piece);
        } catch (error) {
          leave();
          reject(error);
        }
      };
      const leave = () => {
        this.#leave = undefined;
        connections.done(wait);
        forget();
        for (const event of EVENTS) stream.off(event, look);
      };
      this.#leave = () => {
        leave();
        resolve(END);
      };
      for (const event of EVENTS) stream.on(event, look);
      const forget = abort.onAbort(look);
    });
  }
}

/** After which there may be something to take: an error is told of by the close that follows. */
const EVENTS = ["readable", "end", "close"];
