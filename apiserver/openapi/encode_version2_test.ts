// testdata/version2.json holds a document, and what the reference's own Go code (gnostic-models
// 0.7.0) writes for it. It has no extensions: those are YAML there, and JSON, which is YAML, here.

import { assertEquals } from "../../toolkit/deps/assert.ts";
import { decodeYaml } from "../../toolkit/codec/mod.ts";
import { runToEnd } from "../../toolkit/time_slice.ts";
import { encodeVersion2 } from "./encode_version2.ts";

const fixture: { document: { [name: string]: unknown }; protobuf: string } = JSON.parse(
  await Deno.readTextFile(new URL("testdata/version2.json", import.meta.url)),
);

Deno.test("encodeVersion2() writes what the reference writes", () => {
  assertEquals(runToEnd(encodeVersion2(fixture.document)).toBase64(), fixture.protobuf);
});

Deno.test("encodeVersion2() writes values of unknown form as text", () => {
  const document = { definitions: { A: { enum: ["a"], "x-b": { c: [1] } } } };
  const bytes = runToEnd(encodeVersion2(document));
  const text = new TextDecoder().decode(bytes);
  for (const part of ['"a"', "x-b", '{"c":[1]}']) assertEquals(text.includes(part), true, part);
});

Deno.test("encodeVersion2() writes values of unknown form so that they can be read as YAML", () => {
  const value = { a: "\u007f\u0085\u009f\u00a0\ufeff\uffff\u2028\\" };
  const bytes = runToEnd(encodeVersion2({ definitions: { A: { "x-b": value } } }));
  const text = new TextDecoder().decode(bytes);
  const [written = ""] = /\{"a":.*\}/s.exec(text) ?? [];
  assertEquals(/[\u007f-\u009f\ufeff\uffff]/.test(written), false, written);
  assertEquals(decodeYaml(written), [value]);
});
