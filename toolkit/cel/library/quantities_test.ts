import { type AnswerRow, testAnswers } from "../../../testing/cel_answers.ts";

/** As the reference answers: value or error, cost, and the cost's estimate. */
const ROWS: readonly AnswerRow[] = [
  ['quantity("1.5").isInteger()', "bool:false", 2, 2, 2],
  ['quantity("50k").asInteger()', "int:50000", 2, 2, 2],
  [
    'quantity("50k").add(20).sub(quantity("100k")).sub(-50000) == quantity("20")',
    "bool:true",
    7,
    7,
    7,
  ],
  [
    'quantity("1Gi").sign()',
    "compile: ERROR: <input>:1:21: found no matching overload for 'sign' applied to 'kubernetes.Quantity.()'\n | quantity(\"1Gi\").sign()\n | ....................^",
  ],
  ['sign(quantity("-1"))', "int:-1", 2, 2, 2],
  [
    'quantity("x")',
    "error: quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    1,
    1,
    1,
  ],
  ['quantity("200M").compareTo(quantity("0.2G"))', "int:0", 3, 3, 3],
  ['quantity("50Mi").isGreaterThan(quantity("50M"))', "bool:true", 3, 3, 3],
  ['quantity("50Mi").isLessThan(quantity("50M"))', "bool:false", 3, 3, 3],
  ['quantity("1.5").asApproximateFloat()', "double:1.5", 2, 2, 2],
  [
    'quantity("9999999999999999999999999999999999999G").asInteger()',
    "error: cannot convert value to integer",
    5,
    5,
    5,
  ],
  ['isQuantity("1,3G")', "bool:false", 1, 1, 1],
  ['type(quantity("1"))', "type:kubernetes.Quantity", 2, 2, 2],
  [
    'quantity("1") == 1',
    "compile: ERROR: <input>:1:15: found no matching overload for '_==_' applied to '(kubernetes.Quantity, int)'\n | quantity(\"1\") == 1\n | ..............^",
  ],
  [
    'quantity("1") + 1',
    "compile: ERROR: <input>:1:15: found no matching overload for '_+_' applied to '(kubernetes.Quantity, int)'\n | quantity(\"1\") + 1\n | ..............^",
  ],
  ['[quantity("1"), quantity("2")].map(q, q.asInteger()).sum()', "int:3", 43, 53, 53],
  [
    '"%s".format([quantity("1")])',
    'compile: ERROR: <input>:1:22: error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given kubernetes.Quantity\n | "%s".format([quantity("1")])\n | .....................^',
  ],
  [
    '"%s".format([dyn(quantity("1"))])',
    "error: error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given kubernetes.Quantity",
    13,
    13,
    13,
  ],
];

testAnswers("quantities", ROWS);
