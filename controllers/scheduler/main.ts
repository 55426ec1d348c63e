/**
 * The scheduler's process.
 *
 * @module
 */

import { systemClock } from "../../toolkit/clock.ts";
import { runProcess } from "../../toolkit/process/process.ts";
import { stopRequested, SUPERVISED_VARIABLE } from "../../toolkit/process/stop.ts";
import { schedulerFlags } from "./flags.ts";
import type { Plugin, PluginMaker } from "./framework/mod.ts";

/** What a program makes of the scheduler that has plugins of its own. */
export interface SchedulerProgram {
  /** Asked after the default ones; profiles may name them. Default: none. */
  readonly plugins?: readonly (Plugin | PluginMaker)[];
}

/** Runs the process with the command line `args` and returns its exit code. */
export function main(
  args: readonly string[],
  { plugins = [] }: SchedulerProgram = {},
): Promise<number> {
  return runProcess(
    {
      program: (names) => names.processScheduler,
      command: "orch scheduler",
      about: "Gives each pod a node that has room for it.",
      groups: schedulerFlags,
      async run(context) {
        const { logger, program, signal, terminal } = context;
        try {
          // Only a process that starts needs the scheduler: help and mistakes in flags need not wait for it.
          const { startScheduler } = await import("./start_scheduler.ts");
          await startScheduler({
            ...context,
            plugins,
            environment: Deno.env.toObject(),
            clock: systemClock,
            random: Math.random,
          });
        } catch (error) {
          if (!signal.aborted) {
            logger.error("The scheduler has ended", error);
            const text = error instanceof Error ? error.message : String(error);
            terminal.err(`Error: ${program}: ${text}\n`);
            return 1;
          }
        }
        logger.info("The scheduler has stopped");
        return 0;
      },
    },
    args,
    { stopRequested: () => stopRequested({ stdin: Deno.env.has(SUPERVISED_VARIABLE) }) },
  );
}

if (import.meta.main) Deno.exit(await main(Deno.args));
