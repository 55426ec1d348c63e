/** Watches: what they tell, in which form, and how they end. */
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { decodeEnveloped, type FindType } from "../../toolkit/codec/mod.ts";
import type { AnyObject } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { passTimeUntil } from "../../testing/time.ts";
import { shortly } from "../../testing/api_watch.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { WebSocketClient } from "../../toolkit/deps/ws.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const PODS = "/api/v1/namespaces/default/pods";
const META = "g=meta.k8s.io;v=v1";

const findType: FindType = (group, version, kind) =>
  schemaOf("kubernetes").kind(group, version, kind);

Deno.test("a selector's objects come into sight and go out of it", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(MAPS, { metadata: { name: "a", labels: { app: "x" } } });
  const watch = await client.watch(`${MAPS}?watch=1&labelSelector=app%3Dx`);
  const label = (name: string, labels: object) =>
    client.patch(`${MAPS}/${name}`, "merge", { metadata: { labels } });
  await client.post(MAPS, { metadata: { name: "b" } });
  await label("b", { app: "x" });
  await label("b", { more: "1" });
  await label("b", { app: "y" });
  const { json: out } = await label("a", { app: null, last: "1" });
  await label("a", { app: "x" });
  await client.delete(`${MAPS}/b`);
  await client.delete(`${MAPS}/a`);
  const events = await watch.take(7, (event) => event);
  assertEquals(events.map(shortly), [
    "ADDED a",
    "ADDED b",
    "MODIFIED b",
    "DELETED b",
    "DELETED a",
    "ADDED a",
    "DELETED a",
  ]);
  // It is shown as it was when it could last be seen, at the version at which it went.
  const { labels, resourceVersion } = events[4]!.object.metadata;
  assertEquals([labels, resourceVersion], [{ app: "x" }, out.metadata.resourceVersion]);
});

Deno.test("a selected field's objects come and go, with an index and without", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const spec = { containers: [{ name: "c", image: "i" }] };
  const byNode = await client.watch(`${PODS}?watch=1&fieldSelector=spec.nodeName%3Dn1`);
  const byPhase = await client.watch(`${PODS}?watch=1&fieldSelector=status.phase!%3DRunning`);
  const nowhere = await client.watch(`${PODS}?watch=1&fieldSelector=spec.nodeName%3D`);
  await client.post(PODS, { metadata: { name: "a" }, spec: { ...spec, nodeName: "n1" } });
  await client.post(PODS, { metadata: { name: "b" }, spec });
  await client.patch(`${PODS}/b/status`, "merge", { status: { phase: "Running" } });
  // At once: a pod that has a node is given time otherwise.
  await client.delete(`${PODS}/a?gracePeriodSeconds=0`);
  await client.post(PODS, { metadata: { name: "end" }, spec: { ...spec, nodeName: "n1" } });
  assertEquals(await nowhere.take(2), ["ADDED b", "MODIFIED b"]);
  assertEquals(await byNode.take(3), ["ADDED a", "DELETED a", "ADDED end"]);
  assertEquals(await byPhase.take(5), [
    "ADDED a",
    "ADDED b",
    "DELETED b",
    "DELETED a",
    "ADDED end",
  ]);
});

