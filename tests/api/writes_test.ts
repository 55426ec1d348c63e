/** Making, changing and applying objects over HTTP. */
import type { AnyObject } from "../../testing/api_client.ts";
import { deterministicRandom, startTestServer } from "../../testing/api_server.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { definitionOf, gadget, gadgets, install } from "./extending/definitions.ts";

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

Deno.test("what is made has what the server gives everything", async () => {
  const clock = new FakeClock();
  await using server = await startTestServer({ clock });
  const { client } = server;
  const made = await client.post(MAPS, {
    metadata: {
      name: "a",
      uid: "mine",
      creationTimestamp: "2000-01-01T00:00:00Z",
      deletionTimestamp: "2000-01-01T00:00:00Z",
      deletionGracePeriodSeconds: 3,
      generation: 7,
      selfLink: "/x",
    },
    data: { x: "1" },
  });
  assertEquals(made.status, 201);
  const { managedFields, ...metadata } = made.json.metadata;
  assertEquals({ ...made.json, metadata }, {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: {
      name: "a",
      namespace: "default",
      uid: "00000000-0000-4000-8000-000000000004",
      resourceVersion: String(await server.store.revision()),
      creationTimestamp: "2026-01-01T00:00:00Z",
    },
    data: { x: "1" },
  });
  assertEquals(managedFields, [{
    manager: "test",
    operation: "Update",
    apiVersion: "v1",
    time: "2026-01-01T00:00:00Z",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:data": { ".": {}, "f:x": {} } },
  }]);
  assertEquals((await client.get(`${MAPS}/a`)).json, made.json);
});

Deno.test("what can't be made is refused, and why is said", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(MAPS, { metadata: { name: "there" } });
  const cases: [
    path: string,
    body: unknown,
    status: number,
    reason: string | undefined,
    fields: string[],
  ][] = [
    [MAPS, { metadata: { name: "there" } }, 409, "AlreadyExists", []],
    [MAPS, { metadata: {} }, 422, "Invalid", ["metadata.name"]],
    [MAPS, {}, 422, "Invalid", ["metadata.name"]],
    [MAPS, { metadata: { name: "Upper" } }, 422, "Invalid", ["metadata.name"]],
    [MAPS, { metadata: { name: "a/b" } }, 422, "Invalid", ["metadata.name"]],
    [MAPS, { metadata: { generateName: "Upper-" } }, 422, "Invalid", [
      "metadata.generateName",
      "metadata.name",
    ]],
    [MAPS, { metadata: { name: "a", labels: { "-": "b" } } }, 422, "Invalid", ["metadata.labels"]],
    [MAPS, { metadata: { name: "a", finalizers: ["-"] } }, 422, "Invalid", [
      "metadata.finalizers",
    ]],
    [MAPS, { metadata: { name: "a", resourceVersion: "5" } }, 500, undefined, []],
    [MAPS, { metadata: { name: "a", namespace: "other" } }, 400, "BadRequest", []],
    [MAPS, { kind: "Secret", metadata: { name: "a" } }, 400, "BadRequest", []],
    [MAPS, { apiVersion: "v2", metadata: { name: "a" } }, 400, "BadRequest", []],
    [MAPS, { apiVersion: "apps/v1", metadata: { name: "a" } }, 400, "BadRequest", []],
    [MAPS, { metadata: { name: 5 } }, 400, "BadRequest", []],
    [MAPS, { metadata: { name: "a" }, data: { x: 1 } }, 400, "BadRequest", []],
    [
      "/apis/coordination.k8s.io/v1/namespaces/default/leases",
      { metadata: { name: "a" }, spec: { renewTime: "9999-12-31T23:59:59.999999-00:01" } },
      400,
      "BadRequest",
      [],
    ],
    [MAPS, [], 400, "BadRequest", []],
    [MAPS, "null", 422, "Invalid", ["metadata.name"]],
    [MAPS, "", 400, "BadRequest", []],
    [MAPS, "{", 400, "BadRequest", []],
    ["/api/v1/namespaces/nowhere/configmaps", { metadata: { name: "a" } }, 404, "NotFound", []],
    ["/api/v1/configmaps", { metadata: { name: "a" } }, 405, "MethodNotAllowed", []],
    [`${MAPS}/a`, { metadata: { name: "a" } }, 405, "MethodNotAllowed", []],
    ["/api/v1/namespaces", { metadata: { name: "has.dots" } }, 422, "Invalid", ["metadata.name"]],
    ["/api/v1/namespaces/default/services", { metadata: { name: "has.dots" } }, 422, "Invalid", [
      "metadata.name",
    ]],
  ];
  for (const [path, body, status, reason, fields] of cases) {
    const answer = await client.post(path, body);
    const what = `${path} ${JSON.stringify(body)}: ${answer.text}`;
    assertEquals([answer.status, answer.json.reason], [status, reason], what);
    assertEquals([answer.json.kind, answer.json.code], ["Status", status], what);
    // Kinds have rules of their own besides these.
    for (const name of fields) assert(field(answer).includes(name), what);
  }
  const { json } = await client.post("/api/v1/namespaces", {
    metadata: { name: "b", namespace: "ignored" },
  });
  assertEquals([json.metadata.name, json.metadata.namespace], ["b", undefined]);
});

