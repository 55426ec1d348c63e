import { FakeClock } from "../clock.ts";
import { assertEquals } from "../deps/assert.ts";
import { flushEvents } from "./flush_events.ts";

Deno.test("flushEvents() waits until events are written, and leaves no timer", async () => {
  const clock = new FakeClock();
  const written = Promise.withResolvers<void>();
  let isOver = false;
  const over = flushEvents({ flushed: () => written.promise }, clock).then(() => isOver = true);
  await clock.advance(4999);
  assertEquals(isOver, false);
  written.resolve();
  await over;
  assertEquals(clock.pending, 0);
});

Deno.test("flushEvents() waits no longer than five seconds for a server that does not answer", async () => {
  const clock = new FakeClock();
  const over = flushEvents({ flushed: () => new Promise(() => {}) }, clock);
  await clock.advance(5000);
  await over;
});