Deno.test("one object is watched by its name, and by the old paths", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(MAPS, { metadata: { name: "a" } });
  await client.post(MAPS, { metadata: { name: "ab" } });
  await client.post("/api/v1/namespaces", { metadata: { name: "other" } });
  await client.post("/api/v1/namespaces/other/configmaps", { metadata: { name: "a" } });
  const old = "/api/v1/watch";
  const cases: [path: string, before: string[], after: string[]][] = [
    [`${MAPS}?watch=1&fieldSelector=metadata.name%3Da`, ["ADDED a"], ["MODIFIED a"]],
    [`${old}/namespaces/default/configmaps/a`, ["ADDED a"], ["MODIFIED a"]],
    [`${old}/namespaces/default/configmaps`, ["ADDED a", "ADDED ab"], [
      "MODIFIED ab",
      "MODIFIED a",
    ]],
    [`${old}/configmaps`, ["ADDED a", "ADDED ab", "ADDED a"], ["MODIFIED ab", "MODIFIED a"]],
    ["/api/v1/configmaps?watch=true&fieldSelector=metadata.name%3Da", ["ADDED a", "ADDED a"], [
      "MODIFIED a",
    ]],
    [
      "/api/v1/configmaps?watch&fieldSelector=metadata.namespace%3Dother",
      ["ADDED a"],
      [],
    ],
    [`${old}/namespaces/other`, ["ADDED other"], []],
    [`${old}/namespaces`, ["ADDED default", "ADDED other"], []],
  ];
  const watches = [];
  for (const [path, before] of cases) {
    const watch = await client.watch(path);
    assertEquals(await watch.take(before.length), before, path);
    watches.push(watch);
  }
  await client.patch(`${MAPS}/ab`, "merge", { data: { x: "1" } });
  await client.patch(`${MAPS}/a`, "merge", { data: { x: "1" } });
  for (const [index, [path, , after]] of cases.entries()) {
    assertEquals(await watches[index]!.take(after.length), after, path);
  }
  for (
    const [query, status] of [
      ["?fieldSelector=metadata.name%3Db", 400],
      ["?fieldSelector=metadata.namespace%3Ddefault", 400],
    ] as [string, number][]
  ) {
    const refused = await client.get(`${old}/namespaces/default/configmaps/a${query}`);
    assertEquals(refused.status, status, query);
  }
  for (const path of [`${MAPS}/a?watch=1`, `${MAPS}?watch=0`, `${MAPS}?watchful=1`]) {
    assertEquals((await client.get(path)).json.apiVersion, "v1", `${path} is no watch`);
  }
});

Deno.test("a watch lasts as long as it asks to, or as the server likes", async () => {
  const clock = new FakeClock();
  await using server = await startTestServer({ clock, minWatchMs: 10_000, random: () => 0.5 });
  const { client } = server;
  await client.post(MAPS, { metadata: { name: "a" } });
  const short = await client.watch(`${MAPS}?watch=1&timeoutSeconds=3`);
  const standard = await client.watch(`${MAPS}?watch=1&timeoutSeconds=0`);
  const marked = await client.watch(`${MAPS}?watch=1&timeoutSeconds=5&allowWatchBookmarks=1`);
  for (const watch of [short, standard, marked]) assertEquals(await watch.take(1), ["ADDED a"]);
  assertEquals((await marked.next())?.type, "BOOKMARK", "the end of what was there");
  assertEquals(await passTimeUntil(clock, short.rest()), []);
  const at = clock.monotonic();
  assert(at >= 3000 && at < 5000, `${at}`);
  // Just before its end a watch tells how far it came, so that its client can go on from there.
  const revision = await server.store.revision();
  const last = await passTimeUntil(clock, marked.rest());
  assertEquals(last.map(shortly), [`BOOKMARK ${revision}`]);
  assertEquals(await passTimeUntil(clock, standard.rest()), []);
  assert(clock.monotonic() >= 15_000, "the least time, and a half of it at random");
});

Deno.test("a watch whose time is over before it begins ends at once", async () => {
  const clock = new FakeClock();
  await using server = await startTestServer({ clock });
  const { client } = server;
  const { json } = await client.post(MAPS, { metadata: { name: "a" } });
  const since = json.metadata.resourceVersion;
  const watch = await client.watch(`${MAPS}?watch=1&timeoutSeconds=-1&resourceVersion=${since}`);
  assertEquals(await passTimeUntil(clock, watch.rest()), []);
  assert(clock.monotonic() < 10_000, `${clock.monotonic()} ms`);
});

Deno.test("bookmarks come from time to time to who asked for them", async () => {
  const clock = new FakeClock();
  await using server = await startTestServer({ clock });
  const { client } = server;
  const [with_, without] = [
    await client.watch(`${MAPS}?watch=1&allowWatchBookmarks=true`),
    await client.watch(`${MAPS}?watch=1`),
  ];
  assertEquals((await with_.next())?.type, "BOOKMARK", "the end of what was there");
  // What happens elsewhere moves the version on as well.
  await client.post("/api/v1/namespaces", { metadata: { name: "other" } });
  const [mark] = await passTimeUntil(clock, with_.take(1, (event) => event), 5000);
  assertEquals(mark, {
    type: "BOOKMARK",
    object: {
      kind: "ConfigMap",
      apiVersion: "v1",
      metadata: { resourceVersion: String(await server.store.revision()) },
    },
  });
  await client.post(MAPS, { metadata: { name: "a" } });
  assertEquals(await with_.take(1), ["ADDED a"]);
  assertEquals(await without.take(1), ["ADDED a"]);
  const resumed = await client.watch(
    `${MAPS}?watch=1&resourceVersion=${mark!.object.metadata.resourceVersion}`,
  );
  assertEquals(await resumed.take(1), ["ADDED a"]);
});