Deno.test("a new object may name no version, which is found after all else that is wrong", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  await client.post(MAPS, { metadata: { name: "taken" } });
  const versionSet = "resourceVersion should not be set on objects to be created";
  const cases: [name: string, resourceVersion: string, query: string, status: number][] = [
    ["a", "5", "", 500],
    ["taken", "5", "", 500],
    ["Not a name", "5", "", 422],
    ["b", "18446744073709551615", "", 500],
    // What is the version of nothing is as good as none.
    ["c", "", "", 201],
    ["d", "0", "", 201],
    ["e", "five", "", 201],
    ["f", "18446744073709551616", "", 201],
    ["g", "5", "dryRun=All", 201],
    ["taken", "5", "dryRun=All", 409],
    ["Not a name", "5", "dryRun=All", 422],
  ];
  for (const [name, resourceVersion, query, status] of cases) {
    const what = `${name} ${resourceVersion} ${query}`;
    const metadata = { name, resourceVersion };
    const answer = await client.post(`${MAPS}?${query}`, { metadata });
    assertEquals(answer.status, status, `${what}: ${answer.text}`);
    if (status === 500) {
      const { message, reason } = answer.json;
      assertEquals([message, reason], [versionSet, undefined], what);
    } else if (status === 201) {
      const version = answer.json.metadata.resourceVersion;
      const expected = query === "" ? String(await server.store.revision()) : resourceVersion;
      assertEquals(version, expected, what);
    }
    if (name === "taken") continue;
    const { spec, ...rest } = gadget(name);
    const custom = await client.post(`${gadgets()}?${query}`, { ...rest, metadata, spec });
    assertEquals(custom.status, status, `custom ${what}: ${custom.text}`);
  }
  assertEquals((await client.get(`${MAPS}/g`)).status, 404);
});

