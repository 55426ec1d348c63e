/**
 * Tables of expressions with what comes of them, for tests.
 *
 * @module
 */

import { assertEquals } from "../toolkit/deps/assert.ts";
import { doubleText } from "../toolkit/cel/double_text.ts";
import { CelEnvironment } from "../toolkit/cel/environment.ts";
import { type Activation, activationOf } from "../toolkit/cel/frame.ts";
import { DynamicObject, JsonPatchValue, STANDARD_LIBRARIES } from "../toolkit/cel/library/mod.ts";
import { printDurationText, printTimestamp } from "../toolkit/cel/library/time_text.ts";
import { compileCel } from "../toolkit/cel/program.ts";
import { CelCompileError, CelProgramError } from "../toolkit/cel/source.ts";
import { DYN, INT, listOf, mapOf, STRING } from "../toolkit/cel/type.ts";
import {
  CelList,
  CelMap,
  CelObject,
  Duration,
  ofJson,
  OpaqueValue,
  Optional,
  Timestamp,
  typeNameOf,
  TypeValue,
  Uint,
  type Value,
} from "../toolkit/cel/values.ts";

/**
 * An expression, its value (`int:3`, `[string:a]`), error or compile error, what its run costs, and
 * what that was estimated to be at least and at most.
 */
export type AnswerRow = readonly [
  expression: string,
  answer: string,
  cost?: number | undefined,
  min?: number,
  max?: number,
];

const ENVIRONMENT = new CelEnvironment({
  libraries: STANDARD_LIBRARIES,
  variables: {
    self: DYN,
    s: STRING,
    i: INT,
    ls: listOf(STRING),
    li: listOf(INT),
    m: mapOf(STRING, STRING),
  },
});

const VARIABLES = activationOf({
  self: ofJson({
    replicas: 3,
    name: "abc",
    d: 1.5,
    n: null,
    items: [{ n: "a", p: 1 }, { n: "b", p: 2 }],
    m: { x: "1" },
    b: true,
  }),
  s: "héllo wörld",
  i: 7n,
  ls: ofJson(["b", "a", "c"]),
  li: ofJson([3, 1, 2]),
  m: ofJson({ k: "v", l: "w" }),
});

const COST_LIMIT = 1_000_000;

/** Registers a test for each row. */
export function testAnswers(
  what: string,
  rows: readonly AnswerRow[],
  environment: CelEnvironment = ENVIRONMENT,
  variables: Activation = VARIABLES,
): void {
  for (const [expression, answer, cost, min, max] of rows) {
    Deno.test(`${what}: ${expression}`, () => {
      const [found, ...costs] = answerOf(expression, environment, variables);
      assertEquals(found, answer);
      // Costs that a row doesn't tell are not looked at.
      const told = [cost, min, max];
      assertEquals(told.map((one, index) => one === undefined ? undefined : costs[index]), told);
    });
  }
}

/** What comes of an expression, as rows have it. */
export function answerOf(
  expression: string,
  environment: CelEnvironment = ENVIRONMENT,
  variables: Activation = VARIABLES,
): readonly [answer: string, cost?: number, min?: number, max?: number] {
  let program;
  try {
    program = compileCel(expression, environment);
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error;
    return [`${error instanceof CelProgramError ? "program" : "compile"}: ${error.message}`];
  }
  const { min, max } = program.estimate();
  const { value, error, cost } = program.run(variables, COST_LIMIT);
  const answer = error === undefined ? shown(value) : `error: ${error.message}`;
  return [answer, cost, min, max];
}

/** A value as rows have it. */
export function shown(value: Value): string {
  if (value === null) return "null";
  if (value instanceof CelObject) return shownObject(value);
  if (value instanceof CelMap) {
    const entries = Array.from(value.keys(), (key) => [key, value.get(key) ?? null] as const);
    return `{${entries.map((entry) => entry.map(shown).join(": ")).sort().join(", ")}}`;
  }
  if (value instanceof CelList) return `[${Array.from(value, shown).join(", ")}]`;
  if (value instanceof Optional) {
    return value.value === undefined ? "none" : `some(${shown(value.value)})`;
  }
  if (value instanceof TypeValue) return `type:${value.name}`;
  if (value instanceof Uint8Array) return `bytes:${value.toHex()}`;
  if (value instanceof OpaqueValue) return value.typeName;
  return `${typeNameOf(value)}:${plain(value)}`;
}

/** What only has a type where it is declared has no name; what an expression made has one. */
function shownObject(object: CelObject): string {
  const isMade = object instanceof DynamicObject || object instanceof JsonPatchValue;
  const entries = Array.from(object.fields(), (field) => {
    const value = shown(object.get(field) ?? null);
    return isMade ? `${field}: ${value}` : `string:${field}: ${value}`;
  });
  return `${isMade ? object.typeName : ""}{${entries.sort().join(", ")}}`;
}

function plain(value: Value): string {
  if (value instanceof Timestamp) return printTimestamp(value);
  if (value instanceof Duration) return printDurationText(value);
  if (value instanceof Uint) return String(value.value);
  return typeof value === "number" ? doubleText(value) : String(value);
}
