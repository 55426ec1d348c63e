/**
 * The command line of controllers that run by themselves.
 *
 * @module
 */

import { keepTrying } from "../toolkit/backoff.ts";
import { type Clock, systemClock } from "../toolkit/clock.ts";
import { loadClientConfig } from "../toolkit/clientconfig/mod.ts";
import { type Client, ClientConfigError, createClient, StatusError } from "../toolkit/mod.ts";
import {
  checked,
  flag,
  group,
  type GroupValues,
  int32,
  string,
  works,
} from "../toolkit/flags/mod.ts";
import type { Logger } from "../toolkit/logger.ts";
import { loggingFlags } from "../toolkit/logging/mod.ts";
import { registerProcessMetrics, Registry } from "../toolkit/metrics/mod.ts";
import { clientConfigFlags } from "../toolkit/process/client_flags.ts";
import { globalFlags } from "../toolkit/process/flags.ts";
import { runProcess } from "../toolkit/process/process.ts";
import { stopRequested, SUPERVISED_VARIABLE } from "../toolkit/process/stop.ts";
import { runGroups, type Runnable } from "../toolkit/runnable.ts";
import { genericFlags } from "./flags/generic.ts";
import { workloadFlags } from "./flags/workload.ts";
import { serveStatus } from "./serve_status.ts";

const FLAGS = [
  group("Server", works, {
    "config": flag(
      string,
      "",
      "The client config file with the API server's address and the credentials for it",
    ),
    "orchconfig": { ...clientConfigFlags.orchconfig, meaning: "The same as --config" },
  }),
  group("Controllers", works, {
    "concurrent-gc-syncs": workloadFlags.flags["concurrent-gc-syncs"],
    "concurrent-namespace-syncs": workloadFlags.flags["concurrent-namespace-syncs"],
    "enable-garbage-collector": genericFlags.flags["enable-garbage-collector"],
    "namespace-sync-period": workloadFlags.flags["namespace-sync-period"],
  }),
  group("Status", works, {
    "status-socket": flag(
      string,
      "",
      "A unix socket on which to answer /livez, /readyz and /metrics, for nobody but this user",
      { placeholder: "file" },
    ),
    "status-port": flag(
      checked(int32, (port) => port < 0 || port > 65535 ? "must be from 0 to 65535" : undefined),
      0,
      "A port of the loopback on which to answer the same; 0: none",
    ),
  }),
  loggingFlags,
  globalFlags,
] as const;

/** What a controller is made of in a process. */
export interface ProcessParts {
  readonly client: Client;
  readonly values: GroupValues<typeof FLAGS>;
  readonly metrics: Registry;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A controller of a process. */
export interface ProcessController {
  /** The service account whose permissions it needs, and the context of the client config that it takes. */
  readonly account: string;
  /** Makes it as the flags say; none where they say that it is not to run. */
  make(parts: ProcessParts): Runnable | undefined;
}

/** For a server that is not there yet. */
const WAITS = { firstMs: 250, mostMs: 10_000, jitter: 0.5 };

/** Runs controllers until the process is asked to end; settles with its exit code. */
export function runControllers(
  command: string,
  controllers: readonly ProcessController[],
  args: readonly string[] = Deno.args,
): Promise<number> {
  return runProcess(
    {
      program: () => `orch-${command.replaceAll("_", "-")}`,
      command: `deno run -A controllers/${command}.ts`,
      about: "Runs controllers of a cluster, which change what is towards what should be.",
      groups: FLAGS,
      async run({ values, logger, signal, terminal, program }) {
        const config = values.config || values.orchconfig || undefined;
        const clock = systemClock;
        try {
          await using clients = new AsyncDisposableStack();
          const contexts = await contextsOf(config);
          const clientOf = async (account: string): Promise<Client> =>
            clients.use(
              await keepTrying(
                () =>
                  createClient({
                    config,
                    ...(contexts.has(account) && { context: account }),
                    userAgent: `${program}/${account}`,
                    clock,
                    logger,
                    signal,
                  }),
                { ...WAITS, clock, signal, failed: refusalsThrown(logger) },
              ),
            );
          const metrics = new Registry();
          registerProcessMetrics(metrics);
          const surroundings = { metrics, clock, logger };
          const made = (await Promise.all(controllers.map(async (one) =>
            one.make({ client: await clientOf(one.account), values, ...surroundings }) ?? []
          ))).flat();
          let isReady = false;
          await using _ = serveStatus({
            socket: values["status-socket"],
            port: values["status-port"],
            isReady: () =>
              isReady,
            metrics,
          });
          await runGroups([made], {
            signal,
            logger,
            started() {
              isReady = true;
              const controllers = made.map(({ name }) =>
                name
              ).join(", ");
              logger.info("The controllers run", { controllers });
            },
          });
        } catch (error) {
          if (!signal.aborted) {
            logger.error("The controllers have ended", error);
            const text = error instanceof Error ? error.message : String(error);
            terminal.err(`Error: ${program}: ${text}\n`);
            return 1;
          }
        }
        logger.info("The controllers have stopped");
        return 0;
      },
    },
    args,
    { stopRequested: () => stopRequested({ stdin: Deno.env.has(SUPERVISED_VARIABLE) }) },
  );
}

/** The contexts of a client config: a controller takes the one of its account, where that is there. */
async function contextsOf(config: string | undefined): Promise<ReadonlySet<string>> {
  if (config === undefined) return new Set();
  const { contexts } = await loadClientConfig(config);
  return new Set(contexts.map(({ name }) => name));
}

/** No waiting mends a config that can't be used, or a refusal. */
function refusalsThrown(logger: Logger) {
  return (error: unknown, waitMs: number) => {
    const isRefusal = error instanceof StatusError && error.code < 500 && error.code !== 429;
    if (error instanceof ClientConfigError || isRefusal) throw error;
    logger.warning("The server does not answer yet", { error: String(error), waitMs });
  };
}
