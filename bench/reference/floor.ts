/**
 * What the runtime and its store alone take for as many writes a second as an API server was sent: no server on them
 * can take less.
 *
 * @module
 */

import { Connection } from "../api/connection.ts";
import { OBJECT_BYTES } from "../api/objects.ts";
import { prepare, start } from "./servers.ts";

/** Writes until everything has been done once, and how long is looked at after that. */
const WARM_UP_WRITES = 200;
const SECONDS = 30;

/** Percent of a core that a bare server takes which commits so many rows a second, one after the other. */
export async function floorOf(writesPerSecond: number): Promise<number> {
  const folder = await Deno.makeTempDir({ prefix: "orch-bench-" });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const prepared = await prepare(folder);
  const server = stack.use(await start("bare", prepared, "floor", ""));
  const connection = await Connection.open(server.port, prepared.ca, prepared.identity);
  stack.defer(() => connection.close());
  const body = new Uint8Array(OBJECT_BYTES).fill(0x78);
  const write = () => connection.request("PUT", "/", body);
  for (let count = 0; count < WARM_UP_WRITES; count++) await write();
  const before = await server.processorMs();
  const began = performance.now();
  const writes = Math.round(writesPerSecond * SECONDS);
  for (let count = 0; count < writes; count++) {
    const due = began + count * 1000 / writesPerSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    await write();
  }
  const ms = await server.processorMs() - before;
  return ms / (performance.now() - began) * 100;
}
