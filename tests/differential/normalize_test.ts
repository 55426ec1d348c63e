import { assertEquals } from "../../toolkit/deps/assert.ts";
import { type Json, Normalizer, type Shown } from "./normalize.ts";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const UID = "6f860c7e-9e62-4730-8361-4b1d0c1f2a3b";

/** What is left of an answer. */
function shown(
  body: string,
  { path = "/x", sent = "", headers = {} as Record<string, string> } = {},
  normalizer: Normalizer = new Normalizer(NOW),
): Shown {
  const bytes = new TextEncoder().encode(body);
  return normalizer.show({
    request: { method: "GET", path, headers: {}, body: sent },
    answer: {
      status: 200,
      headers: new Headers({ "content-type": "application/json", ...headers }),
      bytes,
      text: body,
      json: {},
    },
  });
}

const bodyOf = (body: unknown, sent = ""): Json => shown(JSON.stringify(body), { sent }).body;

const CASES: readonly (readonly [name: string, body: unknown, becomes: Json, sent?: string])[] = [
  ["times near now, by their digits", {
    a: "2026-01-01T11:59:00Z",
    b: "2026-01-01T11:59:00.123456Z",
  }, {
    a: "<time>",
    b: "<time of 6 digits>",
  }],
  ["no times that clients sent", { a: "2020-01-01T00:00:00Z" }, { a: "2020-01-01T00:00:00Z" }],
  ["ids, in texts too", { a: `of ${UID}` }, { a: `of <uid ${UID}>` }],
  ["versions of objects", { metadata: { name: "a", resourceVersion: "12" } }, {
    metadata: { name: "a", resourceVersion: "<version 12>" },
  }],
  ["no version of a collection", { items: [], metadata: { resourceVersion: "12" } }, {
    items: [],
    metadata: { resourceVersion: "<now>" },
  }],
  ["no version that is zero", { metadata: { resourceVersion: "0" } }, {
    metadata: { resourceVersion: "0" },
  }],
  ["names that were generated, wherever they stand", {
    metadata: { name: "a-bcdfg", generateName: "a-" },
    host: "a-bcdfg.x",
  }, { metadata: { name: "a-<suffix bcdfg>", generateName: "a-" }, host: "a-<suffix bcdfg>.x" }],
  ["no names that were given", { metadata: { name: "a-xyz", generateName: "a-" } }, {
    metadata: { name: "a-xyz", generateName: "a-" },
  }],
  ["addresses that were handed out", { clusterIP: "10.0.3.4" }, {
    clusterIP: "<address 10.0.3.4>",
  }],
  ["no addresses that were sent", { clusterIP: "10.0.3.4" }, { clusterIP: "10.0.3.4" }, "10.0.3.4"],
  ["ports that were handed out", { nodePort: 30_001, port: 30_001 }, {
    nodePort: "<port 30001>",
    port: 30_001,
  }],
  ["tokens of pages", { metadata: { continue: "abc" } }, { metadata: { continue: "<continue>" } }],
  ["ages in tables", { cells: ["3s", "x"] }, { cells: ["<age>", "x"] }],
  ["the order of owners", { managedFields: [{ manager: "b" }, { manager: "a" }] }, {
    managedFields: [{ manager: "a" }, { manager: "b" }],
  }],
];

for (const [name, body, becomes, sent] of CASES) {
  Deno.test(`Normalizer.show() takes out ${name}`, () => {
    assertEquals(bodyOf(body, sent), becomes);
  });
}

Deno.test("Normalizer.show() tells an older collection from one that has seen all objects", () => {
  const normalizer = new Normalizer(NOW);
  shown('{"metadata":{"name":"a","resourceVersion":"20"}}', {}, normalizer);
  const { body } = shown('{"items":[],"metadata":{"resourceVersion":"19"}}', {}, normalizer);
  assertEquals(body, { items: [], metadata: { resourceVersion: "<older>" } });
});

Deno.test("Normalizer.show() reads watches as events, without bookmarks that end nothing", () => {
  const events = [
    '{"type":"ADDED","object":{}}',
    '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"5"}}}',
    '{"type":"BOOKMARK","object":{"metadata":{"annotations":{"k8s.io/initial-events-end":"true"}}}}',
  ];
  const { body } = shown(events.join("\n") + "\n", { path: "/x?watch=1" });
  const last = { metadata: { annotations: { "k8s.io/initial-events-end": "true" } } };
  assertEquals(body, {
    events: [{ type: "ADDED", object: {} }, { type: "BOOKMARK", object: last }],
  });
});

Deno.test("Normalizer.show() leaves headers of the connection out, and of ids and times only that they are there", () => {
  const headers = { "date": "x", "audit-id": "y", "warning": "z", "content-length": "3" };
  assertEquals(shown("{}", { headers }).headers, {
    "audit-id": "<present>",
    "content-type": "application/json",
    "date": "<present>",
    "warning": "z",
  });
});

Deno.test("Normalizer.show() reads what is no JSON as text", () => {
  const { body } = shown("ok", { headers: { "content-type": "text/plain" } });
  assertEquals(body, { text: "ok" });
});
