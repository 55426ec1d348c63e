import { assertEquals } from "../deps/assert.ts";
import { fitted } from "./fitted.ts";
import { structuralOf } from "./structural.ts";
import { Type } from "./type.ts";

Deno.test("fitted() leaves of a value what servers do", () => {
  const inner = Type.Object({ a: Type.Integer({ default: 1 }), b: Type.Optional(Type.String()) }, {
    default: { b: "x" },
  });
  const schema = structuralOf(
    Type.Object({
      inner,
      free: Type.Optional(Type.Preserve()),
      list: Type.Optional(Type.Array(inner)),
    }),
    "spec",
  );
  const cases: readonly [unknown, unknown][] = [
    [{}, { inner: { b: "x", a: 1 } }],
    [{ inner: null, other: 1 }, { inner: { b: "x", a: 1 } }],
    [{ inner: { b: null, c: 1 } }, { inner: { a: 1 } }],
    [{ inner: {}, list: [{}, { a: 2, b: "y" }] }, {
      inner: { a: 1 },
      list: [{ a: 1 }, { a: 2, b: "y" }],
    }],
    [{ inner: { a: 3 }, free: { x: null, y: [{}] } }, {
      inner: { a: 3 },
      free: { x: null, y: [{}] },
    }],
    [JSON.parse('{"inner":{"a":1},"__proto__":{"b":1}}'), { inner: { a: 1 } }],
  ];
  for (const [value, expected] of cases) {
    const before = structuredClone(value);
    assertEquals(fitted(schema, value), expected);
    assertEquals(value, before);
  }
});
