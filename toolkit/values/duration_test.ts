import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import {
  canonicalDuration,
  DurationError,
  msOfNanos,
  nanosOfMs,
  parseDuration,
  parseDurationMs,
  printDuration,
  printDurationMs,
} from "./duration.ts";

const READ: [text: string, nanos: bigint, printed: string][] = [
  ["0", 0n, "0s"],
  ["-0", 0n, "0s"],
  ["1ns", 1n, "1ns"],
  ["1.5us", 1500n, "1.5µs"],
  ["2\u00b5s", 2000n, "2µs"],
  ["2\u03bcs", 2000n, "2µs"],
  ["100ms", 100_000_000n, "100ms"],
  ["1s", 1_000_000_000n, "1s"],
  ["+5s", 5_000_000_000n, "5s"],
  ["-1.5s", -1_500_000_000n, "-1.5s"],
  [".5s", 500_000_000n, "500ms"],
  ["5.s", 5_000_000_000n, "5s"],
  ["60s", 60_000_000_000n, "1m0s"],
  ["1h", 3_600_000_000_000n, "1h0m0s"],
  ["1.5h", 5_400_000_000_000n, "1h30m0s"],
  ["1h15m30.918s", 4_530_918_000_000n, "1h15m30.918s"],
  ["1m1h1m", 3_720_000_000_000n, "1h2m0s"],
  ["0.3333333333333333333h", 1_200_000_000_000n, "20m0s"],
  ["0.9223372036854775807h", 3_320_413_933_267n, "55m20.413933267s"],
  ["00000000000000000000001s", 1_000_000_000n, "1s"],
  ["9223372036854775807ns", 9223372036854775807n, "2562047h47m16.854775807s"],
  ["-9223372036854775808ns", -9223372036854775808n, "-2562047h47m16.854775808s"],
];

for (const [text, nanos, printed] of READ) {
  Deno.test(`parseDuration() gives ${nanos} when it reads ${text}`, () => {
    assertEquals(parseDuration(text), nanos);
    assertEquals(printDuration(nanos), printed);
    assertEquals(canonicalDuration(text), printed);
  });
}

const REFUSED: [text: string, message: string][] = [
  ["", 'time: invalid duration ""'],
  ["-", 'time: invalid duration "-"'],
  [".", 'time: invalid duration "."'],
  ["-.s", 'time: invalid duration "-.s"'],
  ["s", 'time: invalid duration "s"'],
  ["3", 'time: missing unit in duration "3"'],
  ["1..5s", 'time: missing unit in duration "1..5s"'],
  ["1d", 'time: unknown unit "d" in duration "1d"'],
  ["1h 30m", 'time: unknown unit "h " in duration "1h 30m"'],
  ["1é\n", 'time: unknown unit "\\xc3\\xa9\\x0a" in duration "1\\xc3\\xa9\\x0a"'],
  ['1"', 'time: unknown unit "\\"" in duration "1\\""'],
  ["9223372036854775808ns", 'time: invalid duration "9223372036854775808ns"'],
  ["-9223372036854775809ns", 'time: invalid duration "-9223372036854775809ns"'],
  ["3000000h", 'time: invalid duration "3000000h"'],
  ["2562047h2562047h", 'time: invalid duration "2562047h2562047h"'],
];

for (const [text, message] of REFUSED) {
  Deno.test(`parseDuration() refuses ${JSON.stringify(text)}`, () => {
    const error = assertThrows(() => parseDuration(text));
    assert(error instanceof DurationError);
    assertEquals(error.message, message);
  });
}

Deno.test("printDuration() gives a text that reads back when any int64 is printed", () => {
  const nanos = fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n });
  fc.assert(fc.property(nanos, (value) => {
    assertEquals(parseDuration(printDuration(value)), value);
  }));
});

Deno.test("durations convert to milliseconds and back", () => {
  assertEquals(parseDurationMs("1m30s"), 90_000);
  assertEquals(parseDurationMs("1500us"), 1.5);
  assertEquals(printDurationMs(90_000.25), "1m30.00025s");
  assertEquals(msOfNanos(-1n), -1e-6);
  assertEquals(nanosOfMs(-0.5), -500_000n);
});
