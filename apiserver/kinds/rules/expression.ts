/**
 * Expressions inside objects. This is the one place that every expression of every kind passes on
 * its way in: whoever compiles them does it here.
 *
 * @module
 */

import {
  BOOL,
  CelCompileError,
  type CelEnvironment,
  type CelProgram,
  CelProgramError,
  type CelType,
  compileCel,
  fullTypeName,
  listOf,
  NULL,
  objectType,
  STRING,
} from "../../../toolkit/cel/mod.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { DEVICE_ENVIRONMENT, policyEnvironment, withVariables } from "./expression_environment.ts";

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
  /** Whether the object had it before this write: what was taken once is taken again. Default false. */
  readonly isStored?: boolean;
  /** The variables that stand before it, in order. Default: none. */
  readonly variables?: readonly { readonly name: string; readonly expression: string }[];
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

/** The rules for an expression: it can be compiled, and comes to what is asked for. */
export function validateExpression(
  errors: FieldError[],
  path: FieldPath,
  expression: string | undefined,
  place: ExpressionPlace,
): void {
  const { use, isStored = false } = place;
  if (!expression?.trim()) {
    errors.push(FieldError.required(path, MISSING[use]));
    return;
  }
  // What was taken once is taken again, also by a server that knows less.
  if (isStored) return;
  const program = compiled(expression, environmentOf(place));
  if (typeof program === "string") {
    errors.push(FieldError.invalid(path, expression, program));
    return;
  }
  const problem = typeProblem(use, program.type);
  if (problem !== undefined) errors.push(FieldError.invalid(path, expression, problem));
  else if (use === "deviceSelector" && program.estimate().max > SELECTOR_COST_LIMIT) {
    errors.push(FieldError.forbidden(path, "too complex, exceeds cost limit"));
  }
}

/** The program, or why there is none. */
function compiled(expression: string, environment: CelEnvironment): CelProgram | string {
  try {
    return compileCel(expression, environment);
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error;
    const stage = error instanceof CelProgramError ? "program instantiation" : "compilation";
    return `${stage} failed: ${error.message}`;
  }
}

function typeProblem(use: ExpressionUse, type: CelType): string | undefined {
  const wanted = WANTED[use]?.map(fullTypeName);
  const found = fullTypeName(type);
  if (wanted === undefined || wanted.includes(found)) return undefined;
  if (use === "deviceSelector") {
    return found === "dyn" ? undefined : `must evaluate to ${wanted[0]}`;
  }
  const one = wanted.length === 1 ? wanted[0] : `one of [${wanted.join(" ")}]`;
  return `must evaluate to ${one} but got ${found}`;
}

function environmentOf({ use, hasParams = false, variables = [] }: ExpressionPlace) {
  if (use === "deviceSelector") return DEVICE_ENVIRONMENT;
  const base = policyEnvironment({
    hasParams,
    hasAuthorizer: use !== "message",
    hasPatchTypes: use === "applyConfiguration" || use === "jsonPatch" || use === "variable",
  });
  return use === "matchCondition" ? base : withVariables(base, variableTypes(variables, hasParams));
}

type Variables = NonNullable<ExpressionPlace["variables"]>;

/** A variable, and those that came after it in one policy or another. */
interface KnownVariable {
  readonly type: CelType | undefined;
  readonly next: Map<string, KnownVariable>;
}

/** Variables that are remembered: each expression of a policy asks for them again. */
const KEPT_VARIABLES = 1_000;
let keptVariables = 0;
const knownVariables = new Map<boolean, Map<string, KnownVariable>>();

/** The types of variables; one that can't be compiled has none, and is told of where it stands. */
function variableTypes(variables: Variables, hasParams: boolean): Record<string, CelType> {
  if (keptVariables > KEPT_VARIABLES) {
    knownVariables.clear();
    keptVariables = 0;
  }
  const types: Record<string, CelType> = {};
  let level = knownVariables.get(hasParams);
  if (level === undefined) knownVariables.set(hasParams, level = new Map());
  for (const { name, expression } of variables) {
    const key = JSON.stringify([name, expression]);
    let known: KnownVariable | undefined = level.get(key);
    if (known === undefined) {
      known = { type: variableType(expression, types, hasParams), next: new Map() };
      level.set(key, known);
      keptVariables++;
    }
    if (known.type !== undefined) types[name] = known.type;
    level = known.next;
  }
  return types;
}

function variableType(
  expression: string,
  types: Readonly<Record<string, CelType>>,
  hasParams: boolean,
): CelType | undefined {
  const base = policyEnvironment({ hasParams, hasAuthorizer: true, hasPatchTypes: true });
  const program = compiled(expression ?? "", withVariables(base, types));
  return typeof program === "string" ? undefined : program.type;
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
