/** What becomes of objects that are deleted. */
import type { AnyObject } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const NAMESPACES = "/api/v1/namespaces";

const FOREGROUND = "foregroundDeletion";

Deno.test("deleting an object that nothing holds removes it", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const watch = await client.watch(`${MAPS}?watch=1`);
  const made = (await client.post(MAPS, { metadata: { name: "a" }, data: { x: "1" } })).json;
  const deleted = await client.delete(`${MAPS}/a`);
  assertEquals([deleted.status, deleted.json], [200, {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { name: "a", kind: "configmaps", uid: made.metadata.uid },
  }]);
  const [, gone] = await watch.take(2, (event) => event);
  const { resourceVersion, ...rest } = gone!.object.metadata;
  const { resourceVersion: before, ...madeRest } = made.metadata;
  assertEquals([gone!.type, gone!.object.data, rest], ["DELETED", { x: "1" }, madeRest]);
  assert(Number(resourceVersion) > Number(before), "the event has the version of the end");
  const again = await client.delete(`${MAPS}/a`);
  assertEquals([again.status, again.json.message], [404, 'configmaps "a" not found']);
});

Deno.test("some kinds answer a deletion with the object as it ended", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const path = "/api/v1/namespaces/default/serviceaccounts";
  const made = (await client.post(path, { metadata: { name: "a" } })).json;
  const { status, json } = await client.delete(`${path}/a`);
  assertEquals([status, json.kind, json.metadata.uid], [200, "ServiceAccount", made.metadata.uid]);
  assertEquals(json.metadata.resourceVersion, String(await server.store.revision()));
});

Deno.test("finalizers stand as they stood where a deletion asks for those that are there", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const cases: [finalizers: string[], policy: string | undefined, after: string[]][] = [
    [["orphan", "x.y/z"], "Orphan", ["orphan", "x.y/z"]],
    [["foregroundDeletion", "x.y/z"], "Foreground", ["foregroundDeletion", "x.y/z"]],
    [["orphan", "x.y/z"], undefined, ["orphan", "x.y/z"]],
    [["orphan", "x.y/z"], "Foreground", ["x.y/z", "foregroundDeletion"]],
    [["orphan", "x.y/z"], "Background", ["x.y/z"]],
  ];
  for (const [index, [finalizers, propagationPolicy, after]] of cases.entries()) {
    await client.post(MAPS, { metadata: { name: `m${index}`, finalizers } });
    const deleted = await client.delete(`${MAPS}/m${index}`, { propagationPolicy });
    assertEquals(deleted.json.metadata.finalizers, after, `${index}`);
  }
});

Deno.test("finalizers hold a deleted object until the last is gone", async () => {
  const clock = new FakeClock();
  await using server = await startTestServer({ clock });
  const { client } = server;
  const finalizers = ["example.com/a", "example.com/b"];
  await client.post(MAPS, { metadata: { name: "a", finalizers } });
  const watch = await client.watch(`${MAPS}?watch=1`);
  await clock.advance(5000);
  const deleted = await client.delete(`${MAPS}/a`);
  assertEquals([deleted.status, deleted.json.kind], [200, "ConfigMap"]);
  const { deletionTimestamp, deletionGracePeriodSeconds } = deleted.json.metadata;
  assertEquals([deletionTimestamp, deletionGracePeriodSeconds], ["2026-01-01T00:00:05Z", 0]);
  // A second deletion changes nothing.
  await clock.advance(5000);
  const again = await client.delete(`${MAPS}/a`);
  assertEquals([again.status, again.json], [200, deleted.json]);
  const more = await client.patch(`${MAPS}/a`, "merge", {
    metadata: { finalizers: [...finalizers, "example.com/c"] },
  });
  assertEquals([more.status, more.json.details.causes[0].field], [422, "metadata.finalizers"]);
  const back = await client.patch(`${MAPS}/a`, "merge", { metadata: { deletionTimestamp: null } });
  assertEquals([back.status, back.json.metadata.deletionTimestamp], [200, deletionTimestamp]);
  const other = await client.patch(`${MAPS}/a`, "merge", { data: { still: "here" } });
  assertEquals(other.json.data, { still: "here" });
  const one = await client.patch(`${MAPS}/a`, "merge", {
    metadata: { finalizers: ["example.com/b"] },
  });
  assertEquals([one.status, one.json.metadata.finalizers], [200, ["example.com/b"]]);
  const last = await client.patch(`${MAPS}/a`, "merge", { metadata: { finalizers: null } });
  assertEquals([last.status, last.json.kind, last.json.metadata.finalizers], [
    200,
    "ConfigMap",
    undefined,
  ]);
  assertEquals((await client.get(`${MAPS}/a`)).status, 404);
  assertEquals(await watch.take(5), [
    "ADDED a",
    "MODIFIED a",
    "MODIFIED a",
    "MODIFIED a",
    "DELETED a",
  ]);
  const reborn = await client.post(MAPS, { metadata: { name: "a" } });
  assertEquals([reborn.status, reborn.json.metadata.deletionTimestamp], [201, undefined]);
});

