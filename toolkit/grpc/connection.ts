/**
 * A connection of gRPC to one server.
 *
 * @module
 */

import { type ClientHttp2Session, type ClientHttp2Stream, connect } from "node:http2";
import type { Duplex } from "node:stream";
import type { Clock } from "../clock.ts";
import { frame, FrameReader } from "./frames.ts";
import { CODE, GrpcError } from "./grpc_error.ts";

/** A server, and how it is reached. */
export interface GrpcServer {
  /** What errors call it. */
  readonly name: string;
  /** How `Host` names it, with the scheme before: `https://127.0.0.1:2379`. */
  readonly authority: string;
  /** A new connection to it. Rejects with the signal's reason, or with what stands in the way. */
  dial(signal: AbortSignal): Promise<Duplex>;
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

/** Bytes that the server may send of one message, or of one connection, before they are read. */
const WINDOW_BYTES = 1024 * 1024;
const STREAM_CANCELLED = 8;
const STREAM_REFUSED = 7;

/** A gRPC connection over HTTP/2. It begins at once, and calls wait for it; once lost it stays so. */
export class GrpcConnection {
  readonly server: GrpcServer;
  readonly #stop = new AbortController();
  #session: ClientHttp2Session | undefined;
  readonly #clock: Clock;
  readonly #ready = Promise.withResolvers<ClientHttp2Session>();
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
    const session = this.#session = connect(this.server.authority, {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: WINDOW_BYTES },
    });
    session.on("connect", () => {
      if (!session.destroyed) session.setLocalWindowSize(WINDOW_BYTES);
      this.#ready.resolve(session);
    });
    session.on("error", (error) => this.#fail(error));
    session.on("goaway", () => this.#fail(new Error("the server is going away")));
    session.on("close", () => this.#fail(new Error("the connection was closed")));
  }

  /** False once no further call can be made. */
  get usable(): boolean {
    return this.#failure === undefined && !this.#retired;
  }

  /** True once nothing is left of it. */
  get closed(): boolean {
    return this.#session?.destroyed ?? this.#failure !== undefined;
  }

  /** Calls one method with one message and returns the one that answers it. */
  async unary(method: string, message: Uint8Array, options: GrpcCallOptions): Promise<Uint8Array> {
    const { timeoutMs, signal } = options;
    signal?.throwIfAborted();
    this.#calls++;
    const call = Promise.withResolvers<Uint8Array>();
    let stream: ClientHttp2Stream | undefined;
    const end = () => stream?.close(STREAM_CANCELLED);
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
      await Promise.race([this.#ready.promise, call.promise]);
      stream = this.#request(method, timeoutMs);
      collect(stream, call, this.server.messageLimitBytes);
      stream.end(frame(message));
      return await call.promise;
    } finally {
      timer.cancel();
      signal?.removeEventListener("abort", abort);
      this.#calls--;
      if (this.#retired) this.#closeWhenIdle();
    }
  }

  /** Opens a call that goes on. */
  async stream(method: string, options: GrpcCallOptions): Promise<GrpcStream> {
    const { timeoutMs, signal } = options;
    const late = Promise.withResolvers<never>();
    late.promise.catch(() => {});
    const timer = this.#clock.after(timeoutMs, () => {
      const text = `${this.server.name} did not accept a connection within ${timeoutMs} ms`;
      late.reject(new GrpcError(CODE.deadlineExceeded, text, false));
    });
    const abort = () => late.reject(signal?.reason);
    signal?.throwIfAborted();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      await Promise.race([this.#ready.promise, late.promise]);
      return streamOf(this.#request(method), this.server.messageLimitBytes);
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
    this.#session?.destroy();
  }

  #request(method: string, timeoutMs?: number): ClientHttp2Stream {
    if (this.#failure !== undefined) throw this.#failure;
    const session = this.#session;
    if (session === undefined) throw new Error("a call before there is a connection");
    return session.request({
      ":method": "POST",
      ":path": method,
      "content-type": "application/grpc",
      "te": "trailers",
      ...this.server.headers,
      ...(timeoutMs !== undefined && { "grpc-timeout": `${Math.ceil(timeoutMs)}m` }),
    }, { endStream: false });
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
  }
}

interface Settled<T> {
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** Gathers the answer of a unary call. */
function collect(
  stream: ClientHttp2Stream,
  call: Settled<Uint8Array>,
  limitBytes: number,
): void {
  const frames = new FrameReader(limitBytes);
  const status = new StatusReader(stream, () => {
    call.reject(status.error());
    stream.close(STREAM_CANCELLED);
  });
  let answer: Uint8Array | undefined;
  stream.on("data", (chunk: Uint8Array) => {
    try {
      frames.push(chunk);
      answer ??= frames.next();
    } catch (error) {
      call.reject(error);
      stream.close(STREAM_CANCELLED);
    }
  });
  stream.on("error", (error) => status.failed(error));
  stream.on("close", () => {
    const error = status.error();
    if (error !== undefined) call.reject(error);
    else if (answer !== undefined) call.resolve(answer);
    else call.reject(new GrpcError(CODE.internal, "the server answered without a message"));
  });
}

function streamOf(stream: ClientHttp2Stream, limitBytes: number): GrpcStream {
  const frames = new FrameReader(limitBytes);
  const closed = Promise.withResolvers<void>();
  const status = new StatusReader(stream, () => closed.resolve());
  stream.on("error", (error) => status.failed(error));
  stream.on("close", () => closed.resolve());
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  return {
    send(message) {
      if (!stream.destroyed) stream.write(frame(message));
    },
    async next() {
      for (;;) {
        const message = frames.next();
        if (message !== undefined) return message;
        const ended = closed.promise.then(() => ({ done: true as const, value: undefined }));
        const { done, value } = await Promise.race([chunks.next(), ended]).catch((error) => {
          status.failed(error);
          return { done: true as const, value: undefined };
        });
        if (!done) {
          frames.push(value);
          continue;
        }
        await closed.promise;
        const error = status.error();
        if (error !== undefined) throw error;
        return undefined;
      }
    },
    close: () => stream.close(STREAM_CANCELLED),
  };
}

type Headers = Readonly<Record<string, unknown>>;

/** Learns how a call ended from its headers, its trailers, or its breaking off. */
class StatusReader {
  readonly #stream: ClientHttp2Stream;
  readonly #refused: () => void;
  #httpStatus: unknown;
  #code: number | undefined;
  #message = "";
  #failure: unknown;

  /** `refused` is called as soon as an error is known. */
  constructor(stream: ClientHttp2Stream, refused: () => void) {
    this.#stream = stream;
    this.#refused = refused;
    stream.on("response", (headers: Headers) => {
      this.#httpStatus = headers[":status"];
      this.#read(headers);
    });
    stream.on("trailers", (headers: Headers) => this.#read(headers));
  }

  failed(error: unknown): void {
    this.#failure ??= error;
  }

  /** The error that a closed stream ended with, or undefined for success. */
  error(): GrpcError | undefined {
    if (this.#code === CODE.ok) return undefined;
    if (this.#code !== undefined) return new GrpcError(this.#code, this.#message);
    if (this.#httpStatus !== undefined && Number(this.#httpStatus) !== 200) {
      return new GrpcError(CODE.unavailable, `answered HTTP status ${this.#httpStatus}`);
    }
    const refused = this.#stream.rstCode === STREAM_REFUSED;
    const cause = this.#failure;
    const text = cause instanceof Error ? cause.message : "the connection broke off";
    return new GrpcError(CODE.unavailable, text, !refused, cause);
  }

  #read(headers: Headers): void {
    const code = headers["grpc-status"];
    if (code === undefined) return;
    this.#code = Number(code);
    const message = String(headers["grpc-message"] ?? `status ${code}`);
    try {
      this.#message = decodeURIComponent(message);
    } catch {
      this.#message = message;
    }
    // A server that refuses a request leaves the rest of it unread: there is no end to wait for.
    if (this.#code !== CODE.ok) this.#refused();
  }
}
