/**
 * The API server's process.
 *
 * @module
 */

import { systemClock } from "../toolkit/clock.ts";
import { untilAborted } from "../toolkit/runnable.ts";
import { runProcess } from "../toolkit/process/process.ts";
import { parentOf } from "../toolkit/process/parent.ts";
import { stopRequested, SUPERVISED_VARIABLE } from "../toolkit/process/stop.ts";
import { TEST_ENVIRONMENT_VARIABLE } from "../toolkit/process/test_environment.ts";
import { apiServerFlags } from "./flags/mod.ts";

/** Runs the process with the command line `args` and returns its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runProcess(
    {
      program: (names) => names.processApiServer,
      command: "orch apiserver",
      about:
        "Validates and stores the objects of the API, and serves them: the one place through " +
        "which all other parts of a cluster share its state.",
      groups: apiServerFlags,
      async run({ values, dialect, signal, terminal, program, ...context }) {
        const { logger } = context;
        const storeToken = Deno.env.get("DENO_KV_ACCESS_TOKEN");
        const start = async () => {
          // Only a process that starts needs the server: help and mistakes in flags need not wait for it.
          const [{ optionsFromFlags }, { runApiServer }] = await Promise.all([
            import("./options_from_flags.ts"),
            import("./server.ts"),
          ]);
          const clock = systemClock;
          const environment = Deno.env.toObject();
          const surroundings = { ...context, dialect, clock, environment, storeToken };
          const options = await optionsFromFlags(values, surroundings);
          if (values["authorization-mode"].includes("AlwaysAllow")) {
            logger.warning(
              "Whoever authenticates may do everything; anonymous users may only read health and version",
            );
          }
          return await runApiServer(options);
        };
        let server;
        try {
          // A store that can't be reached may hold up the start for long: not past a request to stop.
          server = await Promise.race([start(), untilAborted(signal)]);
        } catch (error) {
          logger.error("The server can't start", error);
          terminal.err(`Error: ${program} can't start: ${messageOf(error)}\n`);
          return 1;
        }
        if (server === undefined) {
          logger.info("Stopping before the server had started", { by: signal.reason });
          return 0;
        }
        logger.info("Serving", { ...server.address });
        server.ready.catch((error) =>
          logger.error("Bootstrap objects could not be created", error)
        );
        try {
          await Promise.race([server.done, untilAborted(signal)]);
        } catch (error) {
          logger.error("The server has ended, as a part of it failed", error);
          terminal.err(`Error: ${program} has ended: ${messageOf(error)}\n`);
          return 1;
        }
        await server.close();
        logger.info("The server has stopped");
        return 0;
      },
    },
    args,
    {
      stopRequested: () =>
        stopRequested({
          stdin: Deno.env.has(SUPERVISED_VARIABLE),
          parent: parentOf(Deno.env.toObject(), systemClock),
        }),
    },
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The command line, as it holds for this server where it was made for the reference's. */
async function ownArguments(): Promise<readonly string[]> {
  if (!Deno.env.has(TEST_ENVIRONMENT_VARIABLE)) return Deno.args;
  const { envtestArguments } = await import("./envtest_arguments.ts");
  const { args, notes } = envtestArguments(Deno.args);
  for (const note of notes) console.error(note);
  return args;
}

if (import.meta.main) Deno.exit(await main(await ownArguments()));