Deno.test("what becomes of dependents is what the request, the object or the kind says", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const jobs = "/apis/batch/v1/namespaces/default/jobs";
  const events = "/api/v1/namespaces/default/events";
  const newEvents = "/apis/events.k8s.io/v1/namespaces/default/events";
  const reported = {
    eventTime: "2026-01-01T00:00:00.000000Z",
    reportingController: "a.b/c",
    reportingInstance: "d",
    action: "e",
    reason: "f",
    type: "Normal",
  };
  const fields: Record<string, object> = {
    [events]: { involvedObject: { namespace: "default" } },
    [newEvents]: { ...reported, regarding: { namespace: "default" } },
  };
  const containers = [{ name: "c", image: "i" }];
  const template = { metadata: {}, spec: { restartPolicy: "Never", containers } };
  const gone = undefined;
  const cases: [
    path: string,
    finalizers: string[],
    options: object | undefined,
    query: string,
    after: string[] | undefined,
    status: number,
  ][] = [
    [MAPS, [], {}, "", gone, 200],
    [MAPS, [], undefined, "", gone, 200],
    [MAPS, [], { propagationPolicy: "Background" }, "", gone, 200],
    [MAPS, [], { propagationPolicy: "Foreground" }, "", [FOREGROUND], 200],
    [MAPS, [], { propagationPolicy: "Orphan" }, "", ["orphan"], 200],
    [MAPS, [], { orphanDependents: true }, "", ["orphan"], 200],
    [MAPS, ["a.b/c"], { orphanDependents: false }, "", ["a.b/c"], 202],
    [MAPS, [], undefined, "propagationPolicy=Foreground", [FOREGROUND], 200],
    [MAPS, [], undefined, "orphanDependents=true", ["orphan"], 200],
    // The body's options are all that counts where there is one.
    [MAPS, [], {}, "propagationPolicy=Foreground", gone, 200],
    [MAPS, ["orphan"], { propagationPolicy: "Background" }, "", gone, 200],
    [MAPS, ["orphan"], { propagationPolicy: "Foreground" }, "", [FOREGROUND], 200],
    [MAPS, ["orphan"], {}, "", ["orphan"], 200],
    [MAPS, [FOREGROUND], {}, "", [FOREGROUND], 200],
    [MAPS, ["a.b/c", FOREGROUND], { propagationPolicy: "Orphan" }, "", ["a.b/c", "orphan"], 200],
    [jobs, [], {}, "", ["orphan"], 200],
    [jobs, [], { propagationPolicy: "Background" }, "", gone, 200],
    // Nothing belongs to events, and the collector does not look at them.
    [events, [], { propagationPolicy: "Foreground" }, "", gone, 200],
    [events, [], { propagationPolicy: "Orphan" }, "", gone, 200],
    [events, ["a.b/c", "orphan"], {}, "", ["a.b/c"], 200],
    [newEvents, [], { orphanDependents: true }, "", gone, 200],
  ];
  for (const [index, [path, finalizers, options, query, after, status]] of cases.entries()) {
    const name = `case-${index}`;
    const spec = path === jobs ? { template } : undefined;
    const made = await client.post(path, { metadata: { name, finalizers }, spec, ...fields[path] });
    assertEquals(made.status, 201, made.text);
    const answer = await client.delete(`${path}/${name}?${query}`, options);
    assertEquals(answer.status, status, `${index}: ${answer.text}`);
    const left = await client.get(`${path}/${name}`);
    assertEquals(left.json.metadata.finalizers, after, `${index}`);
    assertEquals(left.status, after === undefined ? 404 : 200, `${index}`);
  }
});

