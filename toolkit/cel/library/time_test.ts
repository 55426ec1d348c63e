import { type AnswerRow, testAnswers } from "../../../testing/cel_answers.ts";

/** As the reference answers: value or error, cost, and the cost's estimate. */
const ROWS: readonly AnswerRow[] = [
  ['[duration("1s"), duration("2s")].sum()', "google.protobuf.Duration:3s", 2, 14, 14],
  ['timestamp("2024-01-01T00:00:00Z") < timestamp("2025-01-01T00:00:00Z")', "bool:true", 1, 3, 3],
  [
    "timestamp(s)",
    "error: type conversion error from 'string' to 'google.protobuf.Timestamp'",
    2,
    2,
    2,
  ],
  [
    "duration(s)",
    "error: type conversion error from 'string' to 'google.protobuf.Duration'",
    2,
    2,
    2,
  ],
  [
    'duration("1d")',
    'compile: ERROR: <input>:1:10: invalid duration argument\n | duration("1d")\n | .........^',
  ],
  ['duration("1h") + duration("1m") == duration("61m")', "bool:true", 2, 5, 5],
  ['timestamp("9999-12-31T23:59:59Z") + duration("1h")', "error: timestamp overflow", 1, 3, 3],
  [
    'timestamp("2024-01-01T00:00:00Z").getHours("Nowhere/City")',
    "error: unknown time zone Nowhere/City",
    1,
    2,
    2,
  ],
  ['timestamp("2024-01-01T00:00:00Z").getMilliseconds()', "int:0", 1, 2, 2],
  ['timestamp("2024-01-01T00:00:00Z").getHours("IST")', "error: unknown time zone IST", 1, 2, 2],
  [
    'timestamp("2024-01-01T00:00:00Z").getHours("europe/paris")',
    "error: unknown time zone europe/paris",
    1,
    2,
    2,
  ],
  ['timestamp("2024-01-01T00:00:00Z").getHours("US/Pacific")', "int:16", 1, 2, 2],
  ["type(timestamp(0))", "type:google.protobuf.Timestamp", 0, 2, 2],
  ['type(duration("1s"))', "type:google.protobuf.Duration", 0, 2, 2],
  ["google.protobuf.Duration", "type:google.protobuf.Duration", 0, 1, 1],
  [
    'duration("")',
    'compile: ERROR: <input>:1:10: invalid duration argument\n | duration("")\n | .........^',
  ],
  [
    'timestamp("")',
    'compile: ERROR: <input>:1:11: invalid timestamp argument\n | timestamp("")\n | ..........^',
  ],
  [
    'timestamp("2024-01-01")',
    'compile: ERROR: <input>:1:11: invalid timestamp argument\n | timestamp("2024-01-01")\n | ..........^',
  ],
  [
    'timestamp(dyn("x"))',
    "program: type conversion error from 'string' to 'google.protobuf.Timestamp'",
  ],
  [
    'timestamp("2024-02-29T12:34:56.789Z")',
    "google.protobuf.Timestamp:2024-02-29T12:34:56.789Z",
    0,
    1,
    1,
  ],
  ['timestamp("2024-02-29T12:34:56.789+02:00").getHours()', "int:10", 1, 2, 2],
  ['timestamp("2024-02-29T12:34:56Z").getDayOfYear()', "int:59", 1, 2, 2],
  ['timestamp("2024-02-29T12:34:56Z").getHours("America/New_York")', "int:7", 1, 2, 2],
  ['timestamp("2024-02-29T12:34:56Z").getHours("+05:30")', "int:18", 1, 2, 2],
  [
    'timestamp("2024-02-29T12:34:56Z") - timestamp("2024-02-28T12:34:56Z")',
    "google.protobuf.Duration:86400s",
    1,
    3,
    3,
  ],
  [
    'timestamp("2024-02-29T12:34:56Z") + duration("1h30m")',
    "google.protobuf.Timestamp:2024-02-29T14:04:56Z",
    1,
    3,
    3,
  ],
  ["timestamp(0)", "google.protobuf.Timestamp:1970-01-01T00:00:00Z", 0, 1, 1],
  ['string(timestamp("2024-02-29T12:34:56.5Z"))', "string:2024-02-29T12:34:56.5Z", 0, 2, 2],
  ['duration("1h30m")', "google.protobuf.Duration:5400s", 0, 1, 1],
  ['string(duration("1.5s"))', "string:1.5s", 0, 2, 2],
  ['duration("1h").getMinutes()', "int:60", 1, 2, 2],
  ['int(duration("1s"))', "int:1000000000", 0, 2, 2],
  ['int(timestamp("2024-01-01T00:00:00Z"))', "int:1704067200", 0, 2, 2],
  [
    'duration("bad")',
    'compile: ERROR: <input>:1:10: invalid duration argument\n | duration("bad")\n | .........^',
  ],
  [
    'timestamp("2024-13-01T00:00:00Z")',
    'compile: ERROR: <input>:1:11: invalid timestamp argument\n | timestamp("2024-13-01T00:00:00Z")\n | ..........^',
  ],
];

testAnswers("times", ROWS);
