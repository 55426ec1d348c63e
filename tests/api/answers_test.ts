/** Answers that stock clients read more from than their status. */
import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const NAMESPACE = "/api/v1/namespaces/default";
const MAPS = `${NAMESPACE}/configmaps`;
const TEMPLATE = {
  metadata: { labels: { app: "x" } },
  spec: { containers: [{ name: "c", image: "i" }], restartPolicy: "Always" },
};

async function withServer(run: (server: TestServer) => Promise<void>): Promise<void> {
  await using server = await startTestServer();
  await run(server);
}

Deno.test("a pod that is deleted at once is answered as one that is being deleted", () =>
  withServer(async ({ client }) => {
    for (const dryRun of ["&dryRun=All", ""]) {
      await client.post(`${NAMESPACE}/pods`, { metadata: { name: "x" }, spec: TEMPLATE.spec });
      const { json } = await client.delete(`${NAMESPACE}/pods/x?gracePeriodSeconds=0${dryRun}`);
      const { deletionTimestamp, deletionGracePeriodSeconds, generation } = json.metadata;
      assert(typeof deletionTimestamp === "string");
      assertEquals([deletionGracePeriodSeconds, generation], [0, 2]);
    }
    assertEquals((await client.get(`${NAMESPACE}/pods/x`)).status, 404);
  }));

Deno.test("nothing is exported any more, and whoever asks for that is told so", () =>
  withServer(async ({ client }) => {
    await client.post(MAPS, { metadata: { name: "x" } });
    const replicaSets = "/apis/apps/v1/namespaces/default/replicasets";
    const selector = { matchLabels: TEMPLATE.metadata.labels };
    await client.post(replicaSets, {
      metadata: { name: "x" },
      spec: { selector, template: TEMPLATE },
    });
    for (
      const [path, expected] of [
        [`${MAPS}/x?export=true`, 400],
        [`${MAPS}/x?export`, 400],
        [`${MAPS}/nobody?export=1`, 400],
        [`${replicaSets}/x/status?export=true`, 400],
        [`${replicaSets}/x/scale?export=true`, 400],
        [`${MAPS}/x?export=false`, 200],
        [`${MAPS}/x?export=0`, 200],
        [`${MAPS}?export=true`, 200],
      ] as const
    ) {
      const { status, json } = await client.get(path);
      assertEquals(status, expected, path);
      if (status === 400) assert(json.message.includes("is no longer supported"), path);
    }
  }));

Deno.test("a namespace that ends tells of its time alone", () =>
  withServer(async ({ client }) => {
    await client.post("/api/v1/namespaces", { metadata: { name: "x" } });
    const { json } = await client.delete("/api/v1/namespaces/x");
    assertEquals(json.status.phase, "Terminating");
    assert("deletionTimestamp" in json.metadata);
    assert(!("deletionGracePeriodSeconds" in json.metadata));
  }));

Deno.test("a job that is deleted without a word about its pods warns that they stay", () =>
  withServer(async ({ client }) => {
    const jobs = "/apis/batch/v1/namespaces/default/jobs";
    const template = { spec: { ...TEMPLATE.spec, restartPolicy: "Never" } };
    await client.post(jobs, { metadata: { name: "x" }, spec: { template } });
    const told = await client.delete(`${jobs}/x?dryRun=All`);
    assert(told.headers.get("warning")?.includes("child pods are preserved by default"));
    const { headers } = await client.delete(`${jobs}/x?propagationPolicy=Background`);
    assertEquals(headers.get("warning"), null);
  }));

Deno.test("a job has the labels of its pods, those that are made for it too", () =>
  withServer(async ({ client }) => {
    const template = { spec: { ...TEMPLATE.spec, restartPolicy: "Never" } };
    const jobs = "/apis/batch/v1/namespaces/default/jobs";
    const { json } = await client.post(jobs, { metadata: { name: "x" }, spec: { template } });
    assertEquals(json.metadata.labels, json.spec.template.metadata.labels);
    assertEquals(json.metadata.labels["job-name"], "x");
  }));

Deno.test("what is created anew while the old one is being deleted is told so", () =>
  withServer(async ({ client }) => {
    await client.post(MAPS, { metadata: { name: "x", finalizers: ["example.com/a"] } });
    const again = () => client.post(MAPS, { metadata: { name: "x" } });
    assertEquals((await again()).json.message, 'configmaps "x" already exists');
    await client.delete(`${MAPS}/x`);
    const { status, json } = await again();
    assertEquals([status, json.reason], [409, "AlreadyExists"]);
    assertEquals(json.message, 'object is being deleted: configmaps "x" already exists');
  }));

Deno.test("what is created anew with a name that was generated once is told when to try again", () =>
  withServer(async ({ client }) => {
    const object = { metadata: { name: "g-1", generateName: "g-", finalizers: ["example.com/a"] } };
    await client.post(MAPS, object);
    const why = 'configmaps "g-1" already exists, the server was not able to generate a unique ' +
      "name for the object";
    for (const message of [why, `object is being deleted: ${why}`]) {
      const { status, headers, json } = await client.post(MAPS, object);
      assertEquals([status, json.reason, json.message], [409, "AlreadyExists", message]);
      assertEquals(json.details, { name: "g-1", kind: "configmaps", retryAfterSeconds: 1 });
      assertEquals(headers.get("retry-after"), "1");
      await client.delete(`${MAPS}/g-1`);
    }
  }));

