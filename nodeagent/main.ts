/**
 * The node agent's process.
 *
 * @module
 */

import { systemClock } from "../toolkit/clock.ts";
import { runProcess } from "../toolkit/process/process.ts";
import { stopRequested, SUPERVISED_VARIABLE } from "../toolkit/process/stop.ts";
import { nodeAgentFlags } from "./flags/mod.ts";

/** Runs the process with the command line `args` and returns its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runProcess(
    {
      program: (names) => names.processNodeAgent,
      command: "orch nodeagent",
      about:
        "Runs on every node: registers it, and keeps the containers of its pods as the pods' " +
        "specifications say, wherever those come from.",
      groups: nodeAgentFlags,
      async run(context) {
        const { values, logger, program, signal, terminal } = context;
        if (values["container-runtime"] !== "simulated") {
          terminal.err(
            `Error: ${program} runs no containers yet: --container-runtime=simulated has nodes whose pods ` +
              "run without processes; README.md says what is built\n",
          );
          return 1;
        }
        try {
          const { startSimulated } = await import("./simulated/start_simulated.ts");
          await startSimulated({ ...context, clock: systemClock, random: Math.random });
        } catch (error) {
          if (!signal.aborted) {
            logger.error("The node agent has ended", error);
            const text = error instanceof Error ? error.message : String(error);
            terminal.err(`Error: ${program}: ${text}\n`);
            return 1;
          }
        }
        logger.info("The node agent has stopped");
        return 0;
      },
    },
    args,
    { stopRequested: () => stopRequested({ stdin: Deno.env.has(SUPERVISED_VARIABLE) }) },
  );
}

if (import.meta.main) Deno.exit(await main(Deno.args));