Deno.test("a name is generated, again where it is taken", async () => {
  const random = deterministicRandom();
  const letters = (count: number) => Array.from({ length: count }, random);
  const first = letters(5), second = letters(5);
  const script = [...first, ...first, ...first, ...second];
  await using server = await startTestServer({ random: () => script.shift() ?? 0 });
  const { client } = server;
  const make = (query = "") =>
    client.post(`/api/v1/namespaces${query}`, { metadata: { generateName: "ns-" } });
  const one = await make();
  assertEquals(one.status, 201);
  assert(/^ns-[bcdfghjklmnpqrstvwxz2456789]{5}$/.test(one.json.metadata.name), one.text);
  const two = await make();
  assertEquals([two.status, two.json.metadata.generateName], [201, "ns-"]);
  assert(two.json.metadata.name !== one.json.metadata.name);
  // What follows from the name follows from the one that it has in the end.
  assertEquals(two.json.metadata.labels["kubernetes.io/metadata.name"], two.json.metadata.name);
  // The script is over: from now on it is always the same name.
  assertEquals((await make()).status, 201);
  for (const query of ["", "?dryRun=All"]) {
    const taken = await make(query);
    assertEquals([taken.status, taken.json.reason], [409, "AlreadyExists"]);
    assert(taken.json.message.includes("not able to generate a unique name"));
    assertEquals([taken.json.details.retryAfterSeconds, taken.headers.get("retry-after")], [
      1,
      "1",
    ]);
  }
  const long = await client.post(MAPS, { metadata: { generateName: "x".repeat(80) } });
  assertEquals([long.status, long.json.metadata.name.length], [201, 63]);
});

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

Deno.test("patches of each type change what they say", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const path = `${PODS}/a`;
  await client.post(PODS, {
    metadata: { name: "a", labels: { keep: "1", drop: "2" } },
    spec: { containers: [{ name: "one", image: "a" }, { name: "two", image: "b" }] },
  });
  const images = (answer: { json: AnyObject }) =>
    answer.json.spec.containers.map((one: AnyObject) => `${one.name}=${one.image}`).join(" ");

  const merged = await client.patch(path, "merge", {
    metadata: { labels: { drop: null, add: "3" } },
  });
  assertEquals([merged.status, merged.json.metadata.labels], [200, { add: "3", keep: "1" }]);
  const strategic = await client.patch(path, "strategic", {
    spec: { containers: [{ name: "two", image: "c" }] },
  });
  assertEquals([strategic.status, images(strategic)], [200, "one=a two=c"]);
  const json = await client.patch(path, "json", [
    { op: "test", path: "/spec/containers/0/name", value: "one" },
    { op: "replace", path: "/spec/containers/0/image", value: "d" },
  ]);
  assertEquals([json.status, images(json)], [200, "one=d two=c"]);
  const applied = await client.patch(`${path}?fieldManager=me&force=true`, "apply", {
    apiVersion: "v1",
    kind: "Pod",
    spec: { containers: [{ name: "two", image: "e" }] },
  });
  assertEquals([applied.status, images(applied)], [200, "one=d two=e"]);
  const refused: [type: Parameters<typeof client.patch>[1], body: unknown, status: number][] = [
    ["json", [{ op: "test", path: "/metadata/name", value: "b" }], 422],
    ["json", [{ op: "remove", path: "/nothing" }], 422],
    ["json", { op: "remove" }, 400],
    ["json", "{", 400],
    ["merge", "[]", 400],
    ["merge", "{", 400],
    ["merge", { metadata: { name: "b" } }, 400],
    ["merge", { kind: "Node" }, 422],
    ["merge", { metadata: { resourceVersion: "1" } }, 409],
    ["merge", { metadata: { labels: { a: 5 } } }, 422],
    ["strategic", { spec: { containers: [{ $patch: "explode", name: "one" }] } }, 400],
    ["strategic", "nothing", 400],
    ["apply", "- a", 400],
    ["apply", "a: [", 400],
  ];
  for (const [type, body, status] of refused) {
    const query = type === "apply" ? "?fieldManager=me" : "";
    const answer = await client.patch(path + query, type, body);
    assertEquals(answer.status, status, `${type} ${JSON.stringify(body)}: ${answer.text}`);
    assertEquals(answer.json.kind, "Status");
  }
  for (
    const contentType of ["application/json", "text/plain", "", "application/merge-patch+yaml"]
  ) {
    const answer = await client.request("PATCH", path, { body: "{}", contentType });
    assertEquals([answer.status, answer.json.reason], [415, "UnsupportedMediaType"], contentType);
  }
  const custom = await client.request("PATCH", path, {
    body: "{}",
    contentType: "application/merge-patch+json; charset=utf-8",
  });
  assertEquals(custom.status, 200);
});

