/**
 * The controller manager's process.
 *
 * @module
 */

import { systemClock } from "../toolkit/clock.ts";
import { runProcess } from "../toolkit/process/process.ts";
import { stopRequested, SUPERVISED_VARIABLE } from "../toolkit/process/stop.ts";
import { controllerManagerFlags } from "./flags/mod.ts";

/** Runs the process with the command line `args` and returns its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runProcess(
    {
      program: (names) => names.processControllerManager,
      command: "orch controller-manager",
      about: "Runs the control loops of a cluster: each watches the state that the API server " +
        "shares and changes what is towards what should be.",
      groups: controllerManagerFlags,
      async run(context) {
        const { logger, program, signal, terminal } = context;
        try {
          // Only a process that starts needs the controllers: help and mistakes in flags need not wait for them.
          const { startManager } = await import("./manager/start_manager.ts");
          await startManager({ ...context, clock: systemClock, random: Math.random });
        } catch (error) {
          if (!signal.aborted) {
            logger.error("The controller manager has ended", error);
            const text = error instanceof Error ? error.message : String(error);
            terminal.err(`Error: ${program}: ${text}\n`);
            return 1;
          }
        }
        logger.info("The controller manager has stopped");
        return 0;
      },
    },
    args,
    { stopRequested: () => stopRequested({ stdin: Deno.env.has(SUPERVISED_VARIABLE) }) },
  );
}

if (import.meta.main) Deno.exit(await main(Deno.args));
