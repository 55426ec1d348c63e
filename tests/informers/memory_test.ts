import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { growthOf, type Sample } from "./memory.ts";

const sample = (second: number, rssBytes: number): Sample => ({
  second,
  rssBytes,
  heapBytes: 0,
  externalBytes: 0,
});

const run = (of: (second: number) => number) =>
  Array.from({ length: 90 }, (_, second) => sample(second, of(second)));

for (
  const [name, of, middle, last, slope] of [
    ["stays as it is", () => 100, 100, 100, 0],
    ["grows all the time", (second) => 100 + second, 144.5, 174.5, 60],
    ["grew while it warmed up", (second) => Math.min(second, 20), 20, 20, 0],
    ["shrinks", (second) => 100 - second, 55.5, 25.5, -60],
  ] as readonly [string, (second: number) => number, number, number, number][]
) {
  Deno.test(`growthOf() compares the last third with the middle one when a process ${name}`, () => {
    const growth = growthOf(run(of), ({ rssBytes }) => rssBytes);
    assertEquals([growth.middleBytes, growth.lastBytes], [middle, last]);
    assertEquals(Math.round(growth.bytesAMinute * 1000) / 1000 + 0, slope);
  });
}

Deno.test("growthOf() throws when there are too few samples", () => {
  assertThrows(() => growthOf([sample(0, 1), sample(1, 1)], () => 1), "2 samples");
});
