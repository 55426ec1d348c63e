/**
 * A process whose flags exist and whose work does not: it checks its command line as it always
 * will, says what it is, and fails.
 *
 * @module
 */

import type { FlagGroup } from "../flags/mod.ts";
import { type ProcessDeclaration, runProcess } from "./process.ts";
import type { Terminal } from "./terminal.ts";

/** Runs a process that isn't built: exit code 1 unless only `--help` or `--version` was asked. */
export function notBuiltProcess<const G extends readonly FlagGroup[]>(
  declaration: Omit<ProcessDeclaration<G>, "run">,
  args: readonly string[],
  terminal?: Terminal,
): Promise<number> {
  return runProcess(
    {
      ...declaration,
      run({ program, terminal }) {
        terminal.err(`Error: ${program} is not built yet; README.md says what is\n`);
        return Promise.resolve(1);
      },
    },
    args,
    terminal === undefined ? {} : { terminal },
  );
}
