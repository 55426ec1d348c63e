import { type AnswerRow, testAnswers } from "../../../testing/cel_answers.ts";

/** As the reference answers: value or error, cost, and the cost's estimate. */
const ROWS: readonly AnswerRow[] = [
  ['s.contains("a") || s.contains("b") || s.contains("w")', "bool:true", 9, 1, Infinity],
  ['s.contains("a") && s.contains("b")', "bool:false", 3, 1, Infinity],
  ['"aaaaaaaaaaaaaaaaaaaaaaaaaaaa".indexOf("b")', "int:-1", 2, 3, 3],
  ['strings.quote("a\\tb\\u00e9\\u0001")', 'string:"a\\tbé\u0001"', 1, 1, 1],
  ["bytes(s).size()", "int:13", 4, 2, Infinity],
  [
    "s.foo(1)",
    "compile: ERROR: <input>:1:6: undeclared reference to 'foo' (in container '')\n | s.foo(1)\n | .....^",
  ],
  [
    "size(1)",
    "compile: ERROR: <input>:1:5: found no matching overload for 'size' applied to '(int)'\n | size(1)\n | ....^",
  ],
  [
    "size(s, s)",
    "compile: ERROR: <input>:1:5: found no matching overload for 'size' applied to '(string, string)'\n | size(s, s)\n | ....^",
  ],
  [
    "s.size(1)",
    "compile: ERROR: <input>:1:7: found no matching overload for 'size' applied to 'string.(int)'\n | s.size(1)\n | ......^",
  ],
  ["self.size()", "int:7", 2, 2, 2],
  [
    "i.size()",
    "compile: ERROR: <input>:1:7: found no matching overload for 'size' applied to 'int.()'\n | i.size()\n | ......^",
  ],
  [
    'jsonpatch.escapeKey("a/b~c")',
    "compile: ERROR: <input>:1:1: undeclared reference to 'jsonpatch' (in container '')\n | jsonpatch.escapeKey(\"a/b~c\")\n | ^\nERROR: <input>:1:20: undeclared reference to 'escapeKey' (in container '')\n | jsonpatch.escapeKey(\"a/b~c\")\n | ...................^",
  ],
  ['size("héllo😀")', "int:6", 1, 1, 1],
  ['"héllo😀".size()', "int:6", 1, 1, 1],
  ['"abc".contains("b")', "bool:true", 1, 1, 1],
  ['"abc".startsWith("ab")', "bool:true", 1, 1, 1],
  ['"abc".endsWith("bc")', "bool:true", 1, 1, 1],
  ["s.charAt(1)", "string:é", 2, 2, 2],
  ['s.indexOf("w")', "int:6", 2, 1, Infinity],
  ['s.indexOf("l", 3)', "int:3", 2, 1, Infinity],
  ['s.lastIndexOf("l")', "int:9", 2, 1, Infinity],
  ["s.substring(1, 4)", "string:éll", 3, 1, Infinity],
  ["s.substring(20)", "error: index out of range: 20", 3, 1, Infinity],
  ["s.upperAscii()", "string:HéLLO WöRLD", 3, 1, Infinity],
  ['"  x ".trim()', "string:x", 1, 1, 1],
  ['"a,b,c".split(",")', "[string:a, string:b, string:c]", 1, 1, 1],
  ['"a,b,c".split(",", 2)', "[string:a, string:b,c]", 1, 1, 1],
  ['"abc".split("")', "[string:a, string:b, string:c]", 1, 1, 1],
  ['"banana".replace("a", "o")', "string:bonono", 2, 2, 2],
  ['"banana".replace("a", "o", 2)', "string:bonona", 2, 2, 2],
  ['"abc".replace("", "-")', "string:-a-b-c-", 1, 1, 1],
  ['strings.quote("a\\"b\\n")', 'string:"a\\"b\\n"', 1, 1, 1],
  [
    "s.foo()",
    "compile: ERROR: <input>:1:6: undeclared reference to 'foo' (in container '')\n | s.foo()\n | .....^",
  ],
  ["s.size() > 3 && i < 10", "bool:true", 5, 3, 5],
];

testAnswers("texts", ROWS);
