/** Workloads over HTTP: their scales, how pods end, are bound and evicted. */
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
  assertEquals([owner.subresource, owner.apiVersion, owner.fieldsV1], [
    "scale",
    "apps/v1",
    { "f:spec": { "f:replicas": {} } },
  ]);
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
