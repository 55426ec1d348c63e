// Invariants, for objects of every kind that has metadata, filled at random, and for their bytes when
// some were changed:
// 1. What is decoded after trimming is what editing the decoded object gives.
// 2. Nothing but a CodecError is thrown; where the whole can be decoded, nothing is.

import { Random, randomObject } from "../../testing/random_objects.ts";
import { runs } from "../../testing/requirements.ts";
import {
  CodecError,
  decodeJson,
  decodeProtobuf,
  encodeEnveloped,
  encodeJson,
  encodeProtobuf,
  type JsonObject,
} from "../codec/mod.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { schemaOf } from "../schema/mod.ts";
import { trimObject, type TrimOptions } from "./trim_object.ts";
import { trimProtobuf } from "./trim_protobuf.ts";

const KINDS = [...schemaOf("kubernetes").kinds()].filter(({ type }) =>
  type.hasProtobuf &&
  type.fields.some(({ name, type }) =>
    name === "metadata" && type.kind === "struct" && type.name.endsWith("ObjectMeta")
  )
);

const kind = fc.constantFrom(...KINDS);
const options: fc.Arbitrary<TrimOptions> = fc.record({
  keepManagers: fc.subarray(["a", "web-1", "", "kubelet", "é", 'quote"\\', "😀", "\u2028\u2029"])
    .map((names) => new Set(names)),
  dropAnnotations: fc.subarray(["a", "", "yes", "2", "__proto__", 'quote"\\', "日本語"])
    .map((names) => new Set(names)),
});

/** What trimming does, on the decoded object. */
function edited(object: JsonObject, { keepManagers, dropAnnotations }: TrimOptions): JsonObject {
  const { metadata } = object as { metadata?: JsonObject };
  if (typeof metadata !== "object" || metadata === null) return object;
  const managed = metadata.managedFields as { manager?: string }[] | undefined;
  const kept = managed?.filter(({ manager }) => keepManagers.has(manager ?? ""));
  if (kept?.length) metadata.managedFields = kept;
  else delete metadata.managedFields;
  const { annotations } = metadata as { annotations?: Record<string, string> };
  for (const name of dropAnnotations) if (annotations !== undefined) delete annotations[name];
  if (annotations && Object.keys(annotations).length === 0) delete metadata.annotations;
  return object;
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

Deno.test("trimProtobuf() cuts what editing the decoded object removes, for every kind", () => {
  assert(KINDS.length > 50, `only ${KINDS.length} kinds`);
  const property = fc.property(kind, fc.integer(), options, ({ type }, seed, options) => {
    const bytes = encodeProtobuf(type, randomObject(type, new Random(seed)));
    const expected = encodeProtobuf(type, edited(decodeProtobuf(type, bytes), options));
    assertEquals(
      encodeProtobuf(type, decodeProtobuf(type, trimProtobuf(bytes, options))),
      expected,
    );
  });
  fc.assert(property, { numRuns: runs(1000) });
});

Deno.test("trimObject() cuts what editing the decoded object removes, and leaves that as it is", () => {
  const property = fc.property(kind, fc.integer(), options, ({ type }, seed, options) => {
    const bytes = encodeJson(type, randomObject(type, new Random(seed)));
    const object = decodeJson(type, bytes);
    const trimmed = text(encodeJson(type, trimObject(object, options)));
    assertEquals(text(encodeJson(type, object)), text(bytes));
    assertEquals(trimmed, text(encodeJson(type, edited(object, options))));
  });
  fc.assert(property, { numRuns: runs(1000) });
});

Deno.test("trimProtobuf() survives bytes that were changed, cut and joined", () => {
  const edits = fc.array(fc.record({ at: fc.nat(), byte: fc.nat(255), keep: fc.nat(3) }), {
    maxLength: 4,
  });
  const pod = KINDS.filter(({ kind }) => kind === "ConfigMap" || kind === "Pod");
  const property = fc.property(
    fc.constantFrom(...pod),
    fc.integer(),
    options,
    edits,
    ({ type }, seed, options, edits) => {
      let bytes: Uint8Array = encodeProtobuf(type, randomObject(type, new Random(seed)));
      for (const { at, byte, keep } of edits) {
        const place = at % (bytes.length + 1);
        if (keep === 0) bytes = bytes.slice(0, place);
        else if (keep === 1) bytes = Uint8Array.from([...bytes.slice(0, place), byte]);
        else if (place < bytes.length) bytes[place] = byte;
      }
      checkHostile(() => decodeProtobuf(type, bytes), () => trimProtobuf(bytes, options));
    },
  );
  fc.assert(property, { numRuns: runs(2000) });
});

Deno.test("trimProtobuf() survives any bytes", () => {
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 60 }), fc.json().map(encodeText));
  fc.assert(
    fc.property(bytes, options, (bytes, options) => {
      try {
        trimProtobuf(bytes, options);
      } catch (error) {
        assert(error instanceof CodecError, String(error));
      }
    }),
    { numRuns: runs(2000) },
  );
});
const encodeText = (text: string) => new TextEncoder().encode(text);

