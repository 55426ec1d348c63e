// Invariant, for any two JSON objects: what the patch makes of the one is the other.

import { assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { copyJson, type JsonObject } from "../values/json.ts";
import { jsonPatch, type PatchOperation } from "./json_patch.ts";

/** Does operations of objects alone, which are all that there are. */
function patched(object: JsonObject, operations: readonly PatchOperation[]): JsonObject {
  const copy = copyJson(object) as JsonObject;
  for (const operation of operations) {
    const names = operation.path.split("/").slice(1)
      .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = names.pop()!;
    let at = copy;
    for (const name of names) at = at[name] as JsonObject;
    const value = operation.op === "remove" ? undefined : operation.value;
    if (operation.op === "remove") delete at[last];
    else {Object.defineProperty(at, last, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });}
  }
  return copy;
}

Deno.test("jsonPatch() makes the one of the other", () => {
  const names = fc.constantFrom("a", "b", "a/b", "~", "~1", "", "é");
  const { object } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom(0, 1, "x", true, null),
      fc.array(fc.constantFrom(1, 2, "x"), { maxLength: 3 }),
      tie("object"),
    ),
    object: fc.dictionary(names, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  }));
  fc.assert(fc.property(object, object, (before, after) => {
    const [from, to] = [before, after] as JsonObject[];
    assertEquals(patched(from!, jsonPatch(from!, to!)), to!);
  }));
});

Deno.test("jsonPatch() says no more than it has to", () => {
  const before = { keep: { deep: [1, { a: 1 }] }, gone: 1, list: [1, 2], undefinedNow: 1 };
  const after = { keep: { deep: [1, { a: 1 }] }, list: [2], added: null, undefinedNow: undefined };
  assertEquals(jsonPatch(before, after), [
    { op: "remove", path: "/gone" },
    { op: "replace", path: "/list", value: [2] },
    { op: "remove", path: "/undefinedNow" },
    { op: "add", path: "/added", value: null },
  ]);
});
