/** What strict reading says of fields that are unknown or come twice, word for word and in order. */
import { startTestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { definitionOf, gadgets, install } from "./extending/definitions.ts";

const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
const JSON_TYPE = "application/json";
const YAML_TYPE = "application/yaml";

const DEPLOYMENT = `{
  "apiVersion": "apps/v1",
  "kind": "Deployment",
  "metadata": {"name": "NAME", "zebra": 1, "labels": {"app": "x", "app": "x"}},
  "spec": {
    "unknown1": "val1",
    "unknownDupe": {"a": 1, "a": 2},
    "unknownDupe": "valDupe2",
    "paused": true,
    "paused": false,
    "paused": true,
    "replicas": 2,
    "selector": {"matchLabels": {"app": "x"}},
    "template": {
      "metadata": {"labels": {"app": "x"}},
      "spec": {
        "containers": [{
          "name": "c",
          "image": "i",
          "unknownNested": "val1",
          "imagePullPolicy": "Always",
          "imagePullPolicy": "Never"
        }]
      }
    },
    "another\\"one": 1
  }
}`;

const DEPLOYMENT_YAML = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: NAME
spec:
  unknown1: val1
  unknownDupe: valDupe
  unknownDupe: valDupe2
  paused: true
  paused: false
  replicas: 2
  selector:
    matchLabels:
      app: x
  template:
    metadata:
      labels:
        app: x
        app: |-
          x
    spec:
      containers:
      - name: c
        image: i
        unknownNested: val1
        imagePullPolicy: Always
        imagePullPolicy: Never
`;

const GADGET = `{
  "apiVersion": "example.com/v1",
  "kind": "Gadget",
  "metadata": {"name": "NAME", "zebra": 1, "apple": 1},
  "spec": {
    "unknown2": 1,
    "unknown1": 2,
    "unknown1": 3,
    "size": 1,
    "size": 2,
    "parts": [{"name": "a", "odd": 1, "name": "b"}]
  }
}`;

const GADGET_YAML = `apiVersion: example.com/v1
kind: Gadget
metadata: {name: NAME}
spec:
  unknown2: 1
  unknown1: 2
  unknown1: {b: 1}
  size: 1
  size:
    2
  parts:
  - name: a
    odd: 1
    name: b
`;

interface Case {
  readonly name: string;
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
  readonly problems: readonly string[];
  /** What YAML says twice, before all else. */
  readonly lines?: readonly string[];
}

const CASES: readonly Case[] = [
  {
    name: "typed JSON",
    path: DEPLOYMENTS,
    contentType: JSON_TYPE,
    body: DEPLOYMENT,
    problems: [
      'unknown field "metadata.zebra"',
      'duplicate field "metadata.labels.app"',
      'unknown field "spec.unknown1"',
      'unknown field "spec.unknownDupe"',
      'duplicate field "spec.paused"',
      'unknown field "spec.template.spec.containers[0].unknownNested"',
      'duplicate field "spec.template.spec.containers[0].imagePullPolicy"',
      'unknown field "spec.another\\"one"',
    ],
  },
  {
    name: "typed YAML",
    path: DEPLOYMENTS,
    contentType: YAML_TYPE,
    body: DEPLOYMENT_YAML,
    lines: [
      'line 8: key "unknownDupe" already set in map',
      'line 10: key "paused" already set in map',
      'line 19: key "app" already set in map',
      'line 27: key "imagePullPolicy" already set in map',
    ],
    problems: [
      'unknown field "spec.template.spec.containers[0].unknownNested"',
      'unknown field "spec.unknown1"',
      'unknown field "spec.unknownDupe"',
    ],
  },
  {
    name: "JSON of a custom resource",
    path: gadgets(),
    contentType: JSON_TYPE,
    body: GADGET,
    problems: [
      'duplicate field "spec.unknown1"',
      'duplicate field "spec.size"',
      'duplicate field "spec.parts[0].name"',
      'unknown field "metadata.apple"',
      'unknown field "metadata.zebra"',
      'unknown field "spec.parts[0].odd"',
      'unknown field "spec.unknown1"',
      'unknown field "spec.unknown2"',
    ],
  },
  {
    name: "YAML of a custom resource",
    path: gadgets(),
    contentType: YAML_TYPE,
    body: GADGET_YAML,
    lines: [
      'line 7: key "unknown1" already set in map',
      'line 10: key "size" already set in map',
      'line 14: key "name" already set in map',
    ],
    problems: [
      'unknown field "spec.parts[0].odd"',
      'unknown field "spec.unknown1"',
      'unknown field "spec.unknown2"',
    ],
  },
];

/** The warnings of an answer. */
function warningsOf(headers: Headers): string[] {
  const text = headers.get("warning") ?? "";
  return [...text.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, one = ""]) =>
    one.replaceAll(/\\(.)/g, "$1")
  );
}

Deno.test("strict reading tells of unknown and duplicate fields in the reference's order", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  for (const { name, path, contentType, body, problems, lines } of CASES) {
    const send = (object: string, validation: string) =>
      client.post(
        `${path}?dryRun=All&fieldValidation=${validation}`,
        body.replace("NAME", object),
        {
          contentType,
        },
      );
    const strict = await send("strict", "Strict");
    const yaml = lines && `yaml: unmarshal errors:\n  ${lines.join("\n  ")}`;
    const all = [...yaml === undefined ? [] : [yaml], ...problems].join(", ");
    assertEquals(strict.status, 400, name);
    const { message } = strict.json;
    const at = message.indexOf("strict decoding error: ");
    assertEquals(message.slice(at), `strict decoding error: ${all}`, name);
    const warned = await send("warned", "Warn");
    assertEquals(warned.status, 201, warned.text);
    assertEquals(warningsOf(warned.headers), [...lines ?? [], ...problems], name);
    const ignored = await send("ignored", "Ignore");
    assertEquals([ignored.status, warningsOf(ignored.headers)], [201, []], ignored.text);
    // The last of two wins.
    const { spec } = ignored.json;
    const paused = contentType === JSON_TYPE ? true : undefined;
    if (path === DEPLOYMENTS) assertEquals(spec.paused, paused, name);
    else assertEquals([spec.size, spec.parts[0].name], [2, "b"], name);
  }
});

Deno.test("strict patches tell of what is wrong with the patch, then with what it makes", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  const template = {
    metadata: { labels: { app: "x" } },
    spec: { containers: [{ name: "c", image: "i" }] },
  };
  const spec = { selector: { matchLabels: { app: "x" } }, template };
  await client.post(DEPLOYMENTS, { metadata: { name: "a" }, spec });
  const one = { apiVersion: "example.com/v1", kind: "Gadget", metadata: { name: "a" } };
  await client.post(gadgets(), { ...one, spec: { size: 1 } });
  const twice =
    '{"spec":{"unknown2":1,"unknown1":2,"unknown1":3,"replicas":1,"replicas":2},"apple":1}';
  const fields = ['duplicate field "spec.unknown1"', 'duplicate field "spec.replicas"'];
  const unknown = [
    'unknown field "apple"',
    'unknown field "spec.unknown1"',
    'unknown field "spec.unknown2"',
  ];
  const operations = '[{"op":"add","path":"/spec/unknown2","value":1,"foo":1,"op":"add"},' +
    '{"op":"add","path":"/spec/unknown1","value":{"a":1,"a":2}}]';
  const ofOperations = [
    'json patch unknown field "[0].foo"',
    'json patch duplicate field "[0].op"',
    'json patch duplicate field "[1].value.a"',
    ...unknown.slice(1),
  ];
  const cases: ["json" | "merge" | "strategic", string, string, string[]][] = [
    ["merge", DEPLOYMENTS, twice, [...fields, ...unknown]],
    ["strategic", DEPLOYMENTS, twice, [...fields, ...unknown]],
    ["json", DEPLOYMENTS, operations, ofOperations],
    ["merge", gadgets(), twice, [...fields, ...unknown]],
    ["json", gadgets(), operations, ofOperations],
  ];
  for (const [type, path, body, problems] of cases) {
    const send = (validation: string) =>
      client.patch(`${path}/a?dryRun=All&fieldValidation=${validation}`, type, body);
    const strict = await send("Strict");
    const { code, reason, message } = strict.json;
    assertEquals([code, reason], [422, "Invalid"], `${type} ${path}: ${strict.text}`);
    assert(message.startsWith(' "" is invalid: patch: Invalid value: '), message);
    assert(message.endsWith(`: strict decoding error: ${problems.join(", ")}`), message);
    const warned = await send("Warn");
    assertEquals([warned.status, warningsOf(warned.headers)], [200, problems], `${type} ${path}`);
    const ignored = await send("Ignore");
    assertEquals([ignored.status, warningsOf(ignored.headers)], [200, []], `${type} ${path}`);
  }
});

Deno.test("an applied configuration with fields twice is told of as YAML, also where it is JSON", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  const map = "/api/v1/namespaces/default/configmaps/a";
  const cases: [path: string, body: string, lines: string[]][] = [
    [
      map,
      '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"},\n' +
      '"data": {"x": "1",\n "x": "2"}}',
      ['line 3: key "x" already set in map'],
    ],
    [
      map,
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n" +
      'data:\n  x: "1"\n  x: "2"\n  1: a\n  1: b\n',
      ['line 6: key "x" already set in map', "line 8: key 1 already set in map"],
    ],
    [
      `${gadgets()}/a`,
      "apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: a}\n" +
      "spec:\n  size: 1\nspec:\n  size: 2\n",
      ['line 7: key "spec" already set in map'],
    ],
  ];
  for (const [path, body, lines] of cases) {
    const send = (validation: string) =>
      client.patch(`${path}?fieldManager=m&fieldValidation=${validation}`, "apply", body);
    const strict = await send("Strict");
    assertEquals(
      [strict.status, strict.json.message],
      [
        400,
        "error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  " +
        lines.join("\n  "),
      ],
    );
    const warned = await send("Warn");
    assertEquals(warningsOf(warned.headers), lines, warned.text);
    assert(warned.status === 200 || warned.status === 201, warned.text);
    assert(warned.json.data?.x === "2" || warned.json.spec?.size === 2, warned.text);
    assertEquals(warningsOf((await send("Ignore")).headers), []);
  }
});
