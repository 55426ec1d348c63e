/** How objects begin: their names and owners, and what admission is shown of them. */
import type { Answer, AnyObject } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { definitionOf, gadget, gadgets, install } from "./extending/definitions.ts";
import { HookServer, installHook, patching } from "./hook_server.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const NAMESPACES = "/api/v1/namespaces";
/** Handles of the runtime's client end a little after the server. */
const LOOSE = { sanitizeOps: false, sanitizeResources: false };

const owner = (name: string, uid: string) => ({ apiVersion: "v1", kind: "Pod", name, uid });

function said({ status, json }: Answer): [number, string] {
  return [status, json.message];
}

Deno.test(
  "a webhook that mutates sees what was sent, and no name that is still to be made",
  LOOSE,
  async () => {
    await using server = await startTestServer();
    const { client } = server;
    let asked = 0;
    await using mutating = await HookServer.judging(() => {
      asked++;
    });
    await using validating = await HookServer.judging(() => {});
    await installHook(server, "mutating", "one", { clientConfig: mutating.config() });
    await installHook(server, "validating", "two", { clientConfig: validating.config() });
    const made = await client.post(MAPS, { metadata: { generateName: "g-", uid: "mine" } });
    assertEquals([made.status, asked], [201, 1], made.text);
    const { request } = mutating.reviews[0];
    const { managedFields: _, ...metadata } = request.object.metadata;
    assertEquals([request.name, metadata], [undefined, {
      generateName: "g-",
      namespace: "default",
    }]);
    const final = validating.reviews[0].request;
    const { name, uid, creationTimestamp } = made.json.metadata;
    assert(/^g-.{5}$/.test(name), name);
    assertEquals([final.name, final.object.metadata.uid], [name, uid]);
    assertEquals(final.object.metadata.creationTimestamp, creationTimestamp);
  },
);

Deno.test("a webhook may name what has no name yet", LOOSE, async () => {
  await using server = await startTestServer();
  const patch = patching({ op: "add", path: "/metadata/name", value: "chosen" });
  await using hook = await HookServer.judging(() => patch);
  await installHook(server, "mutating", "one", { clientConfig: hook.config() });
  const made = await server.client.post(MAPS, { metadata: { generateName: "g-" } });
  assertEquals([made.status, made.json.metadata.name], [201, "chosen"], made.text);
  const other = await server.client.post(MAPS, { metadata: { name: "g" } });
  assertEquals(other.status, 422, other.text);
});

Deno.test("a name that was made up counts for all that goes by it", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const made = await client.post(NAMESPACES, { metadata: { generateName: "g-" } });
  const { name, labels, managedFields } = made.json.metadata;
  assertEquals(labels, { "kubernetes.io/metadata.name": name });
  // Whoever made it said nothing of labels.
  assertEquals(managedFields[0].fieldsV1, { "f:metadata": { "f:generateName": {} } });
});

Deno.test("who sends a name and a prefix is told of a conflict as those who send a prefix", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const object = { metadata: { name: "n", generateName: "g-" } };
  assertEquals((await client.post(MAPS, object)).status, 201);
  for (const query of ["", "?dryRun=All"]) {
    const refused = await client.post(`${MAPS}${query}`, object);
    assertEquals(said(refused), [
      409,
      'configmaps "n" already exists, the server was not able to generate a unique name for the object',
    ]);
    assertEquals(refused.headers.get("retry-after"), "1");
  }
});

Deno.test("what has no name in a namespace that ends is told by its prefix", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(NAMESPACES, { metadata: { name: "ends" } });
  await client.delete(`${NAMESPACES}/ends`);
  const refused = await client.post(`${NAMESPACES}/ends/configmaps`, {
    metadata: { generateName: "y-" },
  });
  assertEquals([refused.status, refused.json.details.name], [403, "y-"]);
});

Deno.test("owners that stand twice are made one, with a warning", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const [one, other] = [owner("p", "u"), owner("q", "u")];
  const twice = { ownerReferences: [one, other, { ...one }] };
  const warned = (when: string) =>
    `299 - ".metadata.ownerReferences contains duplicate entries${when}; API server dedups owner ` +
    "references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; " +
    'duplicate UID(s) observed: u"';
  const after = " after mutating admission happens";
  const writes: Record<string, [write: () => Promise<Answer>, when: string]> = {
    create: [() => client.post(MAPS, { metadata: { name: "a", ...twice } }), ""],
    update: [() => client.put(`${MAPS}/a`, { metadata: { name: "a", ...twice } }), ""],
    patch: [() => client.patch(`${MAPS}/a`, "merge", { metadata: twice }), after],
  };
  for (const [name, [write, when]] of Object.entries(writes)) {
    const { json, headers, text } = await write();
    assertEquals(json.metadata?.ownerReferences, [one, other], `${name}: ${text}`);
    assertEquals(headers.get("warning"), warned(when), name);
  }
});

Deno.test("what stands in another namespace than the path is refused before it is looked for", async () => {
  await using server = await startTestServer();
  const sent = { metadata: { name: "nobody", namespace: "other" } };
  assertEquals(said(await server.client.put(`${MAPS}/nobody`, sent)), [
    400,
    "the namespace of the provided object does not match the namespace sent on the request",
  ]);
});

