/** What our client does with good and bad answers. */
import { setImmediate } from "node:timers/promises";
import { KvConnectError } from "../../../apiserver/storage/kvconnect/error.ts";
import type { RemoteKv } from "../../../apiserver/storage/kvconnect/remote_kv.ts";
import { FakeClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { connect } from "./connect.ts";
import { hasty } from "./hasty_clock.ts";
import { encodeSnapshotReadOutput, encodeStatus, type Entry } from "./messages.ts";
import { type Action, KvConnectServer, type MetadataDocument, protobuf } from "./server.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** The error that a call fails with. No error shows a token. */
async function failure(call: Promise<unknown>): Promise<KvConnectError> {
  const error = await call.then(() => undefined, (error) => error);
  assert(error instanceof KvConnectError, `no KvConnectError: ${error}`);
  assert(!/-for-tests-only/.test(error.message), error.message);
  return error;
}

/** Faults of the first requests of a kind. */
function first(wanted: Action, ...faults: (() => Response)[]): KvConnectServer["fault"] {
  return (action) => action === wanted ? faults.shift()?.() : undefined;
}

for (const version of [1, 2, 3]) {
  Deno.test(`version ${version} of the protocol is spoken`, async () => {
    await using server = await KvConnectServer.start({ version });
    using kv = connect(server.url);
    const watching = kv.watch([["a"], ["b"]]).getReader();
    assertEquals((await watching.read() as { value: unknown }).value, [
      { key: ["a"], value: null, versionstamp: null },
      { key: ["b"], value: null, versionstamp: null },
    ]);
    const { versionstamp } = await kv.set(["a"], bytes("1"));
    assertEquals((await watching.read() as { value: unknown }).value, [
      { key: ["a"], value: bytes("1"), versionstamp },
      { key: ["b"], value: null, versionstamp: null },
    ]);
    await watching.cancel();
    const found = await kv.get(["a"]);
    assertEquals(found, { key: ["a"], value: bytes("1"), versionstamp });
    assertEquals((found.value as Uint8Array).buffer.byteLength, 1, "it holds on to no answer");
    const check = { key: ["a"], versionstamp: null };
    assertEquals(await kv.atomic().check(check).delete(["a"]).commit(), { ok: false });
    await kv.delete(["a"]);
    assertEquals(await Array.fromAsync(kv.list({ prefix: [] })), []);
  });
}

Deno.test("metadata is asked for once, and again before it expires, at no call's expense", async () => {
  await using server = await KvConnectServer.start();
  const clock = new FakeClock();
  const lives = (ms: number) => (document: MetadataDocument) => ({
    ...document,
    expiresAt: new Date(clock.now() + ms).toISOString(),
  });
  server.metadata = lives(600_000);
  using kv = connect(server.url, { clock });
  await Promise.all([kv.get(["a"]), kv.get(["b"]), kv.get(["c"])]);
  await clock.advance(539_000);
  await kv.get(["a"]);
  assertEquals(server.requests.metadata, 1);
  // In the last minute the old one serves until the new one is there, and when there is none.
  const idle = async () => {
    while (clock.pending > 0) await setImmediate();
  };
  server.fault = (action) => action === "metadata" ? "refuse" : undefined;
  await clock.advance(2000);
  await kv.get(["a"]);
  await idle();
  await kv.get(["a"]);
  assertEquals(server.requests.metadata, 2);
  server.fault = () => undefined;
  await clock.advance(5000);
  await kv.get(["a"]);
  await idle();
  await clock.advance(500_000);
  await kv.get(["a"]);
  assertEquals(server.requests.metadata, 3);
  // Expired, it is not used any more.
  await clock.advance(600_001);
  server.fault = (action) =>
    action === "metadata" ? new Response("no", { status: 418 }) : undefined;
  const error = await failure(kv.get(["a"]));
  assert(error.message.includes("418: no"), error.message);
});

Deno.test("a data token that is not taken any more is replaced, once a call", async () => {
  await using server = await KvConnectServer.start();
  using kv = connect(server.url);
  await kv.set(["a"], bytes("1"));
  server.dataToken = "b-data-token-for-tests-only";
  await Promise.all([kv.get(["a"]), kv.get(["b"])]);
  server.dataToken = "c-data-token-for-tests-only";
  // A write that was refused for its token did nothing: it may be sent again.
  const { atomic_write } = server.requests;
  await kv.set(["a"], bytes("2"));
  assertEquals(server.requests.atomic_write, atomic_write + 2);
  const { metadata } = server.requests;
  for (const status of [401, 403]) {
    server.fault = (action) =>
      action === "metadata" ? undefined : new Response("go away", { status });
    const { message } = await failure(kv.get(["a"]));
    assert(message.includes(`${status}: go away`), message);
    server.fault = () => undefined;
  }
  // The second call had to ask before it began, too.
  assertEquals(server.requests.metadata, metadata + 3);
});

Deno.test("an access token that is not taken is an error at once, and not shown", async () => {
  await using server = await KvConnectServer.start();
  using kv = connect(server.url, { token: "guess-for-tests-only" });
  // The server's answer has it.
  const { message, again } = await failure(kv.get(["a"]));
  assert(message.includes("the access token was refused"), message);
  assert(message.includes("wrong token: Bearer [token]"), message);
  assertEquals([again, server.requests.metadata], ["not at all", 1]);
});

const CHANGED_METADATA: [why: string, change: (document: MetadataDocument) => unknown][] = [
  ["not an object", () => null],
  ["not an object", () => 7],
  ["the version is 4", (document) => ({ ...document, version: 4 })],
  ['the version is "3"', (document) => ({ ...document, version: "3" })],
  ["not a UUID", (document) => ({ ...document, databaseId: "x\r\ny: z" })],
  ["not a UUID", ({ databaseId: _, ...document }) => document],
  ["the token can't be sent", (document) => ({ ...document, token: "a\r\nb: c" })],
  ["the token can't be sent", (document) => ({ ...document, token: "" })],
  ["not a time", (document) => ({ ...document, expiresAt: "soon" })],
  ["not a time", (document) => ({ ...document, expiresAt: 4102444800 })],
  ["expired at 2020-01-01", (document) => ({ ...document, expiresAt: "2020-01-01T00:00:00Z" })],
  ["not a list", (document) => ({ ...document, endpoints: {} })],
  ["not a list", (document) => ({ ...document, endpoints: Array(200).fill({}) })],
  ["no endpoint is strongly consistent", (document) => ({ ...document, endpoints: [] })],
  ["no endpoint is strongly consistent", endpoint({ url: "/x", consistency: "eventual" })],
  ["a consistency is absent", endpoint(null)],
  ['a consistency is "weak"', endpoint({ url: "/x", consistency: "weak" })],
  ["is not a string", endpoint({ url: 1, consistency: "strong" })],
  ["is not a URL", endpoint({ url: "http://[", consistency: "strong" })],
  ["is not HTTP", endpoint({ url: "file:///etc/passwd", consistency: "strong" })],
  ["has more than", endpoint({ url: "http://a:b@127.0.0.1/", consistency: "strong" })],
  ["has more than", endpoint({ url: "/x?y", consistency: "strong" })],
];

function endpoint(endpoint: unknown) {
  return (document: MetadataDocument) => ({ ...document, endpoints: [endpoint] });
}

Deno.test("metadata that makes no sense is an error at once, which says why", async () => {
  await using server = await KvConnectServer.start();
  for (const [why, change] of CHANGED_METADATA) {
    server.metadata = change;
    using kv = connect(server.url);
    const { message, again } = await failure(kv.get(["a"]));
    assert(message.includes(why), `${why}: ${message}`);
    assertEquals(again, "not at all");
  }
  assertEquals(server.requests.snapshot_read, 0);
  const answers: [why: string, answer: () => Response][] = [
    ["no JSON", () => new Response("<html>")],
    ["more than 65536 bytes", () => new Response("x".repeat(100_000))],
    ["418", () => new Response("x".repeat(100_000), { status: 418 })],
  ];
  for (const [why, answer] of answers) {
    server.fault = first("metadata", answer);
    using kv = connect(server.url);
    const { message } = await failure(kv.get(["a"]));
    assert(message.includes(why) && message.length < 500, message);
  }
});

Deno.test("version 1 of the protocol has no relative endpoints", async () => {
  await using server = await KvConnectServer.start({ version: 1 });
  server.metadata = endpoint({ url: "/data", consistency: "strong" });
  using kv = connect(server.url);
  const { message } = await failure(kv.get(["a"]));
  assert(message.includes("is not a URL"), message);
});

Deno.test("endpoints may be elsewhere, and those with old data are not used", async () => {
  await using server = await KvConnectServer.start();
  await using other = await KvConnectServer.start();
  const endpoints = [
    { url: "/eventual", consistency: "eventual" },
    { url: `${other.url}/somewhere/`, consistency: "strong" },
  ];
  server.metadata = (document) => ({ ...document, endpoints });
  using kv = connect(`${server.url}/database/`);
  await kv.set(["a"], bytes("1"));
  assertEquals([server.requests.atomic_write, other.requests.atomic_write], [0, 1]);
});

Deno.test("the next endpoint is tried when one can't be reached", async () => {
  await using server = await KvConnectServer.start();
  const gone = await KvConnectServer.start();
  const { url } = gone;
  await gone[Symbol.asyncDispose]();
  const endpoints = [url, `${server.url}/data`].map((url) => ({ url, consistency: "strong" }));
  server.metadata = (document) => ({ ...document, endpoints });
  using kv = connect(server.url);
  assertEquals((await kv.get(["a"])).value, null);
});

Deno.test("redirects are followed on one server, and to no other", async () => {
  await using server = await KvConnectServer.start();
  await using other = await KvConnectServer.start();
  const redirect = (location: string) => () =>
    new Response(null, { status: 307, headers: { location } });
  server.fault = first("metadata", redirect("/elsewhere/metadata"));
  using kv = connect(server.url);
  await kv.get(["a"]);
  const refused: [why: string, location: string][] = [
    ["is another server", other.url],
    ["is another server", "https://127.0.0.1:1/"],
    ["is not a URL", "http://["],
    ["after 5 other redirects", "/metadata"],
  ];
  for (const [why, location] of refused) {
    server.fault = (action) => action === "metadata" ? redirect(location)() : undefined;
    using kv = connect(server.url);
    const { metadata } = server.requests;
    const { message } = await failure(kv.get(["a"]));
    assert(message.includes(why), message);
    assert(server.requests.metadata <= metadata + 6);
  }
  server.fault = (action) => action === "metadata" ? undefined : redirect(other.url)();
  using data = connect(server.url);
  assert((await failure(data.get(["a"]))).message.includes("307"));
  assertEquals(other.requests, { metadata: 0, snapshot_read: 0, atomic_write: 0, watch: 0 });
});

const entry = (key: number[], versionstamp = 10): Entry => ({
  key: Uint8Array.from(key),
  value: bytes("1"),
  encoding: 3,
  versionstamp: new Uint8Array(versionstamp),
});
const A = [0x02, 0x61, 0x00];

/** A short answer that becomes a long one. */
function packed(): Response {
  const zeros = new Blob([new Uint8Array(1_000_000)]).stream();
  return new Response(zeros.pipeThrough(new CompressionStream("gzip")), {
    headers: { "content-encoding": "gzip" },
  });
}

const BAD_READS: [why: string, answer: () => Response][] = [
  ["can't be read", () => new Response("garbage")],
  ["can't be read", () => protobuf(encodeSnapshotReadOutput([[entry(A, 9)]], 3).slice(0, -1))],
  ["a versionstamp of 9 bytes", () => protobuf(encodeSnapshotReadOutput([[entry(A, 9)]], 3))],
  ["status 0", () => protobuf(new Uint8Array(0))],
  ["status 9", () => protobuf(encodeStatus(8, 9))],
  ["something other", () => protobuf(encodeSnapshotReadOutput([], 3))],
  ["something other", () => protobuf(encodeSnapshotReadOutput([[], []], 3))],
  ["something other", () => protobuf(encodeSnapshotReadOutput([[entry([0x02, 0x62, 0])]], 3))],
  ["something other", () => protobuf(encodeSnapshotReadOutput([[entry(A), entry(A)]], 3))],
  ["encoding 9", () => protobuf(encodeSnapshotReadOutput([[{ ...entry(A), encoding: 9 }]], 3))],
  ["more than", () => new Response(new Uint8Array(100_000))],
  ["nobody asked for", packed],
  ["HTTP status 400: no", () => new Response("no", { status: 400 })],
  ["HTTP status 204", () => new Response(null, { status: 204 })],
];

Deno.test("answers to a read that make no sense are errors, and not asked for again", async () => {
  await using server = await KvConnectServer.start();
  using kv = connect(server.url);
  for (const [why, answer] of BAD_READS) {
    const { snapshot_read } = server.requests;
    server.fault = first("snapshot_read", answer);
    const { message } = await failure(kv.get(["a"]));
    assert(message.includes(why), `${why}: ${message}`);
    assertEquals(server.requests.snapshot_read, snapshot_read + 1);
  }
  // Of a list, more than asked for or not in order would have it read for ever.
  const pages = [["a", "b", "c"], ["b", "a"], ["a", "a"]];
  for (const page of pages) {
    const answer = encodeSnapshotReadOutput(
      [page.map((key) => entry([2, key.charCodeAt(0), 0]))],
      3,
    );
    server.fault = first("snapshot_read", () => protobuf(answer));
    const listing = Array.fromAsync(kv.list({ start: [], end: ["z"] }, { batchSize: 2 }));
    const { message } = await failure(listing);
    assert(message.includes("something other"), message);
  }
  server.fault = first(
    "snapshot_read",
    () => protobuf(encodeSnapshotReadOutput([[entry([0x01])]], 3)),
  );
  const { message } = await failure(Array.fromAsync(kv.list({ start: [], end: ["z"] })));
  assert(message.includes("a key that can't be read"), message);
});

Deno.test("a read is asked for again where the server can't answer now", async () => {
  await using server = await KvConnectServer.start();
  using kv = connect(server.url);
  await kv.set(["a"], bytes("1"));
  server.fault = first(
    "snapshot_read",
    () => new Response("busy", { status: 503 }),
    () => new Response("busy", { status: 429 }),
    () => protobuf(encodeStatus(8, 2)),
    // Not strongly consistent.
    () => protobuf(encodeStatus(8, 1)),
  );
  const { metadata } = server.requests;
  assertEquals((await kv.get(["a"])).value, bytes("1"));
  assertEquals(server.requests.metadata, metadata + 2, "who serves it may have changed");
});

Deno.test("a write is sent again only where the server says that it did nothing", async () => {
  await using server = await KvConnectServer.start();
  using kv = connect(server.url);
  server.fault = first("atomic_write", () => protobuf(encodeStatus(1, 5)));
  await kv.set(["a"], bytes("1"));
  assertEquals(server.requests.atomic_write, 2);
  const faults: KvConnectServer["fault"][] = [
    () => "refuse",
    () => "fail after",
    () => "cut",
    () => "cut after",
    () => new Response("garbage"),
    () => new Response(new Uint8Array(100_000)),
    () => new Response("busy", { status: 429 }),
    () => protobuf(new Uint8Array(0)),
    () => protobuf(encodeStatus(1, 1)),
    () => protobuf(encodeStatus(1, 9)),
  ];
  for (const [index, fault] of faults.entries()) {
    const { atomic_write } = server.requests;
    server.fault = (action) => action === "atomic_write" ? fault(action) : undefined;
    await failure(kv.set(["a"], bytes("2")));
    assertEquals(server.requests.atomic_write, atomic_write + 1, `fault ${index}`);
  }
});

Deno.test("nothing is asked for again for ever", async () => {
  const gone = await KvConnectServer.start();
  const { url } = gone;
  await gone[Symbol.asyncDispose]();
  using away = connect(url, hasty());
  for (const call of [() => away.get(["a"]), () => away.set(["a"], bytes("1"))]) {
    assert((await failure(call())).message.includes("within 14999 ms"));
  }
  await using server = await KvConnectServer.start();
  using kv = connect(server.url, hasty());
  server.fault = (action) => action === "metadata" ? undefined : "cut";
  assert((await failure(kv.get(["a"]))).message.includes("within 14999 ms"));
});

Deno.test("a server that hangs is waited for as long as a call may take", async () => {
  for (const hanging of ["metadata", "snapshot_read"] as const) {
    await using server = await KvConnectServer.start();
    const clock = new FakeClock();
    using kv = connect(server.url, { clock });
    server.fault = (action) => action === hanging ? "hang" : undefined;
    let settled = false;
    const { message } = await failure(Promise.race([
      kv.get(["a"]).finally(() => settled = true),
      passTime(clock, () => settled),
    ]));
    assert(message.includes("within 15000 ms"), message);
    assert(clock.monotonic() > 13_000 && clock.monotonic() <= 15_000, `${clock.monotonic()} ms`);
  }
  await using server = await KvConnectServer.start();
  const clock = new FakeClock();
  using kv = connect(server.url, { clock });
  const arrived = Promise.withResolvers<void>();
  server.fault = (action) => action === "atomic_write" ? (arrived.resolve(), "hang") : undefined;
  const writing = failure(kv.set(["a"], bytes("1")));
  await arrived.promise;
  await clock.advance(15_000);
  assert((await writing).message.includes("did not answer within 15000 ms"));
  assertEquals(server.requests.atomic_write, 1);
});

/** Moves time on until something has happened, a step a turn of the event loop. */
async function passTime(clock: FakeClock, happened: () => boolean): Promise<never> {
  while (!happened()) {
    await clock.advance(50);
    await setImmediate();
  }
  return await new Promise(() => {});
}

Deno.test("close() ends all calls", async () => {
  await using server = await KvConnectServer.start();
  const arrived = Promise.withResolvers<void>();
  let count = 0;
  server.fault = (action) => {
    if (action === "metadata") return undefined;
    if (++count === 3) arrived.resolve();
    return "hang";
  };
  const kv: RemoteKv = connect(server.url);
  const watching = kv.watch([["a"]]).getReader();
  const calls = [kv.get(["a"]), kv.set(["a"], bytes("1")), watching.read()].map(failure);
  await arrived.promise;
  kv.close();
  for (const { message } of await Promise.all(calls)) {
    assertEquals(message, "the database was closed");
  }
  assertEquals((await failure(kv.get(["a"]))).message, "the database was closed");
});

Deno.test("requests that are more than the protocol has are refused", async () => {
  using kv = connect("http://127.0.0.1:1");
  const keys = Array.from({ length: 11 }, (_, index) => [index]);
  for (
    const [call, name] of [
      [() => kv.getMany(keys), "RangeError"],
      [() => kv.get(["x".repeat(2048)]), "RangeError"],
      [() => Array.fromAsync(kv.list({ prefix: [] }, { reverse: true })), "TypeError"],
      [() => Array.fromAsync(kv.list({ prefix: [] }, { cursor: "x" })), "TypeError"],
    ] as const
  ) {
    assertEquals((await call().then(() => undefined, (error) => error))?.name, name);
  }
});
