/** What an apply would change, said by real servers and by hostile ones. */
import { startApiServer } from "../../apiserver/start_api_server.ts";
import {
  ConfigMap,
  defineResource,
  Deployment,
  DIALECTS,
  dynamicKind,
  type FieldChange,
  isConflict,
  isInvalid,
  isNotFound,
  Type,
} from "../../mod.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { createClient } from "./create_client.ts";

const web = {
  metadata: { name: "web" },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: {
        containers: [{ name: "web", image: "nginx:1" }, { name: "side", image: "side:1" }],
      },
    },
  },
};

/** What is shown of a change. */
const shown = (changes: readonly FieldChange[]) =>
  changes.map(({ path, before, after, owners, conflict }) =>
    `${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}` +
    `${owners.length > 0 ? ` (${owners})` : ""}${conflict ? " !" : ""}`
  );

for (const dialect of DIALECTS) {
  Deno.test(`explainApply() tells what would change, whose it is, and conflicts, ${dialect}`, async () => {
    await using server = await startApiServer({ groups: ["apps"], dialect });
    const client = server.client().with({ fieldManager: "me" });
    const made = await client.apply(Deployment, web);
    assertEquals(await client.explainApply(Deployment, web), []);
    await client.apply(Deployment, {
      metadata: { name: "web", annotations: { "example.com/x": "1" } },
      spec: { replicas: 5 },
    }, { fieldManager: "scaler", force: true });
    await client.patch(Deployment, "web", {
      metadata: { labels: { tier: "front" } },
    }, { fieldManager: "labeller" });
    const changes = await client.explainApply(Deployment, {
      metadata: { name: "web", labels: { tier: "front", team: "a" } },
      spec: {
        ...web.spec,
        minReadySeconds: 3,
        template: {
          ...web.spec.template,
          spec: { containers: [{ name: "web", image: "nginx:2", ports: [{ containerPort: 80 }] }] },
        },
      },
    });
    assertEquals(shown(changes).sort(), [
      'metadata.labels.team: undefined -> "a"',
      "spec.minReadySeconds: undefined -> 3",
      "spec.replicas: 5 -> 2 (scaler) !",
      'spec.template.spec.containers[name="side"].image: "side:1" -> undefined',
      'spec.template.spec.containers[name="side"].imagePullPolicy: "IfNotPresent" -> undefined',
      'spec.template.spec.containers[name="side"].name: "side" -> undefined',
      'spec.template.spec.containers[name="side"].resources: {} -> undefined',
      'spec.template.spec.containers[name="side"].terminationMessagePath: "/dev/termination-log" -> undefined',
      'spec.template.spec.containers[name="side"].terminationMessagePolicy: "File" -> undefined',
      'spec.template.spec.containers[name="web"].image: "nginx:1" -> "nginx:2"',
      'spec.template.spec.containers[name="web"].ports[containerPort=80,protocol="TCP"].containerPort: undefined -> 80',
      'spec.template.spec.containers[name="web"].ports[containerPort=80,protocol="TCP"].protocol: undefined -> "TCP"',
    ]);
    const now = await client.get(Deployment, "web");
    assertEquals([now.spec.replicas, now.metadata.uid], [5, made.metadata.uid]);
  });
}

Deno.test("explainApply() tells all of an object that is not there", async () => {
  await using server = await startApiServer({ groups: ["core"] });
  const client = server.client();
  const config = { metadata: { name: "a", labels: { x: "1" } }, data: { k: "v" } };
  assertEquals(shown(await client.explainApply(ConfigMap, config)), [
    'metadata.labels.x: undefined -> "1"',
    'data.k: undefined -> "v"',
  ]);
  assertEquals(await client.find(ConfigMap, "a"), undefined);
});

Deno.test("explainApply() compares lists and maps as their owners see them", async () => {
  const Site = defineResource({
    group: "example.com",
    version: "v1",
    kind: "Site",
    spec: Type.Object({
      tags: Type.Optional(Type.ListSet(Type.String())),
      routes: Type.Optional(
        Type.ListMap(Type.Object({ path: Type.String(), to: Type.Integer() }), ["path"]),
      ),
      steps: Type.Optional(Type.Array(Type.Integer())),
      free: Type.Optional(Type.Preserve()),
    }),
  });
  await using server = await startApiServer({ resources: [Site] });
  const client = server.client();
  const site = (spec: object) => ({ metadata: { name: "a" }, spec });
  const one = {
    tags: ["x", "y"],
    routes: [{ path: "/", to: 1 }, { path: "/b", to: 2 }],
    steps: [1, 2],
    free: { a: { b: 1 } },
  };
  await client.apply(Site, site(one), { fieldManager: "one" });
  const explained = async (spec: object, fieldManager = "two") =>
    shown(await client.explainApply(Site, site(spec), { fieldManager })).sort();
  assertEquals(await explained(one), []);
  assertEquals(await explained({ tags: ["z"], routes: [{ path: "/", to: 3 }], steps: [2] }), [
    'spec.routes[path="/"].to: 1 -> 3 (one) !',
    "spec.steps: [1,2] -> [2] (one) !",
    'spec.tags[="z"]: undefined -> "z"',
  ]);
  assertEquals(await explained({ free: { a: { b: 2 }, c: 3 } }), [
    "spec.free.a.b: 1 -> 2 (one) !",
    "spec.free.c: undefined -> 3",
  ]);
  // What its only owner leaves out goes.
  assertEquals(await explained({ tags: ["y"] }, "one"), [
    "spec.free.a.b: 1 -> undefined",
    'spec.routes[path="/"].path: "/" -> undefined',
    'spec.routes[path="/"].to: 1 -> undefined',
    'spec.routes[path="/b"].path: "/b" -> undefined',
    'spec.routes[path="/b"].to: 2 -> undefined',
    "spec.steps: [1,2] -> undefined",
    'spec.tags[="x"]: "x" -> undefined',
  ]);
  assertEquals((await client.get(Site, "a")).spec, one as never);
});