Deno.test("the system's priority classes go with all others only", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
  const made = await client.post(classes, {
    metadata: { name: "system-node-critical" },
    value: 2_000_001_000,
  });
  assertEquals(made.status, 201, made.text);
  for (const name of ["system-node-critical", "system-cluster-critical"]) {
    const { status, json } = await client.delete(`${classes}/${name}`);
    assertEquals([status, json.message], [
      403,
      `priorityclasses.scheduling.k8s.io "${name}" is forbidden: ` +
      "this is a system priority class and cannot be deleted",
    ]);
  }
  assertEquals((await client.get(`${classes}/system-node-critical`)).status, 200);
  assertEquals((await client.delete(classes)).status, 200);
  assertEquals((await client.get(`${classes}/system-node-critical`)).status, 404);
});

Deno.test("deletion options that can't be are refused", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(MAPS, { metadata: { name: "a" } });
  const uid = "11111111-1111-4111-8111-111111111111";
  const cases: [options: unknown, query: string, status: number][] = [
    [{ propagationPolicy: "Sideways" }, "", 422],
    [{ propagationPolicy: "Orphan", orphanDependents: true }, "", 422],
    [{ dryRun: ["Some"] }, "", 422],
    [undefined, "dryRun=Some", 422],
    [undefined, "propagationPolicy=Sideways", 422],
    [undefined, "propagationPolicy=", 422],
    [undefined, "propagationPolicy=&orphanDependents=false", 422],
    [{ propagationPolicy: "" }, "", 422],
    [undefined, "gracePeriodSeconds=soon", 400],
    [{ preconditions: { uid } }, "", 409],
    [{ preconditions: { resourceVersion: "1" } }, "", 409],
    [undefined, `uid=${uid}`, 409],
    [undefined, "resourceVersion=1", 409],
    [{ kind: "Pod", apiVersion: "v1" }, "", 400],
    [{ kind: "CreateOptions", apiVersion: "v1" }, "", 400],
    ["{", "", 400],
    ["[]", "", 400],
    [{ gracePeriodSeconds: "x" }, "", 400],
  ];
  for (const [options, query, status] of cases) {
    const answer = await client.delete(`${MAPS}/a?${query}`, options);
    assertEquals(answer.status, status, `${JSON.stringify(options)} ${query}: ${answer.text}`);
  }
  const conflict = await client.delete(`${MAPS}/a`, { preconditions: { uid } });
  assertEquals(conflict.json.reason, "Conflict");
  assert(conflict.json.message.includes(`the UID in the precondition (${uid}) does not match`));
  const xml = await client.delete(`${MAPS}/a`, "<a/>", { contentType: "text/xml" });
  assertEquals(xml.status, 415);
  assertEquals((await client.get(`${MAPS}/a`)).status, 200);
});

