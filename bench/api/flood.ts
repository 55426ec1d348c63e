/**
 * A flood, as a process of its own: `flood.ts JSON`. So many requests, so many at a time, each connection as fast
 * as it is answered. Prints how they were answered, as JSON.
 *
 * @module
 */

import { Connection } from "./connection.ts";

/** What to send. */
export interface Flood {
  readonly port: number;
  readonly ca: string;
  readonly token: string;
  readonly connections: number;
  readonly requests: number;
  readonly method: string;
  readonly path: string;
  /** A `#` in it becomes the request's number. */
  readonly body?: string;
}

/** What came of it. */
export interface Flooded {
  readonly seconds: number;
  /** How many answers of each status there were. */
  readonly statuses: Readonly<Record<string, number>>;
}

async function main({ port, ca, token, connections, requests, method, path, body }: Flood) {
  const opened = await Promise.all(
    Array.from({ length: connections }, () => Connection.open(port, ca, token)),
  );
  console.log("ready");
  // It begins when it is told to.
  await Deno.stdin.read(new Uint8Array(1));
  const statuses: Record<string, number> = {};
  let next = 0;
  const started = performance.now();
  await Promise.all(opened.map(async (connection) => {
    while (next < requests) {
      const number = next++;
      const sent = body?.replace("#", `${number}`);
      const { status } = await connection.request(method, path, sent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    connection.close();
  }));
  const flooded: Flooded = { seconds: (performance.now() - started) / 1000, statuses };
  console.log(JSON.stringify(flooded));
}

if (import.meta.main) await main(JSON.parse(Deno.args[0]!));
