/**
 * Expressions, compiled as far as they can be: what is wrong with one is told when it is to run.
 *
 * @module
 */

import {
  CelCompileError,
  type CelEnvironment,
  type CelProgram,
  CelProgramError,
  type CelType,
  compileCel,
  fullTypeName,
} from "../cel/mod.ts";

/** An expression, and its program or why there is none. */
export interface Expression {
  readonly source: string;
  readonly program: CelProgram | Unusable;
}

/** Why an expression can't be run. */
export class Unusable {
  /** `error`: what is wrong with the expression itself; undefined: its value is of the wrong type. */
  constructor(readonly why: string, readonly error?: CelCompileError) {}
}

/** Compiles an expression; `expected`: the type that its value must have. */
export function compiled(
  source: string,
  environment: CelEnvironment,
  expected?: CelType,
): Expression {
  try {
    const program = compileCel(source, environment);
    return { source, program: wrongType(program.type, expected) ?? program };
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error;
    const wrong = error instanceof CelProgramError ? wrongType(error.type, expected) : undefined;
    if (wrong !== undefined) return { source, program: wrong };
    const stage = error instanceof CelProgramError ? "program instantiation" : "compilation";
    return { source, program: new Unusable(`${stage} failed: ${error.message}`, error) };
  }
}

function wrongType(type: CelType, expected: CelType | undefined): Unusable | undefined {
  if (expected === undefined || type.kind === expected.kind) return undefined;
  const [wanted, got] = [fullTypeName(expected), fullTypeName(type)];
  return new Unusable(`must evaluate to ${wanted} but got ${got}`);
}
