import { assertEquals, assertThrows } from "../deps/assert.ts";
import { findKind, schemaOf } from "../schema/mod.ts";
import {
  decodeEnvelope,
  decodeEnveloped,
  decodeWatchFrame,
  encodeEnvelope,
  encodeEnveloped,
  encodeWatchFrame,
  type FindType,
  firstFrame,
  hasEnvelope,
} from "./mod.ts";

const findType: FindType = (group, version, kind) => findKind(group, version, kind)?.type;
const configMap = schemaOf("kubernetes").struct("core/v1", "ConfigMap");
const object = { kind: "ConfigMap", apiVersion: "v1", metadata: { name: "a" }, data: { k: "v" } };

Deno.test("encodeEnveloped() and decodeEnveloped() are inverses", () => {
  const bytes = encodeEnveloped(configMap, object);
  assertEquals(bytes.subarray(0, 4).toHex(), "6b387300");
  assertEquals(bytes.subarray(-4).toHex(), "1a002200");
  assertEquals(hasEnvelope(bytes), true);
  const decoded = decodeEnveloped(bytes, findType);
  assertEquals(decoded.object, object);
  assertEquals(Object.keys(decoded.object).slice(0, 2), ["kind", "apiVersion"]);
  const { raw, ...meta } = decodeEnvelope(bytes);
  assertEquals(meta, { apiVersion: "v1", kind: "ConfigMap", contentEncoding: "", contentType: "" });
  assertEquals(encodeEnvelope({ ...meta, raw }), bytes);
});

Deno.test("decodeEnveloped() reads JSON content", () => {
  const bytes = encodeEnvelope({
    apiVersion: "v1",
    kind: "ConfigMap",
    raw: new TextEncoder().encode(JSON.stringify(object)),
    contentEncoding: "",
    contentType: "application/json",
  });
  assertEquals(decodeEnveloped(bytes, findType).object, object);
});

Deno.test("decodeEnveloped() refuses what it can't read", () => {
  const envelope = { apiVersion: "v1", kind: "ConfigMap", raw: new Uint8Array() };
  const cases: [bytes: Uint8Array, message: string][] = [
    [new Uint8Array(), "four bytes"],
    [Uint8Array.of(0x6b, 0x38, 0x73, 1), "four bytes"],
    [Uint8Array.of(0x6b, 0x38, 0x73, 0), 'no kind "" is known in ""'],
    [
      encodeEnvelope({ ...envelope, kind: "Nothing", contentEncoding: "", contentType: "" }),
      'no kind "Nothing" is known in "v1"',
    ],
    [
      encodeEnvelope({ ...envelope, contentEncoding: "gzip", contentType: "" }),
      'unknown content encoding "gzip"',
    ],
    [encodeEnveloped(configMap, object).subarray(0, 20), "unexpected end"],
  ];
  for (const [bytes, message] of cases) {
    assertThrows(() => decodeEnveloped(bytes, findType), message);
  }
  assertThrows(() => encodeEnveloped(configMap, {}), "needs its kind and apiVersion");
});

Deno.test("firstFrame() gives a watch event once all of it is there", () => {
  const frame = encodeWatchFrame({ type: "ADDED", object: encodeEnveloped(configMap, object) });
  for (let length = 0; length < frame.length; length++) {
    assertEquals(firstFrame(frame.subarray(0, length)), undefined);
  }
  const message = firstFrame(Uint8Array.from([...frame, 1, 2, 3]));
  const event = decodeWatchFrame(message ?? new Uint8Array());
  assertEquals(event.type, "ADDED");
  assertEquals(decodeEnveloped(event.object, findType).object, object);
  assertThrows(() => firstFrame(Uint8Array.of(0xff, 0, 0, 0)), "over the limit");
});
