/**
 * Expressions over the claims of a token, and over the user that was made of them.
 *
 * @module
 */

import {
  activationOf,
  ANY,
  BOOL,
  CelCompileError,
  CelEnvironment,
  type CelProgram,
  CelProgramError,
  type CelType,
  compileCel,
  fullTypeName,
  isAny,
  isDynamic,
  listOf,
  mapOf,
  objectType,
  STANDARD_LIBRARIES,
  STRING,
  toJson,
  type Value,
  Work,
} from "../../../toolkit/cel/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import type { User } from "../../../toolkit/authentication/user.ts";
import { claimsValue, userValue } from "./claim_values.ts";

/** What one expression may cost: about a tenth of a second. */
const EXPRESSION_COST_LIMIT = 1_000_000;
/** What all expressions may cost for one token. */
const TOKEN_COST_LIMIT = 2_500_000;
/** Characters of an error that are told: it may quote a claim. */
const SHOWN_CHARS = 1024;

const USER = objectType(`${NAMES.kubernetes.expressionTypePrefix}UserInfo`, {
  username: STRING,
  uid: STRING,
  groups: listOf(STRING),
  extra: mapOf(STRING, listOf(STRING)),
});

const BASE = new CelEnvironment({ libraries: STANDARD_LIBRARIES });

/** What expressions over each subject can name. */
export const ENVIRONMENTS = {
  claims: BASE.extend({ variables: { claims: mapOf(STRING, ANY) } }),
  user: BASE.extend({ variables: { user: USER } }),
};

/** What an expression is about. */
export type Subject = keyof typeof ENVIRONMENTS;

/** An expression that was compiled. */
export interface Expression {
  readonly source: string;
  readonly program: CelProgram;
}

/**
 * Compiles an expression whose value is of one of these types, or, unless it is to be a condition, is known only once
 * it runs. Throws an error that says what is wrong with it.
 */
export function compileExpression(
  source: string,
  subject: Subject,
  expected: readonly CelType[],
): Expression {
  let program: CelProgram;
  try {
    program = compileCel(source, ENVIRONMENTS[subject]);
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error;
    if (error instanceof CelProgramError) expectType(error.type, expected);
    const stage = error instanceof CelProgramError ? "program instantiation" : "compilation";
    throw new Error(`${stage} failed: ${error.message}`, { cause: error });
  }
  expectType(program.type, expected);
  return { source, program };
}

function expectType(type: CelType, expected: readonly CelType[]): void {
  if (isOneOf(type, expected)) return;
  const wanted = expected.map(fullTypeName).join(" or ");
  const got = isAny(type) ? "any" : fullTypeName(type);
  throw new Error(`must evaluate to ${wanted} but got ${got}`);
}

function isOneOf(type: CelType, expected: readonly CelType[]): boolean {
  if (expected.some((one) => fullTypeName(one) === fullTypeName(type))) return true;
  if (expected.includes(BOOL)) return false;
  return isDynamic(type) ||
    type.kind === "list" && isDynamic(type.element) && expected.some(({ kind }) => kind === "list");
}

/** The runs of all expressions for one token: what they cost counts together. */
export class Evaluation {
  readonly #work = new Work();
  #left = TOKEN_COST_LIMIT;

  /** The value of an expression over claims, as JSON has it. Throws an error that says why there is none. */
  ofClaims(expression: Expression, claims: Readonly<Record<string, unknown>>): unknown {
    return this.#run(expression, "claims", claimsValue(claims));
  }

  /** The same over a user. */
  ofUser(expression: Expression, user: User): unknown {
    return this.#run(expression, "user", userValue(user));
  }

  #run({ program }: Expression, variable: Subject, value: Value): unknown {
    const activation = activationOf({ [variable]: value });
    const limit = Math.min(EXPRESSION_COST_LIMIT, this.#left);
    const { value: found, error, cost } = program.run(activation, limit, this.#work);
    this.#left = Math.max(0, this.#left - cost);
    if (error !== undefined) throw new Error(error.message.slice(0, SHOWN_CHARS));
    return toJson(found);
  }
}