Deno.test("applies share fields, argue about them, and change no version for nothing", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const apply = (manager: string, data: object | undefined, query = "") =>
    client.patch(`${MAPS}/a?fieldManager=${manager}${query}`, "apply", {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "a" },
      data,
    });
  const owners = (answer: { json: AnyObject }) =>
    answer.json.metadata.managedFields
      .map(({ manager, operation, fieldsV1 }: AnyObject) => {
        const fields = Object.keys(fieldsV1["f:data"] ?? {}).filter((one) => one !== ".");
        return `${manager} ${operation} ${fields.map((one) => one.slice(2)).join("+")}`;
      })
      .sort().join("; ");

  const made = await apply("one", { x: "1", y: "1" });
  assertEquals([made.status, owners(made)], [201, "one Apply x+y"]);
  const again = await apply("one", { x: "1", y: "1" });
  assertEquals([again.status, again.json], [200, made.json], "a repeated apply changes nothing");
  const shared = await apply("two", { x: "1" });
  assertEquals([shared.status, owners(shared)], [200, "one Apply x+y; two Apply x"]);
  const conflict = await apply("two", { x: "2", y: "1" });
  assertEquals([conflict.status, conflict.json.reason], [409, "Conflict"]);
  assertEquals(conflict.json.details.causes, [{
    reason: "FieldManagerConflict",
    message: 'conflict with "one"',
    field: ".data.x",
  }]);
  assertEquals((await client.get(`${MAPS}/a`)).json, shared.json, "a conflict changes nothing");
  const forced = await apply("two", { x: "2" }, "&force=true");
  assertEquals([forced.json.data.x, owners(forced)], ["2", "one Apply y; two Apply x"]);
  const updated = await client.patch(`${MAPS}/a?fieldManager=three`, "merge", { data: { y: "3" } });
  // Its own field would be taken from the one who changed it.
  assertEquals(owners(updated), "three Update y; two Apply x");
  const left = await apply("two", {});
  assertEquals([left.json.data, owners(left)], [{ y: "3" }, "three Update y; two Apply "]);
  const cleared = await client.patch(`${MAPS}/a`, "merge", { metadata: { managedFields: [{}] } });
  assertEquals(cleared.json.metadata.managedFields, undefined);

  const refused: [query: string, body: object, status: number][] = [
    ["", {}, 422],
    ["?fieldManager=one&force=maybe", {}, 200],
    ["?fieldManager=" + "x".repeat(129), {}, 422],
    ["?fieldManager=one", { kind: "Secret" }, 400],
    ["?fieldManager=one", { apiVersion: "v2" }, 400],
    ["?fieldManager=one", { metadata: { name: "b" } }, 400],
    ["?fieldManager=one", { metadata: { name: { toString: null } } }, 400],
    ["?fieldManager=one", { metadata: { resourceVersion: 5 } }, 400],
    ["?fieldManager=one", { metadata: "none" }, 400],
    ["?fieldManager=one", { metadata: { managedFields: [] } }, 400],
    ["?fieldManager=one", { metadata: { managedFields: [{ manager: "x" }] } }, 400],
    // What fits no field is a 500 to the reference, and its clients know the message.
    ["?fieldManager=one", { data: { x: 1 } }, 500],
    ["?fieldManager=one", { nothing: 1 }, 500],
    ["?fieldManager=one", { metadata: { resourceVersion: "1" } }, 409],
  ];
  for (const [query, body, status] of refused) {
    const whole = { apiVersion: "v1", kind: "ConfigMap", ...body };
    const answer = await client.patch(`${MAPS}/a${query}`, "apply", whole);
    assertEquals(answer.status, status, `${query} ${JSON.stringify(body)}: ${answer.text}`);
  }
  const nameless = await client.patch(`${MAPS}/new?fieldManager=one`, "apply", "{}");
  assertEquals(nameless.status, 400, nameless.text);
  const named: [metadata: object, status: number][] = [
    [{ name: "new", uid: "x" }, 409],
    [{ name: "new", resourceVersion: "1" }, 201],
  ];
  for (const [metadata, status] of named) {
    const whole = { apiVersion: "v1", kind: "ConfigMap", metadata };
    const answer = await client.patch(`${MAPS}/new?fieldManager=one`, "apply", whole);
    assertEquals(answer.status, status, answer.text);
  }
  // Only of an object that is there the name is known.
  const whole = { apiVersion: "v1", kind: "ConfigMap", data: { z: "1" } };
  const there = await client.patch(`${MAPS}/new?fieldManager=one`, "apply", whole);
  assertEquals([there.status, there.json.data], [200, { z: "1" }]);
  const newer = await client.patch(`${MAPS}/newer?fieldManager=one`, "apply", whole);
  assertEquals([newer.status, newer.json.message], [
    400,
    "the name of the object (newer based on URL) was undeterminable: name must be provided",
  ]);
});

