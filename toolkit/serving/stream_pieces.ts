/**
 * The body of a request, piece by piece. Nearly all bodies are there as a whole when the handler
 * asks for them, and then this takes no promises, closures or listeners, as the iterator of the
 * runtime's own streams does by the dozen.
 *
 * @module
 */

import type { Readable } from "node:stream";
import type { Connections } from "./connections.ts";
import type { LazyAbort } from "./exchange.ts";
import { ClientGone } from "./pieces.ts";

type Piece = IteratorResult<Uint8Array, undefined>;

const END: Piece = { done: true, value: undefined };

/** A body as it comes, whatever carries it. */
export interface IncomingBody {
  /** What has come; undefined while there is nothing. */
  take(): Uint8Array | undefined;
  /** Whether all has come and was taken. */
  readonly ended: boolean;
  /** Set when no more will come though it should; the cause, if there is one to be told. */
  readonly broken: { readonly cause?: unknown } | undefined;
  /** Calls back whenever one of these may have changed, until the returned function is called. */
  onChange(look: () => void): () => void;
  /** Takes in what comes, and forgets it. */
  forget(): void;
}

/** What there is to know of a body. */
export interface Source {
  readonly body: IncomingBody;
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
    const { body, abort } = this.#source;
    if (abort.reason !== undefined) {
      this.#over = true;
      body.forget();
      throw abort.reason;
    }
    const value = body.take();
    if (value !== undefined) return { done: false, value };
    if (body.ended) {
      this.#over = true;
      return END;
    }
    const { broken } = body;
    if (broken === undefined) return undefined;
    this.#over = true;
    throw new ClientGone(undefined, broken);
  }

  #wait(): Promise<Piece> {
    const { body, abort, connections, giveUp } = this.#source;
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
        unheard();
        unlooked();
      };
      this.#leave = () => {
        leave();
        resolve(END);
      };
      const unlooked = body.onChange(look);
      const unheard = abort.onAbort(look);
    });
  }
}

/** A stream of the runtime as a body; `isWhole`: it may say so before the stream does. */
export function readableBody(stream: Readable, isWhole: () => boolean): IncomingBody {
  return {
    take: () => stream.read() ?? undefined,
    get ended() {
      return stream.readableEnded || isWhole();
    },
    get broken() {
      return stream.destroyed ? { cause: stream.errored ?? undefined } : undefined;
    },
    onChange(look) {
      for (const event of EVENTS) stream.on(event, look);
      return () => {
        for (const event of EVENTS) stream.off(event, look);
      };
    },
    forget: () => void stream.resume(),
  };
}

/** After which there may be something to take: an error is told of by the close that follows. */
const EVENTS = ["readable", "end", "close"];
