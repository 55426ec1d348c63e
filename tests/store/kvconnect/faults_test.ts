import { contents, put, rejects, takeChanges } from "../../../apiserver/storage/contract/suite.ts";
import { StoreError, Unavailable, WrongDialect } from "../../../apiserver/storage/errors.ts";
import type { KvConnectOptions } from "../../../apiserver/storage/kvconnect/mod.ts";
import type { Store } from "../../../apiserver/storage/store.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { redacted } from "../../../toolkit/logger.ts";
import { openStore } from "./connect.ts";
import { hasty } from "./hasty_clock.ts";
import { type Action, type Fault, KvConnectServer } from "./server.ts";

function open(server: KvConnectServer, more: Partial<KvConnectOptions> = {}): Promise<Store> {
  return openStore(server.url, more);
}

/** The fault of the next `count` requests of a kind. */
function next(count: number, wanted: Action, fault: Fault): KvConnectServer["fault"] {
  return (action) => action === wanted && count-- > 0 ? fault : undefined;
}

for (const fault of ["refuse", "fail after", "cut", "cut after"] as const) {
  Deno.test(`commit() takes effect once when a server does "${fault}"`, async () => {
    await using server = await KvConnectServer.start();
    const store = await open(server);
    server.fault = next(1, "atomic_write", fault);
    assertEquals(await store.commit([put("/registry/a", "1", 0)]), 2);
    server.fault = next(1, "atomic_write", fault);
    const both = [put("/registry/b", "1", 0), put("/registry/a", "2", 2)];
    assertEquals(await Promise.all(both.map((op) => store.commit([op]))), [3, 4]);
    assertEquals(await contents(store), { "/registry/a": "2", "/registry/b": "1" });
    const changes = await takeChanges(store, 1, 3);
    assertEquals(changes.map(({ revision }) => revision), [2, 3, 4]);
    await store.close();
  });

  Deno.test(`reads go on when a server does "${fault}"`, async () => {
    await using server = await KvConnectServer.start();
    const store = await open(server);
    await store.commit([put("/registry/a", "1")]);
    server.fault = next(1, "snapshot_read", fault);
    assertEquals(await contents(store), { "/registry/a": "1" });
    await store.close();
  });
}

Deno.test("changes() goes on after watches ended and the server was away", async () => {
  await using server = await KvConnectServer.start();
  const [store, other] = [await open(server), await open(server)];
  const watching = takeChanges(store, 1, 4);
  await other.commit([put("/registry/a", "1")]);
  await server.endWatches();
  await other.commit([put("/registry/a", "2")]);
  let late: Promise<number> | undefined;
  await server.restart(async () => {
    late = other.commit([put("/registry/a", "3")]);
    await Promise.resolve();
  });
  assertEquals(await late, 4);
  await other.commit([put("/registry/a", "4")]);
  assertEquals((await watching).map(({ revision }) => revision), [2, 3, 4, 5]);
  await Promise.all([store.close(), other.close()]);
});

Deno.test("calls end when the server only fails, and say what is known", async () => {
  await using server = await KvConnectServer.start();
  const store = await open(server, hasty());
  await store.commit([put("/registry/a", "1")]);
  server.fault = () => "refuse";
  await rejects(Unavailable, () => store.revision());
  const error = await rejects(Unavailable, () => store.commit([put("/registry/a", "2")]));
  assertEquals(error.outcome, "unknown");
  await rejects(Unavailable, () => open(server, hasty()));
  server.fault = () => undefined;
  // The write that was given up may have been made by now, but once at most.
  await store.commit([put("/registry/b", "1")]);
  const found = await contents(store);
  assert(found["/registry/a"] === "1" || found["/registry/a"] === "2");
  assertEquals(await store.revision(), found["/registry/a"] === "1" ? 3 : 4);
  await store.close();
});

Deno.test("openKvConnectStore() says why it can't", async () => {
  await using server = await KvConnectServer.start();
  const wrong = await rejects(Unavailable, () => open(server, { accessToken: redacted("guess") }));
  assert(!wrong.message.includes("guess"), wrong.message);
  await (await open(server)).close();
  await rejects(WrongDialect, () => open(server, { dialect: "kubernetes" }));
  const options: [why: string, options: Partial<KvConnectOptions>][] = [
    ["needs an access token, in the environment variable DENO_KV_ACCESS_TOKEN", {
      accessToken: undefined,
    }],
    ["can't take the access token", { accessToken: redacted("two words") }],
    ["can't take the access token", { accessToken: redacted("") }],
    ["both a client certificate and its key", { tls: { cert: "PEM" } }],
    ["with these certificates", { tls: { cert: "PEM", key: "PEM" } }],
    ["authorities holds no certificate", { tls: { ca: "PEM" } }],
  ];
  for (const [why, wrong] of options) {
    const error = await rejects(StoreError, () => open(server, wrong));
    assert(error.message.includes(why), error.message);
  }
});

Deno.test("openKvConnectStore() needs no unstable feature, and prints nothing", async () => {
  await using server = await KvConnectServer.start();
  let failures = 4;
  server.fault = () => failures-- > 0 ? "refuse" : undefined;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--no-check",
      "--no-config",
      "--quiet",
      new URL("open_and_write.ts", import.meta.url).pathname,
      server.url,
    ],
    stdin: "null",
  }).output();
  const text = (output: Uint8Array) => new TextDecoder().decode(output);
  assertEquals([code, text(stdout), text(stderr)], [0, "undefined 2\n", ""]);
});
