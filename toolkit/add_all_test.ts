import { addAll } from "./add_all.ts";
import { assertEquals } from "./deps/assert.ts";

Deno.test("addAll() adds more than a call has room for", () => {
  const list = [1];
  addAll(list, Array(1_000_000).fill(2));
  assertEquals([list.length, list[0], list.at(-1)], [1_000_001, 1, 2]);
});