Deno.test("the last finalizer's patch answers with the version that the object had", () =>
  withServer(async ({ client }) => {
    await client.post(MAPS, { metadata: { name: "x", finalizers: ["example.com/a"] } });
    const deleted = await client.delete(`${MAPS}/x`);
    const released = await client.patch(`${MAPS}/x`, "merge", { metadata: { finalizers: null } });
    const versionOf = ({ json }: typeof deleted) => json.metadata.resourceVersion;
    assertEquals(versionOf(released), versionOf(deleted));
  }));

Deno.test("a write that changes no wants of a replication controller leaves its generation", () =>
  withServer(async ({ client }) => {
    const path = `${NAMESPACE}/replicationcontrollers`;
    const { json } = await client.post(path, {
      metadata: { name: "x" },
      spec: { template: TEMPLATE },
    });
    assert(!JSON.stringify(json.metadata.managedFields).includes("minReadySeconds"));
    const labels = { changed: "1" };
    const put = await client.put(`${path}/x`, { ...json, metadata: { ...json.metadata, labels } });
    assertEquals(put.json.metadata.generation, 1);
  }));

Deno.test("bytes that are null are none, and no fault of the server", () =>
  withServer(async ({ client }) => {
    const map = await client.post(MAPS, { metadata: { name: "x" }, binaryData: { a: null } });
    assertEquals(map.status, 201, map.text);
    const secrets = `${NAMESPACE}/secrets`;
    const secret = await client.post(secrets, { metadata: { name: "x" }, data: { a: null } });
    assertEquals(secret.status, 201, secret.text);
  }));

Deno.test("a watch of any state with bookmarks is told where the state ends", () =>
  withServer(async ({ client }) => {
    await client.post(MAPS, { metadata: { name: "x" } });
    for (const more of ["", "&resourceVersion=0"]) {
      const watch = await client.watch(`${MAPS}?watch=1&allowWatchBookmarks=true${more}`);
      assertEquals((await watch.next())?.type, "ADDED");
      const end = await watch.next();
      assertEquals(end?.type, "BOOKMARK");
      assertEquals(end?.object.metadata.annotations, { "k8s.io/initial-events-end": "true" });
      watch.close();
    }
  }));

Deno.test("groups are listed as clients should prefer them, parts of resources by name", () =>
  withServer(async ({ client }) => {
    const { json } = await client.get("/apis");
    const names: string[] = json.groups.map(({ name }: { name: string }) => name);
    assertEquals(names.slice(0, 3), ["apiregistration.k8s.io", "apps", "events.k8s.io"]);
    assert(names.indexOf("resource.k8s.io") < names.indexOf("flowcontrol.apiserver.k8s.io"));
    const apps = await client.get("/apis/apps/v1");
    const resources: string[] = apps.json.resources.map(({ name }: { name: string }) => name);
    assert(resources.indexOf("deployments/scale") < resources.indexOf("deployments/status"));
    const protobuf = await client.get("/api", { accept: "application/vnd.kubernetes.protobuf" });
    assertEquals(protobuf.status, 200, protobuf.text);
  }));

const REFUSED:
  readonly (readonly [method: string, path: string, status: number, message: string])[] = [
    [
      "GET",
      `${MAPS}?fieldSelector=a%3Db`,
      400,
      '"a" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ],
    ["GET", `${NAMESPACE}/pods?fieldSelector=a%3Db`, 400, "field label not supported: a"],
    [
      "GET",
      "/apis/batch/v1/jobs?fieldSelector=a%3Db",
      400,
      'field label "a" not supported for Job',
    ],
    [
      "GET",
      `${MAPS}?labelSelector=a%3D%3D%3Db`,
      400,
      "unable to parse requirement: found '=', expected: identifier",
    ],
    ["GET", `${MAPS}?limit=x`, 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
    [
      "GET",
      `${MAPS}?resourceVersion=x`,
      400,
      'invalid resource version: resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
    ],
    [
      "GET",
      `${NAMESPACE}/bindings`,
      405,
      "the server does not allow this method on the requested resource",
    ],
    ["PUT", "/api/v1/pods", 405, "the server does not allow this method on the requested resource"],
    ["GET", `${MAPS}/a%2Fb`, 404, "the server could not find the requested resource"],
    [
      "GET",
      "/apis/authentication.k8s.io/v1/tokenreviews/x",
      404,
      "the server could not find the requested resource",
    ],
  ];

for (const [method, path, status, message] of REFUSED) {
  Deno.test(`${method} ${path} is refused in the words that clients know`, () =>
    withServer(async ({ client }) => {
      const answer = await client.request(method, path);
      assertEquals([answer.status, answer.json.message], [status, message]);
    }));
}