Deno.test("deletion options go by several versions, and preconditions that hold let it happen", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const cases: ((made: AnyObject) => unknown)[] = [
    () => ({ kind: "DeleteOptions", apiVersion: "v1" }),
    () => ({ kind: "DeleteOptions", apiVersion: "meta.k8s.io/v1" }),
    () => ({ gracePeriodSeconds: 0 }),
    () => ({ gracePeriodSeconds: -5 }),
    () => ({ unknown: "field" }),
    ({ metadata: { uid } }) => ({ preconditions: { uid } }),
    ({ metadata: { uid, resourceVersion } }) => ({ preconditions: { uid, resourceVersion } }),
    ({ metadata: { resourceVersion } }) => `preconditions: {resourceVersion: "${resourceVersion}"}`,
  ];
  for (const [index, options] of cases.entries()) {
    const made = (await client.post(MAPS, { metadata: { name: "a" } })).json;
    const body = options(made);
    const contentType = typeof body === "string" ? "application/yaml" : "application/json";
    const answer = await client.delete(`${MAPS}/a`, body, { contentType });
    assertEquals(answer.status, 200, `${index}: ${answer.text}`);
    assertEquals((await client.get(`${MAPS}/a`)).status, 404, `${index}`);
  }
});

Deno.test("a namespace goes when it is finalized", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const made = (await client.post(NAMESPACES, { metadata: { name: "team" } })).json;
  assertEquals(made.spec, { finalizers: ["kubernetes"] });
  assertEquals(made.status, { phase: "Active" });
  assertEquals(made.metadata.labels, { "kubernetes.io/metadata.name": "team" });
  const maps = `${NAMESPACES}/team/configmaps`;
  await client.post(maps, { metadata: { name: "inside" } });
  const deleted = await client.delete(`${NAMESPACES}/team`);
  assertEquals([deleted.status, deleted.json.status], [200, { phase: "Terminating" }]);
  assert(deleted.json.metadata.deletionTimestamp !== undefined);

  const late = await client.post(maps, { metadata: { name: "late" } });
  assertEquals([late.status, late.json.details.causes[0].reason], [403, "NamespaceTerminating"]);
  // What is there can still be changed, so that its finalizers can go.
  assertEquals((await client.patch(`${maps}/inside`, "merge", { data: { a: "b" } })).status, 200);

  const plain = await client.put(`${NAMESPACES}/team`, { ...deleted.json, spec: {} });
  assertEquals([plain.status, plain.json.spec], [200, { finalizers: ["kubernetes"] }]);
  const wrong = await client.put(`${NAMESPACES}/team/finalize`, {
    ...plain.json,
    metadata: { ...plain.json.metadata, resourceVersion: "1" },
    spec: {},
  });
  assertEquals(wrong.status, 409);
  const finalized = await client.put(`${NAMESPACES}/team/finalize`, { ...plain.json, spec: {} });
  assertEquals([finalized.status, finalized.json.kind], [200, "Namespace"]);
  assertEquals((await client.get(`${NAMESPACES}/team`)).status, 404);
  const nowhere = await client.post(maps, { metadata: { name: "late" } });
  assertEquals([nowhere.status, nowhere.json.message], [404, 'namespaces "team" not found']);
});

Deno.test("a namespace that ends is not told once more how to", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(NAMESPACES, { metadata: { name: "team" } });
  const { json: begun } = await client.delete(`${NAMESPACES}/team`);
  const again = await client.delete(`${NAMESPACES}/team`, { propagationPolicy: "Foreground" });
  assertEquals([again.status, again.json], [200, begun]);
  assertEquals((await client.get(`${NAMESPACES}/team`)).json, begun);
});

Deno.test("a namespace that its own finalizers hold outlives its content", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(NAMESPACES, { metadata: { name: "team", finalizers: ["a.b/c"] } });
  const deleted = (await client.delete(`${NAMESPACES}/team`)).json;
  const empty = await client.put(`${NAMESPACES}/team/finalize`, { ...deleted, spec: {} });
  assertEquals([empty.status, empty.json.spec], [200, {}]);
  assertEquals((await client.get(`${NAMESPACES}/team`)).status, 200);
  await client.patch(`${NAMESPACES}/team`, "merge", { metadata: { finalizers: [] } });
  assertEquals((await client.get(`${NAMESPACES}/team`)).status, 404);
});

