/**
 * Expressions inside objects. This is the one place that every expression of every kind passes on
 * its way in: whoever compiles them does it here.
 *
 * @module
 */

import {
  BOOL,
  CelCompileError,
  type CelProgram,
  CelProgramError,
  type CelType,
  compileCel,
  fullTypeName,
  isAny,
  listOf,
  NULL,
  objectType,
  STRING,
} from "../../../toolkit/cel/mod.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  DEVICE_ENVIRONMENT,
  policyEnvironment,
  withVariables,
} from "../../../toolkit/policies/mod.ts";

/** What an expression is for, which says what it may use and what it has to come to. */
export type ExpressionUse =
  | "matchCondition"
  | "variable"
  | "validation"
  | "message"
  | "auditAnnotation"
  | "applyConfiguration"
  | "jsonPatch"
  | "deviceSelector";

/** Where an expression stands. */
export interface ExpressionPlace {
  readonly use: ExpressionUse;
  /** Whether it may use parameters. Default false. */
  readonly hasParams?: boolean;
  /** Whether a selector stays as it was: what was taken once is taken again. Default false. */
  readonly isStored?: boolean;
  /** What the variables that stand before it come to, by name. Default: it can't name any. */
  readonly variables?: ReadonlyMap<string, CelType>;
}

/** What is said of an expression that is not there; of the others nothing more than that. */
const MISSING: Readonly<Partial<Record<ExpressionUse, string>>> = {
  variable: "expression is not specified",
  validation: "expression is not specified",
  auditAnnotation: "valueExpression is not specified",
};

/** What the value of an expression has to be; undefined: anything. */
const WANTED: Readonly<Record<ExpressionUse, readonly CelType[] | undefined>> = {
  matchCondition: [BOOL],
  variable: undefined,
  validation: [BOOL],
  message: [STRING],
  auditAnnotation: [STRING, NULL],
  applyConfiguration: [objectType("Object", {})],
  jsonPatch: [listOf(objectType("JSONPatch", {}))],
  deviceSelector: [BOOL],
};

/** What a device selector may cost: it is asked of every device there is. */
const SELECTOR_COST_LIMIT = 1_000_000;

/**
 * The rules for an expression: it can be compiled, and comes to what is asked for. Gives the type
 * that it comes to, for the expressions after a variable; undefined where it does not compile.
 */
export function validateExpression(
  errors: FieldError[],
  path: FieldPath,
  expression: string | undefined,
  place: ExpressionPlace,
): CelType | undefined {
  const { use, isStored = false } = place;
  // Selectors are compiled whatever they are.
  if (expression === undefined || (expression.trim() === "" && use !== "deviceSelector")) {
    errors.push(FieldError.required(path, MISSING[use]));
    return undefined;
  }
  // What was taken once is taken again, also by a server that knows less.
  if (isStored) return undefined;
  const program = compiled(path, expression, place);
  if (program instanceof FieldError) {
    errors.push(program);
    return undefined;
  }
  if (use === "deviceSelector" && program.estimate().max > SELECTOR_COST_LIMIT) {
    errors.push(FieldError.forbidden(path, "too complex, exceeds cost limit"));
  }
  return program.type;
}

/** The program, or what is wrong with the expression: its value's type comes before what keeps it from being run. */
function compiled(
  path: FieldPath,
  expression: string,
  place: ExpressionPlace,
): CelProgram | FieldError {
  const invalid = (why: string) => FieldError.invalid(path, expression, why);
  try {
    const program = compileCel(expression, environmentOf(place));
    const problem = typeProblem(place.use, program.type);
    return problem === undefined ? program : invalid(problem);
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error;
    if (!(error instanceof CelProgramError)) return invalid(`compilation failed: ${error.message}`);
    const problem = typeProblem(place.use, error.type);
    if (problem !== undefined) return invalid(problem);
    return FieldError.internal(path, `program instantiation failed: ${error.message}`);
  }
}

function typeProblem(use: ExpressionUse, type: CelType): string | undefined {
  const wanted = WANTED[use]?.map(fullTypeName);
  const found = fullTypeName(type);
  if (use === "deviceSelector" && isAny(type)) return undefined;
  if (wanted === undefined || wanted.includes(found)) return undefined;
  if (use === "deviceSelector") {
    return `must evaluate to ${wanted[0]} or the unknown type, not ${found}`;
  }
  const one = wanted.length === 1 ? wanted[0] : `one of [${wanted.join(" ")}]`;
  return `must evaluate to ${one} but got ${found}`;
}

function environmentOf({ use, hasParams = false, variables }: ExpressionPlace) {
  if (use === "deviceSelector") return DEVICE_ENVIRONMENT;
  const base = policyEnvironment({
    hasParams,
    hasAuthorizer: use !== "message",
    hasPatchTypes: use === "applyConfiguration" || use === "jsonPatch",
  });
  return variables === undefined ? base : withVariables(base, variables);
}

/** Words that can't be names in expressions. */
const RESERVED = new Set(
  ("true false null in as break const continue else for function if import let loop package " +
    "namespace return var void while").split(" "),
);

/** Whether expressions can call something by this name. */
export function isExpressionName(name: string): boolean {
  return /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !RESERVED.has(name);
}
