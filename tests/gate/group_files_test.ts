import { assertEquals } from "../../toolkit/deps/assert.ts";
import { groupsOf } from "./group_files.ts";

Deno.test("groupsOf() keeps each file once, in order, and top folders apart", () => {
  const paths = [
    ...Array.from({ length: 45 }, (_, index) => `apiserver/${index}_test.ts`),
    "toolkit/a/b_test.ts",
    "toolkit/c_test.ts",
  ];
  const groups = groupsOf(paths);
  assertEquals(groups.flat(), paths);
  assertEquals(groups.map(({ length }) => length), [15, 15, 15, 2]);
});
