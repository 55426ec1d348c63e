/** What becomes of fields and their owners where the dialects part: each does as its clients know. */
import type { Answer, AnyObject, ApiClient } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { makeSigningRequest } from "../../toolkit/certificates/mod.ts";
import { DIALECTS } from "../../toolkit/names.ts";
import { definitionOf, gadget, gadgets, install } from "./extending/definitions.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

function deployment(spec: AnyObject, cpu: string): AnyObject {
  const resources = { limits: { cpu } };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "a" },
    spec: {
      ...spec,
      selector: { matchLabels: { app: "x" } },
      template: {
        metadata: { labels: { app: "x" } },
        spec: { containers: [{ name: "c", image: "i", resources }] },
      },
    },
  };
}

function apply(client: ApiClient, path: string, manager: string, object: AnyObject, query = "") {
  return client.patch(`${path}?fieldManager=${manager}${query}`, "apply", object);
}

/** The managers of an object with what they do. */
function owners({ json }: Pick<Answer, "json">): string[] | undefined {
  return json.metadata.managedFields?.map(({ manager, operation }: AnyObject) =>
    `${manager} ${operation}`
  ).sort();
}

for (const dialect of DIALECTS) {
  Deno.test(`in ${dialect} a scalar that its only applier leaves out ends as its clients know`, async () => {
    await using server = await startTestServer({ dialect });
    const { client } = server;
    const path = `${DEPLOYMENTS}/a`;
    const shown = ({ json }: Answer) => [
      json.spec.replicas,
      json.spec.minReadySeconds,
      json.spec.paused,
    ];
    const all = { replicas: 3, minReadySeconds: 5, paused: true };
    const made = await apply(client, path, "one", deployment(all, "1"));
    assertEquals([made.status, shown(made)], [201, [3, 5, true]]);
    await apply(client, path, "two", deployment({ paused: true }, "1"));
    const left = await apply(client, path, "one", deployment({}, "1"));
    // The last is the other applier's too.
    const expected = dialect === "orch" ? [3, 5, true] : [1, undefined, true];
    assertEquals([left.status, shown(left)], [200, expected], left.text);
    assertEquals(owners(left), ["one Apply", "two Apply"]);
    // What an updater has set stays.
    await client.patch(`${path}?fieldManager=three`, "merge", { spec: { minReadySeconds: 7 } });
    const again = await apply(client, path, "two", deployment({}, "1"));
    assertEquals(shown(again), [expected[0], 7, dialect === "orch" ? true : undefined]);
  });

  Deno.test(`in ${dialect} another spelling of a value is as much of a conflict as its clients know`, async () => {
    await using server = await startTestServer({ dialect });
    const { client } = server;
    const path = `${DEPLOYMENTS}/a`;
    const cpu = ({ json }: Answer) => json.spec.template.spec.containers[0].resources.limits.cpu;
    await apply(client, path, "one", deployment({}, "1"));
    const same = await apply(client, path, "two", deployment({}, "1"));
    assertEquals([same.status, owners(same)], [200, ["one Apply", "two Apply"]]);
    const times = same.json.metadata.managedFields.map(({ time }: AnyObject) => typeof time);
    // Who claims what is there as it is changes nothing: to the reference that has no time.
    const [one, two] = ["string", dialect === "orch" ? "string" : "undefined"];
    assertEquals(times.sort(), [one, two].sort());
    const other = await apply(client, path, "two", deployment({}, "1000m"));
    if (dialect === "orch") {
      assertEquals([other.status, cpu(other), owners(other)], [200, "1", owners(same)]);
      return;
    }
    assertEquals(other.status, 409, other.text);
    assertEquals(other.json.details.causes, [{
      reason: "FieldManagerConflict",
      message: 'conflict with "one"',
      field: '.spec.template.spec.containers[name="c"].resources.limits.cpu',
    }]);
    const forced = await apply(client, path, "two", deployment({}, "1000m"), "&force=true");
    assertEquals([forced.status, cpu(forced), owners(forced)], [200, "1", owners(same)]);
    const version = forced.json.metadata.resourceVersion;
    const repeated = await apply(client, path, "two", deployment({}, "1000m"));
    assertEquals([repeated.status, repeated.json.metadata.resourceVersion], [200, version]);
    const mine = await apply(client, path, "one", deployment({}, "1000m"));
    assertEquals(mine.status, 409, "two has it now");
  });

  Deno.test(`in ${dialect} owners are forgotten as its clients know`, async () => {
    await using server = await startTestServer({ dialect });
    const { client } = server;
    const kept = ["me Update", "one Apply"];
    const merge = (managedFields: string) => (path: string) =>
      client.patch(
        `${path}?fieldManager=me`,
        "merge",
        `{"metadata":{"managedFields":${managedFields}},"data":{"y":"2"}}`,
      );
    const put = (contentType: string, managedFields: string) => async (path: string) => {
      const { metadata } = (await client.get(path)).json;
      const { name, resourceVersion } = metadata;
      const body = contentType.endsWith("json")
        ? `{"metadata":{"name":"${name}","resourceVersion":"${resourceVersion}",` +
          `"managedFields" : ${managedFields}},"data":{"x":"1","y":"2"}}`
        : `metadata: {name: ${name}, resourceVersion: "${resourceVersion}", ` +
          `managedFields: ${managedFields}}\ndata: {x: "1", "y": "2"}\n`;
      return await client.put(`${path}?fieldManager=me`, body, { contentType });
    };
    const cases: [
      name: string,
      write: (path: string) => Promise<Answer>,
      orch: string[] | undefined,
      kubernetes: string[] | undefined,
    ][] = [
      ["a merge of an empty one", merge("[{}]"), ["me Update"], undefined],
      ["a merge of none", merge("[]"), kept, undefined],
      ["a merge of nothing", merge("null"), kept, kept],
      ["an update with an empty one", put("application/json", "[{}]"), ["me Update"], undefined],
      ["an update with none", put("application/json", "[ ]"), kept, undefined],
      ["an update with nothing", put("application/json", "null"), kept, kept],
      ["YAML with none", put("application/yaml", "[]"), kept, undefined],
      ["YAML with an empty one", put("application/yaml", "[{}]"), ["me Update"], undefined],
    ];
    for (const [index, [name, write, orch, kubernetes]] of cases.entries()) {
      const path = `${MAPS}/case-${index}`;
      const metadata = { name: `case-${index}` };
      const object = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { x: "1" } };
      const made = await apply(client, path, "one", object);
      assertEquals([made.status, owners(made)], [201, ["one Apply"]], made.text);
      const written = await write(path);
      assertEquals([written.status, written.json.data], [200, { x: "1", y: "2" }], name);
      assertEquals(owners(written), dialect === "orch" ? orch : kubernetes, name);
      assertEquals(owners(await client.get(path)), owners(written), name);
      if (written.json.metadata.managedFields !== undefined) continue;
      // Nobody is updateManagedFields until somebody applies.
      await client.patch(`${path}?fieldManager=me`, "merge", { data: { z: "3" } });
      const again = await apply(client, path, "one", { ...object, data: { x: "1" } });
      assertEquals(owners(again), ["before-first-apply Update", "one Apply"], name);
    }
    // A new object has its maker.
    const made = await client.post(`${MAPS}?fieldManager=me`, {
      metadata: { name: "new", managedFields: [] },
      data: { x: "1" },
    });
    assertEquals(owners(made), ["me Update"]);
  });
}

