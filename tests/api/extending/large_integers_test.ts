/** Integers of 64 bits, which the language has no numbers for, wherever custom resources show them. */

import {
  type Answer,
  type AnyObject,
  type ApiClient,
  PATCHES,
} from "../../../testing/api_client.ts";
import { startTestServer } from "../../../testing/api_server.ts";
import { eventually } from "../../../testing/eventually.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import {
  definitionOf,
  DEFINITIONS,
  definitionUntil,
  gadgets,
  has,
  install,
  versionOf,
} from "./definitions.ts";

/** The first that would be rounded. */
const ROUNDED = "9007199254740993";
const MOST = "9223372036854775807";
/** A bound that a popular proxy's definitions have: the largest float below 2^63, in its shortest spelling. */
const BOUND = "9223372036854775000";

/** JSON in which texts such as `#12` are integers. */
function written(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"#(-?\d+)"/g, "$1");
}

const integer = { type: "integer" };
const column = (name: string, type: string, jsonPath: string) => ({ name, type, jsonPath });

function definition(): string {
  const version = versionOf("v1", {
    additionalPrinterColumns: [
      column("Integer", "integer", ".spec.size"),
      column("Text", "string", ".spec.free"),
    ],
    selectableFields: [{ jsonPath: ".spec.size" }],
  });
  version.schema.openAPIV3Schema.properties.spec = {
    type: "object",
    properties: {
      size: { ...integer, maximum: `#${BOUND}`, default: `#${ROUNDED}` },
      one: { ...integer, enum: [`#${ROUNDED}`, "#1"] },
      set: { type: "array", "x-kubernetes-list-type": "set", items: integer },
      map: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["key"],
        items: {
          type: "object",
          required: ["key"],
          properties: { key: integer, text: { type: "string" } },
        },
      },
      free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    },
  };
  return written(definitionOf({ versions: [version] }));
}

function gadget(name: string, spec: AnyObject): string {
  return written({ apiVersion: "example.com/v1", kind: "Gadget", metadata: { name }, spec });
}

const SPEC = {
  one: `#${ROUNDED}`,
  set: [`#${ROUNDED}`, `#${MOST}`],
  map: [{ key: `#${ROUNDED}`, text: "x" }],
  free: { deep: [`#${MOST}`] },
};

async function withGadget(run: (client: ApiClient) => Promise<void>): Promise<void> {
  await using server = await startTestServer();
  const { client } = server;
  const made = await client.post(DEFINITIONS, definition());
  assertEquals(made.status, 201, made.text);
  await definitionUntil(client, "gadgets.example.com", has("Established", "True"));
  const created = await client.post(gadgets(), gadget("a", SPEC));
  assertEquals(created.status, 201, created.text);
  await run(client);
}

const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
const YAML = "application/yaml";
const DESCRIPTION = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

const SHOWN: readonly (readonly [what: string, path: string, shows: string, accept?: string])[] = [
  ["an object", `${gadgets()}/a`, MOST],
  ["an object with indents", `${gadgets()}/a?pretty=true`, MOST],
  ["an object as YAML", `${gadgets()}/a`, MOST, YAML],
  ["an object as a table", `${gadgets()}/a`, `["a",${ROUNDED},"{\"deep\":[${MOST}]}"]`, TABLE],
  ["a list", gadgets(), MOST],
  ["a list with indents", `${gadgets()}?pretty=true`, MOST],
  ["a list as YAML", gadgets(), MOST, YAML],
  ["a list as a table", gadgets(), `["a",${ROUNDED},"{\"deep\":[${MOST}]}"]`, TABLE],
  ["what a field selects", `${gadgets()}?fieldSelector=spec.size=${ROUNDED}`, MOST],
  ["a definition", `${DEFINITIONS}/gadgets.example.com`, `"default":${ROUNDED}`],
  ["a definition as YAML", `${DEFINITIONS}/gadgets.example.com`, `default: ${ROUNDED}`, YAML],
  ["a description", "/openapi/v3/apis/example.com/v1", `"maximum":${BOUND}`],
  ["all descriptions of old", "/openapi/v2", `"maximum":${BOUND}`],
  ["all descriptions of old in Protobuf", "/openapi/v2", ROUNDED, DESCRIPTION],
  ["the list of descriptions", "/openapi/v3", "apis/example.com/v1"],
];

