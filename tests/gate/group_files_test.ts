import { assertEquals } from "../../toolkit/deps/assert.ts";
import { groupsOf } from "./group_files.ts";

Deno.test("groupsOf() keeps each file once and top folders apart, those that take long first", () => {
  const server = Array.from({ length: 45 }, (_, index) => `apiserver/${index}_test.ts`);
  const toolkit = ["toolkit/a/b_test.ts", "toolkit/c_test.ts"];
  const groups = groupsOf([...server, ...toolkit]);
  assertEquals(groups.flat(), [...toolkit, ...server]);
  assertEquals(groups.map(({ length }) => length), [2, 15, 15, 15]);
});
