/**
 * A connection of gRPC to one server.
 *
 * @module
 */

import type { Socket } from "node:net";
import type { Clock } from "../clock.ts";
import { ClientConnection, type ClientStream, ERROR } from "../http2/mod.ts";
import { answerOf, streamOf } from "./call.ts";
import { frame } from "./frames.ts";
import { CODE, GrpcError } from "./grpc_error.ts";

/** A server, and how it is reached. */
export interface GrpcServer {
  /** What errors call it. */
  readonly name: string;
  /** How `Host` names it, with the scheme before: `https://127.0.0.1:2379`. */
  readonly authority: string;
  /** A new connection to it. Rejects with the signal's reason, or with what stands in the way. */
  dial(signal: AbortSignal): Promise<Socket>;
  /** Headers of every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The longest message that is taken from it, in bytes. */
  readonly messageLimitBytes: number;
}

/** Options of one call. */
export interface GrpcCallOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A call that goes on in both directions. */
export interface GrpcStream {
  send(message: Uint8Array): void;
  /** The next message, taken from the network only when asked for; undefined: the server is done. */
  next(): Promise<Uint8Array | undefined>;
  close(): void;
}

/** Of the head of an answer. */
const HEADS = { bytes: 64 * 1024, fields: 200 };
/** Calls at a time while the server has not said how many it takes, and if it says more. */
const MOST_CALLS = 1000;

/** A gRPC connection over HTTP/2. It begins at once, and calls wait for it; once lost it stays so. */
export class GrpcConnection {
  readonly server: GrpcServer;
  readonly #stop = new AbortController();
  #connection: ClientConnection | undefined;
  readonly #clock: Clock;
  readonly #ready = Promise.withResolvers<void>();
  /** Calls that wait for others to end: the server takes no more at a time. */
  readonly #waiting = new Set<() => void>();
  #failure: GrpcError | undefined;
  #calls = 0;
  #retired = false;

  constructor(server: GrpcServer, clock: Clock) {
    this.server = server;
    this.#clock = clock;
    this.#ready.promise.catch(() => {});
    this.#open().catch((error) => this.#fail(error));
  }

  async #open(): Promise<void> {
    const { signal } = this.#stop;
    const socket = await this.server.dial(signal);
    if (signal.aborted) {
      socket.destroy();
      return;
    }
    // Over at once where the socket was: then there is no connection yet to ask.
    this.#connection = new ClientConnection(socket, {
      heads: HEADS,
      streams: MOST_CALLS,
      clock: this.#clock,
      onChange: () => {
        if (this.#connection?.isLeaving) this.#fail(new Error("the server is going away"));
        this.#wakeAll();
      },
      onClose: () => {
        this.#fail(new Error(this.#connection?.problem ?? "the connection was closed"));
      },
    });
    this.#ready.resolve();
  }

  /** False once no further call can be made. */
  get usable(): boolean {
    return this.#failure === undefined && !this.#retired;
  }

  /** True once nothing is left of it. */
  get closed(): boolean {
    return this.#connection?.closed ?? this.#failure !== undefined;
  }

  /** Calls one method with one message and returns the one that answers it. */
  async unary(method: string, message: Uint8Array, options: GrpcCallOptions): Promise<Uint8Array> {
    const { timeoutMs, signal } = options;
    signal?.throwIfAborted();
    this.#calls++;
    const call = Promise.withResolvers<Uint8Array>();
    let stream: ClientStream | undefined;
    let isOver = false;
    const end = () => {
      isOver = true;
      stream?.reset(ERROR.cancel);
      this.#wakeAll();
    };
    const timer = this.#clock.after(timeoutMs, () => {
      const text = `${this.server.name} did not answer within ${timeoutMs} ms`;
      call.reject(new GrpcError(CODE.deadlineExceeded, text, stream !== undefined));
      end();
    });
    const abort = () => {
      call.reject(signal?.reason);
      end();
    };
    signal?.addEventListener("abort", abort, { once: true });
    try {
      await Promise.race([this.#place(() => isOver), call.promise]);
      stream = this.#request(method, timeoutMs);
      answerOf(stream, call, this.server.messageLimitBytes, () => this.#connection?.problem);
      stream.end(frame(message));
      return await call.promise;
    } finally {
      timer.cancel();
      signal?.removeEventListener("abort", abort);
      this.#calls--;
      this.#wakeAll();
      if (this.#retired) this.#closeWhenIdle();
    }
  }

  /** Opens a call that goes on. */
  async stream(method: string, options: GrpcCallOptions): Promise<GrpcStream> {
    const { timeoutMs, signal } = options;
    const late = Promise.withResolvers<never>();
    late.promise.catch(() => {});
    let isOver = false;
    const end = (reason: unknown) => {
      isOver = true;
      late.reject(reason);
      this.#wakeAll();
    };
    const timer = this.#clock.after(timeoutMs, () => {
      const text = `${this.server.name} did not accept a connection within ${timeoutMs} ms`;
      end(new GrpcError(CODE.deadlineExceeded, text, false));
    });
    const abort = () => end(signal?.reason);
    signal?.throwIfAborted();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      await Promise.race([this.#place(() => isOver), late.promise]);
      const stream = this.#request(method);
      return streamOf(stream, this.server.messageLimitBytes, () => this.#connection?.problem);
    } finally {
      timer.cancel();
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Takes no further calls, and closes when those under way are done. */
  retire(): void {
    this.#retired = true;
    this.#closeWhenIdle();
  }

  /** Ends everything at once. */
  destroy(): void {
    this.#retired = true;
    this.#fail(new Error("the connection was closed"));
    this.#end();
  }

  #closeWhenIdle(): void {
    if (this.#calls === 0) this.#end();
  }

  #end(): void {
    this.#stop.abort(new Error("the connection was closed"));
    this.#connection?.destroy();
  }

  /** Settles when there is a connection with room for a call, or nobody waits any more. */
  async #place(isOver: () => boolean): Promise<void> {
    await this.#ready.promise;
    while (this.#failure === undefined && !isOver()) {
      const connection = this.#connection;
      if (connection !== undefined && connection.openStreams < connection.mostStreams) return;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  #wakeAll(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  #request(method: string, timeoutMs?: number): ClientStream {
    if (this.#failure !== undefined) throw this.#failure;
    const { protocol, host } = new URL(this.server.authority);
    const stream = this.#connection?.open({
      ":method": "POST",
      ":scheme": protocol.slice(0, -1),
      ":authority": host,
      ":path": method,
      "content-type": "application/grpc",
      "te": "trailers",
      ...this.server.headers,
      ...(timeoutMs !== undefined && { "grpc-timeout": `${Math.ceil(timeoutMs)}m` }),
    }, { last: false, isBodyless: false });
    if (stream === undefined) throw new Error("a call before there is a connection");
    return stream;
  }

  #fail(cause: unknown): void {
    if (this.#failure !== undefined) return;
    const where = this.server.name;
    const { message } = cause as Error;
    // Where the connection was not made, its error names the address.
    const problem = message.includes(where) ? message : `${where}: ${message}`;
    this.#failure = new GrpcError(
      CODE.unavailable,
      `the connection failed: ${problem}`,
      false,
      cause,
    );
    this.#ready.reject(this.#failure);
    this.#wakeAll();
  }
}
