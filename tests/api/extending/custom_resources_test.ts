/** Custom resources as clients see them: from their definition to their end. */

import type { AnyObject } from "../../../testing/api_client.ts";
import { startTestServer } from "../../../testing/api_server.ts";
import { testWith } from "../../../testing/requirements.ts";
import { MemoryStore } from "../../../apiserver/storage/mod.ts";
import { decodeEnveloped } from "../../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { schemaOf } from "../../../toolkit/schema/mod.ts";
import { withKubectl } from "../with_kubectl.ts";
import { definitionOf, DEFINITIONS, gadget, gadgets, install, versionOf } from "./definitions.ts";

const names = ({ json }: { json: AnyObject }) =>
  json.items.map(({ metadata }: AnyObject) => metadata.name);

Deno.test("a custom resource is made, filled in, pruned, read, changed and deleted", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  const sent = gadget("a", { size: 3, junk: 1, free: { anything: [1] } });
  const made = await client.post(gadgets(), sent);
  assertEquals([made.status, made.json.spec], [201, {
    size: 3,
    free: { anything: [1] },
    mode: "slow",
    replicas: 1,
  }]);
  assertEquals(made.json.metadata.generation, 1);
  const strict = await client.post(`${gadgets()}?fieldValidation=Strict`, { ...sent, more: 1 });
  assertEquals(strict.status, 400);
  assert(/unknown field "more", unknown field "spec.junk"/.test(strict.json.message), strict.text);
  const changed = await client.patch(`${gadgets()}/a`, "merge", { spec: { size: 4 } });
  assertEquals([changed.json.spec.size, changed.json.metadata.generation], [4, 2]);
  const json = await client.patch(`${gadgets()}/a`, "json", [
    { op: "replace", path: "/spec/mode", value: "fast" },
  ]);
  assertEquals(json.json.spec.mode, "fast");
  assertEquals((await client.patch(`${gadgets()}/a`, "strategic", {})).status, 415);
  const put = await client.put(`${gadgets()}/a`, gadget("a", { size: 5 }));
  assertEquals(put.status, 422, "a PUT says which version it replaces");
  assertEquals(names(await client.get(gadgets())), ["a"]);
  assertEquals((await client.delete(`${gadgets()}/a`)).json.status, "Success");
  assertEquals((await client.get(`${gadgets()}/a`)).status, 404);
});

Deno.test("metadata of a custom resource comes in Protobuf, the whole of it does not", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  const { json: made } = await client.post(gadgets(), gadget("a", { size: 3 }));
  const PROTOBUF = "application/vnd.kubernetes.protobuf";
  const accept = (name: string) =>
    `${PROTOBUF};as=${name};g=meta.k8s.io;v=v1,application/json;as=${name};g=meta.k8s.io;v=v1`;
  const read = async (path: string, name: string) => {
    const answer = await client.get(path, { accept: accept(name) });
    assertEquals([answer.status, answer.headers.get("content-type")], [200, PROTOBUF], answer.text);
    return decodeEnveloped(answer.bytes, () => schemaOf("kubernetes").struct("meta/v1", name))
      .object;
  };
  const one = await read(`${gadgets()}/a`, "PartialObjectMetadata");
  assertEquals((one as AnyObject).metadata, made.metadata);
  const list = await read(gadgets(), "PartialObjectMetadataList");
  assertEquals((list as AnyObject).items.map(({ metadata }: AnyObject) => metadata), [
    made.metadata,
  ]);
  const watch = await client.watch(`${gadgets()}?watch=true`, {
    accept: accept("PartialObjectMetadata"),
  });
  assertEquals(watch.headers.get("content-type"), `${PROTOBUF};stream=watch`);
  assertEquals((await client.get(gadgets(), { accept: PROTOBUF })).status, 406);
  const both = await client.get(gadgets(), { accept: `${PROTOBUF},application/json` });
  assertEquals(both.headers.get("content-type"), "application/json");
});