/** What can be decoded can be trimmed; what can't throws a CodecError or nothing. */
function checkHostile(decode: () => unknown, trim: () => unknown): void {
  let decodes = true;
  try {
    decode();
  } catch {
    decodes = false;
  }
  try {
    trim();
  } catch (error) {
    assert(error instanceof CodecError, String(error));
    assert(!decodes, `it can be decoded, and yet: ${error.message}`);
  }
}

const NOTHING: TrimOptions = { keepManagers: new Set(), dropAnnotations: new Set(["last"]) };

for (
  const [json, expected, keep = []] of [
    ["{}", "{}"],
    [`{"kind":"Pod"}`, `{"kind":"Pod"}`],
    [`{"metadata":{"managedFields":[{"manager":"a"}]}}`, `{"metadata":{}}`],
    [`{"metadata":{"managedFields":null,"name":"x"}}`, `{"metadata":{"name":"x"}}`],
    [`{"metadata":{"managedFields":[]}}`, `{"metadata":{"managedFields":[]}}`],
    [`{"spec":{"managedFields":[1]}}`, `{"spec":{"managedFields":[1]}}`],
    [`{"metadata":7}`, `{"metadata":7}`],
    [`{"metadata":{"annotations":{"last":"1","b":"2"}}}`, `{"metadata":{"annotations":{"b":"2"}}}`],
    [`{"metadata":{"annotations":{"last":"1"}}}`, `{"metadata":{}}`],
    [
      `{"metadata":{"annotations":{"last":"1","__proto__":"2"}}}`,
      `{"metadata":{"annotations":{"__proto__":"2"}}}`,
    ],
    [`{"metadata":{"annotations":null}}`, `{"metadata":{"annotations":null}}`],
    [
      `{"metadata":{"managedFields":[{"manager":"a"},{"manager":"b","x":["}"]},{"x":1},7]}}`,
      `{"metadata":{"managedFields":[{"manager":"b","x":["}"]}]}}`,
      ["b"],
    ],
  ] as readonly (readonly [string, string, (readonly string[])?])[]
) {
  Deno.test(`trimObject() of ${json}`, () => {
    const options = { ...NOTHING, keepManagers: new Set(keep) };
    const object = JSON.parse(json);
    assertEquals(JSON.stringify(trimObject(object, options)), expected);
    assertEquals(JSON.stringify(object), json);
    if (json === expected) assert(trimObject(object, options) === object);
  });
}

Deno.test("trimProtobuf() leaves the envelope on, and hands back what needs no cut", () => {
  const { type } = KINDS.find(({ kind }) => kind === "ConfigMap")!;
  const meta = { name: "x", managedFields: [{ manager: "a" }, { manager: "b" }] };
  const object = { apiVersion: "v1", kind: "ConfigMap", data: { a: "b" }, metadata: meta };
  const bytes = encodeEnveloped(type, object);
  const options = { ...NOTHING, keepManagers: new Set(["b"]) };
  const expected = { ...object, metadata: { name: "x", managedFields: [{ manager: "b" }] } };
  assertEquals(trimProtobuf(bytes, options), encodeEnveloped(type, expected));
  const none = encodeProtobuf(type, { metadata: { name: "x" } });
  assertEquals(trimProtobuf(none, options) === none, true);
});
