import { runs } from "../../testing/requirements.ts";
import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import {
  canonicalMicroTime,
  canonicalTime,
  compareTimes,
  isZeroTime,
  msOfTime,
  parseMicroTime,
  parseTime,
  printMicroTime,
  printTime,
  TimeError,
  timeOfMs,
  ZERO_TIME,
} from "./time.ts";

const READ: [text: string, seconds: number, nanos: number, printed: string][] = [
  ["1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00Z"],
  ["2024-02-29T12:34:56Z", 1709210096, 0, "2024-02-29T12:34:56Z"],
  ["2024-05-06T07:08:09.123456789Z", 1714979289, 123456789, "2024-05-06T07:08:09Z"],
  ["2024-05-06T07:08:09.5Z", 1714979289, 500000000, "2024-05-06T07:08:09Z"],
  ["2024-05-06T07:08:09.1234567891Z", 1714979289, 123456789, "2024-05-06T07:08:09Z"],
  ["2024-05-06T07:08:09,25Z", 1714979289, 250000000, "2024-05-06T07:08:09Z"],
  ["2024-05-06T09:08:09+02:00", 1714979289, 0, "2024-05-06T07:08:09Z"],
  ["2024-05-06T00:38:09-06:30", 1714979289, 0, "2024-05-06T07:08:09Z"],
  ["2024-05-06T7:08:09Z", 1714979289, 0, "2024-05-06T07:08:09Z"],
  ["2024-05-07T07:08:09+24:00", 1714979289, 0, "2024-05-06T07:08:09Z"],
  ["1969-12-31T23:59:59.75Z", -1, 750000000, "1969-12-31T23:59:59Z"],
  ["0000-01-01T00:00:00Z", -62167219200, 0, "0000-01-01T00:00:00Z"],
  ["0000-01-01T00:00:00+01:00", -62167222800, 0, "-0001-12-31T23:00:00Z"],
  ["9999-12-31T23:59:59Z", 253402300799, 0, "9999-12-31T23:59:59Z"],
  ["9999-12-31T23:59:59-01:00", 253402304399, 0, "10000-01-01T00:59:59Z"],
];

for (const [text, seconds, nanos, printed] of READ) {
  Deno.test(`parseTime() gives ${seconds} s when it reads ${text}`, () => {
    assertEquals(parseTime(text), { seconds, nanos });
    assertEquals(printTime({ seconds, nanos }), printed);
    // A text that nothing could read again is none.
    if (/^\d{4}-/.test(printed)) assertEquals(canonicalTime(text), printed);
    else assertThrows(() => canonicalTime(text), /: year outside of range \[0,9999\]$/);
  });
}

const as = (element: string, rest: string) =>
  ` as "2006-01-02T15:04:05Z07:00": cannot parse ${rest} as "${element}"`;
const REFUSED: [text: string, complaint: string][] = [
  ["", as("2006", '""')],
  ["now", as("2006", '"now"')],
  ["2024-1-01T00:00:00Z", as("01", '"1-01T00:00:00Z"')],
  ["2024/01-01T00:00:00Z", as("-", '"/01-01T00:00:00Z"')],
  ["2024-01-01", as("T", '""')],
  ["2024-01-01 00:00:00Z", as("T", '" 00:00:00Z"')],
  ["2024-01-01t00:00:00z", as("T", '"t00:00:00z"')],
  ["2024-01-01T00:00:00", as("Z07:00", '""')],
  ["2024-01-01T00:00:00+0100", as("Z07:00", '"+0100"')],
  ["2024-01-01T00:00:00Zone", ': extra text: "one"'],
  ["2024-01-01T00:00:00Z\u0000", ': extra text: "\\x00"'],
  ["2024-13-01T00:00:00Z", ": month out of range"],
  ["2023-02-29T00:00:00Z", ": day out of range"],
  ["1900-02-29T00:00:00Z", ": day out of range"],
  ["2024-04-31T00:00:00Z", ": day out of range"],
  ["2024-01-00T00:00:00Z", ": day out of range"],
  ["2024-01-01T24:00:00Z", ": hour out of range"],
  ["2024-01-01T00:60:00Z", ": minute out of range"],
  ["2016-12-31T23:59:60Z", ": second out of range"],
  ["2024-01-01T00:00:00+25:00", ": time zone offset hour out of range"],
  ["2024-01-01T00:00:00+10:61", ": time zone offset minute out of range"],
];

