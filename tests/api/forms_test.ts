/** The forms of bodies and answers, and what is chosen of collections. */
import {
  decodeEnveloped,
  decodeYaml,
  encodeEnveloped,
  encodeYaml,
  type FindType,
} from "../../toolkit/codec/mod.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import type { AnyObject } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const META = "g=meta.k8s.io;v=v1";
const PROTOBUF = "application/vnd.kubernetes.protobuf";
const OWN_PROTOBUF = "application/vnd.orch.protobuf";

const schema = schemaOf("kubernetes");
const findType: FindType = schema.kind.bind(schema);

const CONFIG_MAP = schema.kind("", "v1", "ConfigMap")!;

Deno.test("an answer comes in the first form that the client likes", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(MAPS, { metadata: { name: "a" }, data: { x: "1" } });
  const table = `application/json;as=Table;${META}`;
  const partial = `application/json;as=PartialObjectMetadata;${META}`;
  const partialList = `application/json;as=PartialObjectMetadataList;${META}`;
  const cases: [accept: string | undefined, type: string | undefined, one: string, list: string][] =
    [
      [undefined, "application/json", "ConfigMap", "ConfigMapList"],
      ["", "application/json", "ConfigMap", "ConfigMapList"],
      ["*/*", "application/json", "ConfigMap", "ConfigMapList"],
      ["application/*", "application/json", "ConfigMap", "ConfigMapList"],
      ["application/json", "application/json", "ConfigMap", "ConfigMapList"],
      ["APPLICATION/JSON", "application/json", "ConfigMap", "ConfigMapList"],
      ["text/html, application/json", "application/json", "ConfigMap", "ConfigMapList"],
      [
        "application/json;q=0.1,application/yaml;q=0.9",
        "application/yaml",
        "ConfigMap",
        "ConfigMapList",
      ],
      ["application/yaml;q=0,application/json", "application/json", "ConfigMap", "ConfigMapList"],
      ["application/yaml", "application/yaml", "ConfigMap", "ConfigMapList"],
      [PROTOBUF, PROTOBUF, "ConfigMap", "ConfigMapList"],
      [`${PROTOBUF},application/json`, PROTOBUF, "ConfigMap", "ConfigMapList"],
      [OWN_PROTOBUF, OWN_PROTOBUF, "ConfigMap", "ConfigMapList"],
      [table, "application/json", "Table", "Table"],
      [`${table},application/json`, "application/json", "Table", "Table"],
      [
        `application/json;as=Nothing;${META},application/json`,
        "application/json",
        "ConfigMap",
        "ConfigMapList",
      ],
      [`application/json;as=Table;g=meta.orch.io;v=v1beta1`, "application/json", "Table", "Table"],
      [`application/yaml;as=Table;${META}`, "application/yaml", "Table", "Table"],
      [partial, "application/json", "PartialObjectMetadata", "PartialObjectMetadataList"],
      [partialList, "application/json", "PartialObjectMetadata", "PartialObjectMetadataList"],
      [
        `${PROTOBUF};as=PartialObjectMetadata;${META}`,
        PROTOBUF,
        "PartialObjectMetadata",
        "PartialObjectMetadataList",
      ],
      [`${PROTOBUF};as=Table;${META}`, undefined, "", ""],
      [`${PROTOBUF};as=Table;${META},${table}`, "application/json", "Table", "Table"],
      ["text/html", undefined, "", ""],
      ["application/json;as=Table;g=meta.k8s.io;v=v9", undefined, "", ""],
      ["application/json;as=Table", undefined, "", ""],
      [`application/json;${META}`, undefined, "", ""],
      ["application/json;v=v1", undefined, "", ""],
      [
        `application/json;${META},application/json`,
        "application/json",
        "ConfigMap",
        "ConfigMapList",
      ],
      ["application/cbor", undefined, "", ""],
      ["nonsense", undefined, "", ""],
    ];
  for (const [accept, type, one, list] of cases) {
    for (const [path, kind] of [[`${MAPS}/a`, one], [MAPS, list]] as const) {
      const answer = await client.get(path, accept === undefined ? {} : { accept });
      const what = `${accept} ${path}`;
      if (type === undefined) {
        assertEquals([answer.status, answer.json.reason], [406, "NotAcceptable"], what);
        assert(answer.json.message.includes("application/json"));
        continue;
      }
      assertEquals([answer.status, answer.headers.get("content-type")], [200, type], what);
      if (type.includes("protobuf")) {
        const { kind: found } = enveloped(answer.bytes);
        assertEquals(found, kind, what);
      } else {
        const [document] = decodeYaml(answer.bytes) as AnyObject[];
        assertEquals(document.kind, kind, what);
      }
    }
  }
});