Deno.test("who writes is known by what the client calls itself", async () => {
  await using server = await startTestServer();
  const cases: [userAgent: string, query: string, manager: string][] = [
    ["kubectl/v1.36.0 (linux/amd64)", "", "kubectl"],
    ["plain", "", "plain"],
    ["/x", "", "unknown"],
    ["kubectl/v1", "?fieldManager=me", "me"],
  ];
  for (const [index, [userAgent, query, manager]] of cases.entries()) {
    const client = server.clientWith({ token: "test-token", userAgent });
    const { json } = await client.post(MAPS + query, {
      metadata: { name: `m${index}` },
      data: { a: "b" },
    });
    assertEquals(json.metadata.managedFields[0].manager, manager, userAgent);
  }
});

Deno.test("a dry run of every verb answers as the real one and leaves nothing behind", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(MAPS, { metadata: { name: "a" }, data: { x: "1" } });
  await client.post(MAPS, { metadata: { name: "held", finalizers: ["a.b/c"] } });
  const before = (await client.get(MAPS)).json;
  const watch = await client.watch(
    `${MAPS}?watch=1&resourceVersion=${before.metadata.resourceVersion}`,
  );
  const apply = { apiVersion: "v1", kind: "ConfigMap", data: { y: "2" } };
  const cases: [
    run: (query: string) => Promise<{ status: number; json: AnyObject }>,
    status: number,
  ][] = [
    [(query) => client.post(`${MAPS}?${query}`, { metadata: { name: "b" } }), 201],
    [(query) => client.post(`${MAPS}?${query}`, { metadata: { generateName: "b-" } }), 201],
    [(query) => client.post(`${MAPS}?${query}`, { metadata: { name: "a" } }), 409],
    [(query) => client.post(`${MAPS}?${query}`, { metadata: { name: "-" } }), 422],
    [(query) => client.put(`${MAPS}/a?${query}`, { metadata: { name: "a" } }), 200],
    [(query) => client.patch(`${MAPS}/a?${query}`, "merge", { data: { y: "2" } }), 200],
    [(query) => client.patch(`${MAPS}/a?${query}`, "json", []), 200],
    [(query) => client.patch(`${MAPS}/a?${query}&fieldManager=m`, "apply", apply), 200],
    [
      (query) =>
        client.patch(`${MAPS}/b?${query}&fieldManager=m`, "apply", {
          ...apply,
          metadata: { name: "b" },
        }),
      201,
    ],
    [
      (query) => client.patch(`${MAPS}/held?${query}`, "merge", { metadata: { finalizers: [] } }),
      200,
    ],
    [(query) => client.delete(`${MAPS}/a?${query}`), 200],
    [(query) => client.delete(`${MAPS}/a?${query}`, {}), 200],
    [(query) => client.delete(`${MAPS}/held?${query}`), 200],
    [(query) => client.delete(`${MAPS}/none?${query}`), 404],
    [(query) => client.delete(`${MAPS}?${query}`), 200],
  ];
  for (const [index, [run, status]] of cases.entries()) {
    const answer = await run("dryRun=All");
    assertEquals(answer.status, status, `${index}: ${JSON.stringify(answer.json)}`);
    const wrong = await run("dryRun=Some");
    assertEquals(wrong.status, 422, `${index}`);
  }
  const dry = (await client.post(`${MAPS}?dryRun=All`, { metadata: { name: "b" } })).json;
  assertEquals([dry.metadata.resourceVersion, typeof dry.metadata.uid], [undefined, "string"]);
  assertEquals((await client.get(MAPS)).json, before);
  await client.post(`${MAPS}?dryRun=`, { metadata: { name: "real" } });
  assertEquals(await watch.take(1), ["ADDED real"]);
});

