import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import type { StatusError } from "../../toolkit/errors/mod.ts";
import { jsonPatch, LIMIT_OPERATIONS } from "./mod.ts";

const document = {
  a: { b: [1, 2, 3], c: null },
  "x/y": 1,
  "x~1y": 2,
  "": { deep: true },
};

/** What a patch makes of the document, with only the members that differ from it. */
interface Case {
  readonly does: string;
  readonly patch: unknown;
  readonly gives: unknown;
}

const APPLIED: readonly Case[] = [
  { does: "nothing for no operations", patch: [], gives: document },
  {
    does: "adds a member, an element, and one at the end",
    patch: [
      { op: "add", path: "/n", value: [1] },
      { op: "add", path: "/a/b/1", value: "x" },
      { op: "add", path: "/a/b/-", value: "y" },
      { op: "add", path: "/a/b/5", value: "z" },
    ],
    gives: { ...document, n: [1], a: { ...document.a, b: [1, "x", 2, 3, "y", "z"] } },
  },
  {
    does: "counts negative indexes from the end",
    patch: [
      { op: "remove", path: "/a/b/-1" },
      { op: "replace", path: "/a/b/-2", value: "x" },
      { op: "add", path: "/a/b/-1", value: "end" },
      { op: "test", path: "/a/b/-1", value: "end" },
    ],
    gives: { ...document, a: { ...document.a, b: ["x", 2, "end"] } },
  },
  {
    does: "unescapes tokens",
    patch: [
      { op: "replace", path: "/x~1y", value: "slash" },
      { op: "replace", path: "/x~01y", value: "tilde" },
      { op: "remove", path: "//deep" },
    ],
    gives: { ...document, "x/y": "slash", "x~1y": "tilde", "": {} },
  },
  {
    does: "replaces a member that is not there",
    patch: [{ op: "replace", path: "/n", value: 1 }],
    gives: { ...document, n: 1 },
  },
  {
    does: "takes a missing value for null",
    patch: [{ op: "add", path: "/n" }],
    gives: { ...document, n: null },
  },
  {
    does: "replaces the whole",
    patch: [{ op: "replace", path: "", value: { z: 1 } }, { op: "remove", path: "/z" }],
    gives: {},
  },
  {
    does: "moves",
    patch: [{ op: "move", from: "/a/b/0", path: "/a/b/-" }, {
      op: "move",
      from: "/x~1y",
      path: "/m",
    }],
    gives: {
      a: { b: [2, 3, 1], c: null },
      m: 1,
      "x~1y": 2,
      "": { deep: true },
    },
  },
  {
    does: "copies, and the two change apart",
    patch: [
      { op: "copy", from: "/a", path: "/z" },
      { op: "add", path: "/z/b/0", value: 0 },
      { op: "remove", path: "/a/b/2" },
    ],
    gives: { ...document, a: { b: [1, 2], c: null }, z: { b: [0, 1, 2, 3], c: null } },
  },
  {
    does: "copies null where nothing is",
    patch: [{ op: "copy", from: "/none", path: "/z" }],
    gives: { ...document, z: null },
  },
  {
    does: "tests values, whatever the order of members",
    patch: [
      { op: "test", path: "/a", value: { c: null, b: [1, 2, 3] } },
      { op: "test", path: "/a/c", value: null },
      { op: "test", path: "/none", value: null },
      { op: "test", path: "/a/b/0", value: 1.0 },
      { op: "test", path: "", value: document },
    ],
    gives: document,
  },
  {
    does: "takes names that objects inherit for ordinary ones",
    patch: JSON.parse(`[
      {"op": "add", "path": "/__proto__", "value": {"a": 1}},
      {"op": "add", "path": "/__proto__/b", "value": 2},
      {"op": "copy", "from": "/__proto__", "path": "/constructor"},
      {"op": "test", "path": "/toString", "value": null},
      {"op": "remove", "path": "/__proto__/a"}
    ]`),
    gives: {
      ...document,
      ...JSON.parse(`{"__proto__": {"b": 2}, "constructor": {"a": 1, "b": 2}}`),
    },
  },
];

for (const { does, patch, gives } of APPLIED) {
  Deno.test(`jsonPatch() ${does}`, () => {
    const before = JSON.stringify([document, patch]);
    assertEquals(jsonPatch(document, patch), gives);
    assertEquals(JSON.stringify([document, patch]), before, "an argument was changed");
    assertEquals(Object.hasOwn(Object.prototype, "b"), false);
  });
}

