import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { msOfSpan, type Span } from "./span.ts";

const READ: [span: Span, ms: number][] = [
  [0, 0],
  [1500, 1500],
  [0.5, 0.5],
  ["0s", 0],
  ["250ms", 250],
  ["0.5ms", 0.5],
  ["90s", 90_000],
  ["1.5h", 5_400_000],
  ["5m", 300_000],
  ["007s", 7_000],
  ["1h30m", 5_400_000],
  ["0h90m", 5_400_000],
  ["1m30s", 90_000],
  ["24h", 86_400_000],
];

for (const [span, ms] of READ) {
  Deno.test(`msOfSpan() gives ${ms} when it reads ${JSON.stringify(span)}`, () => {
    assertEquals(msOfSpan(span), ms);
  });
}

const WRITE = `write milliseconds as a number, or a text such as "250ms", "90s", "1m30s", "1.5h"`;

/** What no compiler refuses, as the types of the first ones show, and what programs without one pass. */
const TYPED: [span: Span, message: string][] = [
  ["-5s", `span is "-5s": no span is negative`],
  ["0x10s", `span is "0x10s": ${WRITE}`],
  ["1e3s", `span is "1e3s": ${WRITE}`],
  ["1.5h30m", `span is "1.5h30m": ${WRITE}`],
  ["1h-30m", `span is "1h-30m": ${WRITE}`],
  [
    "9007199254740992ms",
    `span is "9007199254740992ms": no span is longer than 9007199254740991 ms`,
  ],
  [-1, "span is -1: no span is negative"],
  [NaN, `span is NaN: ${WRITE}`],
  [Infinity, "span is Infinity: no span is longer than 9007199254740991 ms"],
];
const UNTYPED: [span: unknown, message: string][] = [
  ["5 m", `span is "5 m": ${WRITE}`],
  [" 5m", `span is " 5m": ${WRITE}`],
  ["5m\n", `span is "5m\\n": ${WRITE}`],
  ["", `span is "": ${WRITE}`],
  ["5", `span is "5": ${WRITE}`],
  ["s", `span is "s": ${WRITE}`],
  [".5s", `span is ".5s": ${WRITE}`],
  ["5.s", `span is "5.s": ${WRITE}`],
  ["1d", `span is "1d": ${WRITE}`],
  ["5 minutes", `span is "5 minutes": ${WRITE}`],
  ["1m30", `span is "1m30": ${WRITE}`],
  ["1h1s", `span is "1h1s": ${WRITE}`],
  ["1h30m15s", `span is "1h30m15s": ${WRITE}`],
  ["٥s", `span is "٥s": ${WRITE}`],
  [" -5s", `span is " -5s": no span is negative`],
  ["0".repeat(1_000_000) + "s", `span is "${"0".repeat(32)}"…: ${WRITE}`],
  [null, `span is object: ${WRITE}`],
  [undefined, `span is undefined: ${WRITE}`],
  [5n, `span is bigint: ${WRITE}`],
  [{ valueOf: () => 5 }, `span is object: ${WRITE}`],
];

for (const [span, message] of [...TYPED, ...UNTYPED]) {
  Deno.test(`msOfSpan() says what to write when it is given ${message.slice(0, 60)}`, () => {
    const error = assertThrows(() => msOfSpan(span as Span));
    assert(error instanceof TypeError);
    assertEquals(error.message, message);
  });
}

Deno.test("msOfSpan() names the option when it refuses its value", () => {
  assertThrows(() => msOfSpan("5 m" as Span, "requeueAfter"), /^requeueAfter is "5 m": write /);
});

Deno.test("msOfSpan() reads every number with every unit, and nothing with more around it", () => {
  const number = fc.nat(1_000_000);
  const unit = fc.constantFrom("ms" as const, "s" as const, "m" as const, "h" as const);
  fc.assert(fc.property(number, unit, fc.string({ minLength: 1 }), (count, unit, more) => {
    const ms = count * { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit];
    assertEquals(msOfSpan(`${count}${unit}`), ms);
    if (/^[\d.]/.test(more)) return;
    assertThrows(() => msOfSpan(`${more}${count}${unit}` as Span));
  }));
});
