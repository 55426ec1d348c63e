// testdata/version3.json holds a document, and what the reference's own Go code (gnostic-models
// 0.7.0) writes for it. It has no extensions: those are YAML there, and JSON, which is YAML, here.

import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { runToEnd } from "../../toolkit/time_slice.ts";
import { encodeVersion3 } from "./encode_version3.ts";

const fixture: { document: { [name: string]: unknown }; protobuf: string } = JSON.parse(
  await Deno.readTextFile(new URL("testdata/version3.json", import.meta.url)),
);

const encode = (schemas: { [name: string]: unknown }) =>
  runToEnd(encodeVersion3({ components: { schemas } }));

Deno.test("encodeVersion3() writes what the reference writes", () => {
  assertEquals(runToEnd(encodeVersion3(fixture.document)).toBase64(), fixture.protobuf);
});

Deno.test("encodeVersion3() writes values of unknown form as text", () => {
  const text = new TextDecoder().decode(encode({ A: { enum: ["a"], "x-b": { c: [1] } } }));
  for (const part of ['"a"', "x-b", '{"c":[1]}']) assertEquals(text.includes(part), true, part);
});

Deno.test("encodeVersion3() writes an integer beyond 2^53 as a default as near as a number can be", () => {
  const near = encode({ A: { default: 2 ** 63 } });
  assertEquals(encode({ A: { default: 2n ** 63n } }), near);
});

Deno.test("encodeVersion3() refuses a bound that is no number", () => {
  assertThrows(() => encode({ A: { maximum: "many" } }), /no number: "many"/);
});

Deno.test("encodeVersion3() writes bounds of 64 bits, and none below zero or beyond", () => {
  const boundOf = (maxLength: unknown) => encode({ A: { maxLength } }).toHex();
  const none = boundOf(undefined);
  const field = "78";
  for (
    const [bound, varint] of [
      [0, "00"],
      [300, "ac02"],
      [2n ** 53n + 1n, "8180808080808010"],
      [2n ** 63n - 1n, "ffffffffffffffff7f"],
    ] as const
  ) {
    assertEquals(boundOf(bound).endsWith(`${field}${varint}`), true, boundOf(bound));
  }
  for (const bound of [-1, -1n, 2n ** 63n, 0.5]) assertEquals(boundOf(bound), none);
});
