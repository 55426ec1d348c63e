/** The config map with the date since which tokens are tracked. */
import { TEST_BOOTSTRAP } from "../../testing/bootstrap_settings.ts";
import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import { passTimeUntil } from "../../testing/time.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { type Dialect, DIALECTS, NAMES } from "../../toolkit/names.ts";
import { MemoryStore } from "../storage/mod.ts";
import { CREATION_INTERVAL_MS } from "./token_tracking.ts";

function mapsOf(dialect: Dialect): string {
  return `/api/v1/namespaces/${NAMES[dialect].namespaceSystem}/configmaps`;
}

/** Each state of the config map from the first on: its data, or "gone". */
async function watchMap({ client }: TestServer, dialect: Dialect = "kubernetes") {
  const { configMapTokenTracking: name } = NAMES[dialect];
  const watch = await client.watch(
    `${mapsOf(dialect)}?watch=1&fieldSelector=metadata.name=${name}`,
  );
  return {
    path: `${mapsOf(dialect)}/${name}`,
    next: async () => {
      const event = await watch.next();
      return event?.type === "DELETED" ? "gone" : event?.object.data;
    },
  };
}

for (const dialect of DIALECTS) {
  Deno.test(`a server of ${dialect} says since when it tracks tokens`, async () => {
    const clock = new FakeClock(Date.UTC(2026, 1, 28, 23, 59));
    const bootstrap = TEST_BOOTSTRAP;
    await using server = await startTestServer({ dialect, clock, bootstrap, withNamespace: false });
    await server.server.ready;
    const map = await watchMap(server, dialect);
    assertEquals(await map.next(), { since: "2026-02-28" });
  });
}

Deno.test("a date that is none is today's, and all others stay", async () => {
  const clock = new FakeClock(Date.UTC(2026, 0, 5));
  const options = { clock, bootstrap: TEST_BOOTSTRAP, withNamespace: false };
  await using server = await startTestServer(options);
  const { client } = server;
  await server.server.ready;
  const map = await watchMap(server);
  await map.next();
  const broken = ["", "yesterday", "2026-1-5", "2026-02-30", "2026-13-01", "2026-01-05T00:00:00Z"];
  for (const since of broken) {
    const data = { since, mine: since };
    assertEquals((await client.patch(map.path, "merge", { data })).status, 200);
    assertEquals(await map.next(), data);
    assertEquals(await map.next(), { since: "2026-01-05", mine: since });
  }
  await client.patch(map.path, "json", [{ op: "remove", path: "/data" }]);
  assertEquals([await map.next(), await map.next()], [undefined, { since: "2026-01-05" }]);
  for (const since of ["2020-02-29", "0001-01-01"]) {
    await client.patch(map.path, "merge", { data: { since } });
    assertEquals(await map.next(), { since });
  }
  await client.patch(map.path, "merge", { data: { since: "end" } });
  assertEquals([await map.next(), await map.next()], [{ since: "end" }, { since: "2026-01-05" }]);
});

Deno.test("a config map that goes is made again, at most so often", async () => {
  const clock = new FakeClock(Date.UTC(2026, 0, 5));
  const options = { clock, bootstrap: TEST_BOOTSTRAP, withNamespace: false };
  await using server = await startTestServer(options);
  const { client } = server;
  await server.server.ready;
  const map = await watchMap(server);
  await map.next();
  const began = clock.monotonic();
  await client.delete(map.path);
  assertEquals(await map.next(), "gone");
  assertEquals(await passTimeUntil(clock, map.next(), 10_000), { since: "2026-01-05" });
  assert(clock.monotonic() - began >= CREATION_INTERVAL_MS);
  // Long after the last, it comes at once.
  await clock.advance(CREATION_INTERVAL_MS);
  const later = await watchMap(server);
  await later.next();
  await client.delete(map.path);
  assertEquals([await later.next(), await later.next()], ["gone", { since: "2026-01-05" }]);
});

Deno.test("a date that was there before the server stays", async () => {
  const store = new MemoryStore();
  const clock = new FakeClock(Date.UTC(2026, 0, 5));
  const options = { clock, bootstrap: TEST_BOOTSTRAP, withNamespace: false, store };
  {
    await using server = await startTestServer({ ...options, keepStore: true });
    await server.server.ready;
    await (await watchMap(server)).next();
  }
  await clock.advance(3 * 24 * 3600_000);
  await using server = await startTestServer(options);
  await server.server.ready;
  const map = await watchMap(server);
  assertEquals(await map.next(), { since: "2026-01-05" });
  assertEquals((await server.client.get("/readyz")).status, 200);
});
