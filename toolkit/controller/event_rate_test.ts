import { assertEquals } from "../deps/assert.ts";
import { EventRate } from "./event_rate.ts";

const MINUTE = 60_000;

/** How many of `tries` events are allowed. */
function allowed(rate: EventRate, uid: string, now: number, tries: number): number {
  return Array.from({ length: tries }, () => rate.allows(uid, now)).filter(Boolean).length;
}

Deno.test("allows() lets 25 through at once, then one every five minutes, each object for itself", () => {
  const rate = new EventRate();
  assertEquals(allowed(rate, "a", 0, 100), 25);
  assertEquals(allowed(rate, "b", 0, 3), 3);
  assertEquals(allowed(rate, "a", 4 * MINUTE, 10), 0);
  assertEquals(allowed(rate, "a", 5 * MINUTE, 10), 1);
  assertEquals(allowed(rate, "a", 20 * MINUTE, 10), 3);
  assertEquals(allowed(rate, "a", 1000 * MINUTE, 100), 25);
});

Deno.test("allows() forgets the objects that were heard of longest ago", () => {
  const rate = new EventRate();
  assertEquals(allowed(rate, "first", 0, 30), 25);
  for (let at = 0; at < 4096; at++) rate.allows(`other-${at}`, 0);
  assertEquals(allowed(rate, "first", 0, 30), 25);
});