Deno.test("a watch shows metadata only, or rows, where that is asked for", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(MAPS, { metadata: { name: "a" }, data: { x: "1" } });
  const open = (accept: string, query = "") => client.watch(`${MAPS}?watch=1${query}`, { accept });
  const partial = await open(`application/json;as=PartialObjectMetadata;${META}`);
  const table = await open(`application/json;as=Table;${META},application/json`);
  const objects = await open(`application/json;as=Table;${META}`, "&includeObject=Object");
  const none = await open(
    `application/json;as=Table;g=meta.k8s.io;v=v1beta1`,
    "&includeObject=None",
  );
  await client.post(MAPS, { metadata: { name: "b" } });

  const [seen] = await partial.take(2, ({ object }) => object);
  assertEquals([seen.kind, seen.apiVersion, seen.metadata.name, seen.data], [
    "PartialObjectMetadata",
    "meta.k8s.io/v1",
    "a",
    undefined,
  ]);
  const [first, second] = await table.take(2, ({ object }) => object);
  assertEquals([first.kind, first.apiVersion], ["Table", "meta.k8s.io/v1"]);
  assert(first.columnDefinitions.length > 0);
  // Only the first event has the columns.
  assertEquals(second.columnDefinitions, null);
  assertEquals([second.rows[0].cells[0], second.rows[0].object.kind], [
    "b",
    "PartialObjectMetadata",
  ]);
  const [whole] = await objects.take(2, ({ object }) => object);
  assertEquals(whole.rows[0].object.data, { x: "1" });
  const [bare] = await none.take(2, ({ object }) => object);
  assertEquals([bare.apiVersion, bare.rows[0].object], ["meta.k8s.io/v1beta1", null]);
  const refused: [accept: string, query: string, status: number][] = [
    ["application/yaml", "", 406],
    ["text/plain", "", 406],
    [`application/json;as=Tree;${META}`, "", 406],
    [`application/vnd.kubernetes.protobuf;as=Table;${META}`, "", 406],
    ["application/json", "&includeObject=Everything", 400],
  ];
  for (const [accept, query, status] of refused) {
    const answer = await client.get(`${MAPS}?watch=1${query}`, { accept });
    assertEquals(answer.status, status, `${accept} ${query}`);
  }
});

Deno.test("a watch in Protobuf sends frames of enveloped objects", async () => {
  await using server = await startTestServer();
  const { client, store } = server;
  await client.post(MAPS, { metadata: { name: "a" }, data: { x: "1" } });
  for (const type of ["application/vnd.kubernetes.protobuf", "application/vnd.orch.protobuf"]) {
    const watch = await client.watch(
      `${MAPS}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan` +
        "&allowWatchBookmarks=true",
      { accept: `${type},application/json` },
    );
    assertEquals(watch.headers.get("content-type"), `${type};stream=watch`);
    const [added, mark] = [frameOf(await watch.frame()), frameOf(await watch.frame())];
    assertEquals([added.type, added.object.kind, added.object.data], ["ADDED", "ConfigMap", {
      x: "1",
    }]);
    assertEquals([mark.type, mark.object.metadata.resourceVersion], [
      "BOOKMARK",
      String(await store.revision()),
    ]);
    watch.close();
  }
  await client.delete(`${MAPS}/a`);
  for (let count = 0; count < 120; count++) {
    await client.post(MAPS, { metadata: { generateName: "x" } });
  }
  await store.compact(await store.revision());
  const late = await client.watch(`${MAPS}?watch=1&resourceVersion=2`, {
    accept: "application/vnd.kubernetes.protobuf",
  });
  const error = frameOf(await late.frame());
  assertEquals([error.type, error.object.kind, error.object.code], ["ERROR", "Status", 410]);
  assertEquals(await late.frame(), undefined);
});

function frameOf(frame: Uint8Array | undefined): { type: string; object: AnyObject } {
  assert(frame !== undefined);
  const { type, raw } = eventOf(frame);
  return { type, object: decodeEnveloped(raw, findType).object };
}

