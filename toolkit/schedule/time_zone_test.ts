import { assertEquals, assertThrows } from "../deps/assert.ts";
import { TimeZone } from "./time_zone.ts";

const HOUR_MS = 3_600_000;

Deno.test("TimeZone.of() throws for what is no zone, and takes no name for UTC", () => {
  assertThrows(() => TimeZone.of("Europe/Rungholt"), /unknown time zone Europe\/Rungholt/);
  assertEquals(TimeZone.of("").name, "UTC");
});

const OFFSETS: readonly (readonly [zone: string, time: string, hours: number])[] = [
  ["UTC", "2026-07-01T00:00:00Z", 0],
  ["Europe/Berlin", "2026-03-29T00:59:59Z", 1],
  ["Europe/Berlin", "2026-03-29T01:00:00Z", 2],
  ["Europe/Berlin", "2026-10-25T00:59:59Z", 2],
  ["Europe/Berlin", "2026-10-25T01:00:00Z", 1],
  ["America/St_Johns", "2026-01-01T00:00:00Z", -3.5],
  ["Asia/Kathmandu", "2026-01-01T00:00:00Z", 5.75],
  ["Pacific/Kiritimati", "2026-01-01T12:00:00Z", 14],
];

for (const [name, time, hours] of OFFSETS) {
  Deno.test(`offsetAt() is ${hours} h in ${name} at ${time}`, () => {
    const zone = TimeZone.of(name);
    const ms = Date.parse(time);
    assertEquals(zone.offsetAt(ms) / HOUR_MS, hours);
    assertEquals(zone.wallAt(ms + 999), ms + hours * HOUR_MS);
  });
}
