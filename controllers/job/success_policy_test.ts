import type { batchV1 } from "../../toolkit/mod.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Indexes } from "./indexes.ts";
import { metRule } from "./success_policy.ts";

const CASES: Readonly<
  Record<string, readonly [rules: batchV1.SuccessPolicyRule[], completed: string, met?: number]>
> = {
  "nothing": [[{ succeededCount: 1 }], ""],
  "some of the indexes": [[{ succeededIndexes: "0,2-4" }], "0,2,3"],
  "all of the indexes": [[{ succeededIndexes: "0,2-4" }], "0-4", 0],
  "enough of the indexes": [[{ succeededIndexes: "0,2-4", succeededCount: 2 }], "1,3,4", 0],
  "too few of the indexes": [[{ succeededIndexes: "0,2-4", succeededCount: 2 }], "1,4-9"],
  "enough of any": [[{ succeededCount: 3 }], "1,4,9", 0],
  "the second rule": [[{ succeededIndexes: "0" }, { succeededCount: 1 }], "3", 1],
  "indexes that there are not": [[{ succeededIndexes: "10-12" }], "0-9"],
};

for (const [name, [rules, completed, met]] of Object.entries(CASES)) {
  Deno.test(`metRule() looks at ${name}`, () => {
    assertEquals(metRule({ rules }, Indexes.read(completed, 10), 10), met);
  });
}
