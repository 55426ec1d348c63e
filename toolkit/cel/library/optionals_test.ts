import { type AnswerRow, testAnswers } from "../../../testing/cel_answers.ts";

/** As the reference answers: value or error, cost, and the cost's estimate. */
const ROWS: readonly AnswerRow[] = [
  ["optional.of(self).replicas", "some(int:3)", 4, 2, 2],
  ["optional.of(li)[0]", "some(int:3)", 4, 3, 3],
  ["self.?m.x.hasValue()", "bool:true", 4, 3, 3],
  ["self.?m.?x.hasValue()", "bool:true", 4, 4, 4],
  ["self.?nope.?x.hasValue()", "bool:false", 2, 4, 4],
  ['self.?m[?"x"].orValue("a")', "string:1", 3, 4, 4],
  ['self.?m["x"].orValue("a")', "string:1", 3, 4, 4],
  ["optional.of(1).or(optional.of(2)).value()", "int:1", 2, 4, 4],
  ["optional.none().or(optional.of(2)).value()", "int:2", 3, 4, 4],
  ["optional.none().value()", "error: optional.none() dereference", 2, 2, 2],
  ["optional.of(i).optMap(x, x + i)", "some(int:14)", 10, 4, 20],
  ["optional.of(i).optFlatMap(x, optional.of(x + i))", "some(int:14)", 10, 4, 20],
  ["[optional.of(1), optional.none()].unwrapOpt()", "[int:1]", 13, 13, 13],
  ["optional.unwrap([optional.of(1), optional.none()])", "[int:1]", 13, 13, 13],
  ["[?optional.of(1), ?optional.none()]", "[int:1]", 12, 12, 12],
  ['{?"a": optional.of(1)}', "{string:a: int:1}", 31, 31, 31],
  ["type(optional.none())", "type:optional_type", 2, 2, 2],
  ["[optional.none(), optional.of(1)]", "[none, some(int:1)]", 12, 12, 12],
  ["optional.of(1)", "some(int:1)", 1, 1, 1],
  ["optional.none()", "none", 1, 1, 1],
  ["optional.ofNonZeroValue(0)", "none", 1, 1, 1],
  ["optional.of(1).hasValue()", "bool:true", 2, 2, 2],
  ["optional.none().orValue(5)", "int:5", 1, 2, 2],
  ['self.?nope.orValue("d")', "string:d", 1, 3, 3],
  ["self.?m.x", "some(string:1)", 3, 2, 2],
  ['self.?m.?x.orValue("y")', "string:1", 3, 4, 4],
  ["self.items[?5].hasValue()", "bool:false", 3, 3, 3],
  ['m[?"zz"].orValue("none")', "string:none", 1, 3, 3],
  [
    "[?self.?nope, 1]",
    "compile: ERROR: <input>:1:15: expected type 'dyn' but found 'int'\n | [?self.?nope, 1]\n | ..............^",
  ],
  ['{?"a": self.?nope, "b": dyn(1)}', "{string:b: int:1}", 31, 33, 33],
  ["optional.of(3).optMap(x, x + 1)", "some(int:4)", 7, 3, 17],
  ["optional.none().optFlatMap(x, optional.of(x))", "none", 3, 3, 16],
  ["optional.of(1).optMap(x, null).hasValue()", "bool:true"],
  ["optional.of(null).optMap(x, [x, x, x].size()).value()", "int:3"],
];

testAnswers("optionals", ROWS);
