import { FakeClock, sleep } from "./clock.ts";
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
