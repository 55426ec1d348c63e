/**
 * What comes of a call: messages, and how it ended.
 *
 * @module
 */

import { type ClientStream, ERROR } from "../http2/mod.ts";
import type { GrpcStream } from "./connection.ts";
import { frame, FrameReader } from "./frames.ts";
import { CODE, GrpcError } from "./grpc_error.ts";

interface Settled<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** Settles a call with the one message that answers it; `problem`: what is wrong with its connection. */
export function answerOf(
  stream: ClientStream,
  call: Settled<Uint8Array>,
  limitBytes: number,
  problem: () => string | undefined,
): void {
  const frames = new FrameReader(limitBytes);
  const status = new Status(stream, problem);
  let answer: Uint8Array | undefined;
  const fail = (error: unknown) => {
    call.reject(error);
    stream.reset(ERROR.cancel);
  };
  const look = () => {
    try {
      for (let piece = stream.take(); piece !== undefined; piece = stream.take()) {
        frames.push(piece);
      }
      answer ??= frames.next();
    } catch (error) {
      return fail(error);
    }
    if (!status.isKnown) return;
    const error = status.error();
    if (error !== undefined) return fail(error);
    if (answer === undefined) {
      return fail(new GrpcError(CODE.internal, "the server answered without a message"));
    }
    call.resolve(answer);
    if (!stream.localEnded) stream.reset(ERROR.cancel);
  };
  stream.onHead = (head) => {
    status.read(head.raw, head.status);
    // A server that refuses a request leaves the rest of it unread: there is no end to wait for.
    if (status.isRefused) look();
  };
  stream.onIncoming = look;
}

/** A call that goes on. */
export function streamOf(
  stream: ClientStream,
  limitBytes: number,
  problem: () => string | undefined,
): GrpcStream {
  const frames = new FrameReader(limitBytes);
  const status = new Status(stream, problem);
  let wake: (() => void) | undefined;
  stream.onHead = (head) => {
    status.read(head.raw, head.status);
    wake?.();
  };
  stream.onIncoming = () => wake?.();
  return {
    send: (message) => void stream.write(frame(message)),
    async next() {
      for (;;) {
        const message = frames.next();
        if (message !== undefined) return message;
        const piece = stream.take();
        if (piece !== undefined) frames.push(piece);
        else if (status.isKnown) {
          const error = status.error();
          stream.reset(ERROR.cancel);
          if (error !== undefined) throw error;
          return undefined;
        } else await new Promise<void>((resolve) => wake = resolve);
      }
    },
    close: () => {
      stream.forget();
      stream.reset(ERROR.cancel);
    },
  };
}

/** Learns how a call ended from its head, its trailers, or its breaking off. */
class Status {
  readonly #stream: ClientStream;
  readonly #problem: () => string | undefined;
  #httpStatus: number | undefined;
  #code: number | undefined;
  #message = "";

  constructor(stream: ClientStream, problem: () => string | undefined) {
    this.#stream = stream;
    this.#problem = problem;
  }

  /** A head or trailers have come. */
  read(raw: readonly string[], httpStatus = this.#httpStatus): void {
    this.#httpStatus = httpStatus;
    const code = valueOf(raw, "grpc-status");
    if (code === undefined) return;
    this.#code = Number(code);
    const message = valueOf(raw, "grpc-message") ?? `status ${code}`;
    try {
      this.#message = decodeURIComponent(message);
    } catch {
      this.#message = message;
    }
  }

  /** Whether the server has said that it does not do what it was asked. */
  get isRefused(): boolean {
    return this.#code !== undefined && this.#code !== CODE.ok;
  }

  /** Whether nothing more can come. */
  get isKnown(): boolean {
    if (this.isRefused) return true;
    if (!this.#stream.remoteEnded && !this.#stream.closed) return false;
    this.read(this.#stream.trailers);
    return true;
  }

  /** The error that a call ended with; undefined for success. */
  error(): GrpcError | undefined {
    if (this.#code === CODE.ok) return undefined;
    if (this.#code !== undefined) return new GrpcError(this.#code, this.#message);
    if (this.#httpStatus !== undefined && this.#httpStatus !== 200) {
      return new GrpcError(CODE.unavailable, `answered HTTP status ${this.#httpStatus}`);
    }
    const { isRefused, isLost, problem, resetCode = ERROR.none } = this.#stream;
    const reset = isLost || isRefused || resetCode === ERROR.none
      ? undefined
      : `the stream was reset with code ${resetCode}`;
    const text = problem ?? reset ?? this.#problem() ?? "the connection broke off";
    return new GrpcError(CODE.unavailable, text, !isRefused);
  }
}

function valueOf(raw: readonly string[], name: string): string | undefined {
  for (let at = 0; at < raw.length; at += 2) if (raw[at] === name) return raw[at + 1];
  return undefined;
}
