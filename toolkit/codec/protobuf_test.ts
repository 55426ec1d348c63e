import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import { schemaOf } from "../schema/mod.ts";
import { CodecError, decodeProtobuf, DEPTH_LIMIT, encodeProtobuf } from "./mod.ts";

const schema = schemaOf("kubernetes");
const struct = (pkg: string, name: string) => schema.struct(pkg, name);
const bytes = (hex: string) => Uint8Array.fromHex(hex.replaceAll(" ", ""));

Deno.test("encodeProtobuf() writes the wire format field by field", () => {
  // Worked out by hand from the published encoding: tag = number * 8 + wire type.
  const cases: [name: string, pkg: string, type: string, object: object, hex: string][] = [
    [
      "scalars even when zero, in the order of their numbers",
      "core/v1",
      "ContainerPort",
      { containerPort: 8080, protocol: "TCP" },
      "0a 00  10 00  18 90 3f  22 03 54 43 50  2a 00",
    ],
    [
      "an integer or string",
      "core/v1",
      "TCPSocketAction",
      { port: -1 },
      "0a 0f  08 00  10 ff ff ff ff ff ff ff ff ff 01  1a 00  12 00",
    ],
    [
      "quantities in canonical form",
      "core/v1",
      "ResourceRequirements",
      { limits: { memory: "1024Mi", cpu: 0.5 } },
      "0a 0d  0a 03 63 70 75  12 06 0a 04 35 30 30 6d" +
      "0a 0f  0a 06 6d 65 6d 6f 72 79  12 05 0a 03 31 47 69",
    ],
    [
      "a time",
      "core/v1",
      "ContainerStateRunning",
      { startedAt: "1970-01-01T00:00:01Z" },
      "0a 04  08 01  10 00",
    ],
    ["the zero time as nothing", "core/v1", "ContainerStateRunning", {}, "0a 00"],
    [
      "an inline message",
      "core/v1",
      "Volume",
      { name: "v", emptyDir: {} },
      "0a 01 76  12 04 12 02 0a 00",
    ],
    [
      "repeated numbers one by one",
      "core/v1",
      "PodSecurityContext",
      { supplementalGroups: [1, 300] },
      "20 01  20 ac 02",
    ],
    [
      "a pointer only when it is set",
      "meta/v1",
      "Preconditions",
      { uid: "u" },
      "0a 01 75",
    ],
    [
      "raw JSON",
      "meta/v1",
      "ManagedFieldsEntry",
      { fieldsV1: { "f:a": {} } },
      "0a 00  12 00  1a 00  32 00  3a 0c 0a 0a 7b 22 66 3a 61 22 3a 7b 7d 7d  42 00",
    ],
  ];
  for (const [name, pkg, type, object, hex] of cases) {
    const written = encodeProtobuf(struct(pkg, type), object);
    assertEquals(written.toHex(), bytes(hex).toHex(), name);
    assertEquals(
      encodeProtobuf(struct(pkg, type), decodeProtobuf(struct(pkg, type), written)).toHex(),
      written.toHex(),
      `${name}, again`,
    );
  }
});

Deno.test("decodeProtobuf() takes what other writers may send", () => {
  const cases: [name: string, pkg: string, type: string, hex: string, read: object][] = [
    ["packed numbers", "core/v1", "PodSecurityContext", "22 03 01 ac 02", {
      supplementalGroups: [1, 300],
    }],
    ["packed and plain ones mixed", "core/v1", "PodSecurityContext", "20 07 22 01 08", {
      supplementalGroups: [7, 8],
    }],
    ["the last of a scalar", "core/v1", "PodOS", "0a 01 61 0a 01 62", { name: "b" }],
    [
      "a message in two parts",
      "core/v1",
      "TypedLocalObjectReference",
      "12 01 61 1a 01 62",
      { apiGroup: null, kind: "a", name: "b" },
    ],
    [
      "parts that merge, deeper ones too",
      "core/v1",
      "PodSpec",
      // securityContext, twice: { seLinuxOptions { user } }, then { seLinuxOptions { role } }.
      "72 05 0a 03 0a 01 75  72 05 0a 03 12 01 72",
      { containers: null, securityContext: { seLinuxOptions: { user: "u", role: "r" } } },
    ],
    ["fields in any order", "core/v1", "ContainerPort", "22 03 54 43 50 18 01", {
      containerPort: 1,
      protocol: "TCP",
    }],
    [
      "unknown fields of each wire type",
      "core/v1",
      "PodOS",
      "f8 07 01  f9 07 0102030405060708  fa 07 02 0102  fd 07 01020304  0a 01 61",
      { name: "a" },
    ],
    [
      "an entry without value, and one without key",
      "core/v1",
      "PodSpec",
      "3a 03 0a 01 61 3a 03 12 01 62",
      {
        containers: null,
        nodeSelector: { a: "", "": "b" },
      },
    ],
    [
      "a number of too many bits, cut as Go cuts it",
      "core/v1",
      "ContainerPort",
      "18 81 80 80 80 10",
      {
        containerPort: 1,
      },
    ],
    ["nothing", "core/v1", "ResourceRequirements", "", {}],
  ];
  for (const [name, pkg, type, hex, read] of cases) {
    assertEquals(decodeProtobuf(struct(pkg, type), bytes(hex)), read, name);
  }
});

