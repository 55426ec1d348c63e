/**
 * A request and its answer, whatever protocol carries them.
 *
 * @module
 */

import type { Duplex } from "node:stream";
import { TransportError } from "./transport_error.ts";

/** Header fields: names in lower case, several values as a list. */
export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** A request. */
export interface TransportRequest {
  readonly method: string;
  /** With the query, percent-encoded. */
  readonly path: string;
  /** `host` may be among them. Default: none. */
  readonly headers?: Headers | undefined;
  /** All of it, or pieces as they come: taken only as fast as the server takes them. */
  readonly body?: Uint8Array | AsyncIterable<Uint8Array> | undefined;
  /**
   * Whether it may be sent again after a connection that was kept turned out to be closed: the
   * server may then see it twice. Default: as its method has it (GET, HEAD, OPTIONS, TRACE).
   */
  readonly replayable?: boolean | undefined;
  /** Bounds of this request where they differ from the transport's. */
  readonly limits?: Partial<TransportLimits> | undefined;
  /** Ends it and the reading of its answer, and rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What one request may take. */
export interface TransportLimits {
  /** Until there is a connection, its handshakes included. Default 30,000. */
  readonly connectTimeoutMs: number;
  /** From a connection to the head of the answer. Default: no bound. */
  readonly headTimeoutMs: number;
  /** Bytes of an answer's head, and of what comes before and after it. Default 256 KiB. */
  readonly headLimitBytes: number;
  /** Bytes of an answer's body. Default: no bound. */
  readonly bodyLimitBytes: number;
}

/** The limits unless told otherwise. */
export const DEFAULT_LIMITS: TransportLimits = {
  connectTimeoutMs: 30_000,
  headTimeoutMs: Infinity,
  headLimitBytes: 256 * 1024,
  bodyLimitBytes: Infinity,
};

/**
 * An answer. Its body is read to its end, or broken off (`break` in a `for await`, or
 * `discard()`): until then it holds a place of a connection, and its server waits with what is not read.
 */
export interface TransportResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ResponseBody;
  /** After `101`: the connection, and what came on it already. It is its caller's to end. */
  readonly upgraded?: Upgraded | undefined;
}

/** See {@link TransportResponse}. */
export interface Upgraded {
  readonly stream: Duplex;
  readonly head: Uint8Array;
}

/** Pieces as they come. Can be read once. */
export interface ResponseBody extends AsyncIterable<Uint8Array> {
  /** Gives up what was not read yet. */
  discard(): void;
}

/** Options of one exchange on a connection. */
export interface ExchangeOptions {
  readonly request: TransportRequest;
  readonly limits: TransportLimits;
  /** Host and port, for what says no host itself. */
  readonly authority: string;
}

const IDEMPOTENT = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Whether a request may be sent a second time although the server may have seen it. */
export function isReplayable({ method, replayable }: TransportRequest): boolean {
  return replayable ?? IDEMPOTENT.has(method);
}

/** Whether the body can be sent from its beginning again. */
export function hasWholeBody({ body }: TransportRequest): boolean {
  return body === undefined || body instanceof Uint8Array;
}

/** A body that is there already. */
export function wholeBody(bytes: Uint8Array): ResponseBody {
  let rest: Uint8Array | undefined = bytes.length === 0 ? undefined : bytes;
  return {
    discard: () => rest = undefined,
    async *[Symbol.asyncIterator]() {
      const piece = rest;
      rest = undefined;
      if (piece !== undefined) yield await Promise.resolve(piece);
    },
  };
}

/** What a body is made of. */
export interface BodySource {
  /** The next piece; undefined after the last one. Throws what ended it too early. */
  next(): Promise<Uint8Array | undefined>;
  readonly limitBytes: number;
  /** Called once: all of it was read (`whole`), or it was given up. */
  done(whole: boolean): void;
}

/** A body that still comes: bounded, and ended by its request's signal. */
export function responseBody({ next, limitBytes, done }: BodySource): ResponseBody {
  let length = 0;
  let isDone = false;
  const finish = (whole: boolean) => {
    if (isDone) return;
    isDone = true;
    done(whole);
  };
  const pull = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    if (isDone) return { done: true, value: undefined };
    try {
      const value = await next();
      if (value === undefined) {
        finish(true);
        return { done: true, value };
      }
      length += value.length;
      if (length > limitBytes) {
        throw new TransportError(`the answer is longer than ${limitBytes} bytes`);
      }
      return { done: false, value };
    } catch (error) {
      finish(false);
      throw error;
    }
  };
  const iterator: AsyncIterator<Uint8Array, undefined> = {
    next: pull,
    return() {
      finish(false);
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return { discard: () => finish(false), [Symbol.asyncIterator]: () => iterator };
}
