/**
 * Many requests over several connections, and waiting for what comes of them.
 *
 * @module
 */

import type { Connection } from "./connection.ts";

const LOOK_MS = 200;
const LIMIT_MS = 300_000;
const decoder = new TextDecoder();

/** Has all connections send, each the next request of `count`. */
export async function sendAll(
  connections: readonly Connection[],
  count: number,
  send: (connection: Connection, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(connections.map(async (connection) => {
    while (next < count) await send(connection, next++);
  }));
}

/** Waits until a list is as it should be. */
export async function until(
  connection: Connection,
  path: string,
  check: (list: { items: unknown[]; metadata: { remainingItemCount?: number } }) => boolean,
): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const { body } = await connection.request("GET", path);
    if (check(JSON.parse(decoder.decode(body)))) return;
    if (performance.now() > end) {
      throw new Error(`${path} is not as it should be in ${LIMIT_MS} ms`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
