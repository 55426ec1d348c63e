/**
 * What programs of the reference say of command lines: a program that is made of their own options.
 *
 * @module
 */

import { GoOracle } from "../../testing/go_oracle.ts";

/** The program. */
export const COMMAND_LINE_ORACLE = new GoOracle(new URL("oracle/", import.meta.url));

/** Whose command lines they are. */
export type Program = "kube-apiserver" | "kube-controller-manager";

/** What it says of a command line. */
export interface Answer {
  /** Where it was refused; "": it was taken. */
  readonly stage: "" | "parse" | "complete" | "validate" | "config" | "panic" | "exit";
  readonly errors: readonly string[];
  /** What is printed of flags that are on their way out. */
  readonly warnings: string;
}

/** A flag of the reference's. */
export interface ReferenceFlag {
  readonly name: string;
  readonly type: string;
  readonly default: string;
  /** What to use instead; "": it stays. */
  readonly deprecated: string;
  /** What it means without a value; "": it needs one. */
  readonly bare: string;
}

/** What changes more than the options of one server: a line with such has a process of its own. */
const LASTING =
  /^--?(feature-gates|emulat|min-compat|v$|v=|vmodule|log|.*metric|runtime-config-emulation)/;

/** The flags that a program has. */
export async function flagsOfReference(program: Program): Promise<readonly ReferenceFlag[]> {
  const [answer] = await COMMAND_LINE_ORACLE.answers<{ flags: ReferenceFlag[] }>([{
    program,
    flags: true,
    alone: true,
  }]);
  return answer!.flags;
}

/** What is said of each command line, in their order. */
export function answersOfReference(
  program: Program,
  lines: readonly (readonly string[])[],
): Promise<Answer[]> {
  return COMMAND_LINE_ORACLE.answers<Answer>(
    lines.map((args) => ({ program, args, alone: args.some((arg) => LASTING.test(arg)) })),
  );
}
