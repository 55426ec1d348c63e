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
    if (expected === undefined || program.type.kind === expected.kind) return { source, program };
    const [wanted, got] = [fullTypeName(expected), fullTypeName(program.type)];
    return { source, program: new Unusable(`must evaluate to ${wanted} but got ${got}`) };
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error;
    const stage = error instanceof CelProgramError ? "program instantiation" : "compilation";
    return { source, program: new Unusable(`${stage} failed: ${error.message}`, error) };
  }
}
