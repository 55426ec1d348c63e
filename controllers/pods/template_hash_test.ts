import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { canonicalJson, revisionHash, templateHash } from "./template_hash.ts";

Deno.test("templateHash() is the same whatever the order of fields, and changes with each collision", () => {
  const template = { metadata: { labels: { a: "1", b: "2" } }, spec: { x: [1, 2] } };
  const other = { spec: { x: [1, 2] }, metadata: { labels: { b: "2", a: "1" } } };
  assertEquals(templateHash(template, undefined), templateHash(other, undefined));
  const hashes = [undefined, 0, 1, 2, 256].map((count) => templateHash(template, count));
  assertEquals(new Set(hashes).size, hashes.length);
  assert(templateHash({ x: [1, 2] }, undefined) !== templateHash({ x: [2, 1] }, undefined));
});

Deno.test("hashes are short, and can't be words", () => {
  fc.assert(fc.property(fc.string(), fc.option(fc.nat(), { nil: undefined }), (text, count) => {
    for (const hash of [templateHash(text, count), revisionHash(text, count)]) {
      assert(/^[456789bcdf]{1,10}$/.test(hash), hash);
    }
  }));
});

// As other programs compute it: the offset of an empty text, and a known text.
Deno.test("revisionHash() is FNV-1 of the data and the count", () => {
  const digits = (number: number) =>
    [...String(number)].map((digit) => "456789bcdf"[+digit]).join("");
  assertEquals(revisionHash("", undefined), digits(0x811c9dc5));
  assertEquals(revisionHash("a", undefined), digits(0x050c5d7e));
  assertEquals(revisionHash("a", 1), revisionHash("a1", undefined));
});

Deno.test("canonicalJson() leaves out what is undefined, and keeps the order of lists", () => {
  assertEquals(
    canonicalJson({ b: undefined, c: [{ z: 1, a: null }], a: "x" }),
    '{"a":"x","c":[{"a":null,"z":1}]}',
  );
});

Deno.test("canonicalJson() sorts names that are integers as text, and prints large integers", () => {
  assertEquals(canonicalJson({ 9: "a", 10: 2n ** 62n }), '{"10":4611686018427387904,"9":"a"}');
});