Deno.test("a patch can't change an id, and a PUT means the object that has it", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(MAPS, { metadata: { name: "a" } });
  const patched = await client.patch(`${MAPS}/a`, "merge", { metadata: { uid: "y" } });
  assertEquals(said(patched), [
    422,
    'ConfigMap "a" is invalid: metadata.uid: Invalid value: "y": field is immutable',
  ]);
  assertEquals((await client.put(`${MAPS}/a`, { metadata: { name: "a", uid: "y" } })).status, 409);
});

Deno.test("null among bytes is no bytes", async () => {
  await using server = await startTestServer();
  const path = "/api/v1/namespaces/default/secrets";
  const made = await server.client.post(path, { metadata: { name: "a" }, data: { k: null } });
  assertEquals(made.json.data, { k: "" });
});

Deno.test("a limit range without a name gets an id for one", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const made = await client.post("/api/v1/namespaces/default/limitranges", {});
  assertEquals(made.status, 201, made.text);
  const { name, uid } = made.json.metadata;
  assert(/^[0-9a-f-]{36}$/.test(name), name);
  assert(name !== uid);
  assertEquals((await client.get(`/api/v1/namespaces/default/limitranges/${name}`)).status, 200);
});

Deno.test("a generation that nobody counts is whatever was said first", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const path = "/api/v1/namespaces/default/configmaps";
  const of = (generation: number) => ({ metadata: { name: "a", generation } });
  assertEquals((await client.post(path, of(-1))).status, 422);
  assertEquals((await client.post(path, of(3))).json.metadata.generation, 3);
  const put = await client.put(`${path}/a`, of(5));
  assertEquals([put.status, put.json.metadata.generation], [200, 3]);
});

Deno.test("the generation of a priority class stays", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const path = "/apis/scheduling.k8s.io/v1/priorityclasses";
  const made = await client.post(path, { metadata: { name: "a" }, value: 5 });
  const patched = await client.patch(`${path}/a`, "merge", { description: "x" });
  assertEquals([made.json.metadata.generation, patched.json.metadata.generation], [1, 1]);
});

Deno.test("a job's labels are those of its pods, and no rule looks at them twice", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const path = "/apis/batch/v1/namespaces/default/jobs";
  const spec = {
    template: { spec: { containers: [{ name: "c", image: "i" }], restartPolicy: "Never" } },
  };
  const made = await client.post(path, { metadata: { name: "a" }, spec });
  const { labels } = made.json.metadata;
  assertEquals(labels, made.json.spec.template.metadata.labels);
  assertEquals(labels["job-name"], "a");
  const refused = await client.post(path, { metadata: { name: "A b" }, spec });
  const fields = refused.json.details.causes.map(({ field }: AnyObject) => field);
  assertEquals(fields.filter((field: string) => field === "metadata.labels"), []);
});

Deno.test("what no type is known of says itself what it is", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  const { kind, apiVersion, ...rest } = gadget("a");
  const cases: Record<string, [sent: AnyObject, message: RegExp]> = {
    "no kind": [
      { apiVersion, ...rest },
      /: Object 'Kind' is missing in '\{.*\}' \(\{.{29} \.\.\.\)$/,
    ],
    "no version": [{ kind, ...rest }, /the API version in the data \(\) does not match/],
    "a kind that is no text": [{ kind: { toString: 1 }, apiVersion, ...rest }, /kind is no text/],
    "a version that is no text": [{ kind, apiVersion: { toString: 1 } }, /apiVersion is no text/],
    "null for a kind": [{ kind: null, apiVersion, ...rest }, /'Kind' is missing/],
    "what is no version": [
      { kind, apiVersion: "a/b/c" },
      /unexpected GroupVersion string: a\/b\/c/,
    ],
  };
  for (const [name, [sent, message]] of Object.entries(cases)) {
    const refused = await client.post(gadgets(), sent);
    assertEquals(refused.status, 400, name);
    assert(message.test(refused.json.message), refused.json.message);
  }
  const other = await client.post(gadgets(), { ...gadget("a"), kind: "Other" });
  assertEquals(said(other), [
    422,
    'Other.example.com "a" is invalid: kind: Invalid value: "Other": must be Gadget',
  ]);
  const metadata = { name: { toString: 1 } };
  const nameless = await client.post(gadgets(), { ...gadget("a"), kind: "Other", metadata });
  assertEquals(nameless.status, 422, nameless.text);
  const long = await client.post(gadgets(), { ...rest, spec: { x: "x".repeat(50_000) } });
  assert(long.json.message.length < 11_000);
  const typed = await client.post(MAPS, { metadata: { name: "a" } });
  assertEquals(typed.status, 201);
});

Deno.test("what is not replaced without a version says so by its resource", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  await client.post(gadgets(), gadget("a"));
  assertEquals(said(await client.put(`${gadgets()}/a`, gadget("a"))), [
    422,
    'gadgets.example.com "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be ' +
    "specified for an update",
  ]);
});
