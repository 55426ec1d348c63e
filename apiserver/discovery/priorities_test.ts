import { assertEquals } from "../../toolkit/deps/assert.ts";
import { priorityOf } from "./priorities.ts";

const CUSTOM = { group: 1000, version: 100 };

const ROWS: readonly (readonly [group: string, version: string, ReturnType<typeof priorityOf>])[] =
  [
    ["", "v1", { group: 18000, version: 1 }],
    ["apps", "v1", { group: 17800, version: 15 }],
    ["autoscaling", "v2", { group: 17500, version: 30 }],
    ["storage.k8s.io", "v1beta1", { group: 16800, version: 9 }],
    ["storage.orch.io", "v1", { group: 16800, version: 15 }],
    ["example.com", "v1", CUSTOM],
    // What is like the name of a built-in group is none.
    ["autoscaling.k8s.io", "v1", CUSTOM],
    ["storage", "v1", CUSTOM],
    ["constructor.k8s.io", "v1", CUSTOM],
    ["constructor", "v1", CUSTOM],
  ];

for (const [group, version, expected] of ROWS) {
  Deno.test(`priorityOf() knows ${JSON.stringify(group)} ${version}`, () => {
    assertEquals(priorityOf(group, version), expected);
  });
}