/** The type in front of a Protobuf answer. */
function enveloped(bytes: Uint8Array): { apiVersion: string; kind: string } {
  assertEquals([...bytes.subarray(0, 4)], [0x6b, 0x38, 0x73, 0]);
  const text = new TextDecoder("latin1").decode(bytes.subarray(0, 80));
  const [, apiVersion = "", kind = ""] = /^.{8}([a-z0-9./]+)..([A-Za-z]+)/s.exec(text) ?? [];
  return { apiVersion, kind };
}

Deno.test("an object is the same in each form, in and out", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const object = (name: string) => ({
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: { name, labels: { form: name } },
    data: { text: "a\n\"b\": 'c' ☃", number: "1" },
    binaryData: { bytes: "AAECAw==" },
  });
  const bodies: [type: string, body: (name: string) => unknown][] = [
    ["application/json", object],
    ["application/json; charset=utf-8", object],
    ["application/yaml", (name) => encodeYaml(object(name))],
    [PROTOBUF, (name) => encodeEnveloped(CONFIG_MAP, object(name))],
    [OWN_PROTOBUF, (name) => encodeEnveloped(CONFIG_MAP, object(name))],
  ];
  const accepts = ["application/json", "application/yaml", PROTOBUF];
  for (const [index, [contentType, body]] of bodies.entries()) {
    for (const [second, accept] of accepts.entries()) {
      const name = `m${index}${second}`;
      const answers = [
        await client.post(MAPS, body(name), { contentType, accept }),
        await client.put(`${MAPS}/${name}`, body(name), { contentType, accept }),
        await client.get(`${MAPS}/${name}`, { accept }),
      ];
      for (const { status, bytes } of answers) {
        assert(status === 200 || status === 201, new TextDecoder().decode(bytes));
        const { metadata, ...rest } = accept === PROTOBUF
          ? decodeEnveloped(bytes, findType).object
          : (decodeYaml(bytes) as AnyObject[])[0];
        const { metadata: _, ...expected } = object(name);
        assertEquals(rest, expected, `${contentType} ${accept}`);
        assertEquals(metadata.labels, { form: name });
      }
    }
  }
  const lists = await Promise.all(accepts.map((accept) => client.get(MAPS, { accept })));
  const [json, yaml] = lists.map(({ bytes }) => bytes);
  assertEquals(decodeYaml(yaml!), decodeYaml(json!));
  assertEquals(decodeEnveloped(lists[2]!.bytes, listType).object, lists[0]!.json);
});

Deno.test("an apply may come in Protobuf, and sets no more than it says", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const apply = async (contentType: string, manager: string, body: unknown) => {
    const path = `${MAPS}/applied?fieldManager=${manager}`;
    return await client.request("PATCH", path, { contentType, body });
  };
  const object = (data: Record<string, string>) => ({
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: { name: "applied" },
    data,
  });
  for (const [index, type] of [PROTOBUF, OWN_PROTOBUF].entries()) {
    const manager = `m${index}`;
    const made = await apply(type, manager, encodeEnveloped(CONFIG_MAP, object({ [manager]: "" })));
    assertEquals(made.status, index === 0 ? 201 : 200, made.text);
    const { managedFields } = made.json.metadata;
    assertEquals(
      managedFields.find((entry: AnyObject) => entry.manager === manager).fieldsV1,
      { "f:data": { [`f:${manager}`]: {} } },
    );
  }
  const conflict = await apply(PROTOBUF, "other", encodeEnveloped(CONFIG_MAP, object({ m0: "x" })));
  assertEquals(conflict.status, 409);
  assertEquals((await client.get(`${MAPS}/applied`)).json.data, { m0: "", m1: "" });
  const nobody = await client.request("PATCH", `${MAPS}/applied`, {
    contentType: PROTOBUF,
    body: encodeEnveloped(CONFIG_MAP, object({})),
  });
  assertEquals(nobody.status, 422, "an apply needs a field manager");
});

/** A list's type is known by its kind alone here. */
const listType: FindType = (group, version, kind) =>
  kind === "ConfigMapList"
    ? schema.struct("core/v1", "ConfigMapList")
    : findType(group, version, kind);

