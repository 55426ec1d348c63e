import { assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import { FakeClock, type resourceV1 } from "../../../toolkit/mod.ts";
import { sliceViewOf } from "./device_views.ts";
import { Effort } from "./effort.ts";
import { Selectors } from "./selectors.ts";

/** Steps until it is too long. */
function stepsOf(effort: Effort): number {
  let steps = 0;
  assertThrows(() => {
    for (;; steps += 100) effort.spend(100);
  }, /timed out/);
  return steps;
}

Deno.test("spend() ends one node, and then all of them", () => {
  const effort = new Effort(new FakeClock(), 10_000);
  const taken: number[] = [];
  for (let node = 0; node < 6; node++) {
    effort.beginNode();
    taken.push(stepsOf(effort));
  }
  const [first = 0] = taken;
  // The step that is too much counts, too.
  assertEquals(taken.map((one) => Math.round(one / first)), [1, 1, 1, 1, 1, 0]);
});

Deno.test("spend() ends a node when its time is over, and never where that is not said", async () => {
  for (const [timeoutMs, ends] of [[1000, true], [0, false]] as const) {
    const clock = new FakeClock();
    const effort = new Effort(clock, timeoutMs);
    effort.beginNode();
    effort.spend(5000);
    await clock.advance(1001);
    if (ends) assertThrows(() => effort.spend(5000), /timed out/);
    else effort.spend(5000);
  }
});

Deno.test("selects() goes on where an attempt was ended", () => {
  const devices: resourceV1.Device[] = Array.from({ length: 128 }, (_, at) => ({ name: `d${at}` }));
  const slice = sliceViewOf({
    metadata: { name: "s" },
    spec: {
      driver: "example.com",
      nodeName: "n",
      pool: { name: "p", generation: 1, resourceSliceCount: 1 },
      devices,
    },
  } as never);
  const list = `[${Array.from({ length: 40 }, (_, at) => at).join()}]`;
  const selectors = new Selectors();
  const dear = `${list}.all(a, ${list}.all(b, a + b >= 0)) && device.driver == "example.com"`;
  const reached: number[] = [];
  for (let attempt = 0; attempt < 3; attempt++) {
    const effort = new Effort(new FakeClock(), 0);
    effort.beginNode();
    let at = 0;
    try {
      for (; at < devices.length; at++) selectors.of(dear).selects(slice, at, effort);
    } catch (error) {
      assertEquals((error as Error).message, "timed out trying to allocate devices");
    }
    reached.push(at);
  }
  const [first = 0, second = 0, third = 0] = reached;
  assertEquals([first > 0, second > first, third > second], [true, true, true], `${reached}`);
});

Deno.test("Selectors forget the expressions that were used longest ago", () => {
  const selectors = new Selectors();
  const first = selectors.of("true");
  const second = selectors.of("false");
  for (let at = 0; at < 254; at++) selectors.of(`${at} > 0`);
  assertEquals(selectors.of("true") === first, true);
  selectors.of("1 > 2");
  assertEquals([selectors.of("true") === first, selectors.of("false") === second], [true, false]);
});