const BAD: readonly (readonly [name: string, spec: AnyObject, cause: string])[] = [
  ["a number for a text", { size: 1, mode: 5 }, 'spec.mode: Invalid value: "integer"'],
  ["an unknown choice", { size: 1, mode: "odd" }, 'spec.mode: Unsupported value: "odd"'],
  ["too small", { size: -1 }, "spec.size: Invalid value: -1"],
  ["too large", { size: 101 }, "spec.size: Invalid value: 101"],
  ["not there", {}, "spec.size: Required value"],
  ["twice", { size: 1, parts: [{ name: "x" }, { name: "x" }] }, "spec.parts[1]: Duplicate value"],
];

for (const [name, spec, cause] of BAD) {
  Deno.test(`a custom resource with a field that is ${name} is refused`, async () => {
    await using server = await startTestServer();
    const { client } = server;
    await install(client, definitionOf());
    const { status, json } = await client.post(gadgets(), gadget("a", spec));
    assertEquals(status, 422);
    assert(json.message.includes(cause), json.message);
  });
}

Deno.test("the status of a custom resource and the rest of it are kept apart", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  const made = await client.post(gadgets(), { ...gadget("a"), status: { ready: true } });
  assertEquals(made.json.status, undefined);
  const written = await client.patch(`${gadgets()}/a/status`, "merge", {
    spec: { size: 9 },
    status: { ready: true },
  });
  assertEquals([written.json.spec.size, written.json.status], [3, { ready: true }]);
  assertEquals(written.json.metadata.generation, 1);
  const again = await client.patch(`${gadgets()}/a`, "merge", { status: { ready: false } });
  assertEquals(again.json.status, { ready: true });
});

for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
  Deno.test(`a custom resource may have a field called ${name}, which counts like others`, async () => {
    await using server = await startTestServer();
    const { client } = server;
    const version = versionOf("v1");
    version.schema.openAPIV3Schema["x-kubernetes-preserve-unknown-fields"] = true;
    await install(client, definitionOf({ versions: [version] }));
    const generations: number[] = [];
    const keep = (answer: { status: number; text: string; json: AnyObject }) => {
      assert(answer.status < 300, answer.text);
      generations.push(answer.json.metadata.generation);
      return answer;
    };
    keep(await client.post(gadgets(), gadget("a")));
    const patch = (text: string, path = "") =>
      client.patch(`${gadgets()}/a${path}`, "merge", JSON.parse(text));
    const status = keep(await patch(`{"${name}": {}, "status": {"ready": true}}`, "/status"));
    assertEquals([Object.hasOwn(status.json, name), status.json.status], [false, { ready: true }]);
    const full = keep(await patch(`{"${name}": {}}`));
    assert(Object.hasOwn(full.json, name), full.text);
    keep(await patch(`{"${name}": {}}`));
    const kept = keep(await patch(`{"${name}": null, "status": {"ready": false}}`, "/status"));
    assert(Object.hasOwn(kept.json, name), kept.text);
    const gone = keep(await patch(`{"${name}": null}`));
    assert(!Object.hasOwn(gone.json, name), gone.text);
    assertEquals(generations, [1, 1, 2, 2, 2, 3]);
  });
}

