import { VirtualClock } from "../../testing/virtual_clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { byteRate } from "./byte_rate.ts";

async function* of(...lengths: number[]): AsyncGenerator<Uint8Array> {
  for (const length of lengths) yield new Uint8Array(length);
}

/** Lets as much time pass as it takes. */
async function finished(clock: VirtualClock, whole: Promise<void>): Promise<void> {
  let isDone = false;
  const done = whole.finally(() => isDone = true);
  await clock.run(3_600_000, () => isDone);
  await done;
}

Deno.test("byteRate() hands on as many bytes a second as it may, evenly", async () => {
  const cases: [rate: number, lengths: number[], ms: number, largest: number][] = [
    [1000, [5000], 4900, 100],
    [1000, [1, 1, 1, 997], 997 + 3 - 97, 100],
    [10, [20], 1900, 1],
    // Slower than a byte in each part of a second.
    [3, [6], 5 / 3 * 1000, 1],
    [1_000_000, [64 * 1024], 0, 100_000],
    [1000, [0], 0, 0],
  ];
  for (const [rate, lengths, ms, largest] of cases) {
    const clock = new VirtualClock(0);
    const started = clock.monotonic();
    let [sum, most, last] = [0, 0, started];
    const whole = (async () => {
      for await (const part of byteRate(rate, clock)(of(...lengths))) {
        sum += part.length;
        most = Math.max(most, part.length);
        last = clock.monotonic();
        assert(sum - part.length <= (last - started) * rate / 1000 + 1e-6, "faster than it may");
      }
    })();
    await finished(clock, whole);
    const expected = lengths.reduce((a, b) => a + b);
    assertEquals([sum, Math.round(last - started)], [expected, Math.round(ms)], `${rate}`);
    assert(most <= largest || rate === 1_000_000, `a piece of ${most} bytes`);
  }
});

Deno.test("byteRate() saves nothing up while nothing comes", async () => {
  const clock = new VirtualClock(0);
  const pieces = (async function* () {
    yield new Uint8Array(100);
    await new Promise<void>((resolve) => clock.after(60_000, resolve));
    yield new Uint8Array(200);
  })();
  const at: number[] = [];
  const whole = (async () => {
    for await (const _ of byteRate(1000, clock)(pieces)) at.push(clock.monotonic());
  })();
  await finished(clock, whole);
  assertEquals(at.map((time) => time - at[0]!), [0, 60_000, 60_100]);
});

Deno.test("byteRate(0) leaves everything as it is", () => {
  const pieces = of(1);
  assert(byteRate(0, new VirtualClock(0))(pieces) === pieces);
});
