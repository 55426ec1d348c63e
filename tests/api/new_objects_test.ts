/** New objects over HTTP: what the server gives them, which are refused, their names and versions. */
import type { AnyObject } from "../../testing/api_client.ts";
import { deterministicRandom, startTestServer } from "../../testing/api_server.ts";
import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { definitionOf, gadget, gadgets, install } from "./extending/definitions.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

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
      // Of a kind whose changes nobody counts it is the client's.
      generation: 7,
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
