import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "../../toolkit/deps/assert.ts";
import { makeAuthority, makeCertificate } from "../../toolkit/certificates/mod.ts";
import { redacted, silentLogger } from "../../toolkit/logger.ts";
import { contents, put, rejects } from "./contract/suite.ts";
import { Closed, Compacted, Locked } from "./errors.ts";
import { checkServers, openStore } from "./open.ts";
import type { StoreOptions, StoreTls } from "./options.ts";
import { openStoreSet, parseOverrides } from "./overrides.ts";

function options(more: Partial<StoreOptions> = {}): StoreOptions {
  return {
    dialect: "orch",
    prefix: "/registry",
    clock: new FakeClock(),
    logger: silentLogger,
    ...more,
  };
}

Deno.test("openStore() opens what the scheme says", async () => {
  const folder = await Deno.makeTempDir();
  const cases = ["memory:", `file:${folder}/a.kv`, `file://${folder}/b%20c.kv`];
  for (const server of cases) {
    const store = await openStore([server], options());
    assertEquals(await store.commit([put("/registry/a", server)]), 2);
    assertEquals(await contents(store), { "/registry/a": server });
    await store.close();
    await rejects(Closed, () => store.revision());
  }
  assert(Deno.statSync(`${folder}/b c.kv`).isFile);
  await Deno.remove(folder, { recursive: true });
});