Deno.test("bodies of other types, or that are no such, are refused", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const secret = encodeEnveloped(schema.kind("", "v1", "Secret")!, {
    kind: "Secret",
    apiVersion: "v1",
    metadata: { name: "a" },
  });
  const good = encodeEnveloped(CONFIG_MAP, {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: { name: "a" },
  });
  const cases: [contentType: string, body: string | Uint8Array, status: number][] = [
    ["text/plain", "{}", 415],
    ["application/xml", "<a/>", 415],
    ["application/cbor", "{}", 415],
    ["nonsense", "{}", 415],
    [PROTOBUF, secret, 400],
    [PROTOBUF, good.subarray(4), 400],
    [PROTOBUF, good.subarray(0, good.length - 3), 400],
    [PROTOBUF, "{}", 400],
    [PROTOBUF, "", 400],
    ["application/yaml", "a: [", 400],
    ["application/yaml", "a: b\n---\nc: d\n", 400],
    ["application/yaml", "- a", 400],
    ["application/yaml", "!!js/function x", 400],
    ["application/json", "\ufffe", 400],
    ["application/json", new Uint8Array([0xff, 0xfe, 0x7b]), 400],
    ["application/json", '{"metadata":{"name":"a"}} {"more":1}', 400],
    ["application/json", `${"[".repeat(100_000)}`, 400],
    ["application/json", `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, 400],
    ["application/yaml", "[".repeat(50_000), 400],
    [
      "application/yaml",
      `a: &a [x,x,x,x,x,x,x,x,x]\n${
        "bcdefghi".split("").map((name, index) => {
          const before = "abcdefgh"[index];
          return `${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]`;
        }).join("\n")
      }\n`,
      400,
    ],
  ];
  for (const [contentType, body, status] of cases) {
    const answer = await client.post(MAPS, body, { contentType });
    const what = `${contentType} ${String(body).slice(0, 40)}: ${answer.text.slice(0, 200)}`;
    assertEquals([answer.status, answer.json.kind], [status, "Status"], what);
  }
  const large = `{"metadata":{"name":"a"},"data":{"x":"${"x".repeat(3 * 1024 * 1024)}"}}`;
  for (
    const [method, path] of [["POST", MAPS], ["PUT", `${MAPS}/a`], ["PATCH", `${MAPS}/a`], [
      "DELETE",
      `${MAPS}/a`,
    ]]
  ) {
    const contentType = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const answer = await client.request(method!, path!, { body: large, contentType });
    assertEquals([answer.status, answer.json.reason], [413, "RequestEntityTooLarge"], method);
  }
  assertEquals((await client.get(MAPS)).json.items, []);
});

Deno.test("people get indented JSON", async () => {
  await using server = await startTestServer();
  const token = "test-token";
  const people = server.clientWith({ token, userAgent: "curl/8.0" });
  const program = server.clientWith({ token, userAgent: "kubectl/v1" });
  const path = "/api/v1/namespaces/default";
  const plain = (await program.get(path)).text;
  const pretty = (await people.get(path)).text;
  assertEquals(plain, `${JSON.stringify(JSON.parse(plain))}\n`);
  assertEquals(pretty, `${JSON.stringify(JSON.parse(plain), null, 2)}\n`);
  const cases: [client: typeof people, query: string, pretty: boolean][] = [
    [people, "?pretty=false", false],
    [people, "?pretty=0", false],
    [program, "?pretty=true", true],
    [program, "?pretty=1", true],
  ];
  for (const [client, query, isPretty] of cases) {
    assertEquals((await client.get(path + query)).text, isPretty ? pretty : plain, query);
  }
  assert((await program.get("/api/v1/namespaces?pretty=1")).text.startsWith('{\n  "kind"'));
  assert((await program.get("/api/v1/nothing?pretty=1")).text.startsWith('{\n  "kind": "Status"'));
});

Deno.test("lists leave out the kind of what they list", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await client.post(MAPS, { metadata: { name: "a" } });
  for (const query of ["", "?limit=1", "?labelSelector=!x", "?fieldSelector=metadata.name%3Da"]) {
    const { json } = await client.get(MAPS + query);
    assertEquals([json.kind, json.apiVersion, json.items.length], ["ConfigMapList", "v1", 1]);
    assertEquals([json.items[0].kind, json.items[0].apiVersion], [undefined, undefined], query);
  }
  const empty = await client.get("/api/v1/namespaces/nowhere/secrets");
  assertEquals([empty.status, empty.json.items], [200, []]);
});

Deno.test("a table has columns, and rows that carry what is asked for", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const made = (await client.post(MAPS, { metadata: { name: "a" }, data: { x: "1" } })).json;
  const cases: [
    version: string,
    query: string,
    object: (row: AnyObject) => unknown,
    is: unknown,
  ][] = [
    ["v1", "", ({ object }) => [object.kind, object.apiVersion, object.data], [
      "PartialObjectMetadata",
      "meta.k8s.io/v1",
      undefined,
    ]],
    ["v1beta1", "?includeObject=Metadata", ({ object }) => [object.kind, object.apiVersion], [
      "PartialObjectMetadata",
      "meta.k8s.io/v1beta1",
    ]],
    ["v1", "?includeObject=Object", ({ object }) => [object.kind, object.data], [
      "ConfigMap",
      { x: "1" },
    ]],
    ["v1", "?includeObject=None", ({ object }) => object, null],
  ];
  for (const [version, query, show, is] of cases) {
    const accept = `application/json;as=Table;g=meta.k8s.io;v=${version}`;
    for (const path of [MAPS, `${MAPS}/a`]) {
      const { json } = await client.get(path + query, { accept });
      assertEquals([json.kind, json.apiVersion], ["Table", `meta.k8s.io/${version}`]);
      assertEquals(json.metadata.resourceVersion, made.metadata.resourceVersion);
      assertEquals(
        [json.rows.length, json.rows[0].cells[0], show(json.rows[0])],
        [1, "a", is],
        query,
      );
      const [name] = json.columnDefinitions;
      assertEquals([name.name, name.type, name.format], ["Name", "string", "name"]);
      assertEquals(json.columnDefinitions.length, json.rows[0].cells.length);
    }
  }
  const accept = `application/json;as=Table;${META}`;
  const none = await client.get("/api/v1/namespaces/default/secrets", { accept });
  assertEquals([none.json.rows, none.json.columnDefinitions.length > 0], [[], true]);
  const wrong = await client.get(`${MAPS}?includeObject=All`, { accept });
  assertEquals([wrong.status, wrong.json.message], [
    400,
    'Unable to convert to Table as requested: includeObject: Invalid value: "All": ' +
    "must be 'Metadata', 'Object', 'None', or empty",
  ]);
  const made2 = await client.post(MAPS, { metadata: { name: "b" } }, { accept });
  assertEquals([made2.status, made2.json.kind], [201, "Table"]);
});

Deno.test("labels choose objects by every operator", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const labels: Record<string, Record<string, string>> = {
    a: { app: "web", tier: "1" },
    b: { app: "web", tier: "5" },
    c: { app: "db", "example.com/x": "" },
    d: {},
  };
  for (const [name, of] of Object.entries(labels)) {
    await client.post(MAPS, { metadata: { name, labels: of } });
  }
  const cases: [selector: string, names: string | 400][] = [
    ["", "a b c d"],
    ["app=web", "a b"],
    ["app==web", "a b"],
    ["app = web", "a b"],
    ["app!=web", "c d"],
    ["app", "a b c"],
    ["!app", "d"],
    ["app in (web)", "a b"],
    ["app in (web,db)", "a b c"],
    ["app notin (web)", "c d"],
    ["app=web,tier=5", "b"],
    ["app in (web), !example.com/x", "a b"],
    ["tier>1", "b"],
    ["tier<5", "a"],
    ["tier>0,tier<9", "a b"],
    ["example.com/x=", "c"],
    ["app=", ""],
    ["nothing", ""],
    ["app in (", 400],
    ["app in web", 400],
    ["=web", 400],
    ["app=web=db", 400],
    ["-app", 400],
    ["app=-", 400],
    ["tier>many", 400],
    ["a=b,,c=d", 400],
    [`app=${"x".repeat(64)}`, 400],
  ];
  for (const [selector, names] of cases) {
    const { status, json } = await client.get(
      `${MAPS}?labelSelector=${encodeURIComponent(selector)}`,
    );
    const found = status === 400
      ? 400
      : json.items.map((one: AnyObject) => one.metadata.name).join(" ");
    assertEquals(found, names, selector);
  }
});

Deno.test("fields choose objects as their kind allows", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const pods = "/api/v1/namespaces/default/pods";
  const spec = { containers: [{ name: "c", image: "i" }] };
  await client.post(pods, { metadata: { name: "a" }, spec: { ...spec, nodeName: "n" } });
  await client.post(pods, { metadata: { name: "b" }, spec: { ...spec, hostNetwork: true } });
  await client.post("/api/v1/namespaces/default/secrets", { metadata: { name: "a" }, type: "x/y" });
  await client.post("/api/v1/nodes", { metadata: { name: "n" }, spec: { unschedulable: true } });
  await client.post("/api/v1/nodes", { metadata: { name: "m" } });
  const cases: [path: string, selector: string, names: string | 400][] = [
    [pods, "metadata.name=a", "a"],
    [pods, "metadata.name!=a", "b"],
    [pods, "metadata.name=a,metadata.name=b", ""],
    [pods, "metadata.namespace=default", "a b"],
    [pods, "metadata.namespace=other", ""],
    ["/api/v1/pods", "metadata.namespace=default,metadata.name=b", "b"],
    [pods, "spec.nodeName=n", "a"],
    [pods, "spec.nodeName=", "b"],
    [pods, "spec.nodeName!=n", "b"],
    [pods, "spec.host=n", "a"],
    [pods, "spec.host!=n", "b"],
    [pods, "spec.hostNetwork=true", "b"],
    [pods, "status.phase=Running", ""],
    [pods, "spec.nope=1", 400],
    [pods, "metadata.labels=1", 400],
    [pods, "metadata.name", 400],
    [pods, "metadata.name=a=b", 400],
    [MAPS, "spec.nodeName=n", 400],
    ["/api/v1/namespaces/default/secrets", "type=x/y", "a"],
    ["/api/v1/namespaces/default/secrets", "type!=x/y", ""],
    ["/api/v1/nodes", "spec.unschedulable=true", "n"],
    ["/api/v1/nodes", "spec.unschedulable=false", "m"],
    ["/api/v1/nodes", "metadata.namespace=x", 400],
    ["/api/v1/namespaces", "status.phase=Active", "default"],
    ["/api/v1/namespaces", "metadata.name=default", "default"],
  ];
  for (const [path, selector, names] of cases) {
    const { status, json, text } = await client.get(
      `${path}?fieldSelector=${encodeURIComponent(selector)}`,
    );
    const found = status === 400
      ? 400
      : json.items?.map((one: AnyObject) => one.metadata.name).join(" ");
    assertEquals(found, names, `${path} ${selector} ${text}`);
  }
  const { json } = await client.get(`${pods}?fieldSelector=spec.nope%3D1`);
  assert(json.message.endsWith("field label not supported: spec.nope"), json.message);
});

Deno.test("the row of a pod that has ended says so in a condition", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const pods = "/api/v1/namespaces/default/pods";
  const accept = `application/json;as=Table;${META}`;
  const cases: [phase: string, message?: string][] = [
    ["Running"],
    ["Succeeded", "The pod has completed successfully."],
    ["Failed", "The pod failed."],
  ];
  for (const [phase, message] of cases) {
    const name = phase.toLowerCase();
    const spec = { containers: [{ name: "c", image: "a" }] };
    const { json: pod } = await client.post(pods, { metadata: { name }, spec });
    await client.put(`${pods}/${name}/status`, { ...pod, status: { phase } });
    const { json } = await client.get(`${pods}/${name}`, { accept });
    const condition = { type: "Completed", status: "True", reason: phase, message };
    assertEquals(json.rows[0].conditions, message === undefined ? undefined : [condition]);
    assertEquals(json.rows[0].object.metadata.name, name);
  }
});

Deno.test("the core group may have its empty name in front of the version", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const body = (apiVersion: string, name: string) => ({
    apiVersion,
    kind: "ConfigMap",
    metadata: { name },
  });
  const path = `${MAPS}/v1`;
  const answers = [
    await client.post(MAPS, body("/v1", "v1")),
    await client.post(MAPS, body("/", "none")),
    await client.put(path, body("/v1", "v1")),
    await client.patch(path, "merge", body("/v1", "v1")),
    await client.patch(path, "json", [{ op: "replace", path: "/apiVersion", value: "/v1" }]),
  ];
  assertEquals(answers.map(({ status, json }) => [status, json.apiVersion]), [
    [201, "v1"],
    [201, "v1"],
    [200, "v1"],
    [200, "v1"],
    [200, "v1"],
  ]);
  for (const apiVersion of ["/v2", "v1/", "//v1", "v1/v1", "core/v1"]) {
    assertEquals((await client.post(MAPS, body(apiVersion, "x"))).status, 400, apiVersion);
    const { status } = await client.patch(path, "merge", body(apiVersion, "v1"));
    assertEquals(status >= 400, true, apiVersion);
  }
  const deployments = "/apis/apps/v1/namespaces/default/deployments";
  const other = { ...body("/v1", "x"), kind: "Deployment" };
  assertEquals((await client.post(deployments, other)).status, 400);
});
