import { assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import { readPatchOf } from "./patched.ts";

const read = (text: string) => readPatchOf("w", new TextEncoder().encode(text));

Deno.test("readPatchOf() reads a list, and null as one without operations", () => {
  assertEquals(read(`[{"op":"remove","path":"/a"}]`), [{ op: "remove", path: "/a" }]);
  for (const nothing of ["[]", "null", " null\n"]) assertEquals(read(nothing), [], nothing);
  assertEquals(readPatchOf("w", undefined), []);
  for (const other of ["{}", "7", `"null"`, "nul", "null null"]) {
    assertThrows(() => read(other), "undecodable patch");
  }
});
