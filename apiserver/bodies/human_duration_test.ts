import { assertEquals } from "../../toolkit/deps/assert.ts";
import { humanDuration } from "./human_duration.ts";

const MINUTE = 60, HOUR = 3600, DAY = 86400, YEAR = 365 * DAY;

Deno.test("humanDuration() shows two units at most", () => {
  const cases: [seconds: number, shown: string][] = [
    [-2, "<invalid>"],
    [-1, "0s"],
    [0, "0s"],
    [1.9, "1s"],
    [119, "119s"],
    [120, "2m"],
    [150, "2m30s"],
    [10 * MINUTE - 1, "9m59s"],
    [10 * MINUTE + 30, "10m"],
    [3 * HOUR - 1, "179m"],
    [3 * HOUR, "3h"],
    [3 * HOUR + 5 * MINUTE, "3h5m"],
    [8 * HOUR + 5 * MINUTE, "8h"],
    [47 * HOUR, "47h"],
    [48 * HOUR, "2d"],
    [2 * DAY + 3 * HOUR, "2d3h"],
    [8 * DAY + 3 * HOUR, "8d"],
    [2 * YEAR - DAY, "729d"],
    [2 * YEAR, "2y"],
    [2 * YEAR + 5 * DAY, "2y5d"],
    [8 * YEAR + 5 * DAY, "8y"],
  ];
  for (const [seconds, shown] of cases) assertEquals(humanDuration(seconds * 1000), shown);
});
