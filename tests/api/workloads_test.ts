/** Workloads over HTTP: their scales, how pods end, are bound and evicted. */
import type { AnyObject } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const PODS = "/api/v1/namespaces/default/pods";

const POD_SPEC = { containers: [{ name: "main", image: "a:1" }] };
const DEPLOYMENT = {
  metadata: { name: "web" },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: POD_SPEC },
  },
};

Deno.test("a deployment's scale is read, replaced, patched and applied", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const made = await client.post(DEPLOYMENTS, DEPLOYMENT);
  assertEquals(made.status, 201);
  const path = `${DEPLOYMENTS}/web/scale`;
  const { uid, resourceVersion, creationTimestamp } = made.json.metadata;
  const scale = await client.get(path);
  assertEquals(scale.json, {
    kind: "Scale",
    apiVersion: "autoscaling/v1",
    metadata: { name: "web", namespace: "default", uid, resourceVersion, creationTimestamp },
    spec: { replicas: 2 },
    status: { replicas: 0, selector: "app=web" },
  });
  const replaced = await client.put(path, { ...scale.json, spec: { replicas: 5 } });
  assertEquals([replaced.status, replaced.json.spec], [200, { replicas: 5 }]);
  const stale = await client.put(path, { ...scale.json, spec: { replicas: 6 } });
  assertEquals([stale.status, stale.json.reason], [409, "Conflict"]);
  const owners = (await client.get(`${DEPLOYMENTS}/web`)).json.metadata.managedFields;
  assertEquals(
    owners.map(({ subresource, time }: AnyObject) => [subresource, time === undefined]),
    [["scale", true], [undefined, false]],
    "who scales is noted without a time, and so first",
  );
  const patched = await client.patch(path, "merge", { spec: { replicas: 0 } });
  assertEquals([patched.status, patched.json.spec], [200, {}]);
  const refused = await client.patch(path, "merge", { spec: { replicas: -1 } });
  assertEquals(
    [refused.status, refused.json.message],
    [
      422,
      'Scale.autoscaling "web" is invalid: spec.replicas: Invalid value: -1: ' +
      "must be greater than or equal to 0",
    ],
  );
  const renamed = await client.patch(path, "merge", { metadata: { name: "other" } });
  assertEquals([renamed.status, renamed.json.reason], [400, "BadRequest"]);
  const applied = await client.patch(`${path}?fieldManager=scaler&force=true`, "apply", {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name: "web" },
    spec: { replicas: 4 },
  });
  assertEquals([applied.status, applied.json.spec], [200, { replicas: 4 }]);
  const found = (await client.get(`${DEPLOYMENTS}/web`)).json;
  assertEquals([found.spec.replicas, found.metadata.generation], [4, 4]);
  assertEquals(found.spec.template.spec.containers[0].image, "a:1");
  const owner = found.metadata.managedFields.find((one: { manager: string }) =>
    one.manager === "scaler"
  );
  assertEquals(owner, {
    manager: "scaler",
    operation: "Apply",
    apiVersion: "apps/v1",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:spec": { "f:replicas": {} } },
    subresource: "scale",
  });
  assertEquals((await client.get(`${DEPLOYMENTS}/none/scale`)).status, 404);
});

Deno.test("a pod that runs somewhere ends in its time, any other at once", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const make = (name: string, spec = {}) =>
    client.post(PODS, { metadata: { name }, spec: { ...POD_SPEC, ...spec } });
  await make("waiting");
  assertEquals((await client.delete(`${PODS}/waiting`)).status, 200);
  assertEquals((await client.get(`${PODS}/waiting`)).status, 404);
  await make("running", { nodeName: "one" });
  const ending = await client.delete(`${PODS}/running`);
  assertEquals(ending.json.metadata.deletionGracePeriodSeconds, 30);
  assert(ending.json.metadata.deletionTimestamp !== undefined);
  const shorter = await client.delete(`${PODS}/running?gracePeriodSeconds=5`);
  assertEquals(shorter.json.metadata.deletionGracePeriodSeconds, 5);
  await client.delete(`${PODS}/running?gracePeriodSeconds=0`);
  assertEquals((await client.get(`${PODS}/running`)).status, 404);
  await make("done", { nodeName: "one" });
  await client.patch(`${PODS}/done/status`, "merge", { status: { phase: "Succeeded" } });
  await client.delete(`${PODS}/done`);
  assertEquals((await client.get(`${PODS}/done`)).status, 404);
});

Deno.test("a pod that would end after all times that can be told ends with the last of them", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const seconds = 1_000_000_000_000;
  const spec = { ...POD_SPEC, nodeName: "one", terminationGracePeriodSeconds: seconds };
  await client.post(PODS, { metadata: { name: "spec" }, spec });
  await client.post(PODS, { metadata: { name: "asked" }, spec });
  for (const path of ["spec", `asked?gracePeriodSeconds=${seconds}`]) {
    const ending = await client.delete(`${PODS}/${path}`);
    assertEquals(
      ending.json.metadata?.deletionTimestamp?.slice(0, 16),
      "9999-12-31T23:59",
      ending.text,
    );
    const shorter = await client.delete(`${PODS}/${path.split("?")[0]}?gracePeriodSeconds=30`);
    assertEquals(shorter.json.metadata.deletionGracePeriodSeconds, 30);
  }
});

