// Servers take what resources define, and hold objects to it: the whole server, in both dialects.
import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import { WebhookServer } from "../../tests/api/extending/webhook_server.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import type { TSchema } from "../deps/typebox.ts";
import { type Dialect, DIALECTS, NAMES } from "../names.ts";
import type { JsonObject } from "../values/json.ts";
import { convertObject } from "./convert_object.ts";
import { declareConversion, defineResource, defineVersionedResource, Type } from "./mod.ts";

const LOOSE = { sanitizeOps: false, sanitizeResources: false };

// deno-lint-ignore no-explicit-any -- of any objects
type AnyResource = import("./mod.ts").Resource<any, any, any>;
type Webhook = Parameters<AnyResource["definition"]>[1];

/** Installs the definition of a resource, and waits until it is served. */
async function install(
  { client }: TestServer,
  resource: AnyResource,
  dialect: Dialect,
  webhook?: Webhook,
): Promise<void> {
  const definition = resource.definition(dialect, webhook);
  const path = `/apis/${NAMES[dialect].group("apiextensions")}/v1/customresourcedefinitions`;
  const made = await client.post(path, definition);
  assertEquals(made.status, 201, made.text);
  assertEquals(made.headers.get("warning"), null);
  const name = `${resource.plural}.${resource.group}`;
  const watch = await client.watch(`${path}?watch=true&fieldSelector=metadata.name=${name}`);
  for (let event = await watch.next(); event !== undefined; event = await watch.next()) {
    const conditions: { type: string; status: string }[] = event.object.status?.conditions ?? [];
    if (conditions.some(({ type, status }) => type === "Established" && status === "True")) break;
  }
  watch.close();
}

function pathOf({ group, version, plural }: AnyResource, of = version): string {
  return `/apis/${group}/${of}/namespaces/default/${plural}`;
}

function objectOf(
  { group, version, kind }: AnyResource,
  name: string,
  parts: JsonObject,
): JsonObject {
  return { apiVersion: `${group}/${version}`, kind, metadata: { name }, ...parts };
}

interface Case {
  readonly type: TSchema;
  /** What is written, and what is read where that is something else. */
  readonly good: readonly (readonly [written: unknown, read?: unknown])[];
  /** What is refused, and with which words. */
  readonly bad: readonly (readonly [written: unknown, error: string])[];
}

