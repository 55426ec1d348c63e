/**
 * The command line of controllers that run by themselves.
 *
 * @module
 */

import { systemClock } from "../toolkit/clock.ts";
import { loadClientConfig } from "../toolkit/clientconfig/mod.ts";
import { findSettings } from "../toolkit/client/find_settings.ts";
import type { Client } from "../toolkit/mod.ts";
import { flag, type Flags, group, string, works } from "../toolkit/flags/mod.ts";
import { loggingFlags } from "../toolkit/logging/mod.ts";
import { Registry } from "../toolkit/metrics/mod.ts";
import { registerProcessMetrics } from "../toolkit/metrics/process_usage.ts";
import { clientConfigFlags } from "../toolkit/process/client_flags.ts";
import { globalFlags } from "../toolkit/process/flags.ts";
import { runProcess } from "../toolkit/process/process.ts";
import { stopRequested, SUPERVISED_VARIABLE } from "../toolkit/process/stop.ts";
import { runGroups } from "../toolkit/runnable.ts";
import { connected } from "../toolkit/process/connected.ts";
import { DebugPages } from "./debug_pages.ts";
import { controllerManagerFlags } from "./flags/mod.ts";
import { statusFlags } from "./flags/status.ts";
import { SharedInformers } from "./loop/mod.ts";
import type { ControllerValues, ProcessController } from "./process_controller.ts";
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
  statusFlags,
  loggingFlags,
  globalFlags,
] as const;

/** The flags that some controllers heed, each once. */
function flagsOf(controllers: readonly ProcessController[]): Flags {
  const all: Flags = Object.assign({}, ...controllerManagerFlags.map(({ flags }) => flags));
  const names = new Set(controllers.flatMap(({ flags }) => flags));
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => names.has(name as keyof ControllerValues)),
  );
}

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
      groups: [...FLAGS, group("Controllers", works, flagsOf(controllers))],
      async run({ values, logger, signal, terminal, program }) {
        const config = values.config || values.orchconfig || undefined;
        const clock = systemClock;
        try {
          await using clients = new AsyncDisposableStack();
          const contexts = await contextsOf(config);
          const { tls } = await findSettings({ config, clock, logger });
          const metrics = new Registry();
          registerProcessMetrics(metrics);
          const debugPages = new DebugPages();
          let isReady = false;
          // Whoever looks after the process is not to take it for dead while the API server is away.
          await using _ = await serveStatus({
            socket: values["status-socket"],
            port: values["status-port"],
            isReady: () => isReady,
            metrics,
            pages: debugPages.byPath,
            clock,
            logger,
          });
          const clientOf = async (account = ""): Promise<Client> =>
            clients.use(
              await connected(
                {
                  config,
                  ...(contexts.has(account) && { context: account }),
                  userAgent: `${program}/${account || command}`,
                  keepManagedFields: false,
                  clock,
                  logger,
                  metrics,
                  signal,
                },
                { clock, logger, signal, random: Math.random },
              ),
            );
          const shared = await clientOf(controllers[0]!.account);
          await using informers = new SharedInformers(shared);
          const authorities = tls.ca;
          const surroundings = {
            informers,
            authorities,
            metrics,
            clock,
            logger,
            random: Math.random,
          };
          const made = (await Promise.all(controllers.map(async (one, index) => {
            const client = index === 0
              ? shared
              : (await clientOf(one.account)).with({ writesSeenBy: shared });
            // Those that controllers heed are among them.
            const given = values as unknown as ControllerValues;
            const show = debugPages.of(one.name);
            return one.make({ client, values: given, show, ...surroundings }) ?? [];
          }))).flat();
          await runGroups([made], {
            signal,
            logger,
            started() {
              isReady = true;
              const controllers = made.map(({ name }) => name).join(", ");
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
