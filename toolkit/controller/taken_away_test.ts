import { takenAway } from "./taken_away.ts";
import { assertEquals } from "../deps/assert.ts";
import type { JsonObject } from "../values/json.ts";

const cases: [
  what: string,
  applied: JsonObject,
  wanted: JsonObject,
  present: JsonObject,
  others: JsonObject[],
  patch: JsonObject | undefined,
][] = [
  ["nothing", { a: 1 }, { a: 1 }, { a: 1 }, [], undefined],
  ["what only changes", { a: 1 }, { a: 2 }, { a: 1 }, [], undefined],
  ["a scalar", { a: 1, b: 2 }, { a: 1 }, { a: 1, b: 2 }, [], { b: null }],
  ["what is gone already", { a: 1 }, {}, {}, [], undefined],
  ["what has become something else", { a: 1 }, {}, { a: 2 }, [], undefined],
  ["what another one owns too", { a: 1, b: 1 }, {}, { a: 1, b: 1 }, [{ a: 1 }], { b: null }],
  ["a part", { a: { b: 1, c: 1 } }, { a: { b: 1 } }, { a: { b: 1, c: 1 } }, [], { a: { c: null } }],
  ["a whole", { a: { b: 1 } }, {}, { a: { b: 1 } }, [], { a: null }],
  ["its part of a whole", { a: { b: 1 } }, {}, { a: { b: 1, c: 1 } }, [], { a: { b: null } }],
  ["its part of another's", { a: { b: 1 } }, {}, { a: { b: 1 } }, [{ a: {} }], { a: { b: null } }],
  ["no part of another's", { a: { b: 1 } }, {}, { a: { b: 1 } }, [{ a: { b: 1 } }], undefined],
  ["a list", { a: [1] }, {}, { a: [1] }, [], { a: null }],
  ["no list that has more", { a: [{ k: 1 }] }, {}, { a: [{ k: 1 }, { k: 2 }] }, [], undefined],
  ["what becomes a value", { a: { b: 1 } }, { a: 1 }, { a: { b: 1 } }, [], undefined],
  ["what is called like a prototype", JSON.parse('{"__proto__":1}'), {}, { a: 1 }, [], undefined],
];

for (const [what, applied, wanted, present, others, patch] of cases) {
  Deno.test(`takenAway() takes away ${what}`, () => {
    assertEquals(takenAway(applied, wanted, present, others), patch);
  });
}