for (const [text, complaint] of REFUSED) {
  Deno.test(`parseTime() refuses ${JSON.stringify(text)}`, () => {
    const error = assertThrows(() => parseTime(text));
    assert(error instanceof TimeError);
    const quoted = JSON.stringify(text).replace("\\u00", "\\x");
    assertEquals(error.message, `parsing time ${quoted}${complaint}`);
    assertThrows(() => canonicalTime(text));
  });
}

Deno.test("parseMicroTime() reads and prints six decimals, no fewer and no more", () => {
  assertEquals(parseMicroTime("2024-05-06T07:08:09.000001Z"), { seconds: 1714979289, nanos: 1000 });
  assertEquals(
    canonicalMicroTime("2024-05-06T09:08:09.123456+02:00"),
    "2024-05-06T07:08:09.123456Z",
  );
  assertEquals(canonicalMicroTime("2024-05-06T07:08:09.123456Z"), "2024-05-06T07:08:09.123456Z");
  assertEquals(printMicroTime({ seconds: 0, nanos: 1999 }), "1970-01-01T00:00:00.000001Z");
  const micro = 'as "2006-01-02T15:04:05.000000Z07:00": cannot parse';
  assertThrows(() => parseMicroTime("2024-05-06T07:08:09Z"), `${micro} "Z" as ".000000"`);
  assertThrows(() => parseMicroTime("2024-05-06T07:08:09.5Z"), `${micro} ".5Z" as ".000000"`);
  assertThrows(() => canonicalMicroTime("2024-05-06T07:08:09.1234567Z"), `${micro} "7Z"`);
  assertThrows(() => canonicalMicroTime("2024-05-06T07:08:09.12345xZ"), micro);
  const late = "9999-12-31T23:59:59.999999";
  assertEquals(canonicalMicroTime(`${late}Z`), `${late}Z`);
  assertThrows(() => canonicalMicroTime(`${late}-00:01`), /: year outside of range \[0,9999\]$/);
});

Deno.test("canonicalTime() gives nothing when it reads the zero time", () => {
  assert(isZeroTime(parseTime("0001-01-01T00:00:00Z")));
  assert(!isZeroTime({ ...ZERO_TIME, nanos: 1 }));
  assertEquals(canonicalTime("0001-01-01T00:00:00Z"), undefined);
  assertEquals(canonicalMicroTime("0001-01-01T01:00:00.000000+01:00"), undefined);
});

const instants = fc.date({
  min: new Date("0000-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59Z"),
  noInvalidDate: true,
});

Deno.test("parseTime() agrees with the platform when any date is read", () => {
  fc.assert(fc.property(instants, (date) => {
    const time = parseTime(date.toISOString());
    assertEquals(msOfTime(time), date.getTime());
    assertEquals(timeOfMs(date.getTime()), time);
    assertEquals(printTime(time), date.toISOString().replace(/\.\d+Z/, "Z"));
    assertEquals(parseMicroTime(printMicroTime(time)), time);
  }));
});

Deno.test("canonicalTime() gives the same answer by its quick look as by reading", () => {
  const digits = fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  fc.assert(
    fc.property(digits, fc.constantFrom("Z", ".123456Z"), (text, end) => {
      const outcome = (run: () => string | undefined) => {
        try {
          return run();
        } catch (error) {
          return (error as Error).name;
        }
      };
      const [quick, parse, print] = end === "Z"
        ? [canonicalTime, parseTime, printTime] as const
        : [canonicalMicroTime, parseMicroTime, printMicroTime] as const;
      const slow = outcome(() => {
        const time = parse(text + end);
        return isZeroTime(time) ? undefined : print(time);
      });
      assertEquals(outcome(() => quick(text + end)), slow);
    }),
    { numRuns: runs(2000) },
  );
});

Deno.test("compareTimes() orders by seconds, then by what is finer", () => {
  assert(compareTimes({ seconds: 1, nanos: 9 }, { seconds: 2, nanos: 0 }) < 0);
  assert(compareTimes({ seconds: 2, nanos: 1 }, { seconds: 2, nanos: 0 }) > 0);
  assertEquals(compareTimes(ZERO_TIME, { ...ZERO_TIME }), 0);
});
