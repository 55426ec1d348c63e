/** Replacing objects over HTTP: versions, status, generation. */
import type { AnyObject } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

const PODS = "/api/v1/namespaces/default/pods";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

const POD_SPEC = { containers: [{ name: "main", image: "a" }] };

const DEPLOYMENT_SPEC = {
  selector: { matchLabels: { app: "a" } },
  template: { metadata: { labels: { app: "a" } }, spec: POD_SPEC },
};

function field(answer: { json: AnyObject }): string[] {
  return (answer.json.details?.causes ?? []).map((cause: AnyObject) => cause.field);
}

Deno.test("an update replaces the version that it is of, or whatever is there", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const made = (await client.post(MAPS, { metadata: { name: "a" }, data: { x: "1" } })).json;
  const put = (change: object, body: object = {}) =>
    client.put(`${MAPS}/a`, { ...made, metadata: { ...made.metadata, ...change }, ...body });
  const same = await put({});
  assertEquals([same.status, same.json], [200, made], "nothing changed");
  const changed = await put({}, { data: { x: "2" } });
  assertEquals([changed.status, changed.json.data], [200, { x: "2" }]);
  const stale = await put({}, { data: { x: "3" } });
  assertEquals([stale.status, stale.json.reason, stale.json.details], [409, "Conflict", {
    name: "a",
    kind: "configmaps",
  }]);
  assert(stale.json.message.includes("the object has been modified"));
  for (const resourceVersion of [undefined, "", "0"]) {
    const answer = await put({ resourceVersion }, { data: { x: `of ${resourceVersion}` } });
    assertEquals(answer.status, 200, answer.text);
  }
  const cases: [change: object, status: number, fields: string[]][] = [
    [{ resourceVersion: "x" }, 409, []],
    [{ resourceVersion: undefined, uid: "other" }, 409, []],
    [{ resourceVersion: undefined, name: "b" }, 400, []],
    [{ resourceVersion: undefined, name: undefined }, 400, []],
    [{ resourceVersion: undefined, namespace: "other" }, 400, []],
    [{ resourceVersion: undefined, deletionTimestamp: "2026-01-01T00:00:00Z" }, 422, [
      "metadata.deletionTimestamp",
    ]],
    [{ resourceVersion: undefined, creationTimestamp: "2000-01-01T00:00:00Z" }, 200, []],
    [{ resourceVersion: undefined, creationTimestamp: null, uid: undefined }, 200, []],
    [{ resourceVersion: undefined, labels: { "-": "" } }, 422, ["metadata.labels"]],
  ];
  for (const [change, status, fields] of cases) {
    const answer = await put(change);
    assertEquals([answer.status, field(answer)], [status, fields], answer.text);
  }
  const { metadata } = (await client.get(`${MAPS}/a`)).json;
  const { uid, creationTimestamp } = made.metadata;
  assertEquals([metadata.uid, metadata.creationTimestamp], [uid, creationTimestamp]);
});

Deno.test("a put of what is not there makes it, for some kinds", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
  const cases: [path: string, status: number][] = [
    [MAPS, 404],
    [PODS, 404],
    ["/api/v1/namespaces", 404],
    [leases, 201],
    ["/api/v1/namespaces/default/endpoints", 201],
    ["/api/v1/namespaces/default/limitranges", 201],
    ["/apis/rbac.authorization.k8s.io/v1/clusterroles", 201],
  ];
  for (const [path, status] of cases) {
    const dry = await client.put(`${path}/a?dryRun=All`, { metadata: { name: "a" } });
    assertEquals(dry.status, status, `${path}: ${dry.text}`);
    const answer = await client.put(`${path}/a`, { metadata: { name: "a" } });
    assertEquals(answer.status, status, `${path}: ${answer.text}`);
    assertEquals((await client.get(`${path}/a`)).status, status === 201 ? 200 : 404, path);
  }
  const versioned = await client.put(`${leases}/b`, {
    metadata: { name: "b", resourceVersion: "5" },
  });
  assertEquals(versioned.status, 201, versioned.text);
  const other = await client.put(`${leases}/c`, { metadata: { name: "c", uid: "of-another" } });
  assertEquals([other.status, other.json.reason], [409, "Conflict"]);
  // Nobody may take a lease over without having seen whose it is.
  const blind = await client.put(`${leases}/a`, { metadata: { name: "a" } });
  assertEquals([blind.status, field(blind)], [422, ["metadata.resourceVersion"]]);
});