const cases: Readonly<Record<string, Case>> = {
  text: { type: Type.String(), good: [["a"]], bad: [[1, "must be of type string"]] },
  limitedText: {
    type: Type.String({ minLength: 1, maxLength: 3, pattern: "^a" }),
    good: [["abc"]],
    bad: [["", "at least 1"], ["abcd", "3"], ["b", "'^a'"]],
  },
  formatted: {
    type: Type.String({ format: "ipv4" }),
    good: [["10.0.0.1"]],
    bad: [["x", "must be of type ipv4"]],
  },
  integer: {
    type: Type.Integer({ minimum: 1, maximum: 5, multipleOf: 2 }),
    good: [[4]],
    bad: [[0, "greater than or equal to 1"], [6, "less than or equal to 5"], [3, "multiple of 2"], [
      1.5,
      "must be of type integer",
    ]],
  },
  number: {
    type: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }),
    good: [[0.5]],
    bad: [[0, "greater than 0"], [1, "less than 1"]],
  },
  yes: { type: Type.Boolean(), good: [[true]], bad: [["true", "must be of type boolean"]] },
  mode: {
    type: Type.Enum(["fast", "safe"]),
    good: [["fast"]],
    bad: [["slow", 'supported values: "fast", "safe"']],
  },
  quantity: {
    type: Type.Quantity(),
    good: [["500m"], ["2Gi"], ["1e3"], ["-.5"]],
    bad: [["2 Gi", "should match"], [2, "must be of type string"]],
  },
  intOrString: {
    type: Type.IntOrString(),
    good: [[3], ["50%"]],
    bad: [[true, "must be of type integer,string"]],
  },
  time: {
    type: Type.Time(),
    good: [["2026-01-02T03:04:05Z"]],
    bad: [["yesterday", "must be of type date-time"]],
  },
  duration: {
    type: Type.Duration(),
    good: [["1h30m"], ["0"], ["1.5s"]],
    bad: [["3 days", "should match"], ["-1s", "should match"]],
  },
  inner: {
    type: Type.Object({
      depth: Type.Integer({ default: 3 }),
      name: Type.String(),
      deeper: Type.Object({ a: Type.Boolean({ default: true }) }, { default: {} }),
    }),
    good: [[{ name: "a", unknown: 1 }, { depth: 3, name: "a", deeper: { a: true } }]],
    bad: [[{ depth: 1 }, "spec.inner.name: Required value"]],
  },
  list: {
    type: Type.Array(Type.Integer(), { minItems: 1, maxItems: 2 }),
    good: [[[1, 1]]],
    bad: [[[], "at least 1"], [[1, 2, 3], "at most 2"], [["a"], "spec.list[0]"]],
  },
  set: {
    type: Type.ListSet(Type.String()),
    good: [[["a", "b"]]],
    bad: [[["a", "a"], 'spec.set[1]: Duplicate value: "a"']],
  },
  setOfObjects: {
    type: Type.ListSet(Type.Object({ a: Type.Integer() })),
    good: [[[{ a: 1 }, { a: 2 }]]],
    bad: [[[{ a: 1 }, { a: 1 }], "Duplicate value"]],
  },
  map: {
    type: Type.ListMap(
      Type.Object({
        name: Type.String(),
        port: Type.Integer({ default: 80 }),
        weight: Type.Optional(Type.Integer()),
      }),
      ["name", "port"],
    ),
    good: [[[{ name: "a" }, { name: "a", port: 81 }], [{ name: "a", port: 80 }, {
      name: "a",
      port: 81,
    }]]],
    bad: [
      [[{ name: "a" }, { name: "a", weight: 1 }], "Duplicate value"],
      [[{ port: 1 }], "name: Required value"],
    ],
  },
  record: {
    type: Type.Record(Type.Integer({ minimum: 0 }), { maxProperties: 2 }),
    good: [[{ "a.b/c": 1, __proto: 2 }]],
    bad: [[{ a: -1 }, "spec.record.a"], [{ a: 1, b: 1, c: 1 }, "at most 2"]],
  },
  target: {
    type: Type.OneOf({
      s3: Type.Object({ bucket: Type.String() }),
      gcs: Type.Object({ project: Type.String(), tier: Type.Integer({ default: 1 }) }),
    }),
    good: [[{ s3: { bucket: "b" } }], [{ gcs: { project: "p" } }, {
      gcs: { project: "p", tier: 1 },
    }]],
    bad: [
      [{}, "spec.target: Invalid value: exactly one of s3, gcs must be set"],
      [{ s3: { bucket: "b" }, gcs: { project: "p" } }, "exactly one of s3, gcs must be set"],
    ],
  },
  // Of so many, or with such names, a rule might be too much.
  targets: {
    type: Type.Array(Type.OneOf({ a: Type.String(), b: Type.String() })),
    good: [[[{ a: "x" }, { b: "y" }]]],
    bad: [[[{}], "spec.targets[0]"], [[{ a: "x", b: "y" }], "spec.targets[0]"]],
  },
  oddNames: {
    type: Type.OneOf({ "a-b": Type.String(), in: Type.String() }),
    good: [[{ "a-b": "x" }]],
    bad: [[{}, "spec.oddNames"], [{ "a-b": "x", in: "y" }, "spec.oddNames"]],
  },
  free: {
    type: Type.Preserve(),
    good: [[{ any: [{ thing: null }] }]],
    bad: [["text", "must be of type object"]],
  },
  ruled: {
    type: Type.Object({ min: Type.Integer(), max: Type.Integer() }, {
      rules: [{ rule: "self.min <= self.max", message: "min is over max", fieldPath: ".min" }],
    }),
    good: [[{ min: 1, max: 2 }]],
    bad: [[{ min: 3, max: 2 }, "spec.ruled.min: Invalid value: min is over max"]],
  },
  // As TypeBox has it, or others.
  foreignUnion: {
    type: { anyOf: [{ const: "a" }, { const: "b" }] } as TSchema,
    good: [["a"]],
    bad: [["c", "supported values"]],
  },
  foreignNull: {
    type: { type: ["integer", "null"], exclusiveMinimum: 0 } as unknown as TSchema,
    good: [[1], [null]],
    bad: [[0, "greater than 0"]],
  },
};