/** A watch event's message: type (1), and the bytes (1) of its object (2). */
function eventOf(frame: Uint8Array): { type: string; raw: Uint8Array } {
  const [first, second] = fieldsOf(frame);
  const [raw] = fieldsOf(second!);
  return { type: new TextDecoder().decode(first), raw: raw! };
}

/** The length-delimited fields of a message, in their order. */
function fieldsOf(message: Uint8Array): Uint8Array[] {
  const fields: Uint8Array[] = [];
  for (let at = 0; at < message.length;) {
    at++;
    let length = 0;
    for (let shift = 0;; shift += 7) {
      const byte = message[at++]!;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    fields.push(message.subarray(at, at += length));
  }
  return fields;
}

Deno.test("a watch over a WebSocket sends a message an event", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(MAPS, { metadata: { name: "a" } });
  const url = `${server.url.replace("http", "ws")}${MAPS}?watch=1&timeoutSeconds=3600`;
  const socket = new WebSocketClient(url, [], {
    headers: { authorization: "Bearer test-token" },
  } as never);
  const messages: string[] = [];
  const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  socket.on("message", (data: Uint8Array) => {
    const { type, object } = JSON.parse(new TextDecoder().decode(data));
    arrived[messages.push(`${type} ${object.metadata.name}`) - 1]?.resolve();
  });
  await arrived[0]!.promise;
  await client.post(MAPS, { metadata: { name: "b" } });
  await arrived[1]!.promise;
  assertEquals(messages, ["ADDED a", "ADDED b"]);
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.close();
  await closed;
});

const TOKEN = `base64url.bearer.authorization.k8s.io.${btoa("test-token").replaceAll("=", "")}`;

/** What a client offers, whether it has a token in a header, and what is agreed on, or how it is refused. */
const OFFERED: [offered: string[], headers: Record<string, string>, outcome: string | number][] = [
  [[], { authorization: "Bearer test-token" }, ""],
  [["base64.binary.k8s.io"], { authorization: "Bearer test-token" }, "base64.binary.k8s.io"],
  [[TOKEN, "base64.binary.k8s.io"], {}, "base64.binary.k8s.io"],
  [["anything", TOKEN], {}, "anything"],
  [["one", "another"], { authorization: "Bearer test-token" }, 400],
];

Deno.test("a watch over a WebSocket agrees to the subprotocol that is offered", async () => {
  await using server = await startTestServer();
  await server.client.post(MAPS, { metadata: { name: "a" } });
  const url = `${server.url.replace("http", "ws")}${MAPS}?watch=1`;
  for (const [offered, headers, expected] of OFFERED) {
    const outcome = await new Promise<string | number>((resolve, reject) => {
      const socket = new WebSocketClient(url, offered, { headers } as never);
      socket.on("error", reject);
      socket.on("unexpected-response", (_, { statusCode = 0 }) => {
        resolve(statusCode);
        socket.terminate();
      });
      socket.on("message", (data: Uint8Array) => {
        assertEquals(JSON.parse(new TextDecoder().decode(data)).type, "ADDED");
        socket.on("close", () => resolve(socket.protocol));
        socket.close();
      });
    });
    assertEquals(outcome, expected, offered.join(" "));
  }
});

Deno.test("events of one commit and of many come in order to all watches", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const count = 50;
  const watches = [];
  for (let index = 0; index < 5; index++) watches.push(await client.watch(`${MAPS}?watch=1`));
  await Promise.all(
    Array.from(
      { length: count },
      (_, index) => client.post(MAPS, { metadata: { name: `m${index}` } }),
    ),
  );
  const version = ({ object }: { object: AnyObject }) => Number(object.metadata.resourceVersion);
  const [first, ...others] = await Promise.all(watches.map((one) => one.take(count, version)));
  assertEquals(first, first!.toSorted((a, b) => a - b));
  assertEquals(new Set(first).size, count);
  for (const other of others) assertEquals(other, first);
});

Deno.test("a server that stops ends its watches", async () => {
  const server = await startTestServer();
  const { client } = server;
  const watch = await client.watch(`${MAPS}?watch=1`);
  await client.post(MAPS, { metadata: { name: "a" } });
  assertEquals(await watch.take(1), ["ADDED a"]);
  const stopped = server.server.close();
  assertEquals(await watch.rest(), []);
  await stopped;
  await server[Symbol.asyncDispose]();
});
