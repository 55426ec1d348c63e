import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { annotate } from "./annotations.ts";

const ROWS:
  readonly (readonly [name: string, key: string, value: string, why: RegExp | undefined])[] = [
    ["a new one", "example.com/b", "v", undefined],
    ["one that was said already", "example.com/a", "v", undefined],
    ["another value", "example.com/a", "w", /another value is there already/],
    ["no domain", "a", "v", /must be a domain and a name/],
    ["an empty domain", "/a", "v", /must be a domain and a name/],
    ["an empty name", "example.com/", "v", /must be a domain and a name/],
    ["a bad domain", "Example.com/a", "v", /must be a domain and a name/],
    ["two slashes", "example.com/a/b", "v", /must be a domain and a name/],
    ["a prototype's name", "example.com/__proto__", "v", undefined],
    ["what fits", "example.com/b", "x".repeat(262_144 - 27), undefined],
    ["what does not fit", "example.com/b", "x".repeat(262_144 - 26), /more than 262144 characters/],
  ];

for (const [name, key, value, why] of ROWS) {
  Deno.test(`annotate() with ${name}`, () => {
    const annotations: Record<string, string> = { "example.com/a": "v" };
    const got = annotate(annotations, key, value);
    if (why === undefined) assertEquals([got, annotations[key]], [undefined, value]);
    else {
      assert(why.test(got ?? ""), got);
      assertEquals(annotations, { "example.com/a": "v" });
    }
  });
}

Deno.test("annotate() keeps to its limit however many pieces it is said in", () => {
  const annotations: Record<string, string> = { "example.com/first": "" };
  const refused = Array.from({ length: 300_000 }, (_, at) => annotate(annotations, `a.b/${at}`, ""))
    .filter((why) => why !== undefined);
  const kept = Object.keys(annotations);
  assertEquals(kept.length + refused.length, 300_001);
  const length = kept.join("").length;
  assert(length <= 262_144 && length > 262_100, `${length}`);
});