Deno.test("of custom resources a scalar that nobody applies goes, or is its default", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  const path = `${gadgets()}/a`;
  const gadget = (spec: AnyObject) => ({
    apiVersion: "example.com/v1",
    kind: "Gadget",
    metadata: { name: "a" },
    spec,
  });
  const parts = [{ name: "one", weight: 3 }];
  await apply(client, path, "one", gadget({ size: 3, mode: "fast", replicas: 4, parts }));
  const left = await apply(client, path, "one", gadget({ size: 3, parts: [{ name: "one" }] }));
  assertEquals(left.json.spec, { size: 3, mode: "slow", replicas: 1, parts: [{ name: "one" }] });
  const patch = (managedFields: unknown) =>
    client.patch(path, "merge", { metadata: { managedFields } });
  assertEquals(owners(await patch([])), ["one Apply"], "these know no empty list");
  assertEquals(owners(await patch([{}])), undefined);
});

const STANDING = { containers: [{ name: "c", image: "i" }] };

Deno.test("what a status can't change is nobody's for having been sent there", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(DEPLOYMENTS, deployment({}, "1"));
  await client.patch(`${DEPLOYMENTS}/a/status`, "merge", {
    metadata: { labels: { k: "v" } },
    status: { replicas: 1 },
  });
  const pods = "/api/v1/namespaces/default/pods";
  await client.post(pods, { metadata: { name: "a" }, spec: STANDING });
  const ownerReferences = [{ apiVersion: "v1", kind: "Node", name: "n", uid: "u" }];
  await client.patch(`${pods}/a/status`, "merge", {
    metadata: { ownerReferences },
    status: { phase: "Running" },
  });
  for (const path of [`${DEPLOYMENTS}/a`, `${pods}/a`]) {
    const { managedFields } = (await client.get(path)).json.metadata;
    const status = managedFields.find(({ subresource }: AnyObject) => subresource === "status");
    assertEquals(Object.keys(status.fieldsV1), ["f:status"], path);
  }
});

