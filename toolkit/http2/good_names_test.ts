import { assertEquals } from "../deps/assert.ts";
import { GoodNames } from "./good_names.ts";

/** Counts what it is asked: what is remembered is not asked for again. */
class Counting extends RegExp {
  asked = 0;

  override test(text: string): boolean {
    this.asked++;
    return super.test(text);
  }
}

Deno.test("GoodNames remembers names, and none that are bad or long", () => {
  const pattern = new Counting("^[a-z]+$");
  const names = new GoodNames(pattern);
  const cases: readonly [name: string, isGood: boolean, asked: number][] = [
    ["accept", true, 1],
    ["a".repeat(64), true, 1],
    ["a".repeat(65), true, 2],
    ["a".repeat(1_000_000), true, 2],
    ["A", false, 2],
    ["", false, 2],
  ];
  for (const [name, isGood, asked] of cases) {
    pattern.asked = 0;
    assertEquals([names.has(name), names.has(name), pattern.asked], [isGood, isGood, asked], name);
  }
});

Deno.test("GoodNames remembers a thousand names", () => {
  const pattern = new Counting("^[a-z0-9]+$");
  const names = new GoodNames(pattern);
  for (let at = 0; at < 2000; at++) names.has(`x${at}`);
  pattern.asked = 0;
  for (let at = 0; at < 2000; at++) names.has(`x${at}`);
  assertEquals(pattern.asked, 1000);
});