Deno.test("fields that are unknown or come twice are ignored, warned of or refused", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const body = '{"metadata":{"name":"a"},"data":{"x":"1"},"data":{"x":"2"},"nothing":{}}';
  const yaml = "metadata: {name: a}\nnothing: 1\n";
  const unknown = 'unknown field "nothing"';
  const duplicate = 'duplicate field "data"';
  await client.post(`${MAPS}`, { metadata: { name: "there" } });
  const there = `${MAPS}/there`;
  type Case = [
    query: string,
    send: (query: string) => ReturnType<typeof client.post>,
    says: string[],
  ];
  const cases: Case[] = [
    ["create", (query) => client.post(`${MAPS}?${query}`, body), [duplicate, unknown]],
    [
      "yaml",
      (query) => client.post(`${MAPS}?${query}`, yaml, { contentType: "application/yaml" }),
      [unknown],
    ],
    [
      "update",
      (query) => client.put(`${there}?${query}`, { metadata: { name: "there" }, nothing: 1 }),
      [unknown],
    ],
    ["merge", (query) => client.patch(`${there}?${query}`, "merge", { nothing: 1 }), [unknown]],
    ["strategic", (query) => client.patch(`${there}?${query}`, "strategic", { nothing: 1 }), [
      unknown,
    ]],
    [
      "json",
      (query) =>
        client.patch(`${there}?${query}`, "json", [{ op: "add", path: "/nothing", value: 1 }]),
      [unknown],
    ],
    [
      "apply",
      (query) =>
        client.patch(
          `${there}?fieldManager=m&${query}`,
          "apply",
          '{"apiVersion":"v1","kind":"ConfigMap","data":{"x":"1"},"data":{"x":"2"}}',
        ),
      ['line 1: key "data" already set in map'],
    ],
  ];
  for (const [what, send, says] of cases) {
    for (const mode of ["Ignore", "Warn", "", "Strict"]) {
      // Nothing of it may stay for the next one.
      const answer = await send(`dryRun=All&fieldValidation=${mode}`);
      const warning = answer.headers.get("warning") ?? "";
      const told = `${what} ${mode}: ${answer.status} ${warning} ${answer.text}`;
      if (mode === "Strict") {
        assert(answer.status === 400 || answer.status === 422, told);
        for (const one of says) assert(answer.json.message.includes(one), told);
        assert(/strict decoding/.test(answer.json.message), told);
        assertEquals(warning, "", told);
        continue;
      }
      assert(answer.status === 200 || answer.status === 201, told);
      for (const one of says) {
        const quoted = one.replaceAll('"', '\\"');
        assertEquals(warning.includes(`299 - "${quoted}"`), mode !== "Ignore", told);
      }
      assertEquals(answer.json.nothing, undefined, told);
    }
    assertEquals((await send("fieldValidation=Loose")).status, 422, what);
  }
});
