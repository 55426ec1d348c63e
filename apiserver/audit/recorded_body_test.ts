import { assertEquals } from "../../toolkit/deps/assert.ts";
import { decodeEnvelope, encodeEnvelope, encodeEnveloped } from "../../toolkit/codec/mod.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { recordedBody } from "./recorded_body.ts";

const SCHEMA = schemaOf("kubernetes");
const PROTOBUF = "application/vnd.kubernetes.protobuf";
const DEEP = "[".repeat(5000) + "]".repeat(5000);
const encoder = new TextEncoder();

const findType = (group: string, version: string, kind: string) =>
  SCHEMA.kind(group, version, kind);

/** A map in an envelope that does not say what is in it. */
function bareMap(): Uint8Array {
  const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { x: "v" } };
  const whole = encodeEnveloped(findType("", "v1", "ConfigMap")!, map);
  return encodeEnvelope({ ...decodeEnvelope(whole), apiVersion: "", kind: "" });
}

Deno.test("recordedBody() records what was done, however the body said it", () => {
  const readAs = { apiVersion: "v1", kind: "ConfigMap" };
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
      "an unknown field that goes too deep": [
        "application/json",
        `{"metadata":{"name":"a"},"data":{"x":"v"},"unknown":${DEEP}}`,
        { ...readAs, ...map },
      ],
      "an envelope that does not say what is in it": [PROTOBUF, bareMap(), { ...readAs, ...map }],
      "no object": ["application/json", "no object", undefined],
    };
  for (const [name, [contentType, body, recorded]] of Object.entries(cases)) {
    const bytes = typeof body === "string" ? encoder.encode(body) : body;
    const text = recordedBody({ contentType, bytes }, {
      findType,
      readAs,
      omitManagedFields: false,
    });
    assertEquals(text && JSON.parse(text), recorded, name);
  }
});
