/**
 * Holds a file store and writes to it: the server that `orch store` meets in its tests. Prints
 * `ready`, then each acknowledged revision, until its input ends.
 */
import { adminOf, serveStoreAdmin } from "../../apiserver/storage/admin/mod.ts";
import { openStore } from "../../apiserver/storage/mod.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { silentLogger } from "../../toolkit/logging/mod.ts";

const [path] = Deno.args as [string];
const options = {
  dialect: "orch",
  prefix: "/registry",
  clock: systemClock,
  logger: silentLogger,
} as const;
const store = await openStore([`file:${path}`], options);
const admin = adminOf({ ...options, store, name: `file:${path}` });
const server = await serveStoreAdmin(admin, await Deno.realPath(path), silentLogger);
const encoder = new TextEncoder();
Deno.stdout.writeSync(encoder.encode("ready\n"));

let stopped = false;
const input = (async () => {
  for await (const _ of Deno.stdin.readable);
  stopped = true;
})();
// Two keys in each commit: a backup that holds one without the other caught half of it.
for (let count = 0; !stopped; count++) {
  const value = encoder.encode(String(count));
  const revision = await store.commit([
    { type: "put", key: `/registry/core/pairs/a/${count % 500}`, value },
    { type: "put", key: `/registry/core/pairs/b/${count % 500}`, value },
  ]);
  Deno.stdout.writeSync(encoder.encode(`${revision}\n`));
}
await input;
await server.close();
await store.close();