Deno.test("what a part of an object leaves as it is, no rule looks at", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const path = "/api/v1/namespaces/default/pods";
  const spec = { containers: [{ name: "a", image: "a" }] };
  await client.post(path, { metadata: { name: "a", annotations: { a: "b" } }, spec });
  const debugged = await client.put(`${path}/a/ephemeralcontainers`, {
    metadata: { name: "a", annotations: { "a b": "c" } },
    spec: { ...spec, ephemeralContainers: [{ name: "debug", image: "a" }] },
  });
  assertEquals([debugged.status, debugged.json.metadata?.annotations], [200, { a: "b" }]);
});

Deno.test("status is written through its own path, and nothing else is there", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const made = await client.post(DEPLOYMENTS, {
    metadata: { name: "a" },
    spec: { ...DEPLOYMENT_SPEC, replicas: 1 },
    status: { replicas: 9 },
  });
  assertEquals([made.status, made.json.status, made.json.metadata.generation], [201, {}, 1]);
  const path = `${DEPLOYMENTS}/a`;
  const one = await client.put(`${path}/status`, {
    ...made.json,
    spec: { ...made.json.spec, replicas: 5 },
    status: { replicas: 1 },
  });
  assertEquals([one.status, one.json.spec.replicas, one.json.status], [200, 1, { replicas: 1 }]);
  assertEquals(one.json.metadata.generation, 1);
  const two = await client.put(path, {
    ...one.json,
    spec: { ...made.json.spec, replicas: 2 },
    status: { replicas: 7 },
  });
  assertEquals([two.json.spec.replicas, two.json.status], [2, { replicas: 1 }]);
  assertEquals(two.json.metadata.generation, 2);
  const three = await client.patch(`${path}/status`, "merge", {
    spec: { replicas: 3 },
    status: { replicas: 2 },
  });
  assertEquals([three.json.spec.replicas, three.json.status], [2, { replicas: 2 }]);
  assertEquals((await client.get(`${path}/status`)).json, three.json);
  const managers = three.json.metadata.managedFields.map((one: AnyObject) =>
    [one.manager, one.subresource ?? ""].join("/")
  );
  assertEquals(managers, ["test/", "test/status"]);
  const cases: [method: string, path: string, status: number][] = [
    ["GET", `${MAPS}/a/status`, 404],
    ["PUT", `${MAPS}/a/status`, 404],
    ["PATCH", `${MAPS}/a/status`, 404],
    ["GET", `${DEPLOYMENTS}/none/status`, 404],
    ["PUT", `${DEPLOYMENTS}/none/status`, 404],
    ["PATCH", `${DEPLOYMENTS}/none/status`, 404],
    ["POST", `${path}/status`, 405],
    ["DELETE", `${path}/status`, 405],
    ["GET", `${path}/nothing`, 404],
    ["GET", `${path}/status/more`, 404],
    ["GET", "/api/v1/namespaces/default/finalize", 405],
  ];
  for (const [method, at, status] of cases) {
    const body = method === "PUT" || method === "POST" || method === "PATCH"
      ? { ...made.json, metadata: { name: "none" } }
      : undefined;
    const contentType = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const answer = await client.request(method, at, { body, contentType });
    assertEquals([answer.status, answer.json.kind], [status, "Status"], `${method} ${at}`);
  }
});

Deno.test("generation counts changes of what is wanted", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const path = `${DEPLOYMENTS}/a`;
  await client.post(DEPLOYMENTS, { metadata: { name: "a" }, spec: DEPLOYMENT_SPEC });
  const cases: [patch: object, generation: number][] = [
    [{ metadata: { labels: { x: "1" } } }, 1],
    [{ spec: { paused: true } }, 2],
    [{ spec: { paused: true } }, 2],
    [{ metadata: { generation: 9 } }, 2],
    [{ status: { replicas: 4 } }, 2],
  ];
  for (const [patch, generation] of cases) {
    const answer = await client.patch(path, "merge", patch);
    assertEquals([answer.status, answer.json.metadata.generation], [200, generation], answer.text);
  }
  await client.patch(path, "merge", { metadata: { finalizers: ["a.b/c"] } });
  assertEquals((await client.delete(path)).json.metadata.generation, 3);
});
