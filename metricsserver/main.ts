/**
 * The metrics server's process.
 *
 * @module
 */

import { systemClock } from "../toolkit/clock.ts";
import { encodeYaml } from "../toolkit/codec/mod.ts";
import { readFlagFile } from "../toolkit/flags/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import { type ProcessContext, runProcess } from "../toolkit/process/process.ts";
import { stopRequested, SUPERVISED_VARIABLE } from "../toolkit/process/stop.ts";
import { metricsServerFlags, type MetricsServerValues } from "./flags.ts";
import { registeredObjects } from "../toolkit/registration/metrics_server.ts";

/** Runs the process with the command line `args` and returns its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runProcess(
    {
      program: () => "metrics-server",
      command: "orch metrics-server",
      about:
        "Tells what nodes and pods use of processors and memory: what kubectl top shows, and " +
        "autoscalers go by.",
      groups: metricsServerFlags,
      async run(context) {
        const { values, logger, program, signal, terminal } = context;
        try {
          if (values["print-objects"]) {
            terminal.out(await printedObjects(context));
            return 0;
          }
          const { startMetricsServer } = await import("./start_metrics_server.ts");
          await startMetricsServer({ ...context, clock: systemClock, random: Math.random });
        } catch (error) {
          if (!signal.aborted) {
            logger.error("The metrics server has ended", error);
            const text = error instanceof Error ? error.message : String(error);
            terminal.err(`Error: ${program}: ${text}\n`);
            return 1;
          }
        }
        logger.info("The metrics server has stopped");
        return 0;
      },
    },
    args,
    { stopRequested: () => stopRequested({ stdin: Deno.env.has(SUPERVISED_VARIABLE) }) },
  );
}

/** The objects that the server needs, as one text of YAML. */
async function printedObjects(
  { values, dialect }: ProcessContext<MetricsServerValues>,
): Promise<string> {
  const file = values["print-for-ca-file"];
  const objects = registeredObjects(NAMES[dialect], {
    user: values["print-for-user"],
    host: values["print-for-host"],
    port: values["secure-port"],
    authorities: file === "" ? "" : await readFlagFile("print-for-ca-file", file),
  });
  return objects.map((object) => encodeYaml(object as never)).join("---\n");
}

if (import.meta.main) Deno.exit(await main(Deno.args));
