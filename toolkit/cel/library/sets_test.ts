import { type AnswerRow, testAnswers } from "../../../testing/cel_answers.ts";

/** As the reference answers: value or error, cost, and the cost's estimate. */
const ROWS: readonly AnswerRow[] = [
  ["sets.contains([1,2,3], [2])", "bool:true", 4, 24, 24],
  ["sets.equivalent([1,2], [2,1,1])", "bool:true", 13, 33, 33],
  ["sets.intersects([1], [2])", "bool:false", 2, 22, 22],
];

testAnswers("sets", ROWS);
