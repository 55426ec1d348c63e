import { assertEquals, assertRejects } from "./deps/assert.ts";
import type { Clock, Timer } from "./clock.ts";
import { runInSlices, runStages, runToEnd, type SlicedTask, TimeSlice } from "./time_slice.ts";

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

function sliceOn(clock: Clock, signal = new AbortController().signal): TimeSlice {
  return new TimeSlice(clock, signal);
}

/** Work whose every step takes so long. */
function* working(steps: number, clock: WorkClock, ms: number): SlicedTask<number> {
  for (let step = 0; step < steps; step++) {
    clock.time += ms;
    yield;
  }
  return steps;
}

for (
  const [name, steps, ms, pauses] of [
    ["short work has none", 4, 2, 0],
    ["work of a slice has one at its end", 5, 2, 1],
    ["long work has one a slice", 100, 2, 20],
    ["long steps have one each", 7, 30, 7],
  ] as const
) {
  Deno.test(`pauses of work in slices: ${name}`, async () => {
    const clock = new WorkClock();
    assertEquals(await runInSlices(working(steps, clock, ms), sliceOn(clock)), steps);
    assertEquals(clock.pauses, pauses);
  });
}

Deno.test("what was waited for before a slice begins is not part of it", () => {
  const clock = new WorkClock();
  const slice = sliceOn(clock);
  clock.time += 100;
  slice.restart();
  assertEquals(slice.yieldIfOver(), undefined);
});

Deno.test("another slice comes at once where it is asked for", async () => {
  const clock = new WorkClock();
  const slice = sliceOn(clock);
  await slice.yield();
  assertEquals(clock.pauses, 1);
});

Deno.test("work ends at its next pause when nobody waits for it any more", async () => {
  const clock = new WorkClock();
  const abort = new AbortController();
  let steps = 0;
  function* endless(): SlicedTask<void> {
    for (;;) {
      clock.time += 20;
      if (++steps === 3) abort.abort(new Error("gone"));
      yield;
    }
  }
  await assertRejects(() => runInSlices(endless(), sliceOn(clock, abort.signal)), "gone");
  assertEquals(steps, 3);
});

Deno.test("runToEnd() does all steps without a pause", () => {
  const clock = new WorkClock();
  assertEquals(runToEnd(working(10, clock, 100)), 10);
  assertEquals(clock.pauses, 0);
});

Deno.test("between any two slices there is a gap, however many pieces of work there are", async () => {
  const timers: (() => void)[] = [];
  class QueueClock extends WorkClock {
    override after(_ms: number, callback: () => void): Timer {
      timers.push(callback);
      return { cancel() {} };
    }
  }
  const clock = new QueueClock();
  const works = Array.from({ length: 5 }, () => runInSlices(working(3, clock, 10), sliceOn(clock)));
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

Deno.test("work that nobody waits for any more keeps nobody else from a slice", async () => {
  const clock = new WorkClock();
  const abort = new AbortController();
  const gone = runInSlices(working(100, clock, 20), sliceOn(clock, abort.signal));
  const goesOn = runInSlices(working(3, clock, 20), sliceOn(clock));
  abort.abort(new Error("gone"));
  await assertRejects(() => gone, "gone");
  assertEquals(await goesOn, 3);
});

Deno.test("runStages() lets others in between stages, and does not count what one waits for", async () => {
  const clock = new WorkClock();
  const works = (ms: number) => (done: number[]) => {
    clock.time += ms;
    return [...done, ms];
  };
  const waits = async (done: number[]) => {
    clock.time += 1000;
    await Promise.resolve();
    return done;
  };
  assertEquals(await runStages(sliceOn(clock), [], [works(2), waits, works(3), works(6)]), [
    2,
    3,
    6,
  ]);
  assertEquals(clock.pauses, 0);
  assertEquals(await runStages(sliceOn(clock), [], [works(6), works(5), works(1)]), [6, 5, 1]);
  assertEquals(clock.pauses, 1);
});

Deno.test("runStages() ends at the first stage that throws", async () => {
  const later: number[] = [];
  const throws = (): number => {
    throw new Error("no");
  };
  const stages = [throws, (state: number) => later.push(state)];
  await assertRejects(() => runStages(sliceOn(new WorkClock()), 0, stages), "no");
  assertEquals(later, []);
});
