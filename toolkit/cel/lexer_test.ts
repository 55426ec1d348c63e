import { type AnswerRow, testAnswers } from "../../testing/cel_answers.ts";

/** As the reference answers: value or error, cost, and the cost's estimate. */
const ROWS: readonly AnswerRow[] = [
  ["9223372036854775807 + i", "error: integer overflow", 2, 2, 2],
  ["1.0 / 0.0", "double:+Inf", 1, 1, 1],
  ['"a" + "b" + "c"', "string:abc", 2, 2, 2],
  ['"\\x41\\101\\u0041\\U00000041"', "string:AAAA", 0, 0, 0],
  ['b"\\x41\\101"', "bytes:4141", 0, 0, 0],
  ['"a" in m', "bool:false", 2, 2, 2],
  ['"zz" in m', "bool:false", 2, 2, 2],
  [
    "1.0 in {1: 2}",
    "compile: ERROR: <input>:1:5: found no matching overload for '@in' applied to '(double, map(int, int))'\n | 1.0 in {1: 2}\n | ....^",
  ],
  ['"a" in ls', "bool:true", 4, 1, Infinity],
  ["1.5 * 2.0", "double:3", 1, 1, 1],
  ["9223372036854775807 + 1", "error: integer overflow", 1, 1, 1],
  ["0x10 + 1", "int:17", 1, 1, 1],
  ["\"a\" + 'b'", "string:ab", 1, 1, 1],
  ["b\"abc\" + b'\\x00'", "bytes:61626300", 1, 1, 1],
  ['r"\\n" + "\\n"', "string:\\n\n", 1, 1, 1],
  ["'''x y'''", "string:x y", 0, 0, 0],
  ['"\\u00e9\\U0001F600"', "string:é😀", 0, 0, 0],
  ['"a" in {"a": 1}', "bool:true", 1, 31, 31],
  [
    "1.0 == 1u",
    "compile: ERROR: <input>:1:5: found no matching overload for '_==_' applied to '(double, uint)'\n | 1.0 == 1u\n | ....^",
  ],
  [
    '"abc"[0]',
    "compile: ERROR: <input>:1:6: found no matching overload for '_[_]' applied to '(string, int)'\n | \"abc\"[0]\n | .....^",
  ],
  // What stands below a letter of several bytes is as wide.
  [
    '"日é" + i + \n\ti',
    "compile: ERROR: <input>:1:6: found no matching overload for '_+_' applied to '(string, int)'\n | \"日é\" + i + \n | .．．..^",
  ],
  ['"a" < "b"', "bool:true", 1, 1, 1],
  [".5", "double:0.5", 0, 0, 0],
  ["1e5", "double:100000", 0, 0, 0],
  ["1e400", "compile: ERROR: <input>:1:1: invalid double literal\n | 1e400\n | ^"],
  [
    "99999999999999999999",
    "compile: ERROR: <input>:1:1: invalid int literal\n | 99999999999999999999\n | ^",
  ],
  [
    "18446744073709551616u",
    "compile: ERROR: <input>:1:1: invalid uint literal\n | 18446744073709551616u\n | ^",
  ],
];

testAnswers("words", ROWS);
