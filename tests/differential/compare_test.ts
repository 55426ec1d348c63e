import { assertEquals } from "../../toolkit/deps/assert.ts";
import { differences, Pairs } from "./compare.ts";
import type { Json, Shown } from "./normalize.ts";

const answer = (body: Json, more: Partial<Shown> = {}): Shown => ({
  status: 200,
  headers: {},
  body,
  ...more,
});

const where = (ours: Shown, reference: Shown, pairs = new Pairs()) =>
  differences(ours, reference, pairs).map((one) => one.where);

const CASES: readonly (readonly [name: string, ours: Json, reference: Json, ...where: string[]])[] =
  [
    ["nothing", { a: [1, { b: null }] }, { a: [1, { b: null }] }],
    ["a value", { a: { b: 1 } }, { a: { b: 2 } }, "body .a.b"],
    ["a field that only one has", { a: 1 }, { b: 1 }, "body .a", "body .b"],
    ["null and no field", { a: null }, {}, "body .a"],
    ["an item", { a: [1, 2] }, { a: [1, 3] }, "body .a[1]"],
    ["the length of a list", { a: [1] }, { a: [1, 2] }, "body .a[]"],
    ["a list and no list", { a: [] }, { a: {} }, "body .a"],
    ["the order of fields", { a: 1, b: 2 }, { b: 2, a: 1 }, "order of body "],
    ["kinds", { kind: "A", x: 1 }, { kind: "B", y: 1 }, "answer"],
    [
      "names that objects have from birth",
      { a: {} },
      JSON.parse('{"a":{"__proto__":1}}'),
      "body .a.__proto__",
    ],
  ];

for (const [name, ours, reference, ...expected] of CASES) {
  Deno.test(`differences() finds ${name}`, () => {
    assertEquals(where(answer(ours), answer(reference)), expected);
  });
}

Deno.test("differences() finds another status, and then nothing else", () => {
  const refused = answer({ message: "no" }, { status: 400 });
  assertEquals(differences(answer({ kind: "A" }), refused), [
    { where: "answer", ours: '200 "A"', reference: '400 "no"' },
  ]);
});

Deno.test("differences() finds the order of causes, and not what follows from it", () => {
  const of = (...fields: string[]) =>
    answer({ message: fields.join(), details: { causes: fields.map((field) => ({ field })) } });
  assertEquals(where(of("a", "b"), of("b", "a")), ["order of body .details.causes"]);
  assertEquals(where(of("a", "b"), of("a", "c")), [
    "body .message",
    "body .details.causes[1].field",
  ]);
  const said = (...messages: string[]) =>
    answer({ details: { causes: messages.map((message) => ({ field: "a", message })) } });
  assertEquals(where(said("x", "y"), said("y", "x")), ["order of body .details.causes"]);
  assertEquals(where(said("x", "y"), said("y", "z")), [
    "body .details.causes[0].message",
    "body .details.causes[1].message",
  ]);
});

Deno.test("differences() finds headers that differ or are missing", () => {
  const ours = answer({}, { headers: { a: "1", b: "1" } });
  const reference = answer({}, { headers: { a: "2", c: "1" } });
  assertEquals(where(ours, reference), ["header a", "header b", "header c"]);
});

Deno.test("differences() takes values of servers for the same as long as they are pairs", () => {
  const pairs = new Pairs();
  const of = (uid: string) => answer({ a: `of <uid ${uid}>` });
  assertEquals(where(of("1"), of("a"), pairs), []);
  assertEquals(where(of("2"), of("b"), pairs), []);
  assertEquals(where(of("1"), of("a"), pairs), []);
  assertEquals(where(of("1"), of("b"), pairs), ["body .a"]);
  assertEquals(where(of("1"), of("b"), pairs), [], "what was told once is not told again");
});

Deno.test("differences() finds a value of another sort", () => {
  assertEquals(where(answer("<uid 1>"), answer("<version 1>")), ["body "]);
});

Deno.test("differences() compares the events that two watches have in common one by one", () => {
  const ours = answer({ events: [{ type: "A" }, { type: "B" }] });
  const reference = answer({ events: [{ type: "X" }] });
  assertEquals(where(ours, reference), ["body .events[0].type", "body .events[]"]);
});
