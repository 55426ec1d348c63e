/**
 * Connections by unix sockets. Those of `node:net` are not used: the runtime closes the file descriptors
 * of such connections and listeners twice, and what another thread has opened in between, a client's
 * connection or the store's file, is closed with the second time.
 *
 * @module
 */

import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { systemClock } from "./clock.ts";

/** A socket that takes connections. */
export interface UnixListener {
  /** Takes no more connections; those that exist go on. */
  close(): void;
}

const READ_BYTES = 64 * 1024;
/** After an accept that failed, such as without file descriptors left. */
const PAUSE_MS = 100;

/** A connection to the socket at `path`: at once, or it rejects with what the system says, and its code. */
export async function connectUnix(path: string): Promise<Socket> {
  return socketOf(await Deno.connect({ transport: "unix", path }));
}

/** Makes a socket at `path` and hands each connection to `accept`. Throws what stands in the way. */
export function listenUnix(path: string, accept: (socket: Socket) => void): UnixListener {
  const listener = Deno.listen({ transport: "unix", path });
  let isClosed = false;
  const next = (): void => {
    if (isClosed) return;
    listener.accept().then((connection) => {
      if (isClosed) return connection.close();
      accept(socketOf(connection));
      next();
    }, () => {
      if (!isClosed) systemClock.after(PAUSE_MS, next);
    });
  };
  next();
  return {
    close: () => {
      isClosed = true;
      listener.close();
    },
  };
}

function socketOf(connection: Deno.UnixConn): Socket {
  return new UnixSocket(connection) as unknown as Socket;
}

/** What is used of a `Socket`. It has no addresses, as those of unix sockets have none. */
class UnixSocket extends Duplex {
  readonly #connection: Deno.UnixConn;
  readonly #buffer = new Uint8Array(READ_BYTES);
  #isReading = false;

  constructor(connection: Deno.UnixConn) {
    super({ allowHalfOpen: false });
    this.#connection = connection;
  }

  override _read(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    this.#connection.read(this.#buffer).then((count) => {
      this.#isReading = false;
      this.push(count === null ? null : this.#buffer.slice(0, count));
    }, (error) => void this.destroy(error));
  }

  override _write(bytes: Uint8Array, _encoding: string, done: (error?: Error) => void): void {
    this.#writeAll(bytes).then(() => done(), done);
  }

  async #writeAll(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) at += await this.#connection.write(bytes.subarray(at));
  }

  override _final(done: (error?: Error) => void): void {
    // Whoever has gone already needs no end.
    this.#connection.closeWrite().then(() => done(), () => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#connection.close();
    done(error);
  }

  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once("finish", () => this.destroy());
  }

  // Of the network's, or done by clocks of our own.

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }
}
