import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { FewATurn } from "./few_a_turn.ts";

Deno.test("FewATurn does four pieces at once and four in each turn, in order, and is idle after the last", async () => {
  const later: (() => void)[] = [];
  const work = new FewATurn((turn) => void later.push(turn));
  const done: number[] = [];
  const pieces = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => () => void done.push(first + index));
  await work.idle();
  work.add(pieces(0, 3));
  assertEquals([done.length, later.length], [3, 0], "few are done at once, and need no turn");
  work.add(pieces(3, 9));
  assertEquals(done.length, 7);
  let isIdle = false;
  const idle = work.idle().then(() => void (isIdle = true));
  // What comes while others wait is behind them.
  work.add(pieces(12, 2));
  assertEquals([done.length, later.length], [7, 1]);
  for (const expected of [11, 14]) {
    await Promise.resolve();
    assertEquals(isIdle, false);
    later.shift()!();
    assertEquals(done.length, expected);
  }
  await idle;
  assertEquals([done, later.length], [Array.from({ length: 14 }, (_, index) => index), 0]);
  work.add(pieces(14, 1));
  assertEquals(done.length, 15);
});
