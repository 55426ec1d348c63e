import { parseCron, TimeZone } from "../../toolkit/schedule/mod.ts";
import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { dueTime, isMany, untilNextMs } from "./due_time.ts";
import { nextTime } from "./next_time.ts";

const ruleOf = (schedule: string) => ({
  rule: parseCron(schedule).rule,
  zone: TimeZone.of("Europe/Berlin"),
});
const ms = (text: string | undefined) => text === undefined ? undefined : Date.parse(text);

const CASES: Readonly<
  Record<
    string,
    readonly [
      schedule: string,
      from: { created: string; last?: string; notBefore?: string },
      now: string,
      due: string | undefined,
      isMany?: boolean,
    ]
  >
> = {
  "none that has come": [
    "0 * * * *",
    { created: "2026-01-01T10:10Z" },
    "2026-01-01T10:59Z",
    undefined,
  ],
  "the first": [
    "0 * * * *",
    { created: "2026-01-01T10:10Z" },
    "2026-01-01T11:00Z",
    "2026-01-01T11:00Z",
  ],
  "one after the last": [
    "0 * * * *",
    { created: "2026-01-01T00:10Z", last: "2026-01-01T11:00Z" },
    "2026-01-01T11:59Z",
    undefined,
  ],
  "the last of many": [
    "*/5 * * * *",
    { created: "2026-01-01T00:00Z" },
    "2026-01-02T00:04Z",
    "2026-01-02T00:00Z",
    true,
  ],
  "the last of times at unequal distances": [
    "0,1 0 * * *",
    { created: "2026-06-01T00:00Z" },
    "2026-06-03T12:00Z",
    "2026-06-02T22:01Z",
    true,
  ],
  "none before the deadline": [
    "0 * * * *",
    { created: "2026-01-01T00:10Z", notBefore: "2026-01-01T11:30Z" },
    "2026-01-01T11:59Z",
    undefined,
  ],
  "the last of intervals": [
    "@every 7m",
    { created: "2026-01-01T00:00Z" },
    "2026-01-01T01:00Z",
    "2026-01-01T00:56Z",
  ],
};

for (
  const [name, [schedule, { created, last, notBefore }, now, due, many = false]] of Object.entries(
    CASES,
  )
) {
  Deno.test(`dueTime() finds ${name}`, () => {
    const from = { createdMs: ms(created)!, lastMs: ms(last), notBeforeMs: ms(notBefore) };
    const found = dueTime(ruleOf(schedule), from, ms(now)!);
    assertEquals([found.dueMs, isMany(found)], [ms(due), many]);
  });
}

Deno.test("dueTime() refuses a schedule whose times never come, untilNextMs() waits for none", () => {
  const from = { createdMs: ms("2026-01-01T00:00Z")!, lastMs: undefined };
  assertThrows(() => dueTime(ruleOf("0 0 31 2 *"), from, from.createdMs), /less than 1 second/);
  assertEquals(untilNextMs(ruleOf("0 0 31 2 *"), from, from.createdMs), undefined);
});

const SCHEDULES = [
  "* * * * *",
  "*/7 1-4 * * *",
  "30 6-16/4 * * 1-5",
  "0,59 2,3 * * 0",
  "5 0 29,30 * *",
  "@every 90s",
];

Deno.test("dueTime() finds the last time that has come, by going through all", () => {
  const start = ms("2026-03-20T00:00Z")!;
  const seconds = fc.nat(20 * 86_400);
  fc.assert(
    fc.property(fc.constantFrom(...SCHEDULES), seconds, seconds, (schedule, one, other) => {
      const rule = ruleOf(schedule);
      const createdMs = start + Math.min(one, other) * 1000;
      const nowMs = start + Math.max(one, other) * 1000;
      let due: number | undefined;
      for (let at = nextTime(rule, createdMs)!; at <= nowMs; at = nextTime(rule, at)!) due = at;
      assertEquals(dueTime(rule, { createdMs, lastMs: undefined }, nowMs).dueMs, due);
    }),
    { numRuns: 30 },
  );
});
