import { FakeClock } from "../clock.ts";
import { assertEquals } from "../deps/assert.ts";
import { Liveness } from "./liveness.ts";

const start = () => {
  const clock = new FakeClock();
  const told: string[] = [];
  const state = { waiting: true, told, clock };
  const liveness = new Liveness(clock, {
    isWaiting: () => state.waiting,
    ask: () => told.push(`asked at ${clock.monotonic() / 1000}`),
    lost: (silentMs) => told.push(`lost after ${silentMs / 1000}`),
  });
  return { ...state, state, liveness };
};

Deno.test("Liveness asks after 30 s of silence, and takes 15 more for the end", async () => {
  const { clock, told, liveness } = start();
  liveness.watch();
  await clock.advance(29_999);
  assertEquals(told, []);
  await clock.advance(15_000);
  assertEquals(told, ["asked at 30"]);
  await clock.advance(1);
  assertEquals(told, ["asked at 30", "lost after 45"]);
  assertEquals(clock.pending, 0);
});

Deno.test("Liveness counts from what came last", async () => {
  const { clock, told, liveness } = start();
  liveness.watch();
  await clock.advance(20_000);
  liveness.heard();
  await clock.advance(29_999);
  assertEquals(told, []);
  await clock.advance(1);
  assertEquals(told, ["asked at 50"]);
  await clock.advance(14_000);
  liveness.heard();
  await clock.advance(29_999);
  assertEquals(told.length, 1);
  await clock.advance(1);
  assertEquals(told, ["asked at 50", "asked at 94"]);
  liveness.stop();
});

Deno.test("Liveness asks nothing while nobody waits, and begins anew when somebody does", async () => {
  const { clock, told, state, liveness } = start();
  liveness.watch();
  state.waiting = false;
  await clock.advance(100_000);
  assertEquals([told, clock.pending], [[], 0]);
  state.waiting = true;
  liveness.watch();
  liveness.watch();
  assertEquals(clock.pending, 1);
  await clock.advance(29_999);
  assertEquals(told, []);
  liveness.stop();
  assertEquals(clock.pending, 0);
});

Deno.test("Liveness asks once more where it was held up itself", () => {
  // A clock whose timers are late: the process stood still.
  let now = 0;
  const timers: (() => void)[] = [];
  const told: string[] = [];
  const liveness = new Liveness({
    now: () => now,
    monotonic: () => now,
    after: (_, callback) => {
      timers.push(callback);
      return { cancel() {} };
    },
  }, {
    isWaiting: () => true,
    ask: () => told.push("asked"),
    lost: () => told.push("lost"),
  });
  liveness.watch();
  for (const at of [30_000, 90_000, 105_000]) {
    now = at;
    timers.shift()!();
  }
  assertEquals(told, ["asked", "asked", "lost"]);
});
