import { assertEquals } from "../../toolkit/deps/assert.ts";
import { RetryAfter } from "./retry_after.ts";

function noted(counts: readonly number[]): number[] {
  const retry = new RetryAfter();
  return counts.map((count, second) => {
    for (let one = 0; one < count; one++) retry.note((1000 + second) * 1000);
    return retry.seconds;
  });
}

const CASES: [what: string, counts: number[], seconds: number[]][] = [
  ["stays at a second when few are sent away", [1, 1, 2, 1, 1], [1, 1, 1, 1, 1]],
  ["doubles while many come, at most once in so many seconds", [9, 9, 9, 9, 9, 9, 9, 9], [
    1,
    2,
    2,
    4,
    4,
    4,
    4,
    8,
  ]],
  ["goes down a step at a time", [9, 9, 1, 0, 0, 1, 0, 0, 1], [1, 2, 2, 2, 2, 1, 1, 1, 1]],
];

for (const [what, counts, seconds] of CASES) {
  Deno.test(`RetryAfter ${what}`, () => assertEquals(noted(counts), seconds));
}

Deno.test("RetryAfter says 32 seconds at most", () => {
  assertEquals(Math.max(...noted(new Array(200).fill(1000))), 32);
});
