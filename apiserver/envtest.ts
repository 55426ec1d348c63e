/**
 * The API server as test environments start the reference's: what a launcher of `orch envtest` runs, by
 * way of `toolkit/cli/envtest/apiserver/main.ts`.
 *
 * @module
 */

import { systemClock } from "../toolkit/clock.ts";
import { FlagError } from "../toolkit/flags/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import { parentOf } from "../toolkit/process/parent.ts";
import { stopRequested } from "../toolkit/process/stop.ts";
import { AUTHORIZERS } from "./authorization/plugins.ts";
import { type EnvtestArguments, envtestArguments } from "./envtest_arguments.ts";
import { main as runApiServer } from "./main.ts";

/**
 * Runs the server with the command line `args` of the reference's, until a signal asks it to stop or
 * the process that started it ends; returns its exit code. What of the command line does not hold is
 * said on the standard error output.
 */
export async function main(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  const own = rewritten(args);
  const program = `${NAMES.kubernetes.processApiServer} of orch envtest`;
  for (const note of own.notes) console.error(`${program}: ${note}`);
  const parent = parentOf(environment, systemClock);
  return await runApiServer(own.args, () => stopRequested({ stdin: false, parent }));
}

function rewritten(args: readonly string[]): EnvtestArguments {
  try {
    return envtestArguments(args, AUTHORIZERS.map(({ name }) => name));
  } catch (error) {
    // The server refuses the same, and says how to go on.
    if (error instanceof FlagError) return { args, notes: [] };
    throw error;
  }
}
