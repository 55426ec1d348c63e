import { assertEquals, assertThrows } from "../deps/assert.ts";
import { withWork, Work, work, workOfRun } from "./work.ts";

const TOO_MUCH = "operation cancelled: too much work";

Deno.test("work() stops one run early, whatever all runs may take", () => {
  const budget = new Work(1_000_000_000);
  withWork(budget, () => work(2_900_000));
  assertThrows(
    () =>
      withWork(budget, () => {
        for (let i = 0; i < 100; i++) work(31_000);
      }),
    TOO_MUCH,
  );
});

Deno.test("work() stops what all runs about an object take, however short each is", () => {
  const budget = new Work();
  for (let i = 0; i < 20; i++) withWork(budget, () => work(1_000_000));
  assertEquals(budget.left, 0);
  assertThrows(() => withWork(budget, () => work(1)), TOO_MUCH);
});

Deno.test("work() counts a run within another one as a part of it", () => {
  assertThrows(
    () =>
      withWork(new Work(), () => {
        for (let i = 0; i < 4; i++) withWork(new Work(), () => work(1_000_000));
      }),
    TOO_MUCH,
  );
  // And another one starts anew.
  withWork(new Work(), () => work(2_900_000));
});

Deno.test("workOfRun() counts where something runs, and nowhere else", () => {
  for (let i = 0; i < 100; i++) workOfRun(1_000_000);
  const budget = new Work();
  withWork(budget, () => workOfRun(5));
  assertEquals(budget.left, new Work().left - 5);
});
