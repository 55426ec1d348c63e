import { assertEquals } from "../../toolkit/deps/assert.ts";
import { quantile } from "./histogram.ts";

const counts = (...pairs: readonly [number, number][]) => new Map(pairs);

const CASES: [name: string, before: Map<number, number>, after: Map<number, number>, ms: number][] =
  [
    ["all in the first bucket", counts(), counts([1, 100], [2, 100], [Infinity, 100]), 0.99],
    ["the last hundredth further on", counts(), counts([1, 98], [2, 100], [Infinity, 100]), 1.5],
    [
      "only what was counted since",
      counts([1, 50], [2, 50], [4, 50], [Infinity, 50]),
      counts([1, 50], [2, 50], [4, 150], [Infinity, 150]),
      3.98,
    ],
    ["beyond the last bound", counts(), counts([1, 1], [2, 1], [Infinity, 100]), 2],
    ["nothing", counts([1, 5], [Infinity, 5]), counts([1, 5], [Infinity, 5]), 0],
  ];

for (const [name, before, after, expected] of CASES) {
  Deno.test(`quantile(): ${name}`, () => {
    assertEquals(quantile(before, after, 0.99).toFixed(2), expected.toFixed(2));
  });
}