Deno.test("whoever scales to none owns no number of replicas", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const path = `${DEPLOYMENTS}/a`;
  await client.post(DEPLOYMENTS, deployment({ replicas: 3 }, "1"));
  const scale = (replicas: number) =>
    client.patch(`${path}/scale?fieldManager=scaler`, "merge", { spec: { replicas } });
  const scaled = async () => {
    const { managedFields } = (await client.get(path)).json.metadata;
    return managedFields.filter(({ fieldsV1 }: AnyObject) => "f:replicas" in fieldsV1["f:spec"])
      .map(({ manager, subresource }: AnyObject) => `${manager} ${subresource}`);
  };
  await scale(2);
  assertEquals(await scaled(), ["scaler scale"]);
  await scale(0);
  assertEquals([(await client.get(path)).json.spec.replicas, await scaled()], [0, []]);
  const applied = await apply(client, path, "one", deployment({ replicas: 1 }, "1"));
  assertEquals(applied.status, 200, applied.text);
});

Deno.test("who applies a scale that nobody set is told of a conflict with what is there", async () => {
  await using server = await startTestServer({ dialect: "kubernetes" });
  const { client } = server;
  const path = `${DEPLOYMENTS}/a`;
  const scale = (manager: string, replicas: number | undefined, more = "") =>
    client.patch(`${path}/scale?fieldManager=${manager}${more}`, "apply", {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "a", labels: { of: "the scale" } },
      spec: { replicas },
    });
  await apply(client, path, "maker", deployment({}, "1"));
  const refused = await scale("one", 3);
  assertEquals([refused.status, refused.json.message], [
    409,
    'Apply failed with 1 conflict: conflict with "before-first-apply" with subresource "scale" ' +
    "using autoscaling/v1: .spec.replicas",
  ]);
  assertEquals(owners(await client.get(path)), ["maker Apply"]);
  const shared = await scale("one", 1);
  assertEquals([shared.status, shared.json.spec], [200, { replicas: 1 }], shared.text);
  assertEquals(owners(await client.get(path)), [
    "before-first-apply Update",
    "maker Apply",
    "one Apply",
  ]);
  const forced = await scale("one", 3, "&force=true");
  assertEquals([forced.status, forced.json.spec], [200, { replicas: 3 }], forced.text);
  const { json } = await client.get(path);
  assertEquals([json.spec.replicas, json.metadata.labels], [3, undefined]);
  assertEquals(owners({ json }), ["maker Apply", "one Apply"]);
  // What nobody wants any more is none, as of any other field.
  const left = await scale("one", undefined);
  assertEquals([left.status, left.json.spec], [200, {}], left.text);
  assertEquals(owners(await client.get(path)), ["maker Apply"]);
});

