import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { FewATurn, PIECES_A_TURN } from "./few_a_turn.ts";

Deno.test("FewATurn does some pieces at once and as many in each turn, in order, and is idle after the last", async () => {
  const later: (() => void)[] = [];
  const work = new FewATurn((turn) => void later.push(turn));
  const done: number[] = [];
  const pieces = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => () => void done.push(first + index));
  await work.idle();
  const some = PIECES_A_TURN;
  work.add(pieces(0, 3));
  assertEquals([done.length, later.length], [3, 0], "few are done at once, and need no turn");
  work.add(pieces(3, 2 * some + 1));
  assertEquals(done.length, 3 + some);
  let isIdle = false;
  const idle = work.idle().then(() => void (isIdle = true));
  // What comes while others wait is behind them.
  const all = 2 * some + 6;
  work.add(pieces(all - 2, 2));
  assertEquals([done.length, later.length], [3 + some, 1]);
  for (const expected of [3 + 2 * some, all]) {
    await Promise.resolve();
    assertEquals(isIdle, false);
    later.shift()!();
    assertEquals(done.length, expected);
  }
  await idle;
  assertEquals([done, later.length], [Array.from({ length: all }, (_, index) => index), 0]);
  work.add(pieces(all, 1));
  assertEquals(done.length, all + 1);
});
