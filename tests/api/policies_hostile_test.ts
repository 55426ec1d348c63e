/** Policies that make too much, too deep, or too many: bounded, and no harm to anybody else. */
import { startTestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { apply, GROUP, install, jsonPatch, map, MAPS, validations } from "./policies.ts";

/** What is twice what it was, over and over. */
const doubled = (first: string, count: number, twice: (one: string) => string) =>
  Array.from({ length: count }, (_, index) => ({
    name: `v${index}`,
    expression: index === 0 ? first : twice(`variables.v${index - 1}`),
  }));

const kilobyte = `"${"x".repeat(1024)}"`;
const megabytes = doubled(kilobyte, 12, (v) => `${v} + ${v}`);

const ROWS: readonly (readonly [name: string, spec: object, why: RegExp])[] = [
  [
    "10 MB at once",
    {
      variables: megabytes,
      mutations: [apply(
        `Object{data: {${Array.from({ length: 5 }, (_, at) => `"k${at}": variables.v11`).join()}}}`,
      )],
    },
    /it is larger than 3145728 bytes$/,
  ],
  [
    "10 MB bit by bit",
    {
      variables: megabytes,
      mutations: Array.from(
        { length: 5 },
        (_, at) => apply(`Object{data: {"k${at}": variables.v11}}`),
      ),
    },
    /the result is larger than 8388608 bytes$/,
  ],
  [
    "lists in lists without an end",
    {
      variables: doubled("[1]", 60, (v) => `[${v}, ${v}]`),
      mutations: [jsonPatch("[JSONPatch{op: 'add', path: '/data/a', value: variables.v59}]")],
    },
    /it is larger than 3145728 bytes$/,
  ],
  [
    "a key twice",
    {
      mutations: [apply(`Object{metadata: Object.metadata{ownerReferences: [
        Object.metadata.ownerReferences{uid: "x", name: "a"},
        Object.metadata.ownerReferences{uid: "x", name: "b"},
      ]}}`)],
    },
    /duplicate entries for key \[uid="x"\]$/,
  ],
];

for (const [name, spec, why] of ROWS) {
  Deno.test(`a policy that makes ${name} is refused, or done without`, async () => {
    await using server = await startTestServer();
    const { client } = server;
    await install(server, "mutating", "much", spec);
    const asked = client.post(MAPS, map("a", { k: "v" }));
    const other = await client.post("/api/v1/namespaces/default/secrets", map("s"));
    assertEquals(other.status, 201, other.text);
    const { status, json } = await asked;
    assertEquals(status, 403);
    assert(why.test(json.message), json.message);
    const path = `${GROUP}/mutatingadmissionpolicies`;
    const open = await client.patch(`${path}/much`, "merge", { spec: { failurePolicy: "Ignore" } });
    assertEquals(open.status, 200, open.text);
    await client.get(path);
    const { text } = await client.post(MAPS, map("b"));
    // What came before the one that went too far stays, and may be too much for an object.
    assert(
      /"name":"b"/.test(text) || /Too long: may not be more than/.test(text),
      text.slice(0, 500),
    );
  });
}

Deno.test("what an object may hold at most, policies can't exceed", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(server, "mutating", "much", {
    variables: megabytes,
    mutations: [apply('Object{data: {"k": variables.v11}}')],
  });
  const { status, json } = await client.post(MAPS, map("a"));
  assertEquals([status, json.reason], [422, "Invalid"]);
  assert(
    /Too long: may not be more than 1048576 bytes$/.test(json.message),
    json.message.slice(0, 300),
  );
});

Deno.test("an error that quotes what an expression made is not told whole", async () => {
  await using server = await startTestServer();
  await install(server, "validating", "loud", {
    variables: megabytes,
    ...validations("object.data[variables.v11] == ''"),
  });
  const { status, text } = await server.client.post(MAPS, map("a", { k: "v" }));
  assertEquals(status, 422);
  assert(text.length < 10_000 && /no such key: xxx/.test(text), text.slice(0, 300));
});

Deno.test("policies judge and change parts: scale, status, eviction", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const about = (operations: string[], ...resources: string[]) => ({
    matchConstraints: {
      resourceRules: [{ apiGroups: ["*"], apiVersions: ["*"], resources, operations }],
    },
  });
  await install(server, "mutating", "seven", {
    ...about(["UPDATE"], "*/scale"),
    mutations: [apply("Object{spec: Object.spec{replicas: 7}}")],
  });
  await install(server, "validating", "few", {
    ...about(["UPDATE"], "deployments/scale"),
    ...validations(
      "object.kind == 'Scale' && request.subResource == 'scale'",
      { expression: "oldObject.spec.replicas < 7", message: "enough" },
    ),
  });
  await install(server, "validating", "stay", {
    ...about(["CREATE"], "pods/eviction"),
    ...validations("object.kind == 'Eviction' && object.metadata.name != 'p'"),
  });
  await install(server, "mutating", "told", {
    ...about(["UPDATE"], "pods/status"),
    mutations: [jsonPatch("[JSONPatch{op: 'add', path: '/status/reason', value: 'told'}]")],
  });
  const labels = { app: "a" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } };
  const deployments = "/apis/apps/v1/namespaces/default/deployments";
  const spec = { replicas: 1, selector: { matchLabels: labels }, template };
  assertEquals((await client.post(deployments, { metadata: { name: "d" }, spec })).status, 201);
  const scale = () => client.patch(`${deployments}/d/scale`, "merge", { spec: { replicas: 2 } });
  const scaled = await scale();
  assertEquals([scaled.status, scaled.json.spec], [200, { replicas: 7 }], scaled.text);
  const again = await scale();
  assert(again.status === 422 && /enough$/.test(again.json.message), again.text);
  const pods = "/api/v1/namespaces/default/pods";
  for (const [name, status] of [["p", 422], ["q", 201]] as const) {
    const made = await client.post(pods, { metadata: { name }, spec: template.spec });
    assertEquals(made.status, 201, made.text);
    const patch = { status: { message: "m" } };
    const changed = await client.patch(`${pods}/${name}/status`, "merge", patch);
    assertEquals([changed.json.status.message, changed.json.status.reason], ["m", "told"]);
    const evicted = await client.post(`${pods}/${name}/eviction`, { metadata: { name } });
    assertEquals(evicted.status, status, evicted.text);
  }
});