const Everything = defineResource({
  group: "example.com",
  version: "v1",
  kind: "Everything",
  shortNames: ["ev"],
  categories: ["all"],
  spec: Type.Object(
    Object.fromEntries(
      Object.entries(cases).map(([name, { type }]) => [name, Type.Optional(type)]),
    ),
  ),
  status: Type.Object({ ready: Type.Integer() }),
});

for (const dialect of DIALECTS) {
  Deno.test(`objects are held to each type of Type, on a server of ${dialect}`, LOOSE, async () => {
    await using server = await startTestServer({ dialect });
    await install(server, Everything, dialect);
    const path = pathOf(Everything);
    let count = 0;
    for (const [name, { good, bad }] of Object.entries(cases)) {
      for (const [written, read = written] of good) {
        const object = objectOf(Everything, `a${++count}`, { spec: { [name]: written } });
        const { status, json, text } = await server.client.post(path, object);
        assertEquals(status, 201, `${name}: ${text}`);
        assertEquals(json.spec[name], read, name);
      }
      for (const [written, error] of bad) {
        const object = objectOf(Everything, "bad", { spec: { [name]: written } });
        const { status, json } = await server.client.post(path, object);
        assertEquals(status, 422, `${name}: ${JSON.stringify(json)}`);
        assert(json.message.includes(error), `${name}: ${json.message}`);
      }
    }
    const { json } = await server.client.post(path, objectOf(Everything, "none", {}));
    assert(json.message.includes("spec: Required value"), json.message);
  });
}

const Site = defineResource({
  group: "example.com",
  version: "v1",
  kind: "Site",
  conditions: ["Ready"],
  spec: Type.Object({ replicas: Type.Integer({ default: 1 }), since: Type.Optional(Type.Time()) }),
  status: Type.Object({ ready: Type.Integer(), selector: Type.String() }),
  columns: [
    { name: "Replicas", path: ".spec.replicas" },
    { name: "Ready", path: '.status.conditions[?(@.type=="Ready")].status' },
    { name: "Since", path: ".spec.since", wide: true },
    { name: "Age", path: ".metadata.creationTimestamp" },
  ],
  scale: { spec: ".spec.replicas", status: ".status.ready", selector: ".status.selector" },
});

Deno.test(
  "a resource has a status, conditions of anybody, columns and a scale",
  LOOSE,
  async () => {
    await using server = await startTestServer();
    const { client } = server;
    await install(server, Site, "kubernetes");
    const path = pathOf(Site);
    const made = await client.post(path, objectOf(Site, "a", { spec: {}, status: { ready: 5 } }));
    assertEquals([made.json.spec, made.json.status], [{ replicas: 1 }, undefined]);
    const condition = (type: string, status: string) => ({
      type,
      status,
      reason: "Because",
      message: "",
      lastTransitionTime: "2026-01-02T03:04:05Z",
    });
    const status = {
      ready: 2,
      selector: "app=a",
      observedGeneration: 1,
      conditions: [condition("Ready", "True"), condition("other.example.com/Synced", "Unknown")],
    };
    const put = await client.patch(`${path}/a/status`, "merge", { status });
    assertEquals([put.status, put.json.status], [200, status]);
    for (
      const conditions of [
        [condition("Ready", "True"), condition("Ready", "False")],
        [condition("Ready", "Maybe")],
        [{ ...condition("Ready", "True"), reason: "" }],
        [{ type: "Ready", status: "True" }],
      ]
    ) {
      const bad = await client.patch(`${path}/a/status`, "merge", { status: { conditions } });
      assertEquals(bad.status, 422, bad.text);
    }
    const table = await client.get(path, {
      accept: "application/json;as=Table;v=v1;g=meta.k8s.io",
    });
    assertEquals(
      table.json.columnDefinitions.map((one: JsonObject) => [one.name, one.type, one.priority]),
      [["Name", "string", 0], ["Replicas", "integer", 0], ["Ready", "string", 0], [
        "Since",
        "date",
        1,
      ], ["Age", "date", 0]],
    );
    assertEquals(table.json.rows[0].cells.slice(0, 3), ["a", 1, "True"]);
    const scaled = await client.patch(`${path}/a/scale`, "merge", { spec: { replicas: 4 } });
    assertEquals(scaled.json.status, { replicas: 2, selector: "app=a" });
    assertEquals((await client.get(`${path}/a`)).json.spec.replicas, 4);
  },
);