Deno.test("a custom scale is applied, and said where nobody has said it", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const definition = definitionOf();
  // Nobody says how many replicas there are to be, no default either.
  delete definition.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.replicas
    .default;
  await install(client, definition);
  const path = `${gadgets()}/a`;
  await apply(client, path, "maker", gadget("a"));
  const scaled = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "a" } };
  const why = 'the spec replicas field ".spec.replicas"';
  const unsaid = await client.get(`${path}/scale`);
  assertEquals([unsaid.status, unsaid.json.message], [
    500,
    `Internal error occurred: ${why} does not exist`,
  ]);
  const labels = { metadata: { labels: { a: "b" } } };
  const empty = await client.patch(`${path}/scale`, "merge", labels);
  assertEquals([empty.status, empty.json.message], [400, `${why} cannot be empty`]);
  const put = await client.put(`${path}/scale`, { ...scaled, spec: { replicas: 2 } });
  assertEquals([put.status, put.json.spec], [200, { replicas: 2 }], put.text);
  const applied = (manager: string, replicas: number, more = "") =>
    client.patch(`${path}/scale?fieldManager=${manager}${more}`, "apply", {
      ...scaled,
      spec: { replicas },
    });
  assertEquals((await applied("one", 4)).status, 409);
  assertEquals((await applied("one", 4, "&force=true")).json.spec, { replicas: 4 });
  assertEquals((await applied("two", 5)).json.details.causes, [{
    reason: "FieldManagerConflict",
    message: 'conflict with "one" with subresource "scale"',
    field: ".spec.replicas",
  }]);
  const { json } = await client.get(path);
  assertEquals([json.spec.replicas, owners({ json })], [4, [
    "maker Apply",
    "one Apply",
  ]]);
});

Deno.test("the old version of autoscalers shows who owns what the new one fills in", async () => {
  await using server = await startTestServer();
  const path = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
  const { json } = await server.client.post(path, {
    metadata: { name: "a" },
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "a" },
      maxReplicas: 5,
    },
  });
  const [{ fieldsV1 }] = json.metadata.managedFields;
  const shown = [json.spec.targetCPUUtilizationPercentage, fieldsV1["f:spec"]];
  assertEquals(shown[0], 80);
  assertEquals(shown[1]["f:targetCPUUtilizationPercentage"], {});
});

Deno.test("nobody owns what a certificate is asked for with", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const path = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  const request = new TextEncoder().encode(await makeSigningRequest({ commonName: "a" }));
  const made = await client.post(path, {
    metadata: { name: "a" },
    spec: { request: request.toBase64(), signerName: "example.com/a", usages: ["client auth"] },
  });
  assertEquals([made.status, owners(made)], [201, undefined], made.text);
  // Of what nobody owned at first, no later updates are recorded, as of any object.
  const labels = { metadata: { labels: { a: "b" } } };
  assertEquals(owners(await client.patch(`${path}/a`, "merge", labels)), undefined);
});

Deno.test("what loses all its parts to its only applier is null", async () => {
  await using server = await startTestServer({ dialect: "kubernetes" });
  const { client } = server;
  const definition = definitionOf();
  const { properties } = definition.spec.versions[0].schema.openAPIV3Schema.properties.spec;
  const inner = { type: "object", properties: { a: { type: "string" } } };
  properties.inner = inner;
  properties.innerOrNull = { ...inner, nullable: true, required: ["a"] };
  await install(client, definition);
  const path = `${gadgets()}/a`;
  const spec = async (fields: AnyObject) => {
    const { status, json } = await apply(client, path, "m", gadget("a", { size: 1, ...fields }));
    return [status, status === 422 ? json.message : json.spec];
  };
  const common = { size: 1, mode: "slow", replicas: 1 };
  await spec({ innerOrNull: { a: "1" } });
  for (const left of [null, {}]) {
    assertEquals(await spec({ innerOrNull: left }), [200, { ...common, innerOrNull: null }]);
    await spec({ innerOrNull: { a: "1" } });
  }
  assertEquals(await spec({ inner: { a: "1" } }), [200, { ...common, inner: { a: "1" } }]);
  const why = 'Gadget.example.com "a" is invalid: spec.inner: Invalid value: "null": ' +
    'spec.inner in body must be of type object: "null"';
  for (const left of [null, {}]) assertEquals(await spec({ inner: left }), [422, why]);
  assertEquals(await spec({}), [200, common]);
});