Deno.test("decodeProtobuf() keeps 64 bits", () => {
  const meta = struct("meta/v1", "ObjectMeta");
  for (
    const generation of [2 ** 53 - 1, -(2 ** 53) + 1, 2n ** 53n, 2n ** 63n - 1n, -(2n ** 63n), -1]
  ) {
    const read = decodeProtobuf(meta, encodeProtobuf(meta, { generation }));
    assertEquals(read.generation, generation);
  }
});

Deno.test("decodeProtobuf() refuses what is no message of the type", () => {
  const cases: [name: string, hex: string, message: string][] = [
    ["cut in a tag", "fa", "unexpected end"],
    ["cut in a length", "0a", "unexpected end"],
    ["cut in a string", "0a 05 61", "unexpected end"],
    ["a length of 2^63", "0a ff ff ff ff ff ff ff ff 7f", "number out of range"],
    ["a length past the end", "0a ff ff ff ff 07", "unexpected end"],
    ["eleven bytes of a number", "18 ff ff ff ff ff ff ff ff ff ff 01", "more than 64 bits"],
    ["field number zero", "02 00", "illegal tag"],
    ["a group", "0b 0c", "wrong wire type group"],
    ["an unknown group", "fb 07", "unsupported wire type group"],
    ["wire type 7", "ff 07", "unsupported wire type 7"],
    ["a wrong wire type", "08 01", "field 1 has the wrong wire type varint"],
    ["a string that is not UTF-8", "0a 02 c3 28", "not valid UTF-8"],
    ["a string with half a surrogate pair", "0a 03 ed a0 80", "not valid UTF-8"],
  ];
  const type = struct("core/v1", "ContainerPort");
  for (const [name, hex, message] of cases) {
    const error = assertThrows(() => decodeProtobuf(type, bytes(hex)), message);
    assert(error instanceof CodecError, name);
  }
  assertThrows(() => decodeProtobuf(type, new Uint8Array(3), { limitBytes: 2 }), "limit of 2");
});

Deno.test("decodeProtobuf() ends a number where its message ends", () => {
  // securityContext of two bytes, whose number would go on behind it.
  const type = struct("core/v1", "PodSpec");
  assertThrows(() => decodeProtobuf(type, bytes("72 02 10 ff 01 00")), "unexpected end");
});

Deno.test("decodeProtobuf() refuses messages nested without end", () => {
  const type = struct("apiextensions/v1", "JSONSchemaProps");
  let message = new Uint8Array();
  for (let i = 0; i < DEPTH_LIMIT + 5; i++) {
    message = Uint8Array.from([...notHeader(message.length), ...message]);
  }
  assertThrows(() => decodeProtobuf(type, message), "levels deep");
});

/** The tag of the field `not` (28), and a length. */
function notHeader(length: number): number[] {
  const varint: number[] = [];
  for (; length > 127; length >>>= 7) varint.push(length & 127 | 128);
  return [0xe2, 0x01, ...varint, length];
}

Deno.test("encodeProtobuf() names the field of a wrong value, and a type without Protobuf form", () => {
  const pod = struct("core/v1", "Pod");
  assertThrows(
    () => encodeProtobuf(pod, { spec: { containers: [{ name: 1 }] } }),
    "json: cannot unmarshal number 1 into field spec.containers[0].name of type string",
  );
  assertThrows(() => encodeProtobuf(struct("meta/v1", "Table"), {}), "Table has no Protobuf form");
  // A failure leaves nothing behind for the next object.
  assertEquals(encodeProtobuf(struct("core/v1", "PodOS"), {}).toHex(), "0a00");
});

Deno.test("encodeProtobuf() writes long text in whole once it is compiled", () => {
  // In Deno 2.7.14 the compiled TextEncoder.encodeInto miscounts Latin-1 text.
  const type = struct("core/v1", "PodOS");
  const name = "é".repeat(60) + "a".repeat(120);
  for (let i = 0; i < 30_000; i++) {
    const written = encodeProtobuf(type, { name });
    if (written.length !== 3 + 240) throw new Error(`call ${i}: ${written.length} bytes`);
  }
});