const Disk = defineVersionedResource({
  group: "example.com",
  kind: "Disk",
  storage: "v1",
  versions: {
    v1: {
      spec: Type.Object({
        amount: Type.Integer(),
        tier: Type.String({ default: "hot" }),
        inner: Type.Object({ label: Type.Optional(Type.String()) }, { default: {} }),
      }),
    },
    v1beta1: {
      spec: Type.Object({ size: Type.Integer(), label: Type.Optional(Type.String()) }),
      deprecated: "use example.com/v1",
    },
  },
});

/** The same conversion in two ways. */
const rules = declareConversion({
  up: [
    { move: { from: ".spec.size", to: ".spec.amount" } },
    { move: { from: ".spec.label", to: ".spec.inner.label" } },
    { default: { path: ".spec.tier", value: "cold" } },
  ],
  down: [
    { remove: ".spec.tier" },
    { move: { from: ".spec.inner.label", to: ".spec.label" } },
    { move: { from: ".spec.amount", to: ".spec.size" } },
  ],
});

for (const dialect of DIALECTS) {
  Deno.test(
    `a server of ${dialect} runs declared conversions itself, as they are here`,
    LOOSE,
    async () => {
      await using server = await startTestServer({ dialect });
      const { client } = server;
      const Declared = Disk.convert({ v1beta1: rules });
      await install(server, Declared, dialect);
      const old = { size: 3, label: "x" };
      const made = await client.post(pathOf(Disk, "v1beta1"), {
        ...objectOf(Disk, "a", { spec: old }),
        apiVersion: "example.com/v1beta1",
      });
      assertEquals(made.status, 201, made.text);
      const warning = "example.com/v1beta1 Disk is deprecated: use example.com/v1";
      assert(made.headers.get("warning")?.includes(warning), String(made.headers.get("warning")));
      const atStored = (await client.get(`${pathOf(Disk)}/a`)).json;
      assertEquals(atStored.spec, { amount: 3, tier: "cold", inner: { label: "x" } });
      assertEquals(convertObject(Declared, made.json, "v1"), atStored);
      assertEquals(convertObject(Declared, atStored, "v1beta1"), made.json);
    },
  );
}

Deno.test(
  "a webhook that calls convertObject() loses nothing of what is written in an old version",
  LOOSE,
  async () => {
    const Functions = Disk.convert({
      v1beta1: {
        up: ({ spec }) => ({
          spec: { amount: spec.size, inner: { ...(spec.label && { label: spec.label }) } },
        }),
        down: ({ spec }) => ({
          spec: { size: spec.amount, ...(spec.inner.label && { label: spec.inner.label }) },
        }),
      },
    });
    await using webhook = await WebhookServer.start(({ apiVersion, kind, request }) => ({
      apiVersion,
      kind,
      response: {
        uid: request.uid,
        result: { status: "Success" },
        convertedObjects: request.objects.map((object: JsonObject) =>
          convertObject(Functions, object, request.desiredAPIVersion.split("/")[1])
        ),
      },
    }));
    await using server = await startTestServer();
    const { client } = server;
    const bare = Functions.definition("kubernetes");
    const refused = await client.post(
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
      bare,
    );
    assertEquals(refused.status, 422);
    assert(
      refused.json.message.includes("webhookClientConfig: Required value"),
      refused.json.message,
    );
    await install(server, Functions, "kubernetes", webhook.clientConfig);
    await client.post(pathOf(Disk), objectOf(Disk, "a", { spec: { amount: 3, tier: "warm" } }));
    const path = `${pathOf(Disk, "v1beta1")}/a`;
    const old = (await client.get(path)).json;
    assertEquals(old.spec, { size: 3 });
    const put = await client.put(path, { ...old, spec: { size: 4, label: "x" } });
    assertEquals(put.status, 200, put.text);
    const now = (await client.get(`${pathOf(Disk)}/a`)).json;
    assertEquals(now.spec, { amount: 4, tier: "warm", inner: { label: "x" } });
    assertEquals(now.metadata.annotations, undefined);
    const patched = await client.patch(path, "merge", { spec: { size: 5 } });
    assertEquals(patched.status, 200, patched.text);
    assertEquals((await client.get(`${pathOf(Disk)}/a`)).json.spec.tier, "warm");
  },
);
