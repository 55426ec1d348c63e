import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { isLargerThan } from "./size.ts";

const twice = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((one) => ({ a: one, b: one }), 1);

const ROWS: readonly (readonly [name: string, json: unknown, limit: number, larger: boolean])[] = [
  ["a text that fits", "x".repeat(98), 100, false],
  ["a text", "x".repeat(99), 100, true],
  ["a list that fits", Array(49).fill(1), 100, false],
  ["a list", Array(50).fill(1), 100, true],
  ["names", { ["x".repeat(100)]: null }, 100, true],
  ["null", null, 1, true],
  ["what holds itself twice, over and over", twice(60), 1_000_000, true],
];

for (const [name, json, limit, larger] of ROWS) {
  Deno.test(`isLargerThan() of ${name}`, () => assertEquals(isLargerThan(json, limit), larger));
}
