/**
 * The scheduler's process.
 *
 * @module
 */

import { keepTrying } from "../../toolkit/backoff.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { flag, group, string, works } from "../../toolkit/flags/mod.ts";
import { duration, MINUTE } from "../../toolkit/flags/duration.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { loggingFlags } from "../../toolkit/logging/mod.ts";
import { registerProcessMetrics, Registry } from "../../toolkit/metrics/mod.ts";
import { type Client, ClientConfigError, createClient, StatusError } from "../../toolkit/mod.ts";
import { lead } from "../../toolkit/operator/lead.ts";
import { clientConfigFlags } from "../../toolkit/process/client_flags.ts";
import { globalFlags } from "../../toolkit/process/flags.ts";
import { runProcess } from "../../toolkit/process/process.ts";
import { stopRequested, SUPERVISED_VARIABLE } from "../../toolkit/process/stop.ts";
import { runGroups } from "../../toolkit/runnable.ts";
import { statusFlags } from "../flags/status.ts";
import { SharedInformers } from "../loop/mod.ts";
import { createScheduler, type RunnableScheduler } from "../scheduler.ts";
import { serveStatus } from "../serve_status.ts";
import {
  defaultConfiguration,
  readSchedulerConfiguration,
} from "./configuration/read_configuration.ts";
import { answerQueue, QUEUE_PATH } from "./serve_queue.ts";

/** The flags of the process. */
export const schedulerFlags = [
  group("Server", works, {
    "config": flag(string, "", "The scheduler's configuration file"),
    "orchconfig": clientConfigFlags.orchconfig,
    "pod-max-in-unschedulable-pods-duration": flag(
      duration,
      5 * MINUTE,
      "After so long a pod is tried again that nothing has helped",
    ),
  }),
  statusFlags,
  loggingFlags,
  globalFlags,
] as const;

/** For a server that is not there yet. */
const WAITS = { firstMs: 250, mostMs: 10_000, jitter: 0.5 };

/** Runs the process with the command line `args` and returns its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return runProcess(
    {
      program: (names) => names.processScheduler,
      command: "orch scheduler",
      about: "Gives each pod a node that has room for it.",
      groups: schedulerFlags,
      async run({ values, dialect, logger, signal, terminal, program }) {
        const clock = systemClock;
        try {
          const settings = readSchedulerConfiguration(
            values.config === ""
              ? defaultConfiguration(dialect)
              : await Deno.readTextFile(values.config),
            dialect,
          );
          const { client: { config, qps, burst }, election, notices, ...options } = settings;
          for (const notice of notices) logger.warning("Note on the configuration", { notice });
          await using client = await keepTrying(
            () =>
              createClient({
                config: values.orchconfig || config || undefined,
                // As in the reference: whoever writes a negative one wants no limit.
                ...(qps > 0 && { qps, burst }),
                userAgent: program,
                clock,
                logger,
                // Not to be cut off when the process is told to end: the lease has to be given back.
              }),
            { ...WAITS, clock, signal, failed: refusalsThrown(logger) },
          );
          const metrics = new Registry();
          registerProcessMetrics(metrics);
          let isReady = false;
          let scheduler: RunnableScheduler | undefined;
          await using _ = serveStatus({
            socket: values["status-socket"],
            port: values["status-port"],
            isReady: () => isReady,
            metrics,
            pages: { [QUEUE_PATH]: ({ searchParams }) => queuePage(searchParams, scheduler) },
          });
          const work = async (signal: AbortSignal) => {
            await using informers = new SharedInformers(client);
            scheduler = createScheduler(
              { client, informers, metrics, clock, logger, random: Math.random },
              {
                ...options,
                mostWaitMs: values["pod-max-in-unschedulable-pods-duration"],
                instance: program,
              },
            );
            await runGroups([[scheduler]], {
              signal,
              logger,
              started() {
                isReady = true;
                const profiles = options.profiles.map(({ schedulerName }) => schedulerName);
                logger.info("The scheduler runs", { profiles: profiles.join(", ") });
              },
            });
          };
          await (election === undefined ? work(signal) : asLeader(client, election, signal, work));
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

function queuePage(query: URLSearchParams, scheduler: RunnableScheduler | undefined): Response {
  const { status, body } = answerQueue(query, scheduler && ((key) => scheduler.stateOf(key)));
  const type = status === 200 ? "application/json" : "text/plain; charset=utf-8";
  return new Response(body, { status, headers: { "content-type": type } });
}

/** Works while this process leads; throws where the lead is lost, as another one may have it by now. */
async function asLeader(
  client: Client,
  { namespace, name, leaseMs, renewMs, retryMs }: {
    readonly namespace: string;
    readonly name: string;
    readonly leaseMs: number;
    readonly renewMs: number;
    readonly retryMs: number;
  },
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await using leading = await lead(client, { namespace, name }, {
    lease: leaseMs,
    renew: renewMs,
    retry: retryMs,
    signal,
  });
  await work(AbortSignal.any([signal, leading.lost]));
  if (leading.lost.aborted && !signal.aborted) throw new Error("the lead was lost");
}

/** No waiting mends a config that can't be used, or a refusal. */
function refusalsThrown(logger: Logger) {
  return (error: unknown, waitMs: number) => {
    const isRefusal = error instanceof StatusError && error.code < 500 && error.code !== 429;
    const isMistake = error instanceof ClientConfigError || error instanceof TypeError;
    if (isMistake || isRefusal) throw error;
    logger.warning("The server does not answer yet", { error: String(error), waitMs });
  };
}

if (import.meta.main) Deno.exit(await main(Deno.args));
