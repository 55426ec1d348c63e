import { assertEquals } from "../../toolkit/deps/assert.ts";
import { encodeEnveloped } from "../../toolkit/codec/mod.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { recordedBody } from "./recorded_body.ts";

const SCHEMA = schemaOf("kubernetes");
const PROTOBUF = "application/vnd.kubernetes.protobuf";
const NAMED = { kind: "ConfigMap", apiVersion: "v1" };
const encoder = new TextEncoder();

const findType = (group: string, version: string, kind: string) =>
  SCHEMA.kind(group, version, kind);
const MAP_TYPE = findType("", "v1", "ConfigMap")!;

Deno.test("recordedBody() records what was done, however the body said it", () => {
  const map = { metadata: { name: "a" }, data: { x: "v" } };
  const cases: Record<string, [contentType: string, body: string | Uint8Array, recorded: unknown]> =
    {
      "JSON": ["application/json", '{"metadata":{"name":"a"},"data":{"x":"v"}}', map],
      "YAML": ["application/yaml", "metadata: {name: a}\ndata: {x: v}\n", map],
      "YAML whose fields come twice": [
        "application/yaml",
        "metadata: {name: a}\ndata: {z: w}\ndata: {x: v}\n",
        map,
      ],
      "a configuration whose fields come twice": [
        "application/apply-patch+yaml",
        '{"metadata":{"name":"a"},"data":{"z":"w"},"data":{"x":"v"}}',
        map,
      ],
      "Protobuf": [PROTOBUF, encodeEnveloped(MAP_TYPE, { ...NAMED, ...map }), { ...NAMED, ...map }],
      "JSON on several lines": [
        "application/json",
        '{\n  "metadata": {"name": "a"},\n  "data": {"x": "v"}\n}\n',
        map,
      ],
      "steps of a patch": ["application/json-patch+json", '[{"op":"test"}]', [{ op: "test" }]],
      "a text": ["application/merge-patch+json", '"text"', "text"],
      "nothing": ["application/json", "", undefined],
      "no JSON": ["application/json", "no object", undefined],
    };
  for (const [name, [contentType, body, recorded]] of Object.entries(cases)) {
    const bytes = typeof body === "string" ? encoder.encode(body) : body;
    const text = recordedBody({ contentType, bytes }, {
      findType,
      omitManagedFields: false,
    });
    assertEquals(text && JSON.parse(text), recorded, name);
  }
});