const UNPROCESSABLE: Readonly<Record<string, unknown>> = {
  "testing value /a/b/0 failed": { op: "test", path: "/a/b/0", value: "1" },
  "testing value /a failed": { op: "test", path: "/a", value: { b: [1, 2, 3] } },
  "testing value /none failed": { op: "test", path: "/none", value: 0 },
  "there is no value at /none": { op: "remove", path: "/none" },
  "there is no value at /a/b/3": { op: "remove", path: "/a/b/3" },
  "there is no value at /a/b/-4": { op: "remove", path: "/a/b/-4" },
  "there is no value at /a/b/-": { op: "test", path: "/a/b/-", value: null },
  "there is no value at /a/b/9": { op: "replace", path: "/a/b/9", value: 1 },
  "there is no value at /none/x": { op: "copy", from: "/none/x", path: "/z" },
  "there is no value at /a/b/x": { op: "move", from: "/a/b/x", path: "/z" },
  "/a/b/4 is out of bounds": { op: "add", path: "/a/b/4", value: 1 },
  "/a/b/x is out of bounds": { op: "add", path: "/a/b/x", value: 1 },
  "/a/b/1.5 is out of bounds": { op: "add", path: "/a/b/1.5", value: 1 },
  "the parent of /toString/x does not exist": { op: "add", path: "/toString/x" },
  "the parent of /x~1y/n does not exist": { op: "add", path: "/x~1y/n" },
  "the parent of /a/c/n does not exist": { op: "add", path: "/a/c/n" },
  '"" is not inside of an object or a list': { op: "remove", path: "" },
  "the whole document can only be replaced by an object or a list": {
    op: "replace",
    path: "",
    value: 1,
  },
  "path a does not begin with a slash": { op: "add", path: "a", value: 1 },
  "the operation has no path": { op: "add", path: 7, value: 1 },
  "the operation has no from": { op: "copy", path: "/z" },
  "unexpected kind of operation: undefined": { path: "/z" },
  "unexpected kind of operation: Add": { op: "Add", path: "/z" },
  "the parent of /a/b/0/0 does not exist": {
    op: "move",
    from: "/a/b/0",
    path: "/a/b/0/0",
  },
};

Deno.test("jsonPatch() refuses operations that do not fit, each with its index and reason", () => {
  for (const [why, operation] of Object.entries(UNPROCESSABLE)) {
    const before = JSON.stringify(document);
    const patch = [{ op: "add", path: "/n", value: 1 }, operation];
    const error = assertThrows(() => jsonPatch(document, patch)) as StatusError;
    assertEquals(error.code, 422);
    assertEquals(error.reason, "Invalid");
    assertEquals(
      error.message,
      "the server rejected our request due to an error in our request",
    );
    assertEquals(error.status.details?.causes, [
      { reason: "FieldValueInvalid", message: why, field: "patch[1]" },
    ]);
    assertEquals(JSON.stringify(document), before, "a failed patch left a trace");
  }
});

Deno.test("jsonPatch() refuses what is no list of operations", () => {
  for (const patch of [{}, "x", [[]], [{}, 1]]) {
    assertEquals((assertThrows(() => jsonPatch({}, patch)) as StatusError).code, 400);
  }
});

Deno.test("jsonPatch() refuses more operations than the limit", () => {
  const operation = { op: "test", path: "/a", value: null };
  const patch = Array.from({ length: LIMIT_OPERATIONS }, () => operation);
  assertEquals(jsonPatch({}, patch), {});
  const error = assertThrows(() => jsonPatch({}, [...patch, operation])) as StatusError;
  assertEquals(error.code, 413);
  assertEquals(
    error.message,
    "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001",
  );
});

Deno.test("jsonPatch() refuses copies that make the document grow without bounds", () => {
  const patch = Array.from({ length: 40 }, (_, i) => ({ op: "copy", from: "/a", path: `/a/${i}` }));
  const error = assertThrows(() => jsonPatch({ a: { x: "y" } }, patch)) as StatusError;
  assertEquals(error.code, 422);
  const copy = [{ op: "copy", from: "/a", path: "/b" }];
  const options = { limitCopiedBytes: 100 };
  assertEquals(jsonPatch({ a: "x".repeat(98) }, copy, options), {
    a: "x".repeat(98),
    b: "x".repeat(98),
  });
  assertThrows(() => jsonPatch({ a: "x".repeat(99) }, copy, options));
});

Deno.test("jsonPatch() refuses depth without bounds", () => {
  const nest = "/a".repeat(400);
  const patch = [{ op: "add", path: "/a", value: {} }, { op: "add", path: "/b", value: {} }];
  for (let i = 0; i < 400; i++) patch.push({ op: "add", path: "/a".repeat(i + 2), value: {} });
  for (let i = 0; i < 50; i++) {
    patch.push({ op: "copy", from: "/a", path: `${nest}/b` } as never);
  }
  assertEquals((assertThrows(() => jsonPatch({}, patch)) as StatusError).code, 422);
  const deep = [{ op: "add", path: "/a".repeat(501), value: 1 }];
  assertEquals((assertThrows(() => jsonPatch({}, deep)) as StatusError).code, 422);
});

Deno.test("jsonPatch() refuses to shift a long list again and again", () => {
  const list = new Array(100_000).fill(0);
  const patch = Array.from({ length: 5_000 }, () => ({ op: "remove", path: "/a/0" }));
  assertEquals((assertThrows(() => jsonPatch({ a: list }, patch)) as StatusError).code, 413);
  assertEquals(list.length, 100_000);
});
