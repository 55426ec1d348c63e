import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Track } from "./track.ts";

/** A sample as `[seconds of processors, time in seconds, MiB, start in seconds]`. */
type Told = readonly [
  cpu: number | undefined,
  at: number,
  memory?: number | undefined,
  start?: number,
];

/** Rates in thousandths of cores and windows in seconds after each sample; undefined: none. */
function rates(told: readonly Told[]): (readonly [milli: number, seconds: number] | undefined)[] {
  let track: Track | undefined;
  return told.map(([cpuSeconds, at, ...rest]) => {
    const memoryBytes = rest.length === 0 ? 1 : rest[0];
    const startedMs = (rest[1] ?? 0) * 1000;
    track = Track.after(track, { cpuSeconds, atMs: at * 1000, memoryBytes, startedMs });
    const usage = track?.usage;
    return usage && [Math.round(usage.cores * 1000), usage.windowMs / 1000];
  });
}

const CASES: readonly (readonly [
  name: string,
  told: readonly Told[],
  expected: ReturnType<typeof rates>,
])[] = [
  ["no rate of one count", [[5, 10]], [undefined]],
  ["a rate of two counts", [[5, 10], [8, 25]], [undefined, [200, 15]]],
  ["the rate of the last two counts", [[0, 0], [10, 10], [10, 20], [40, 30]], [
    undefined,
    [1000, 10],
    [0, 10],
    [3000, 10],
  ]],
  ["the rate over a gap", [[0, 0], [10, 100]], [undefined, [100, 100]]],
  [
    "no rate across a restart",
    [[0, 0, 1, 0.5], [10, 10, 1, 0.5], [30, 20, 1, 15], [31, 30, 1, 15]],
    [
      undefined,
      [1000, 10],
      undefined,
      [100, 10],
    ],
  ],
  ["no rate of a counter that went back", [[50, 0], [60, 10], [1, 20], [3, 30]], [
    undefined,
    [1000, 10],
    undefined,
    [200, 10],
  ]],
  ["no rate of a clock that went back", [[50, 100], [60, 110], [70, 50], [71, 60]], [
    undefined,
    [1000, 10],
    undefined,
    [100, 10],
  ]],
  ["the rate that it has where the count is the same one", [[0, 0], [10, 10], [10, 10], [20, 20]], [
    undefined,
    [1000, 10],
    [1000, 10],
    [1000, 10],
  ]],
  ["no new rate of counts that are close together", [[0, 0], [0.5, 0.5], [2, 1]], [
    undefined,
    undefined,
    [2000, 1],
  ]],
  ["no rate that can't be", [[0, 0], [1e9, 1], [1e9 + 1, 2]], [undefined, undefined, [1000, 1]]],
  ["nothing of a sample without a count", [[0, 0], [undefined, 10], [20, 20]], [
    undefined,
    undefined,
    undefined,
  ]],
  ["nothing of a sample without memory", [[0, 0], [10, 10, undefined], [20, 20]], [
    undefined,
    undefined,
    undefined,
  ]],
  ["nothing of a sample that began at no time", [[0, 0], [10, 10, 1, NaN], [20, 20]], [
    undefined,
    undefined,
    undefined,
  ]],
];

for (const [name, told, expected] of CASES) {
  Deno.test(`Track has ${name}`, () => {
    assertEquals(rates(told), expected);
  });
}

Deno.test("Track has the memory and the time of the last sample", () => {
  const sample = { cpuSeconds: 0, atMs: 0, memoryBytes: 10, startedMs: 0 };
  const first = Track.after(undefined, sample);
  const second = Track.after(first, { ...sample, cpuSeconds: 1, atMs: 4000, memoryBytes: 20 });
  assertEquals(second?.usage, { cores: 0.25, memoryBytes: 20, atMs: 4000, windowMs: 4000 });
});
