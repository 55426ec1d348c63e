import { assertEquals, assertThrows } from "../deps/assert.ts";
import {
  intValue,
  isIntOrString,
  parseIntOrString,
  printIntOrString,
  scaledIntOrPercent,
} from "./int_or_string.ts";

Deno.test("parseIntOrString() gives a number when the text is one in 32 bits", () => {
  const cases: [string, number | string][] = [
    ["80", 80],
    ["-1", -1],
    ["+7", 7],
    ["007", 7],
    ["-0", 0],
    ["2147483647", 2147483647],
    ["2147483648", "2147483648"],
    ["-2147483649", "-2147483649"],
    ["http", "http"],
    ["1e3", "1e3"],
    ["0x10", "0x10"],
    [" 5", " 5"],
    ["", ""],
    ["25%", "25%"],
  ];
  for (const [text, value] of cases) assertEquals(parseIntOrString(text), value, text);
});

Deno.test("isIntOrString() takes strings and 32-bit integers only", () => {
  for (const value of ["", "a", 0, -5, 2147483647]) assertEquals(isIntOrString(value), true);
  for (const value of [1.5, 2 ** 31, NaN, true, null, undefined, {}, 5n]) {
    assertEquals(isIntOrString(value), false);
  }
});

Deno.test("intValue() reads the number, or gives 0, or the nearest int64", () => {
  assertEquals(intValue(5), 5);
  assertEquals(intValue("5"), 5);
  assertEquals(intValue("x"), 0);
  assertEquals(intValue("-99999999999999999999"), -(2 ** 63));
  assertEquals(printIntOrString(-3), "-3");
});

Deno.test("scaledIntOrPercent() takes the part of a total, rounded as asked", () => {
  const cases: [number | string, number, number, number][] = [
    [3, 10, 3, 3],
    ["50%", 7, 4, 3],
    ["25%", 10, 3, 2],
    ["100%", 7, 7, 7],
    ["0%", 7, 0, 0],
    ["-3%", 7, 0, -1],
    ["300%", 7, 21, 21],
  ];
  for (const [value, total, up, down] of cases) {
    assertEquals(scaledIntOrPercent(value, total, { round: "up" }), up);
    assertEquals(scaledIntOrPercent(value, total, { round: "down" }), down);
  }
});

Deno.test("scaledIntOrPercent() refuses strings that are no percentage", () => {
  const cases: [string, string][] = [
    ["5", "invalid type: string is not a percentage"],
    ["", "invalid type: string is not a percentage"],
    ["a%", 'invalid value "a%": strconv.Atoi: parsing "a": invalid syntax'],
    ["%", 'invalid value "%": strconv.Atoi: parsing "": invalid syntax'],
    ["1.5%", 'invalid value "1.5%": strconv.Atoi: parsing "1.5": invalid syntax'],
    [
      "\t\u00a0é%",
      'invalid value "\\t\\u00a0é%": strconv.Atoi: parsing "\\t\\u00a0é": invalid syntax',
    ],
    [
      "9223372036854775808%",
      'invalid value "9223372036854775808%": ' +
      'strconv.Atoi: parsing "9223372036854775808": value out of range',
    ],
  ];
  for (const [value, message] of cases) {
    const error = assertThrows(() => scaledIntOrPercent(value, 10, { round: "up" }));
    assertEquals(error.message, `invalid value for IntOrString: ${message}`);
  }
});
