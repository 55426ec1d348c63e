import { assertEquals } from "../deps/assert.ts";
import { compareVersions } from "./compare_versions.ts";

Deno.test("compareVersions() has stable ones first, late ones before early ones, other names last", () => {
  const sorted = [
    "v10",
    "v2",
    "v1",
    "v11beta2",
    "v10beta3",
    "v3beta1",
    "v12alpha1",
    "v11alpha2",
    "foo1",
    "foo10",
  ];
  assertEquals(sorted.toReversed().toSorted(compareVersions), sorted);
  assertEquals(compareVersions("v1", "v1"), 0);
});