Deno.test("a namespace's finalizers that go before its deletion leave nothing to wait for", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const made = (await client.post(NAMESPACES, { metadata: { name: "team" } })).json;
  await client.put(`${NAMESPACES}/team/finalize`, { ...made, spec: {} });
  assertEquals((await client.delete(`${NAMESPACES}/team`)).status, 200);
  assertEquals((await client.get(`${NAMESPACES}/team`)).status, 404);
});

Deno.test("namespaces that a cluster can't do without stay", async () => {
  await using server = await startTestServer();
  const { client } = server;
  for (const name of ["default", "kube-system", "kube-public"]) {
    if (name !== "default") await client.post(NAMESPACES, { metadata: { name } });
    const { status, json } = await client.delete(`${NAMESPACES}/${name}`);
    assertEquals([status, json.reason], [403, "Forbidden"], name);
    assertEquals((await client.get(`${NAMESPACES}/${name}`)).json.status.phase, "Active");
  }
});

Deno.test("a collection is deleted as far as it is chosen", async () => {
  await using server = await startTestServer({ deleteCollectionWorkers: 3 });
  const { client } = server;
  const all = () =>
    client.get(MAPS).then(({ json }) =>
      json.items.map((one: AnyObject) => one.metadata.name).join(" ")
    );
  const make = async () => {
    for (const name of ["a", "b", "c", "d"]) {
      const labels = { half: name < "c" ? "1" : "2" };
      const finalizers = name === "d" ? ["a.b/c"] : [];
      await client.post(MAPS, { metadata: { name, labels, finalizers } });
    }
  };
  await make();
  const deleted = await client.delete(`${MAPS}?labelSelector=half%3D1`);
  assertEquals([deleted.status, deleted.json.kind], [200, "ConfigMapList"]);
  assertEquals(deleted.json.items.map((one: AnyObject) => one.metadata.name), ["a", "b"]);
  assertEquals(await all(), "c d");
  await client.delete(`${MAPS}?fieldSelector=metadata.name%3Dc`);
  assertEquals(await all(), "d");
  await make();
  assertEquals((await client.delete(MAPS, { dryRun: ["All"] })).status, 200);
  assertEquals((await client.delete(`${MAPS}?dryRun=All`, {})).status, 200);
  assertEquals(await all(), "a b c d");
  const page = await client.delete(`${MAPS}?limit=2`);
  assertEquals(page.json.items.length, 2);
  assertEquals(await all(), "c d");
  assertEquals((await client.delete(MAPS)).status, 200);
  assertEquals(await all(), "d");
  assertEquals((await client.delete("/api/v1/configmaps")).status, 405);
  assertEquals((await client.delete(`${MAPS}?labelSelector=%3D%3D`)).status, 400);
});

Deno.test("many that delete and change an object at once end as one after another would", async () => {
  await using server = await startTestServer();
  const { client } = server;
  for (let round = 0; round < 5; round++) {
    await client.post(MAPS, { metadata: { name: "a", finalizers: ["a.b/c"] } });
    await client.delete(`${MAPS}/a`);
    const answers = await Promise.all([
      ...Array.from(
        { length: 5 },
        (_, index) => client.patch(`${MAPS}/a`, "merge", { data: { [`k${index}`]: "v" } }),
      ),
      client.patch(`${MAPS}/a`, "merge", { metadata: { finalizers: [] } }),
      client.delete(`${MAPS}/a`),
    ]);
    for (const { status, text } of answers) assert(status === 200 || status === 404, text);
    assertEquals((await client.get(`${MAPS}/a`)).status, 404);
  }
});
