import { parseCron, TimeZone } from "../../toolkit/schedule/mod.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { nextTime } from "./next_time.ts";

const MINUTE_MS = 60_000;

function after(schedule: string, zone: string, from: string, count = 1): string[] {
  const { rule } = parseCron(schedule);
  const zoned = { rule, zone: TimeZone.of(zone) };
  const times: string[] = [];
  for (let at = nextTime(zoned, Date.parse(from)); times.length < count; at = nextTime(zoned, at)) {
    if (at === undefined) return [...times, "never"];
    times.push(new Date(at).toISOString().replace(":00.000Z", "Z"));
  }
  return times;
}

const CASES: Readonly<
  Record<string, readonly [schedule: string, zone: string, from: string, times: string[]]>
> = {
  "the next minute": ["* * * * *", "UTC", "2026-01-01T10:00:00Z", ["2026-01-01T10:01Z"]],
  "within a minute": ["* * * * *", "UTC", "2026-01-01T10:00:59.9Z", ["2026-01-01T10:01Z"]],
  "in a zone": ["0 9 * * *", "Europe/Berlin", "2026-01-01T10:00:00Z", ["2026-01-02T08:00Z"]],
  "a step to the end": ["50/4 * * * *", "UTC", "2026-01-01T10:00:00Z", [
    "2026-01-01T10:50Z",
    "2026-01-01T10:54Z",
    "2026-01-01T10:58Z",
    "2026-01-01T11:50Z",
  ]],
  "either day": ["0 0 13 * FRI", "UTC", "2026-01-08T00:00:00Z", [
    "2026-01-09T00:00Z",
    "2026-01-13T00:00Z",
    "2026-01-16T00:00Z",
  ]],
  "both days, as one is any": ["0 0 * * 5", "UTC", "2026-01-08T00:00:00Z", [
    "2026-01-09T00:00Z",
    "2026-01-16T00:00Z",
  ]],
  "a step is not any": ["0 0 */10 * 5", "UTC", "2026-01-08T00:00:00Z", [
    "2026-01-09T00:00Z",
    "2026-01-11T00:00Z",
  ]],
  "a leap day": ["0 0 29 2 *", "UTC", "2026-01-01T00:00:00Z", ["2028-02-29T00:00Z"]],
  "a day that no month has": ["0 0 31 2 *", "UTC", "2026-01-01T00:00:00Z", ["never"]],
  "nothing at all": [", * * * *", "UTC", "2026-01-01T00:00:00Z", ["never"]],
  "again and again": ["@every 90m", "UTC", "2026-01-01T00:00:07.5Z", [
    "2026-01-01T01:30:07.000Z",
    "2026-01-01T03:00:07.000Z",
  ]],
  "a time that is left out": ["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", [
    "2026-03-30T00:30Z",
  ]],
  "a time that comes twice": ["30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", [
    "2026-10-25T00:30Z",
    "2026-10-25T01:30Z",
    "2026-10-26T01:30Z",
  ]],
  "a day without midnight": ["30 1 24 4 *", "Africa/Cairo", "2026-04-01T00:00:00Z", [
    "2026-04-23T22:30Z",
  ]],
};

for (const [name, [schedule, zone, from, times]] of Object.entries(CASES)) {
  Deno.test(`nextTime() finds ${name}`, () => {
    assertEquals(after(schedule, zone, from, times.length), times);
  });
}

/** Zones whose clocks are put forward at night, at midnight, by half an hour, twice a year more, and never. */
const ZONES = [
  "UTC",
  "Europe/London",
  "America/New_York",
  "America/Santiago",
  "Africa/Cairo",
  "Africa/Casablanca",
  "America/Havana",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Apia",
];

/** Draws numbers from 0 up to 1, the same ones for a seed. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function randomSchedule(draw: () => number): string {
  const below = (count: number) => Math.floor(draw() * count);
  const field = (min: number, max: number, likes: number) => {
    if (draw() < likes) return "*";
    const first = min + below(max - min + 1);
    const forms = [
      `${first}`,
      `*/${1 + below(7)}`,
      `${first}-${first + below(max - first + 1)}`,
      `${first}/${1 + below(5)}`,
      `${first},${min + below(max - min + 1)}`,
    ];
    return forms[below(forms.length)];
  };
  return [
    field(0, 59, 0.2),
    field(0, 23, 0.3),
    field(1, 31, 0.6),
    field(1, 12, 0.8),
    field(0, 6, 0.6),
  ].join(" ");
}

Deno.test("nextTime() finds what a look at every minute finds", () => {
  const seed = Number(Deno.env.get("SEED") ?? Math.floor(Math.random() * 2 ** 31));
  const draw = drawing(seed);
  // Days around those on which clocks are put back or forward.
  const starts = [
    "2026-03-06",
    "2026-03-27",
    "2026-04-03",
    "2026-04-22",
    "2026-09-04",
    "2026-10-23",
  ];
  for (let round = 0; round < 150; round++) {
    const name = ZONES[Math.floor(draw() * ZONES.length)]!;
    const zone = TimeZone.of(name);
    const schedule = randomSchedule(draw);
    const { rule } = parseCron(schedule);
    if (rule.type !== "Times") throw new Error("a schedule by the clock was drawn");
    const from = Date.parse(starts[Math.floor(draw() * starts.length)]!) +
      Math.floor(draw() * 1440) * MINUTE_MS;
    const end = from + 4 * 1440 * MINUTE_MS;
    const wanted: number[] = [];
    for (let at = from + MINUTE_MS; at <= end; at += MINUTE_MS) {
      const wall = new Date(zone.wallAt(at));
      const byDay = rule.days.has(wall.getUTCDate());
      const byWeekday = rule.weekdays.has(wall.getUTCDay());
      if (
        rule.minutes.has(wall.getUTCMinutes()) && rule.hours.has(wall.getUTCHours()) &&
        rule.months.has(wall.getUTCMonth() + 1) &&
        (rule.needsBoth ? byDay && byWeekday : byDay || byWeekday)
      ) wanted.push(at);
      if (wanted.length === 30) break;
    }
    const found: number[] = [];
    for (let at = from; found.length < 30;) {
      const next = nextTime({ rule, zone }, at);
      if (next === undefined || next > end) break;
      found.push(at = next);
    }
    const shown = (times: number[]) => times.map((ms) => new Date(ms).toISOString());
    assertEquals(
      shown(found),
      shown(wanted),
      `seed ${seed}, round ${round}: ${schedule} in ${name}`,
    );
  }
});
