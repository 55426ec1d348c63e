/**
 * What is said to a proxy before the connection is another's.
 *
 * @module
 */

import type { Socket } from "node:net";
import { ByteReader } from "./byte_reader.ts";
import { TransportError, transportError } from "./transport_error.ts";

/** Talks to the proxy at the other end of `socket`, which is destroyed where that fails or `signal` aborts. */
export async function talkToProxy(
  socket: Socket,
  signal: AbortSignal,
  talk: (reader: ByteReader) => Promise<void>,
): Promise<void> {
  const reader = new ByteReader(socket);
  const abort = () => socket.destroy();
  signal.addEventListener("abort", abort, { once: true });
  try {
    await talk(reader);
    // The server speaks second: what comes before it was asked is the proxy's.
    if (reader.detach().length > 0) throw new TransportError("the proxy sent unexpected data");
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw transportError(error);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