/** A value with the names of all objects the other way round. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, turned(member)]);
  return Object.fromEntries(members.reverse());
}

Deno.test("the order of names is no change of a custom resource", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  const free = { b: { c: 1, d: [{ e: 1, f: 2 }] }, a: 1 };
  const made = await client.post(gadgets(), gadget("a", { size: 3, free }));
  const put = await client.put(`${gadgets()}/a`, turned(made.json));
  assertEquals([put.status, put.text], [200, made.text]);
  const patched = await client.patch(`${gadgets()}/a?fieldManager=other`, "json", [
    { op: "replace", path: "/spec/free", value: turned(free) },
  ]);
  assertEquals(patched.text, made.text);
});

Deno.test("server-side apply merges lists of a custom resource by their keys", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  const apply = (manager: string, spec: AnyObject) =>
    client.patch(`${gadgets()}/a?fieldManager=${manager}`, "apply", gadget("a", spec));
  assertEquals((await apply("one", { size: 1, parts: [{ name: "x", weight: 1 }] })).status, 201);
  const both = await apply("two", { size: 1, parts: [{ name: "y", weight: 2 }] });
  assertEquals(both.json.spec.parts.map(({ name }: AnyObject) => name), ["x", "y"]);
  const conflict = await apply("two", { size: 1, parts: [{ name: "x", weight: 5 }] });
  assertEquals(conflict.status, 409);
  assert(conflict.json.message.includes('.spec.parts[name="x"].weight'), conflict.text);
});

Deno.test("null where a value belongs is nothing in what is sent, and refused in what is applied", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  // Of what may be anything nothing is left, and a default takes the place of null in both.
  const spec = { size: 3, mode: null, free: { left: null } };
  const made = await client.post(gadgets(), gadget("a", { ...spec, parts: null }));
  assertEquals(made.json.spec, { size: 3, mode: "slow", replicas: 1, free: { left: null } });
  const apply = (spec: AnyObject) =>
    client.patch(`${gadgets()}/b?fieldManager=one`, "apply", gadget("b", spec));
  const refused = await apply({ ...spec, parts: null });
  assertEquals([refused.status, refused.json.details?.causes?.[0]?.field], [422, "spec.parts"]);
  const applied = await apply(spec);
  assertEquals([applied.status, applied.json.spec.mode], [201, "slow"]);
});

Deno.test("custom resources are there again after a restart, with what was defined since", async () => {
  const store = new MemoryStore();
  {
    await using server = await startTestServer({ store, keepStore: true });
    await install(server.client, definitionOf());
    await server.client.post(gadgets(), gadget("a"));
    const version = versionOf("v1");
    version.schema.openAPIV3Schema.properties.spec.properties.late = {
      type: "string",
      default: "x",
    };
    await server.client.patch(`${DEFINITIONS}/gadgets.example.com`, "merge", {
      spec: { versions: [version] },
    });
  }
  await using server = await startTestServer({ store });
  const { json } = await server.client.get(`${gadgets()}/a`);
  assertEquals([json.spec.size, json.spec.late], [3, "x"]);
});

Deno.test("versions that differ in name alone show the same objects", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf({ versions: [versionOf("v1"), versionOf("v2")] }));
  await client.post(gadgets("v2"), gadget("a", { size: 2 }, "v2"));
  const watch = await client.watch(`${gadgets("v2")}?watch=true`);
  assertEquals((await watch.next())?.object.apiVersion, "example.com/v2");
  watch.close();
  for (const version of ["v1", "v2"]) {
    const { json } = await client.get(`${gadgets(version)}/a`);
    assertEquals([json.apiVersion, json.spec.size], [`example.com/${version}`, 2]);
    const list = (await client.get(gadgets(version))).json;
    assertEquals(list.items[0].apiVersion, `example.com/${version}`);
  }
  const changed = await client.patch(`${gadgets("v2")}/a`, "merge", { spec: { size: 7 } });
  assertEquals([changed.json.apiVersion, changed.json.spec.size], ["example.com/v2", 7]);
});

Deno.test("what was just written is what is read from the store after a restart", async () => {
  const store = new MemoryStore();
  const stored = versionOf("v1");
  stored.schema.openAPIV3Schema.properties.status.default = { ready: false };
  const old = versionOf("v2");
  old.schema.openAPIV3Schema.properties.spec.properties = { size: {}, old: {} };
  for (const name of ["size", "old"]) {
    old.schema.openAPIV3Schema.properties.spec.properties[name] = { type: "integer" };
  }
  const written: string[] = [];
  {
    await using server = await startTestServer({ store, keepStore: true });
    const { client } = server;
    await install(client, definitionOf({ versions: [stored, old] }));
    const sent = { ...gadget("a"), status: { ready: true } };
    const made = await client.post(gadgets(), sent);
    assertEquals(made.json.status, { ready: false });
    const [{ fieldsV1: owned }] = made.json.metadata.managedFields;
    assertEquals(Object.keys(owned), ["f:spec"], "nobody owns the status that it begins with");
    const other = await client.post(gadgets("v2"), gadget("b", { size: 1, old: 2 }, "v2"));
    assertEquals([other.json.spec, other.json.status], [{ size: 1 }, { ready: false }]);
    const changed = await client.patch(`${gadgets("v2")}/b`, "merge", { spec: { old: 3 } });
    assertEquals(changed.json.spec, other.json.spec);
    const shown = await client.get(`${gadgets("v2")}/a`);
    assertEquals(shown.json.spec, { size: 3 }, "the other version knows nothing else");
    for (const name of ["a", "b"]) written.push((await client.get(`${gadgets()}/${name}`)).text);
  }
  await using server = await startTestServer({ store });
  for (const [index, name] of ["a", "b"].entries()) {
    const { text } = await server.client.get(`${gadgets()}/${name}`);
    assertEquals(JSON.parse(text), JSON.parse(written[index]!));
  }
});

Deno.test("a part that a custom resource has not is answered as an object that is not there", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf({ versions: [versionOf("v1", { subresources: {} })] }));
  await client.post(gadgets(), gadget("a"));
  const message = 'gadgets.example.com "a" not found';
  for (const part of ["status", "scale", "nothing"]) {
    const answer = await client.get(`${gadgets()}/a/${part}`);
    assertEquals([answer.status, answer.json.message], [404, message]);
  }
});

testWith(
  ["kubectl"],
  "kubectl defines, explains, applies, shows, scales and deletes custom resources",
  () =>
    withKubectl("kubernetes", async (kubectl) => {
      await kubectl.ok("create -f -", JSON.stringify(definitionOf()));
      await kubectl.ok("wait crd/gadgets.example.com --for=condition=Established --timeout=120s");
      await kubectl.ok("apply -f -", JSON.stringify(gadget("a")));
      await kubectl.ok("apply -f -", JSON.stringify(gadget("a", { size: 4 })));
      match(await kubectl.ok("get gadgets"), /^NAME +SIZE +AGE\na +4 +\d+s$/m);
      match(await kubectl.ok("get gadget a -o wide"), /^NAME +SIZE +MODE +AGE\na +4 +slow /m);
      match(await kubectl.ok("get all"), /gadget.example.com\/a/);
      match(await kubectl.ok("explain gadget.spec.mode"), /<string>/);
      match(await kubectl.ok("explain gadget"), /A gadget of a test/);
      await kubectl.ok("scale gadget a --replicas=5");
      assertEquals(await kubectl.ok("get gadget a -o 'jsonpath={.spec.replicas}'"), "5");
      match(
        await kubectl.fails("apply -f -", JSON.stringify(gadget("b", { size: "x" }))),
        /spec.size/,
      );
      match(
        await kubectl.fails("create -f -", JSON.stringify(gadget("b", { size: 1, siez: 2 }))),
        /unknown field "spec.siez"/,
      );
      match(await kubectl.ok("describe gadget a"), /Size: +4/);
      match(await kubectl.ok("get crd"), /^gadgets.example.com +\d{4}-/m);
      await kubectl.ok("delete crd gadgets.example.com --timeout=120s");
      match(
        await kubectl.fails("get gadgets"),
        /the server doesn't have a resource type|could not find/,
      );
    }),
);

function match(text: string, pattern: RegExp): void {
  assert(pattern.test(text), `${pattern} in:\n${text}`);
}

Deno.test("whoever uses a version that is on its way out is told so", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const old = versionOf("v2", { deprecated: true });
  const older = versionOf("v3", { deprecated: true, deprecationWarning: "use v1" });
  const oldest = versionOf("v1beta1", { deprecated: true });
  await install(client, definitionOf({ versions: [versionOf("v1"), old, older, oldest] }));
  const warned = async (path: string) => (await client.get(path)).headers.get("warning");
  assertEquals(await warned(gadgets("v1")), null);
  assertEquals(await warned(gadgets("v2")), '299 - "example.com/v2 Gadget is deprecated"');
  assertEquals(await warned(gadgets("v3")), '299 - "use v1"');
  assertEquals(
    await warned(gadgets("v1beta1")),
    '299 - "example.com/v1beta1 Gadget is deprecated; use example.com/v1 Gadget"',
  );
  const endpoints = await warned("/api/v1/endpoints");
  assert(endpoints?.includes("Endpoints is deprecated"), String(endpoints));
});

Deno.test("a finalizer without a domain is taken, with a warning to whoever adds it", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  const object = gadget("a", { size: 1 });
  object.metadata.finalizers = ["mine", "example.com/mine", "orphan"];
  const made = await client.post(gadgets(), object);
  assertEquals(made.status, 201, made.text);
  const aboutMine = (path: string) =>
    String.raw`299 - "metadata.finalizers: \"mine${path}: prefer a domain-qualified finalizer name`;
  const others = " to avoid accidental conflicts with other finalizer writers";
  assertEquals(made.headers.get("warning"), `${aboutMine(String.raw`\"`)}${others}"`);
  // What has a dot lacks the path only.
  const dotted = gadget("b", { size: 1 });
  dotted.metadata.finalizers = ["mine.example.com"];
  assertEquals(
    (await client.post(gadgets(), dotted)).headers.get("warning"),
    `${aboutMine(String.raw`.example.com\"`)} including a path (/)${others}"`,
  );
  const again = await client.put(`${gadgets()}/a`, { ...made.json, spec: { size: 2 } });
  assertEquals([again.status, again.headers.get("warning")], [200, null]);
});

Deno.test("a rule that was broken before is warned of where it may stay so", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const ruled = { ...versionOf("v2"), storage: false };
  ruled.schema.openAPIV3Schema.properties.spec.properties.size["x-kubernetes-validations"] = [
    { rule: "self > 1" },
  ];
  await install(client, definitionOf({ versions: [versionOf("v1"), ruled] }));
  await client.post(gadgets(), gadget("a", { size: 1 }));
  const told = await client.patch(`${gadgets("v2")}/a`, "merge", {
    metadata: { labels: { a: "b" } },
  });
  assertEquals([told.status, told.headers.get("warning")], [
    200,
    '299 - "spec.size: Invalid value: 1: failed rule: self > 1"',
  ]);
});

Deno.test("custom objects of all namespaces can be read, and nothing else", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  await client.post(gadgets(), gadget("a"));
  const all = "/apis/example.com/v1/gadgets";
  assertEquals((await client.get(all)).json.items.length, 1);
  const cases: [method: string, path: string][] = [
    ["POST", all],
    ["DELETE", all],
    ["PUT", all],
    ["GET", `${all}/a`],
    ["PUT", `${all}/a/status`],
    ["PATCH", `${all}/a/scale`],
    ["DELETE", `${all}/a`],
  ];
  for (const [method, path] of cases) {
    const body = method === "GET" || method === "DELETE" ? undefined : gadget("a");
    const { status } = await client.request(method, path, { body });
    assertEquals(status, 404, `${method} ${path}`);
  }
  assertEquals((await client.get(all)).json.items.length, 1);
});

Deno.test("parts of custom resources take no strategic merge patch, and paths of scales are names", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const definition = definitionOf();
  const [version] = definition.spec.versions;
  version.schema.openAPIV3Schema.properties.spec.properties["replicas[0]"] = { type: "integer" };
  version.subresources.scale.specReplicasPath = ".spec.replicas[0]";
  await install(client, definition);
  await client.post(gadgets(), gadget("a", { size: 3, "replicas[0]": 4 }));
  for (const part of ["", "/status", "/scale"]) {
    const { status } = await client.patch(`${gadgets()}/a${part}`, "strategic", { metadata: {} });
    assertEquals(status, 415, part);
  }
  const scaled = await client.patch(`${gadgets()}/a/scale`, "merge", { spec: { replicas: 5 } });
  assertEquals([scaled.status, scaled.json.spec], [200, { replicas: 5 }]);
  const { spec } = (await client.get(`${gadgets()}/a`)).json;
  assertEquals([spec.replicas, spec["replicas[0]"]], [1, 5]);
});
