import { assertEquals, assertRejects } from "./deps/assert.ts";
import type { Clock, Timer } from "./clock.ts";
import { atOnce, inTurns, type Steps, Turns } from "./turns.ts";

/** Time that passes by work alone; pauses are counted, and over at once. */
class WorkClock implements Clock {
  time = 0;
  pauses = 0;

  now(): number {
    return this.time;
  }

  monotonic(): number {
    return this.time;
  }

  after(_ms: number, callback: () => void): Timer {
    this.pauses++;
    queueMicrotask(callback);
    return { cancel() {} };
  }
}

function turnsOn(clock: Clock, signal = new AbortController().signal): Turns {
  return new Turns(clock, signal);
}

/** Work whose every step takes so long. */
function* working(steps: number, clock: WorkClock, ms: number): Steps<number> {
  for (let step = 0; step < steps; step++) {
    clock.time += ms;
    yield;
  }
  return steps;
}

for (
  const [name, steps, ms, pauses] of [
    ["short work has none", 4, 2, 0],
    ["work of a turn has one at its end", 5, 2, 1],
    ["long work has one a turn", 100, 2, 20],
    ["long steps have one each", 7, 30, 7],
  ] as const
) {
  Deno.test(`pauses of work in turns: ${name}`, async () => {
    const clock = new WorkClock();
    assertEquals(await inTurns(working(steps, clock, ms), turnsOn(clock)), steps);
    assertEquals(clock.pauses, pauses);
  });
}

Deno.test("what was waited for before a turn begins is not part of it", () => {
  const clock = new WorkClock();
  const turns = turnsOn(clock);
  clock.time += 100;
  turns.begin();
  assertEquals(turns.next(), undefined);
});

Deno.test("another turn comes at once where it is asked for", async () => {
  const clock = new WorkClock();
  const turns = turnsOn(clock);
  await turns.another();
  assertEquals(clock.pauses, 1);
});

Deno.test("work ends at its next pause when nobody waits for it any more", async () => {
  const clock = new WorkClock();
  const abort = new AbortController();
  let steps = 0;
  function* endless(): Steps<void> {
    for (;;) {
      clock.time += 20;
      if (++steps === 3) abort.abort(new Error("gone"));
      yield;
    }
  }
  await assertRejects(() => inTurns(endless(), turnsOn(clock, abort.signal)), "gone");
  assertEquals(steps, 3);
});

Deno.test("atOnce() does all steps without a pause", () => {
  const clock = new WorkClock();
  assertEquals(atOnce(working(10, clock, 100)), 10);
  assertEquals(clock.pauses, 0);
});

Deno.test("between any two turns there is a gap, however many pieces of work there are", async () => {
  const timers: (() => void)[] = [];
  class QueueClock extends WorkClock {
    override after(_ms: number, callback: () => void): Timer {
      timers.push(callback);
      return { cancel() {} };
    }
  }
  const clock = new QueueClock();
  const works = Array.from({ length: 5 }, () => inTurns(working(3, clock, 10), turnsOn(clock)));
  let gaps = 0;
  for (;;) {
    for (let i = 0; i < 20; i++) await Promise.resolve();
    if (timers.length === 0) break;
    assertEquals(timers.length, 1);
    timers.pop()?.();
    gaps++;
  }
  assertEquals(await Promise.all(works), [3, 3, 3, 3, 3]);
  assertEquals(gaps, 15);
});

Deno.test("work that nobody waits for any more keeps nobody else from a turn", async () => {
  const clock = new WorkClock();
  const abort = new AbortController();
  const gone = inTurns(working(100, clock, 20), turnsOn(clock, abort.signal));
  const goesOn = inTurns(working(3, clock, 20), turnsOn(clock));
  abort.abort(new Error("gone"));
  await assertRejects(() => gone, "gone");
  assertEquals(await goesOn, 3);
});
