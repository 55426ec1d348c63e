/** Patching and applying objects over HTTP. */
import type { AnyObject } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";

const PODS = "/api/v1/namespaces/default/pods";

Deno.test("a patch that makes no object is told with what it says, not with all of the object", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(PODS, {
    metadata: { name: "a" },
    spec: { containers: [{ name: "one", image: "a" }] },
  });
  const why = "json: cannot unmarshal string into field metadata.labels of type map[string]string";
  const cases = [
    ["strategic", { metadata: { labels: "x" } }, "map[metadata:map[labels:x]]"],
    ["merge", { metadata: { labels: "x" } }, "map[metadata:map[labels:x]]"],
    [
      "json",
      [{ op: "add", path: "/metadata/labels", value: "x" }],
      "[map[op:add path:/metadata/labels value:x]]",
    ],
  ] as const;
  for (const [type, patch, shown] of cases) {
    const { status, json } = await client.patch(`${PODS}/a`, type, patch);
    assertEquals(status, 422);
    assertEquals(
      json.message,
      ` "" is invalid: patch: Invalid value: ${JSON.stringify(shown)}: ${why}`,
    );
  }
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
