import { runs } from "../../testing/requirements.ts";
import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { isObject } from "../values/json.ts";
import { mergePatch } from "./merge_patch.ts";

/** The document, the patch, the result. */
const CASES: readonly (readonly [string, string, string])[] = [
  [`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`],
  [`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`],
  [`{"a":"b"}`, `{"a":null}`, `{}`],
  [`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`],
  [`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`],
  [`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`],
  [`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`],
  [`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`],
  [`{"e":null}`, `{"a":1}`, `{"e":null,"a":1}`],
  [`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`],
  [`{"a":1}`, `{"a":{"b":null,"c":[{"d":null},null]}}`, `{"a":{"c":[{},null]}}`],
  [`{"a":{"b":1}}`, `{"a":{}}`, `{"a":{"b":1}}`],
  [`{"a":1}`, `["c"]`, `["c"]`],
  [`{"a":"foo"}`, `null`, `null`],
  [`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`],
  [`{"__proto__":"1","b":"2"}`, `{"__proto__":"3"}`, `{"__proto__":"3","b":"2"}`],
  [`{"__proto__":{"a":1}}`, `{"__proto__":{"b":2}}`, `{"__proto__":{"a":1,"b":2}}`],
  [`{"b":"2"}`, `{"__proto__":{"a":null,"b":1},"x":null}`, `{"b":"2","__proto__":{"b":1}}`],
  [`{}`, `{"constructor":{"prototype":{"x":1}}}`, `{"constructor":{"prototype":{"x":1}}}`],
];

Deno.test("mergePatch() merges as the RFC has it", () => {
  for (const [document, patch, result] of CASES) {
    const given = [JSON.parse(document), JSON.parse(patch)];
    assertEquals(JSON.stringify(mergePatch(given[0], given[1])), result, `${document} + ${patch}`);
    assertEquals(JSON.stringify(given), `[${document},${patch}]`, "an argument was changed");
  }
  assertEquals(Object.hasOwn(Object.prototype, "x"), false);
});

Deno.test("mergePatch() refuses endless depth", () => {
  let patch: unknown = 1;
  for (let i = 0; i < 100_000; i++) patch = { a: patch };
  assertThrows(() => mergePatch({}, patch), /levels deep/);
});

const name = fc.constantFrom("a", "b", "__proto__", "constructor", "0");
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, 0, 1, "x", true),
    fc.array(tie("json"), { maxLength: 3 }),
    tie("object"),
  ),
  object: fc.array(fc.tuple(name, tie("json")), { maxLength: 4 })
    .map((members) => Object.fromEntries(members)),
}));

/** The patch that turns one document without nulls into another. */
function difference(from: unknown, to: unknown): unknown {
  if (!isObject(from) || !isObject(to)) return to;
  const patch = Object.fromEntries(
    Object.keys(from).filter((each) => !Object.hasOwn(to, each)).map((each) => [each, null]),
  );
  for (const each of Object.keys(to)) {
    const changed = Object.hasOwn(from, each) ? difference(from[each], to[each]) : to[each];
    patch[each] = changed as null;
  }
  return patch;
}

const withoutNulls = (value: unknown) => mergePatch(undefined, value);

Deno.test("mergePatch() of a difference makes the target, twice as well as once", () => {
  fc.assert(
    fc.property(json, json, (first, second) => {
      const from = withoutNulls(first), to = withoutNulls(second);
      const patch = difference(from, to);
      const once = mergePatch(from, patch);
      assertEquals(once, to);
      assertEquals(mergePatch(once, patch), to);
    }),
    { numRuns: runs(2000) },
  );
});

Deno.test("mergePatch() changes no argument, and nothing for an empty patch", () => {
  fc.assert(
    fc.property(json, json, (document, patch) => {
      const before = JSON.stringify([document, patch]);
      mergePatch(document, patch);
      assertEquals(JSON.stringify([document, patch]), before);
      if (isObject(document)) assertEquals(mergePatch(document, {}), document);
      else assert(isObject(mergePatch(document, {})));
    }),
    { numRuns: runs(2000) },
  );
});
