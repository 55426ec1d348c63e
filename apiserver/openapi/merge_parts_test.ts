import { assert, assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { runToEnd } from "../../toolkit/time_slice.ts";
import { cutPart } from "./cut_part.ts";
import { mergeParts } from "./merge_parts.ts";

type Json = Record<string, unknown>;

const GVK = "x-kubernetes-group-version-kind";
const ref = (name: string) => ({ $ref: `#/definitions/${name}` });
const path = (name: string, more: Json = {}) => ({
  get: {
    responses: { "200": { description: "OK", schema: ref(name) } },
    ...more,
  },
});

function document(paths: Json, definitions: Json, parameters: Json = {}): Json {
  return { swagger: "2.0", info: { title: "t", version: "1" }, paths, definitions, parameters };
}

Deno.test("cutPart() takes the paths of a version, and all that they reach", () => {
  const whole = document(
    {
      "/apis/g/v1": path("List"),
      "/apis/g/v1/things": path("Thing", { parameters: [{ $ref: "#/parameters/p" }] }),
      "/apis/g/v10/things": path("Other"),
      "/apis/h/v1/things": path("Other"),
      "/": path("Other"),
    },
    {
      List: { type: "object" },
      Thing: { type: "object", properties: { $ref: ref("Part"), more: ref("Thing") } },
      Part: { type: "object" },
      Other: { type: "object" },
    },
    {
      p: { in: "query", name: "p", type: "string" },
      q: { in: "query", name: "q", type: "string" },
    },
  );
  const part = JSON.parse(runToEnd(cutPart(whole, "/apis/g/v1")));
  assertEquals(Object.keys(part.paths), ["/apis/g/v1", "/apis/g/v1/things"]);
  assertEquals(Object.keys(part.definitions).sort(), ["List", "Part", "Thing"]);
  assertEquals(Object.keys(part.parameters), ["p"]);
});

Deno.test("cutPart() leaves it to each server to say which kinds are its own", () => {
  const own = { group: "g", version: "v1", kind: "Thing" };
  const others = [
    { group: "apps", version: "v1", kind: "Deployment" },
    { group: "g", version: "v2", kind: "Thing" },
    { group: "", version: "v1", kind: "DeleteOptions" },
    null,
  ];
  const whole = document({
    "/apis/g/v1/things": { ...path("Thing", { [GVK]: own }), parameters: [] },
    "/apis/g/v1/deployments": path("Deployment", { [GVK]: others[0] }),
  }, {
    Thing: { type: "object", [GVK]: [...others, own], "x-orch-group-version-kind": [own] },
    Deployment: { type: "object", [GVK]: others, "x-other": 1 },
  });
  const { paths, definitions } = JSON.parse(runToEnd(cutPart(whole, "/apis/g/v1")));
  assertEquals(paths["/apis/g/v1/things"].get[GVK], own);
  assertEquals(GVK in paths["/apis/g/v1/deployments"].get, false);
  assertEquals(definitions.Thing, {
    type: "object",
    [GVK]: [own],
    "x-orch-group-version-kind": [own],
  });
  assertEquals(definitions.Deployment, { type: "object", "x-other": 1 });
});

function deep(levels: number): unknown {
  let schema: unknown = { type: "string" };
  for (let level = 0; level < levels; level++) schema = { items: schema };
  return schema;
}

const WRONG: readonly (readonly [name: string, document: unknown, message: RegExp])[] = [
  ["null", null, /not an OpenAPI document/],
  ["a list", [], /not an OpenAPI document/],
  ["another version", { openapi: "3.0.0" }, /not an OpenAPI document/],
  [
    "a path of null",
    document({ "/g": path("A"), "/g/x": null }, { A: {} }),
    /no object is at "\/g\/x"/,
  ],
  ["a path of a list", document({ "/g": [] }, {}), /no object is at "\/g"/],
  ["a reference to nothing", document({ "/g": path("None") }, {}), /nothing is at/],
  ["a prototype's name", document({ "/g": path("__proto__") }, {}), /nothing is at/],
  [
    "a reference elsewhere",
    document({ "/g": { get: { responses: { 200: { $ref: "#/responses/x" } } } } }, {}),
    /nothing is at/,
  ],
  [
    "a reference to another document",
    document({ "/g": { parameters: [{ $ref: "https://example.com/x" }] } }, {}),
    /nothing is at/,
  ],
  ["depth", document({ "/g": path("A") }, { A: deep(100_000) }), /deeper than/],
  ["length", document({ "/g": path("A") }, { A: { title: "x".repeat(5e6) } }), /longer than/],
  ["properties that are none", document({ "/g": path("A") }, { A: { properties: null } }), /null/],
  ["tags that are no list", document({ "/g": { get: { tags: 1 } } }, {}), /iterable/],
];

for (const [name, wrong, message] of WRONG) {
  Deno.test(`cutPart() refuses a document with ${name}`, () => {
    assertThrows(() => runToEnd(cutPart(wrong, "/g")), message);
  });
}

Deno.test("cutPart() takes numbers that no count is", () => {
  const text =
    '{"swagger":"2.0","paths":{"/g":{"get":{"parameters":[{"$ref":"#/parameters/p"}]}}},' +
    '"parameters":{"p":{"in":"body","name":"b","schema":{"maxLength":1e999,"minLength":-1}}}}';
  assert(runToEnd(cutPart(JSON.parse(text), "/g")).includes('"minLength":-1'));
});

const OWN = document(
  { "/own": path("Meta"), "/shared": path("Meta") },
  { Meta: { type: "object", [GVK]: [{ kind: "A" }] }, Time: { type: "string" } },
  { p: { in: "query", name: "p", type: "string" } },
);

function merge(...parts: Json[]): Record<"paths" | "definitions" | "parameters", Json> {
  return runToEnd(mergeParts(OWN, parts.map((part) => JSON.stringify(part)))) as never;
}

Deno.test("mergeParts() keeps what is there, and adds the kinds of what is alike", () => {
  const { paths, definitions } = merge({
    paths: { "/shared": path("Other"), "/new": path("Meta") },
    definitions: { Meta: { [GVK]: [{ kind: "B" }, { kind: "A" }], type: "object" } },
    parameters: {},
  });
  assertEquals(paths["/shared"], path("Meta"));
  assertEquals(paths["/new"], path("Meta"));
  assertEquals(definitions.Meta, { type: "object", [GVK]: [{ kind: "A" }, { kind: "B" }] });
  assertEquals((OWN.definitions as Json).Meta, { type: "object", [GVK]: [{ kind: "A" }] });
});

Deno.test("mergeParts() gives suffixes to what has the name of something else", () => {
  const other = (path_: string) => ({
    paths: { [path_]: path("Meta", { parameters: [{ $ref: "#/parameters/p" }] }) },
    definitions: {
      Meta: { type: "object", properties: { time: ref("Time") } },
      Time: { type: "string", format: "date" },
    },
    parameters: { p: { in: "query", name: "p", type: "integer" } },
  });
  const { paths, definitions, parameters } = merge(other("/a"), other("/b"));
  assertEquals(Object.keys(definitions), ["Meta", "Time", "Meta_v2", "Time_v2"]);
  assertEquals(definitions.Meta_v2, { type: "object", properties: { time: ref("Time_v2") } });
  assertEquals(Object.keys(parameters), ["p", "p_v2"]);
  const renamed = path("Meta_v2", { parameters: [{ $ref: "#/parameters/p_v2" }] });
  assertEquals([paths["/a"], paths["/b"]], [renamed, renamed]);
  assertEquals(paths["/own"], path("Meta"));
});

Deno.test("mergeParts() leaves a name alone that the same part has too", () => {
  const { definitions, paths } = merge({
    paths: { "/a": path("Time") },
    definitions: { Time: { type: "integer" }, Time_v2: { type: "boolean" } },
    parameters: {},
  });
  assertEquals(definitions.Time_v2, { type: "boolean" });
  assertEquals(definitions.Time_v3, { type: "integer" });
  assertEquals(paths["/a"], path("Time_v3"));
});

Deno.test("mergeParts() gives each operation a name of its own, and soon", () => {
  const own = document({
    "/own": path("A", { operationId: "x" }),
    "/other": { get: { operationId: "x_v2" } },
  }, {
    A: { type: "object" },
  });
  const many = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, at) => [`/apis/g/v1/${at}`, { get: { operationId: "x" } }]),
  );
  const part = (paths: Json) => JSON.stringify({ paths, definitions: {}, parameters: {} });
  const { paths } = runToEnd(mergeParts(own, [
    part({
      "/apis/g/v1": { get: { operationId: "x" }, put: { operationId: "y" }, parameters: [] },
    }),
    part(many),
  ])) as { readonly paths: Record<string, Record<string, { operationId?: string }>> };
  assertEquals(paths["/own"]?.get?.operationId, "x");
  assertEquals(paths["/apis/g/v1"]?.get?.operationId, "x_v3");
  assertEquals(paths["/apis/g/v1"]?.put?.operationId, "y");
  assertEquals(paths["/apis/g/v1"]?.parameters as unknown, []);
  const ids = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? [])
  );
  assertEquals(new Set(ids).size, ids.length);
});

Deno.test("mergeParts() lets others in between paths and definitions", () => {
  const names = Array.from({ length: 100 }, (_, index) => String(index));
  const part = JSON.stringify({
    paths: Object.fromEntries(names.map((name) => [`/${name}`, path(name)])),
    definitions: Object.fromEntries(names.map((name) => [name, { type: "object" }])),
    parameters: {},
  });
  const steps = [...mergeParts(OWN, [part, part])];
  assert(steps.length >= 4 * names.length, String(steps.length));
});
