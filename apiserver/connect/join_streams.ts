/**
 * Two connections as one, once both speak another protocol than HTTP.
 *
 * @module
 */

import type { Duplex } from "node:stream";
import type { Clock } from "../../toolkit/clock.ts";
import { type ByteStream, ClientGone } from "../../toolkit/serving/mod.ts";
import type { Upgraded } from "../../toolkit/transport/mod.ts";

/**
 * Is handed all that goes one way between a client and what it is connected to, and hands it on: at once, or
 * as slowly as it may go.
 */
export type Throttle = (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Hands everything on at once. */
export const unthrottled: Throttle = (pieces) => pieces;

/** How streams are joined. */
export interface JoinOptions {
  readonly clock: Clock;
  /** Default: everything goes at once. */
  readonly throttle?: Throttle | undefined;
}

/** How long the other side has to take the last of what was said. */
const LAST_BYTES_MS = 10_000;

/**
 * Passes bytes both ways until one side has ended; what it has said by then still gets to the other. Bytes are
 * taken no faster than the other side takes them, and nothing looks into them. Settles when it is over, whatever
 * ended it; the client's connection is the caller's to end.
 */
export async function joinStreams(
  client: ByteStream,
  { stream: server, head }: Upgraded,
  { clock, throttle = unthrottled }: JoinOptions,
): Promise<void> {
  // Its end is noticed where it is read from and written to.
  server.on("error", () => {});
  const there = toServer(throttle(client.incoming), server);
  const back = toClient(throttle(fromServer(head, server)), client);
  try {
    await Promise.race([there, back]);
  } catch (error) {
    if (!(error instanceof ClientGone) && !server.destroyed) throw error;
  } finally {
    end(server, clock);
    // The other way ends with this.
    there.catch(() => {});
    back.catch(() => {});
  }
}

/** Ends a connection once what is written already has gone out. */
function end(server: Duplex, clock: Clock): void {
  if (server.destroyed) return;
  const late = clock.after(LAST_BYTES_MS, () => server.destroy());
  server.once("close", () => late.cancel());
  server.end(() => server.destroy());
}

async function* fromServer(head: Uint8Array, server: Duplex): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* server;
}

async function toClient(pieces: AsyncIterable<Uint8Array>, client: ByteStream): Promise<void> {
  for await (const piece of pieces) await client.write(piece);
}

async function toServer(pieces: AsyncIterable<Uint8Array>, server: Duplex): Promise<void> {
  for await (const piece of pieces) {
    if (server.destroyed) return;
    if (!server.write(piece)) await drained(server);
  }
}

function drained(server: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      server.off("drain", settle);
      server.off("close", settle);
      resolve();
    };
    server.on("drain", settle);
    server.on("close", settle);
  });
}
