import { setImmediate } from "node:timers";
import type { Clock, Timer } from "../../../toolkit/clock.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { Deliveries } from "./deliveries.ts";
import { DELIVERIES_A_TURN, DELIVERY_PAUSE_FACTOR, DELIVERY_PAUSE_MS } from "./limits.ts";

/** A clock that a test moves, and that says what it was asked to wait for. */
class TestClock implements Clock {
  time = 0;
  waiting: { readonly ms: number; readonly callback: () => void } | undefined;

  now(): number {
    return this.time;
  }

  monotonic(): number {
    return this.time;
  }

  after(ms: number, callback: () => void): Timer {
    const timer = { ms, callback };
    this.waiting = timer;
    return { cancel: () => this.waiting = this.waiting === timer ? undefined : this.waiting };
  }
}

Deno.test("Deliveries delivers what comes in a turn together, in order, and once", async () => {
  const deliveries = new Deliveries({ clock: new TestClock() });
  const seen: number[] = [];
  for (let at = 0; at < 5; at++) deliveries.add(() => seen.push(at));
  assertEquals(seen, []);
  await turn();
  assertEquals(seen, [0, 1, 2, 3, 4]);
  await turn();
  deliveries.add(() => seen.push(5));
  await turn();
  assertEquals(seen, [0, 1, 2, 3, 4, 5]);
});

Deno.test("Deliveries lets others in after each turn of many, and loses none that come meanwhile", async () => {
  const deliveries = new Deliveries({ clock: new TestClock() });
  const seen: number[] = [];
  const count = DELIVERIES_A_TURN * 3;
  for (let at = 0; at < count; at++) {
    deliveries.add(() => {
      seen.push(at);
      if (at === 10) deliveries.add(() => seen.push(count));
    });
  }
  const turns: number[] = [];
  while (seen.length <= count) {
    await turn();
    turns.push(seen.length);
  }
  assertEquals(turns[0], DELIVERIES_A_TURN);
  assertEquals(seen, Array.from({ length: count + 1 }, (_, at) => at));
});

/** What a round takes, and for how long none follows. */
const PAUSES: readonly [tookMs: number, pauseMs: number][] = [
  [0, 0],
  [1, DELIVERY_PAUSE_FACTOR],
  [1000, DELIVERY_PAUSE_MS],
];

for (const [tookMs, pauseMs] of PAUSES) {
  Deno.test(`Deliveries pauses for ${pauseMs} ms after a round of ${tookMs} ms`, async () => {
    const clock = new TestClock();
    const deliveries = new Deliveries({ clock });
    deliveries.add(() => clock.time += tookMs);
    await turn();
    const seen: string[] = [];
    deliveries.add(() => seen.push("a"));
    deliveries.add(() => seen.push("b"));
    await turn();
    assertEquals(seen, pauseMs === 0 ? ["a", "b"] : []);
    assertEquals(clock.waiting?.ms, pauseMs === 0 ? undefined : pauseMs);
    clock.time += pauseMs;
    clock.waiting?.callback();
    assertEquals(seen, ["a", "b"]);
    await turn();
    // After a rest that was long enough nothing is waited for.
    clock.time += 1;
    clock.waiting = undefined;
    deliveries.add(() => seen.push("c"));
    await turn();
    assertEquals([seen.length, clock.waiting], [3, undefined]);
  });
}

Deno.test("Deliveries does not pause where it is told so", async () => {
  const clock = new TestClock();
  const deliveries = new Deliveries({ clock, pauses: false });
  deliveries.add(() => clock.time += 1000);
  await turn();
  const seen: string[] = [];
  deliveries.add(() => seen.push("a"));
  await turn();
  assertEquals([seen, clock.waiting], [["a"], undefined]);
});

Deno.test("Deliveries delivers all at once when it is closed, also in a pause", async () => {
  const clock = new TestClock();
  const deliveries = new Deliveries({ clock });
  deliveries.add(() => clock.time += 10);
  await turn();
  const seen: string[] = [];
  deliveries.add(() => {
    seen.push("a");
    deliveries.add(() => seen.push("b"));
  });
  deliveries.close();
  assertEquals([seen, clock.waiting], [["a", "b"], undefined]);
});

/** One round of the event loop. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => resolve()));
}
