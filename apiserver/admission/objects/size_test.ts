import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { sizeProblem } from "./size.ts";

/** What holds what it was so many times, over and over. */
const nested = (depth: number, times: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>(
    (one) => Object.fromEntries(Array.from({ length: times }, (_, at) => [at, one])),
    1,
  );

const LARGE = "larger than 100 bytes";
const DEEP = "more than 500 levels deep";

const ROWS: readonly (readonly [name: string, json: unknown, problem: string | undefined])[] = [
  ["a text that fits", "x".repeat(98), undefined],
  ["a text", "x".repeat(99), LARGE],
  ["a list that fits", Array(49).fill(1), undefined],
  ["a list", Array(50).fill(1), LARGE],
  ["names", { ["x".repeat(100)]: null }, LARGE],
  ["what holds itself twice, over and over", nested(60, 2), LARGE],
];

for (const [name, json, problem] of ROWS) {
  Deno.test(`sizeProblem() of ${name}`, () => assertEquals(sizeProblem(json, 100), problem));
}

Deno.test("sizeProblem() of what is deep", () => {
  assertEquals(sizeProblem(nested(500, 1), 10_000), undefined);
  assertEquals(sizeProblem(nested(501, 1), 10_000), DEEP);
  assertEquals(sizeProblem(nested(1_000_000, 1), 10_000_000), DEEP);
});