Deno.test("explainApply() rejects as the apply would, but not for conflicts", async () => {
  await using server = await startApiServer({ groups: ["apps"] });
  const client = server.client();
  const broken = { ...web, spec: { ...web.spec, replicas: -1 } };
  const error = await assertRejects(() => client.explainApply(Deployment, broken));
  assert(isInvalid(error) && error.message.includes("spec.replicas"), error.message);
  const made = await client.apply(Deployment, web, { fieldManager: "a" });
  const other = { metadata: { name: "web", resourceVersion: "1" }, spec: { replicas: 3 } };
  assert(isConflict(await assertRejects(() => client.explainApply(Deployment, other as never))));
  const stop = AbortSignal.abort(new Error("no more"));
  await assertRejects(() => client.explainApply(Deployment, web, { signal: stop }), "no more");
  const Nothing = dynamicKind({ group: "none.example", version: "v1", kind: "No", plural: "nos" });
  assert(
    isNotFound(
      await assertRejects(() => client.explainApply(Nothing, { metadata: { name: "a" } })),
    ),
  );
  assertEquals((await client.get(Deployment, "web")).metadata, made.metadata);
});

/** A client of a server that answers these, in turns: for reads, for tries, for forced tries. */
async function answering(answers: Record<"GET" | "PATCH" | "force", (turn: number) => object>) {
  const turns: Record<string, number> = {};
  const asked: string[] = [];
  const client = await createClient({
    dialect: "kubernetes",
    protobuf: false,
    transport: {
      fetch(request) {
        const { searchParams } = new URL(request.url);
        asked.push(`${request.method} ${searchParams}`);
        const what = searchParams.get("force") === "true" ? "force" : request.method as "GET";
        const body = answers[what](turns[what] = (turns[what] ?? 0) + 1);
        const { code = 200 } = body as { code?: number };
        return Promise.resolve(Response.json(body, { status: code }));
      },
    },
  });
  return { client, asked };
}

const map = (resourceVersion: string, data: object, fields: object = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: {
    name: "a",
    resourceVersion,
    managedFields: [{ manager: "him", operation: "Update", fieldsV1: fields }],
  },
  data,
});
const conflict = (...causes: [field: string, message: string][]) => ({
  kind: "Status",
  apiVersion: "v1",
  status: "Failure",
  reason: "Conflict",
  code: 409,
  details: {
    causes: causes.map(([field, message]) => ({ reason: "FieldManagerConflict", field, message })),
  },
});
const wanted = { metadata: { name: "a" }, data: { k: "2" } };

Deno.test("explainApply() looks again at an object that was changed meanwhile, and not for ever", async () => {
  const { client, asked } = await answering({
    GET: (turn) => map(String(turn), { k: "1" }),
    PATCH: (turn) => map(turn < 3 ? "7" : "3", { k: "2" }),
    force: () => map("0", {}),
  });
  assertEquals(shown(await client.explainApply(ConfigMap, wanted)), ['data.k: "1" -> "2"']);
  assertEquals(asked.length, 6);
  assert(
    asked.filter((line) => line.startsWith("PATCH")).every((line) => line.includes("dryRun=All")),
  );
  const busy = await answering({
    GET: (turn) => map(String(turn), {}),
    PATCH: () => map("0", {}),
    force: () => map("0", {}),
  });
  await assertRejects(
    () => busy.client.explainApply(ConfigMap, wanted),
    /ConfigMap "a" can't be explained: the object was changed each of the 5 times/,
  );
});

Deno.test("explainApply() tells of every conflict, also of those that it can't place", async () => {
  const owned = { "f:data": { "f:k": {}, "f:same": {} } };
  const { client } = await answering({
    GET: () => map("1", { k: "1", same: "x" }, owned),
    PATCH: () =>
      conflict(
        [".data.k", 'conflict with "him" using v1'],
        [".data.same", 'conflict with "him" using v1'],
        [".data.k.deep", "conflict with nobody"],
        [".else[?]", 'conflict with "h\\x1bim" with subresource "status" using v1'],
        ["", "odd"],
      ),
    force: () => map("1", { k: "2", same: "x" }, owned),
  });
  assertEquals(shown(await client.explainApply(ConfigMap, wanted)), [
    'data.k: "1" -> "2" (him) !',
    'data.same: "x" -> "x" (him) !',
    "else[?]: undefined -> undefined (h\\x1bim) !",
  ]);
});
