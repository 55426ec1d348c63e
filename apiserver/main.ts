/**
 * The API server's process.
 *
 * @module
 */

import { systemClock } from "../toolkit/clock.ts";
import { runProcess } from "../toolkit/process/process.ts";
import { apiServerFlags } from "./flags/mod.ts";
import { optionsFromFlags } from "./options_from_flags.ts";
import { startApiServer } from "./server.ts";
import { StoreError } from "./storage/mod.ts";

/** Runs the process with the command line `args` and returns its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runProcess({
    program: (names) => names.processApiServer,
    about: "Validates and stores the objects of the API, and serves them: the one place through " +
      "which all other parts of a cluster share its state.",
    groups: apiServerFlags,
    async run({ values, dialect, given, logger, terminal, program }) {
      const storeToken = Deno.env.get("DENO_KV_ACCESS_TOKEN");
      let server;
      try {
        const surroundings = { dialect, given, clock: systemClock, logger, storeToken };
        const options = await optionsFromFlags(values, surroundings);
        logger.warning(
          "Whoever authenticates may do everything; anonymous clients reach health and version only",
        );
        server = await startApiServer(options);
      } catch (error) {
        logger.error("The server can't start", error);
        terminal.err(`Error: ${program} can't start: ${messageOf(error)}\n`);
        return 1;
      }
      logger.info("Serving", { ...server.address });
      const stopped = stopSignal();
      await Promise.race([
        stopped,
        server.ready.catch((error) => {
          logger.error("The server could not make what it needs in its store", error);
        }),
      ]);
      await stopped;
      await server.close();
      logger.info("The server has stopped");
      return 0;
    },
  }, args);
}

function messageOf(error: unknown): string {
  if (error instanceof StoreError || error instanceof Error) return error.message;
  return String(error);
}

/** Settles when the process is asked to end. A second request ends it at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = () => {
      if (asked) Deno.exit(1);
      asked = true;
      resolve();
    };
    Deno.addSignalListener("SIGINT", stop);
    Deno.addSignalListener("SIGTERM", stop);
  });
}

if (import.meta.main) Deno.exit(await main(Deno.args));
