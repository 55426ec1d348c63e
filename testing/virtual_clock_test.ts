import { assertEquals } from "../toolkit/deps/assert.ts";
import { VirtualClock } from "./virtual_clock.ts";

Deno.test("run() fires timers in the order in which they are due, and stops where it is told", async () => {
  const clock = new VirtualClock(1000);
  const fired: string[] = [];
  const note = (name: string) => () => void fired.push(`${name} ${clock.now()}`);
  clock.after(20, note("c"));
  clock.after(10, note("a"));
  clock.after(10, note("b"));
  clock.after(30, note("cancelled")).cancel();
  clock.after(500, note("late"));
  await clock.run(100);
  assertEquals(fired, ["a 1010", "b 1010", "c 1020"]);
  assertEquals([clock.now(), clock.monotonic(), clock.pending], [1100, 100, 1]);
  await clock.run(1000, () => fired.length > 3);
  assertEquals([fired.at(-1), clock.monotonic()], ["late 1500", 500]);
});

Deno.test("timers in the background fire once at the end of a way, and do not shorten it", () => {
  const clock = new VirtualClock(0);
  let looks = 0;
  const look = () => {
    looks++;
    clock.background.after(1000, look);
  };
  look();
  assertEquals([clock.due, clock.dueAtAll, clock.pending], [undefined, 1000, 0]);
  clock.moveTo(60_000);
  assertEquals([clock.fire(), looks], [true, 2]);
  assertEquals([clock.fire(), clock.dueAtAll], [false, 61_000]);
  const order: string[] = [];
  clock.after(500, () => order.push("own"));
  const other = clock.background.after(400, () => order.push("cancelled"));
  clock.background.after(300, () => {
    order.push("first");
    other.cancel();
  });
  clock.moveTo(60_500);
  while (clock.fire());
  assertEquals(order, ["first", "own"]);
});

Deno.test("counted() knows how many of its own timers are set", () => {
  const clock = new VirtualClock(0);
  const counted = clock.counted();
  clock.after(1, () => {});
  const first = counted.after(5, () => {});
  counted.after(10, () => {});
  assertEquals([counted.pending, clock.pending], [2, 3]);
  first.cancel();
  first.cancel();
  assertEquals(counted.pending, 1);
  clock.moveTo(10);
  while (clock.fire());
  assertEquals([counted.pending, clock.pending], [0, 0]);
});

Deno.test("setNow() changes the time of the day, and no span", () => {
  const clock = new VirtualClock(0);
  let fired = false;
  clock.after(100, () => void (fired = true));
  clock.moveTo(50);
  clock.setNow(Date.UTC(2026, 0, 1));
  assertEquals([clock.now(), clock.monotonic(), clock.due], [Date.UTC(2026, 0, 1), 50, 100]);
  clock.moveTo(100);
  assertEquals([clock.fire(), fired, clock.now()], [true, true, Date.UTC(2026, 0, 1) + 50]);
});