Deno.test("integers of 64 bits are shown with all their digits", async (test) => {
  await withGadget(async (client) => {
    for (const [what, path, shows, accept] of SHOWN) {
      await test.step(what, async () => {
        const answer = await client.get(path, accept === undefined ? {} : { accept });
        assertEquals(answer.status, 200, answer.text);
        const text = answer.text.replaceAll('\\"', '"');
        assert(text.includes(shows), `${shows} in ${text.slice(0, 1000)}`);
      });
    }
    await test.step("a watch of a table", async () => {
      const watch = await client.watch(`${gadgets()}?watch=true`, { accept: TABLE });
      assertEquals((await watch.next())?.type, "ADDED");
      watch.close();
    });
  });
});

const TOO_MANY = [ROUNDED, "2147483648"];

Deno.test("more replicas than there can be are refused where there is a scale", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  const replicas = (count: string) => gadget("a", { size: 3, replicas: `#${count}` });
  assertEquals((await client.post(gadgets(), replicas("7"))).status, 201);
  const refused: [count: string, why: string][] = [
    ...TOO_MANY.map((count): [string, string] => [count, "less than or equal to 2147483647"]),
    ["-1", "a non-negative integer"],
  ];
  for (const [count, why] of refused) {
    const answers = [
      await client.patch(`${gadgets()}/a`, "merge", replicas(count)),
      await client.post(`${gadgets()}?dryRun=All`, gadget("b", { size: 3, replicas: `#${count}` })),
    ];
    for (const [index, { status, json }] of answers.entries()) {
      assertEquals([status, json.message], [
        422,
        `Gadget.example.com "${
          "ab"[index]
        }" is invalid: .spec.replicas: Invalid value: ${count}: should be ${why}`,
      ]);
    }
    const status = await client.patch(
      `${gadgets()}/a/status`,
      "merge",
      written({
        status: { replicas: `#${count}` },
      }),
    );
    assertEquals([status.status, status.json.message], [
      422,
      `Gadget.example.com "a" is invalid: .status.replicas: Invalid value: ${count}: should be ${why}`,
    ]);
  }
  assertEquals((await client.get(`${gadgets()}/a/scale`)).json.spec, { replicas: 7 });
});

Deno.test("a scale of more than there can be is told as what it is", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const definition = definitionOf();
  const { scale, ...subresources } = definition.spec.versions[0].subresources;
  definition.spec.versions[0].subresources = subresources;
  await install(client, definition);
  for (const replicas of ["7", ...TOO_MANY]) {
    const name = `with-${replicas}`;
    await client.post(gadgets(), gadget(name, { size: 3, replicas: `#${replicas}` }));
  }
  const path = "/spec/versions/0/subresources/scale";
  await client.patch(`${DEFINITIONS}/gadgets.example.com`, "json", [
    { op: "add", path, value: scale },
  ]);
  const scaleOf = (replicas: string) => client.get(`${gadgets()}/with-${replicas}/scale`);
  await eventually("the scale is served", async () => (await scaleOf("7")).status === 200);
  assertEquals((await scaleOf("7")).json.spec, { replicas: 7 });
  for (const replicas of TOO_MANY) {
    const { status, json } = await scaleOf(replicas);
    assertEquals(status, 500);
    assert(json.message.includes(`is ${replicas}, which is no number`), json.message);
  }
});

Deno.test("integers of 64 bits tell elements of lists apart", async () => {
  await withGadget(async (client) => {
    const apply = (manager: string, spec: AnyObject): Promise<Answer> =>
      client.request("PATCH", `${gadgets()}/a?fieldManager=${manager}`, {
        body: gadget("a", spec),
        contentType: PATCHES.apply,
      });
    const near = "9007199254740992";
    const added = await apply("one", { map: [{ key: `#${near}`, text: "y" }] });
    assertEquals(added.status, 200, added.text);
    assert(
      added.text.includes(`{"key":${ROUNDED},"text":"x"},{"key":${near},"text":"y"}`),
      added.text,
    );
    const conflict = await apply("two", { map: [{ key: `#${ROUNDED}`, text: "z" }] });
    assertEquals(conflict.status, 409, conflict.text);
    assert(conflict.json.message.includes(`.spec.map[key=${ROUNDED}].text`), conflict.text);
  });
});
