import type { AnyObject } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { customDefinition } from "../../testing/custom_definition.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { install as installDefinition } from "./extending/definitions.ts";
import {
  apply,
  GROUP,
  install,
  jsonPatch,
  map,
  MAPS,
  paramKind,
  rule,
  validations,
} from "./policies.ts";

Deno.test("policies change objects, by their names, and again where others changed them", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const seen = "object.data.?seen.orValue('')";
  await install(server, "mutating", "a", {
    reinvocationPolicy: "IfNeeded",
    mutations: [
      jsonPatch("has(object.data) ? [] : [JSONPatch{op: 'add', path: '/data', value: {'k': 'v'}}]"),
      apply(`Object{data: {"seen": ${seen} + "a"}}`),
    ],
  });
  await install(server, "mutating", "b", {
    mutations: [jsonPatch(`[
      JSONPatch{op: 'add', path: '/data/b', value: object.data.?b.orValue('') + ${seen}},
      JSONPatch{op: 'add', path: '/metadata/annotations', value: {'a': 'b'}},
      JSONPatch{
        op: 'add',
        path: '/metadata/annotations/' + jsonpatch.escapeKey('a/b'),
        value: 'c',
      }
    ]`)],
  });
  const made = await client.post(MAPS, { metadata: { name: "x" } });
  assertEquals([made.status, made.json.data], [201, { k: "v", seen: "aa", b: "a" }], made.text);
  assertEquals(made.json.metadata.annotations, { a: "b", "a/b": "c" });
  assertEquals((await client.get(`${MAPS}/x`)).json.data, made.json.data);
  const dry = await client.post(`${MAPS}?dryRun=All`, map("y", { seen: "-" }));
  assertEquals(dry.json.data, { seen: "-aa", b: "-a" });
  assertEquals((await client.get(`${MAPS}/y`)).status, 404);
});

Deno.test("a policy is asked again where what comes before it has changed its mind", async () => {
  await using server = await startTestServer({
    admission: [{
      mutate({ object, resource, reinvocation }) {
        if (object !== undefined && resource.kind === "ConfigMap" && reinvocation.isReinvocation) {
          object.data = { ...object.data as object, second: "yes" };
        }
      },
    }],
  });
  for (const [name, reinvocationPolicy] of [["a", "IfNeeded"], ["b", "Never"]] as const) {
    await install(server, "mutating", name, {
      reinvocationPolicy,
      mutations: [apply(`Object{data: {"${name}": object.data.?${name}.orValue("") + "x"}}`)],
      // Nobody is asked again because of the other policy.
      matchConditions: [{ name: "other", expression: `object.data.for == "${name}"` }],
    });
  }
  for (const [name, times] of [["a", "xx"], ["b", "x"]] as const) {
    const made = await server.client.post(MAPS, map(name, { for: name }));
    assertEquals(made.json.data, { for: name, [name]: times, second: "yes" }, made.text);
  }
});

Deno.test("policies can't set what is the server's alone", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const fields = {
    creationTimestamp: "2001-01-01T00:00:00Z",
    deletionTimestamp: "2001-01-01T00:00:00Z",
  };
  const operations = Object.entries(fields).map(([field, value]) =>
    `JSONPatch{op: 'add', path: '/metadata/${field}', value: '${value}'}`
  );
  await install(server, "mutating", "old", { mutations: [jsonPatch(`[${operations.join()}]`)] });
  for (
    const answer of [
      await client.post(MAPS, map("a")),
      await client.patch(`${MAPS}/a`, "merge", { data: { k: "v" } }),
    ]
  ) {
    const { creationTimestamp, deletionTimestamp } = answer.json.metadata;
    assertEquals([creationTimestamp.startsWith("2001"), deletionTimestamp], [false, undefined]);
  }
});

Deno.test("configurations merge as those that are applied do", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const pods = { ...rule, resources: ["pods"], operations: ["CREATE"] };
  await install(server, "mutating", "sidecar", {
    matchConstraints: { resourceRules: [pods] },
    variables: [{ name: "image", expression: "params.data.image" }],
    paramKind,
    mutations: [apply(`Object{
      metadata: Object.metadata{labels: {"side": "car"}},
      spec: Object.spec{
        containers: [
          Object.spec.containers{name: "main", workingDir: "/w"},
          Object.spec.containers{name: "side", image: variables.image},
        ],
        ?priorityClassName: optional.none(),
      }
    }`)],
  }, { paramRef: { name: "image", parameterNotFoundAction: "Deny" } });
  assertEquals((await client.post(MAPS, map("image", { image: "car" }))).status, 201);
  const made = await client.post("/api/v1/namespaces/default/pods", {
    metadata: { name: "p", labels: { a: "b" } },
    spec: { containers: [{ name: "main", image: "m" }] },
  });
  assertEquals(made.status, 201, made.text);
  assertEquals(made.json.metadata.labels, { a: "b", side: "car" });
  const shown = made.json.spec.containers.map((one: AnyObject) => [
    one.name,
    one.image,
    one.workingDir,
    one.terminationMessagePolicy,
  ]);
  assertEquals(shown, [["main", "m", "/w", "File"], ["side", "car", undefined, "File"]]);
});