Deno.test("checkServers() says what is wrong", () => {
  const cases: [string[], RegExp][] = [
    [[], /no store server is named/],
    [["/var/lib/x"], /"\/var\/lib\/x" has no scheme/],
    [["localhost:2379"], /"localhost:2379" has no scheme/],
    [
      ["ftp://x"],
      /"ftp:\/\/x" has an unknown scheme: a store is named as file:PATH, memory:, http/,
    ],
    [["constructor:x"], /has an unknown scheme/],
    [["ftp://user:secret@x"], /"ftp:\/\/x" has an unknown scheme/],
    [["file:/a", "memory:"], /"file:\/a" and "memory:" have different schemes/],
    [["file:/a", "file:/b"], /takes one server, not 2/],
    [["file:"], /names no file/],
    [["file:///a/"], /names no file/],
    [["file://host/a"], /another machine/],
    [["file:/a%"], /invalid percent-encoding/],
    [["http://a", "http://b"], /takes one server, not 2/],
    [["https://"], /"https:\/\/" is not a URL/],
    [["https://me:secret@a"], /"https:\/\/a" must not contain a user/],
    [["etcd:host"], /"etcd:host" must begin with etcd:\/\//],
    [["etcd://"], /"etcd:\/\/" has no valid host and port/],
    [["etcd://a:b"], /has no valid host and port/],
    [["etcd://a:2379/b"], /must end after its port/],
    [["etcds://root:secret@a:2379"], /"etcds:\/\/a:2379" must not contain a user/],
    [["etcd://a", "etcds://b"], /"etcd:\/\/a" and "etcds:\/\/b" have different schemes/],
  ];
  for (const [servers, pattern] of cases) assertThrows(() => checkServers(servers), pattern);
});

Deno.test("openStore() refuses certificates that can't be used before it asks anybody", async () => {
  const now = new Date("2026-01-01T00:00:00Z");
  const authority = await makeAuthority("ca", now);
  const one = await makeCertificate({ commonName: "one", now }, authority);
  const other = await makeCertificate({ commonName: "other", now }, authority);
  const cases: [tls: StoreTls, words: RegExp][] = [
    [{ cert: one.certificate }, /needs both a client certificate and its key, or neither/],
    [{ key: one.key }, /needs both a client certificate and its key, or neither/],
    [{ ca: "nothing" }, /can't be reached with these certificates: the file of authorities/],
    [{ cert: "nothing", key: one.key }, /can't be reached with these certificates/],
    [{ cert: one.certificate, key: other.key }, /can't be reached with these certificates/],
  ];
  for (const server of ["etcds://127.0.0.1:1", "https://127.0.0.1:1"]) {
    for (const [tls, words] of cases) {
      // No time passes by this clock: who tries again would do so for ever.
      const opened = openStore([server], options({ tls, accessToken: redacted("secret") }));
      await assertRejects(() => opened, words);
    }
  }
});

Deno.test("openStore() compacts at the interval", async () => {
  const clock = new FakeClock();
  const store = await openStore(["memory:"], options({ clock, compactionIntervalMs: 1000 }));
  await store.commit([put("/registry/a", "1")]);
  await clock.advance(1000);
  await store.commit([put("/registry/a", "2")]);
  await clock.advance(999);
  assertEquals((await store.status()).compacted, 1, "what was past at the turn before");
  await clock.advance(1);
  assertEquals((await store.status()).compacted, 2);
  await clock.advance(1000);
  assertEquals((await store.status()).compacted, 3);
  await rejects(Compacted, () => store.get("/registry/a", { at: 2 }));
  await store.close();
  assertEquals(clock.pending, 0);
});

Deno.test("openStore() with interval 0 never compacts", async () => {
  const clock = new FakeClock();
  const store = await openStore(["memory:"], options({ clock, compactionIntervalMs: 0 }));
  await store.commit([put("/registry/a", "1")]);
  await clock.advance(10_000_000);
  assertEquals((await store.status()).compacted, 0);
  await store.close();
});

Deno.test("parseOverrides() reads group, resource and servers", () => {
  assertEquals(
    parseOverrides([
      "/events#memory:",
      "core/pods#file:/a",
      "apps/deployments#memory:",
      "x.example.com/things#file:/b",
    ]),
    [
      { group: "", resource: "events", servers: ["memory:"] },
      { group: "", resource: "pods", servers: ["file:/a"] },
      { group: "apps", resource: "deployments", servers: ["memory:"] },
      { group: "x.example.com", resource: "things", servers: ["file:/b"] },
    ],
  );
});

Deno.test("parseOverrides() means etcd under the flag's name in the other dialect", () => {
  assertEquals(
    parseOverrides(
      ["/events#http://a:1;http://b:2", "/pods#https://c"],
      "--etcd-servers-overrides",
    ),
    [
      { group: "", resource: "events", servers: ["etcd://a:1", "etcd://b:2"] },
      { group: "", resource: "pods", servers: ["etcds://c"] },
    ],
  );
  assertEquals(
    parseOverrides(["/events#https://a"], "--store-servers-overrides")[0]?.servers,
    ["https://a"],
  );
  assertThrows(
    () => parseOverrides(["/events#memory:"], "--etcd_servers_overrides"),
    /--etcd_servers_overrides: .*"memory:" must begin with http/,
  );
  assertThrows(() => parseOverrides(["/events"]), /--store-servers-overrides: /);
});

Deno.test("parseOverrides() says what is wrong", () => {
  const cases: [string[], RegExp][] = [
    [["/events"], /"\/events" must have one #/],
    [["/events#memory:#memory:"], /must have one #/],
    [["events#memory:"], /one group and one resource/],
    [["a/b/c#memory:"], /one group and one resource/],
    [["/#memory:"], /names no resource/],
    [["/Pods#memory:"], /names no resource/],
    [["Apps/pods#memory:"], /names no group/],
    [["/events#"], /has an empty server/],
    [["/events#memory:;"], /has an empty server/],
    [["/events#nothing:x"], /has an unknown scheme/],
    [["/events#memory:;file:/a"], /different schemes/],
    [["/events#memory:", "core/events#file:/a"], /names a resource that another override has/],
  ];
  for (const [values, pattern] of cases) assertThrows(() => parseOverrides(values), pattern);
});

Deno.test("openStoreSet() opens each list of servers once", async () => {
  const folder = await Deno.makeTempDir();
  const overrides = parseOverrides([
    `/events#file:${folder}/events.kv`,
    `events.example.com/events#file:${folder}/events.kv`,
    "/pods#memory:",
  ]);
  const set = await openStoreSet(["memory:"], overrides, options());
  assertEquals(set.stores.length, 2);
  assert(set.storeFor("", "pods") === set.storeFor("", "configmaps"));
  assert(set.storeFor("", "events") === set.storeFor("events.example.com", "events"));
  assert(set.storeFor("", "events") !== set.storeFor("", "pods"));
  assertEquals((await set.storeFor("", "events").status()).backend, "file");
  await set.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("openStoreSet() leaves nothing open when one store fails to open", async () => {
  const folder = await Deno.makeTempDir();
  const servers = [`file:${folder}/store.kv`];
  const again = parseOverrides([`/events#file:${folder}/./store.kv`]);
  await rejects(Locked, () => openStoreSet(servers, again, options()));
  await (await openStoreSet(servers, [], options())).close();
  await Deno.remove(folder, { recursive: true });
});
