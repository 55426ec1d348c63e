import { FakeClock, sleep, systemClock } from "./clock.ts";
import { assertEquals } from "./deps/assert.ts";

Deno.test("sleep() rejects with the signal's reason, whether it aborts before or meanwhile", async () => {
  const clock = new FakeClock();
  const over = new AbortController();
  const caught: unknown[] = [];
  const meanwhile = sleep(clock, 10, over.signal).catch((reason) => caught.push(reason));
  over.abort("why");
  await meanwhile;
  await sleep(clock, 10, over.signal).catch((reason) => caught.push(reason));
  assertEquals(caught, ["why", "why"]);
  assertEquals(clock.pending, 0);
});

Deno.test("sleep() settles at its time", async () => {
  const clock = new FakeClock();
  let over = false;
  const sleeping = sleep(clock, 10).then(() => over = true);
  await clock.advance(9);
  assertEquals(over, false);
  await clock.advance(1);
  await sleeping;
});

Deno.test("systemClock waits longer than a timer of the runtime can", () => {
  const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  const set: { ms: number; run: () => void }[] = [];
  const cleared: unknown[] = [];
  const fake = {
    setTimeout: (run: () => void, ms: number) => set.push({ run, ms }),
    clearTimeout: (id: unknown) => cleared.push(id),
  };
  const longest = 2 ** 31 - 1;
  let rung = 0;
  try {
    Object.assign(globalThis, fake);
    const timer = systemClock.after(2 * longest + 6, () => rung++);
    for (const ms of [longest, longest, 6]) {
      assertEquals([set.at(-1)!.ms, rung], [ms, 0]);
      set.at(-1)!.run();
    }
    assertEquals([set.length, rung], [3, 1]);
    timer.cancel();
    assertEquals(cleared, [3]);
    for (const ms of [longest, 0]) {
      systemClock.after(ms, () => rung++);
      set.at(-1)!.run();
    }
    assertEquals([set.length, rung], [5, 3]);
  } finally {
    Object.assign(globalThis, real);
  }
});
