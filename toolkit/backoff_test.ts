import { Backoff, keepTrying, repeatedly } from "./backoff.ts";
import { FakeClock } from "./clock.ts";
import { assertEquals, assertRejects } from "./deps/assert.ts";

Deno.test("Backoff grows up to its longest wait, and begins anew after success", () => {
  const backoff = new Backoff({ firstMs: 100, mostMs: 500 });
  assertEquals([backoff.next(), backoff.next(), backoff.next(), backoff.next()], [
    100,
    200,
    400,
    500,
  ]);
  backoff.reset();
  assertEquals(backoff.next(), 100);
});

Deno.test("Backoff adds at most its jitter", () => {
  const backoff = new Backoff({ firstMs: 100, mostMs: 100, jitter: 0.5, random: () => 0.5 });
  assertEquals(backoff.next(), 125);
});

Deno.test("keepTrying() waits longer after each failure, and less after progress", async () => {
  const clock = new FakeClock();
  const waits: number[] = [];
  let count = 0;
  const tried = keepTrying((progressed) => {
    count++;
    if (count === 3) progressed();
    return count < 5 ? Promise.reject(new Error("not yet")) : Promise.resolve("done");
  }, {
    firstMs: 10,
    mostMs: 1000,
    clock,
    signal: new AbortController().signal,
    failed(_error, waitMs) {
      waits.push(waitMs);
      // Once the wait has begun.
      setTimeout(() => void clock.advance(waitMs));
    },
  });
  assertEquals(await tried, "done");
  assertEquals(waits, [10, 20, 10, 20]);
});

Deno.test("keepTrying() gives up with the signal's reason", async () => {
  const stop = new AbortController();
  const tried = keepTrying(() => Promise.reject(new Error("no")), {
    firstMs: 10,
    mostMs: 10,
    clock: new FakeClock(),
    signal: stop.signal,
    failed: () => stop.abort(new Error("enough")),
  });
  await assertRejects(() => tried, "enough");
});

Deno.test("repeatedly() goes on after failures, sooner than after success", async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const times: number[] = [];
  const begun = clock.monotonic();
  await repeatedly(() => {
    times.push(clock.monotonic() - begun);
    if (times.length === 4) stop.abort();
    else setTimeout(() => void clock.advance(times.length === 2 ? 5 : 100));
    return times.length === 2 ? Promise.reject(new Error("no")) : Promise.resolve();
  }, { clock, signal: stop.signal, intervalMs: 100, retryMs: 5, failed() {} });
  assertEquals(times, [0, 100, 105, 205]);
});

Deno.test("repeatedly() waits before the first time where it is told to", async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const begun = clock.monotonic();
  const times: number[] = [];
  const repeated = repeatedly(() => {
    times.push(clock.monotonic() - begun);
    stop.abort();
    return Promise.resolve();
  }, { clock, signal: stop.signal, firstMs: 30, intervalMs: 100, failed() {} });
  await clock.advance(29);
  assertEquals(times, []);
  await clock.advance(1);
  await repeated;
  assertEquals(times, [30]);

  const none = new AbortController();
  const ended = repeatedly(() => Promise.reject(new Error("never")), {
    clock,
    signal: none.signal,
    firstMs: 30,
    intervalMs: 100,
    failed: () => times.push(-1),
  });
  none.abort();
  await ended;
  assertEquals(times, [30]);
});