Deno.test("a mutation that makes no such object denies the request, if it is to", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const setting = (field: string, value: string) =>
    jsonPatch(`[JSONPatch{op: 'add', path: '${field}', value: ${value}}]`);
  const rows: readonly (readonly [name: string, mutation: object, why: RegExp])[] = [
    ["field", apply("Object{datum: {'a': 'b'}}"), /datum.*field not declared in schema/s],
    ["type", apply("Object{data: Object.spec{a: 'b'}}"), /unexpected type name "Object.spec"/],
    ["value", apply("Object{immutable: 'yes'}"), /immutable/],
    [
      "rename",
      setting("/metadata/name", "'z'"),
      /metadata.name of the object from "rename" to "z"/,
    ],
    ["move", setting("/metadata/namespace", "'z'"), /it changes metadata.namespace/],
    ["kind", setting("/kind", "'Pod'"), /it changes kind of the object from "ConfigMap" to "Pod"/],
    ["unknown", setting("/spec", "1"), /unknown field "spec"/],
    ["path", jsonPatch("[JSONPatch{op: 'remove', path: '/no/such'}]"), /JSON Patch: /],
    [
      "whole",
      jsonPatch("[JSONPatch{op: 'replace', path: '', value: [1]}]"),
      /the result is not an object/,
    ],
    ["error", apply("Object{data: {'a': object.data.no}}"), /resulted in error: no such key: no/],
  ];
  for (const [name, mutation, why] of rows) {
    await install(server, "mutating", name, {
      matchConstraints: { resourceRules: [{ ...rule, resourceNames: [name] }] },
      mutations: [mutation, apply("Object{data: {'later': 'yes'}}")],
    });
    const { status, json } = await client.post(MAPS, map(name, { k: "v" }));
    assertEquals([status, json.reason], [403, "Invalid"], `${name}: ${json.message}`);
    const start = `policy '${name}' with binding '${name}' denied request: `;
    assert(json.message.startsWith(start) && why.test(json.message), `${name}: ${json.message}`);
    const path = `${GROUP}/mutatingadmissionpolicies`;
    await client.patch(`${path}/${name}`, "merge", { spec: { failurePolicy: "Ignore" } });
    await client.get(path);
    const open = await client.post(MAPS, map(name, { k: "v" }));
    assertEquals([open.status, open.json.data], [201, { k: "v", later: "yes" }], open.text);
  }
});

Deno.test("policies see and change objects in the version that their rules name", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const scalers = {
    apiGroups: ["autoscaling"],
    apiVersions: ["v2"],
    resources: ["horizontalpodautoscalers"],
    operations: ["CREATE"],
  };
  const matchConstraints = { resourceRules: [scalers] };
  const mutations = [apply(`Object{spec: Object.spec{
    maxReplicas: size(object.spec.metrics) + 2,
    behavior: Object.spec.behavior{
      scaleDown: Object.spec.behavior.scaleDown{stabilizationWindowSeconds: 5},
    },
  }}`)];
  await install(server, "mutating", "bounded", { matchConstraints, mutations });
  await install(server, "validating", "bounded", {
    matchConstraints,
    ...validations(
      "request.kind.version == 'v2' && request.requestKind.version == 'v1'",
      "object.spec.metrics.all(m, m.resource.target.averageUtilization < 90)",
    ),
  });
  const scaler = (name: string, targetCPUUtilizationPercentage: number) => ({
    metadata: { name },
    spec: {
      scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" },
      maxReplicas: 10,
      targetCPUUtilizationPercentage,
    },
  });
  const path = (version: string) =>
    `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;
  const made = await client.post(path("v1"), scaler("a", 80));
  assertEquals(made.status, 201, made.text);
  const { maxReplicas, targetCPUUtilizationPercentage: target } = made.json.spec;
  assertEquals([maxReplicas, target], [3, 80]);
  const { spec } = (await client.get(`${path("v2")}/a`)).json;
  assertEquals(spec.behavior.scaleDown.stabilizationWindowSeconds, 5);
  const hot = await client.post(path("v1"), scaler("b", 95));
  assert(/averageUtilization < 90\)$/.test(hot.json.message), hot.text);
});

Deno.test("policies change custom resources by their schema", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const part = {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string" },
      size: { type: "integer", default: 1 },
      note: { type: "string" },
    },
  };
  const parts = {
    type: "array",
    items: part,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
  };
  const properties = { parts, words: { type: "array", items: { type: "string" } } };
  const spec = { type: "object", properties };
  const schema = { type: "object", properties: { spec } };
  await installDefinition(
    client,
    customDefinition({ kind: "Widget", plural: "widgets", schema }),
  );
  const widgets = { ...rule, apiGroups: ["example.com"], resources: ["widgets"] };
  const rows: readonly (readonly [name: string, mutation: object, why: RegExp | undefined])[] = [
    [
      "good",
      apply(`Object{spec: Object.spec{parts: [
        Object.spec.parts{name: "a", note: "n"},
        Object.spec.parts{name: "b"},
      ]}}`),
      undefined,
    ],
    ["field", apply("Object{spec: Object.spec{no: 1}}"), /.spec.no: field not declared in schema/],
    ["type", apply("Object{spec: Object.spec{parts: 1}}"), /.spec.parts: expected list/],
    [
      "atomic",
      apply("Object{spec: Object.spec{words: ['a']}}"),
      /may not mutate atomic .*.spec.words/,
    ],
    ["unknown", jsonPatch("[JSONPatch{op: 'add', path: '/no', value: 1}]"), /unknown field "no"/],
  ];
  for (const [name, mutation, why] of rows) {
    await install(server, "mutating", name, {
      matchConstraints: { resourceRules: [{ ...widgets, resourceNames: [name] }] },
      mutations: [mutation],
    });
    const { status, json } = await client.post(
      "/apis/example.com/v1/namespaces/default/widgets",
      {
        kind: "Widget",
        apiVersion: "example.com/v1",
        metadata: { name },
        spec: { parts: [{ name: "a", size: 2 }] },
      },
    );
    if (why !== undefined) assert(status === 403 && why.test(json.message), json.message);
    else {assertEquals(json.spec?.parts, [{ name: "a", size: 2, note: "n" }, {
        name: "b",
        size: 1,
      }]);}
  }
});