Deno.test("a pod is bound once", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(PODS, { metadata: { name: "a" }, spec: POD_SPEC });
  const binding = { metadata: { name: "a" }, target: { kind: "Node", name: "one" } };
  const refused = await client.post(`${PODS}/a/binding`, { ...binding, target: {} });
  assertEquals([refused.status, refused.json.details.causes[0].field], [422, "target.name"]);
  assertEquals((await client.post(`${PODS}/a/binding`, binding)).status, 201);
  const { spec, status } = (await client.get(`${PODS}/a`)).json;
  assertEquals([spec.nodeName, status.conditions[0].type], ["one", "PodScheduled"]);
  const again = await client.post("/api/v1/namespaces/default/bindings", binding);
  assertEquals([again.status, again.json.message], [
    409,
    'Operation cannot be fulfilled on pods/binding "a": pod a is already assigned to node "one"',
  ]);
});

Deno.test("a binding can be of one state of a pod only", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const { metadata } = (await client.post(PODS, { metadata: { name: "a" }, spec: POD_SPEC })).json;
  await client.patch(`${PODS}/a`, "merge", { metadata: { labels: { changed: "1" } } });
  const bind = (more: Record<string, string>) =>
    client.post(`${PODS}/a/binding`, {
      metadata: { name: "a", ...more },
      target: { kind: "Node", name: "one" },
    });
  for (
    const [more, field] of [
      [{ resourceVersion: metadata.resourceVersion }, "ResourceVersion"],
      [{ uid: "11111111-1111-4111-8111-111111111111" }, "UID"],
    ] as const
  ) {
    const { status, json, text } = await bind(more);
    assertEquals([status, json.details?.kind], [409, "pods"], text);
    assert(json.message.includes(`Precondition failed: ${field} in precondition: `), text);
  }
  const { resourceVersion, uid } = (await client.get(`${PODS}/a`)).json.metadata;
  assertEquals((await bind({ resourceVersion, uid })).status, 201);
});

Deno.test("a pod that is bound is nominated no more, and its conditions keep their places", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(PODS, { metadata: { name: "a" }, spec: POD_SPEC });
  await client.patch(`${PODS}/a/status`, "merge", {
    status: {
      nominatedNodeName: "one",
      conditions: [
        { type: "PodScheduled", status: "False", reason: "Unschedulable", message: "no room" },
        { type: "example.com/known", status: "True" },
      ],
    },
  });
  const binding = { metadata: { name: "a" }, target: { kind: "Node", name: "one" } };
  assertEquals((await client.post(`${PODS}/a/binding`, binding)).status, 201);
  const { nominatedNodeName, conditions } = (await client.get(`${PODS}/a`)).json.status;
  assertEquals(nominatedNodeName, undefined);
  assertEquals(
    conditions.map(({ type, status, reason }: Record<string, string>) => [
      type,
      status,
      reason,
    ]),
    [["PodScheduled", "True", undefined], ["example.com/known", "True", undefined]],
  );
});

Deno.test("of two evictions that one unit of a budget is left for, one wins", async () => {
  await using server = await startTestServer();
  const { client } = server;
  for (const name of ["a", "b"]) {
    await client.post(PODS, {
      metadata: { name, labels: { app: "web" } },
      spec: { ...POD_SPEC, nodeName: "one" },
    });
    await client.patch(`${PODS}/${name}/status`, "merge", {
      status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
    });
  }
  const budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
  await client.post(budgets, {
    metadata: { name: "web" },
    spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } },
  });
  const early = await client.post(`${PODS}/a/eviction`, { metadata: { name: "a" } });
  const observed = (await client.get(`${budgets}/web`)).json.metadata.generation ?? 0;
  if (observed > 0) assertEquals(early.status, 429);
  await client.patch(`${budgets}/web/status`, "merge", {
    status: {
      observedGeneration: observed,
      disruptionsAllowed: 1,
      currentHealthy: 2,
      desiredHealthy: 1,
      expectedPods: 2,
    },
  });
  const answers = await Promise.all(
    ["a", "b"].map((name) => client.post(`${PODS}/${name}/eviction`, { metadata: { name } })),
  );
  assertEquals(answers.map(({ status }) => status).sort(), [201, 429]);
  const lost = answers.find(({ status }) => status === 429)!.json;
  assertEquals(lost.message, "Cannot evict pod as it would violate the pod's disruption budget.");
  assertEquals(lost.details.causes[0].reason, "DisruptionBudget");
  const { status } = (await client.get(`${budgets}/web`)).json;
  assertEquals([status.disruptionsAllowed, Object.keys(status.disruptedPods).length], [0, 1]);
});

Deno.test("a stateful set with claims is shown as before after a restart, and can be changed", async () => {
  const sets = "/apis/apps/v1/namespaces/default/statefulsets";
  const claim = {
    metadata: { name: "data" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  };
  const before = await startTestServer({ keepStore: true });
  const { store } = before;
  const made = await before.client.post(sets, {
    metadata: { name: "web" },
    spec: { ...DEPLOYMENT.spec, volumeClaimTemplates: [claim] },
  });
  assertEquals(made.status, 201);
  await before[Symbol.asyncDispose]();
  await using after = await startTestServer({ store });
  const found = await after.client.get(`${sets}/web`);
  assertEquals(found.json, made.json);
  const changed = await after.client.put(`${sets}/web`, {
    ...found.json,
    spec: { ...found.json.spec, replicas: 3 },
  });
  assertEquals([changed.status, changed.json.metadata.generation], [200, 2]);
});
