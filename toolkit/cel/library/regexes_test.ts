import { type AnswerRow, testAnswers } from "../../../testing/cel_answers.ts";

/** As the reference answers: value or error, cost, and the cost's estimate. */
const ROWS: readonly AnswerRow[] = [
  ['"abc 123".find("[0-9]+")', "string:123", 2, 2, 2],
  ['"abc 123".find("xyz")', "string:", 1, 1, 1],
  [
    '"123 abc 456".findAll("[0-9]*")',
    "[string:123, string:, string:, string:, string:, string:456]",
    4,
    4,
    4,
  ],
  ['"123 abc 456".findAll("[0-9]+")', "[string:123, string:456]", 4, 4, 4],
  ['"123 abc 456".findAll("[0-9]+", 1)', "[string:123]", 4, 4, 4],
  ['"123 abc 456".findAll("[0-9]+", 0)', "[]", 4, 4, 4],
  ['"abc".find("(")', "program: error parsing regexp: missing closing ): `(`"],
  ['"abc".findAll("b*")', "[string:, string:b, string:]", 1, 1, 1],
  [
    "matches(s)",
    "compile: ERROR: <input>:1:8: found no matching overload for 'matches' applied to '(string)'\n | matches(s)\n | .......^",
  ],
  [
    "s.matches(1)",
    "compile: ERROR: <input>:1:10: found no matching overload for 'matches' applied to 'string.(int)'\n | s.matches(1)\n | .........^",
  ],
  [
    's.matches("[")',
    'compile: ERROR: <input>:1:11: invalid matches argument\n | s.matches("[")\n | ..........^',
  ],
  [
    's.matches("(?=a)")',
    'compile: ERROR: <input>:1:11: invalid matches argument\n | s.matches("(?=a)")\n | ..........^',
  ],
  ['"abc".matches(s)', "bool:false", 4, 1, Infinity],
  ['matches(s, "h.*")', "bool:true", 2, 2, 2],
  ['"a".matches(r"\\d+")', "bool:false", 1, 1, 1],
  [
    '"a".matches("[")',
    'compile: ERROR: <input>:1:13: invalid matches argument\n | "a".matches("[")\n | ............^',
  ],
  ['matches("a", "[")', "program: error parsing regexp: missing closing ]: `[`"],
  ['s.find("[")', "program: error parsing regexp: missing closing ]: `[`"],
  ['s.findAll("[")', "program: error parsing regexp: missing closing ]: `[`"],
  ['"abc".matches("^a.*c$")', "bool:true", 2, 2, 2],
  ['matches("abc", "b")', "bool:true", 1, 1, 1],
  [
    '"a".matches("(")',
    'compile: ERROR: <input>:1:13: invalid matches argument\n | "a".matches("(")\n | ............^',
  ],
  ['"a".matches(s)', "bool:false", 4, 1, Infinity],
];

testAnswers("regular expressions", ROWS);
