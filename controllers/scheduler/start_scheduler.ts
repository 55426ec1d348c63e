/**
 * The scheduler's process as its flags and its file ask for it.
 *
 * @module
 */

import type { Environment } from "../../toolkit/clientconfig/mod.ts";
import { encodeYaml } from "../../toolkit/codec/mod.ts";
import { readFlagFile } from "../../toolkit/flags/mod.ts";
import { METRICS_CONTENT_TYPE, type Registry } from "../../toolkit/metrics/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { type Client, Pod } from "../../toolkit/mod.ts";
import type { WorkContext } from "../../toolkit/process/process.ts";
import { runGroups } from "../../toolkit/runnable.ts";
import { SharedInformers } from "../loop/mod.ts";
import { Elections } from "../manager/elections.ts";
import { ManagerHealth } from "../manager/manager_health.ts";
import { whileServed } from "../manager/while_served.ts";
import { createScheduler, type RunnableScheduler } from "../scheduler.ts";
import { schedulerFlags } from "./flags.ts";
import { overridesFromFlags, type SchedulerValues } from "./configuration/from_flags.ts";
import {
  defaultConfiguration,
  readSchedulerConfiguration,
  type SchedulerConfiguration,
} from "./configuration/read_configuration.ts";
import { openExtenders } from "./extenders/open_extenders.ts";
import type { Plugin, PluginMaker } from "./framework/mod.ts";
import { resourceMetrics, RESOURCES_PATH } from "./resource_metrics.ts";
import { answerQueue, QUEUE_PATH } from "./serve_queue.ts";

/** What the process is given. */
export interface StartOptions extends WorkContext<SchedulerValues> {
  /** Besides the default ones. */
  readonly plugins: readonly (Plugin | PluginMaker)[];
  /** The flags that were given, by their orch names, each as it was spelled. */
  readonly given: ReadonlyMap<string, string>;
  /** Where proxies may be named, that lead to extenders. */
  readonly environment: Environment;
}

/** Runs until the signal aborts. Rejects where flags or the file can't be used, and when the lead is lost. */
export async function startScheduler(options: StartOptions): Promise<void> {
  const { values, dialect, clock, logger } = options;
  const configuration = await configurationOf(options);
  if (values["write-config-to"] !== "") {
    // It may hold keys of extenders.
    const mode = 0o600;
    await Deno.writeTextFile(values["write-config-to"], encodeYaml(configuration.document), {
      mode,
    });
    return logger.info("The configuration is written", { file: values["write-config-to"] });
  }
  const health = new ManagerHealth(
    clock,
    "sched-handler-sync",
    "handlers are not fully synchronized",
  );
  let scheduler: RunnableScheduler | undefined;
  const queue = (query: URLSearchParams) =>
    answerQueue(query, scheduler && ((key) => scheduler?.stateOf(key)));
  let informers: SharedInformers | undefined;
  // Of several processes one counts the pods: whoever sums up what all of them show has each pod once.
  const resources = () => ({
    status: 200,
    body: scheduler === undefined || informers === undefined
      ? ""
      : resourceMetrics(informers.of(Pod), NAMES[dialect], clock),
    type: METRICS_CONTENT_TYPE,
  });
  const { client } = configuration;
  await whileServed({
    ...options,
    groups: schedulerFlags,
    connection: {
      "master": values.master,
      "orchconfig": values.orchconfig || client.config,
      "orch-api-qps": client.qps,
      "orch-api-burst": client.burst,
      "orch-api-content-type": client.contentType,
      "use-service-account-credentials": false,
    },
    notices: [],
    configuration: { componentconfig: shown(configuration.document) },
    profiling: configuration.enableProfiling,
    health,
    more: { [QUEUE_PATH]: queue, [RESOURCES_PATH]: resources },
  }, async ({ clients, metrics, over }) =>
    await lead({
      ...options,
      configuration,
      root: clients.root,
      client: await clients.own("scheduler"),
      health,
      metrics,
      over,
      follows: (all) => informers = all,
      leads: (one) => scheduler = one,
    }));
}

/** The file's configuration, with what flags say instead. */
async function configurationOf(
  { values, given, dialect, logger }: StartOptions,
): Promise<SchedulerConfiguration> {
  const { overrides, notices } = overridesFromFlags(values, given);
  const path = values.config;
  if (path === "") {
    return readSchedulerConfiguration(defaultConfiguration(dialect), dialect, overrides);
  }
  const text = await readFlagFile("config", path);
  let configuration: SchedulerConfiguration;
  try {
    configuration = readSchedulerConfiguration(text, dialect, overrides);
  } catch (error) {
    throw new Error(`--config: ${path}: ${(error as Error).message}`, { cause: error });
  }
  for (const notice of [...notices, ...configuration.notices]) {
    logger.warning("Note on the configuration", { notice });
  }
  return configuration;
}

/** A configuration without the keys that it may hold. */
function shown(document: object): object {
  const text = JSON.stringify(document, (name, value) => name === "keyData" ? undefined : value);
  return JSON.parse(text);
}

/** What the work takes. */
interface LeadOptions extends StartOptions {
  readonly configuration: SchedulerConfiguration;
  /** Elects. */
  readonly root: Client;
  /** Reads, and gives pods their nodes. */
  readonly client: Client;
  readonly health: ManagerHealth;
  readonly metrics: Registry;
  /** Aborts when nothing is done any more. */
  readonly over: AbortSignal;
  /** These are the informers from now on, whether or not this process leads. */
  follows(informers: SharedInformers): void;
  /** This process gives pods their nodes from now on. */
  leads(scheduler: RunnableScheduler): void;
}

/**
 * Gives pods their nodes while this process leads. Its caches are filled before that, unless that is to wait.
 */
async function lead(options: LeadOptions): Promise<void> {
  const { values, configuration, root, client, health, metrics, program } = options;
  const { environment, clock, logger, random, signal, over } = options;
  const { election, delaysCache, profiles } = configuration;
  // Another process may give nodes once the lead is lost: nothing must be written from then on.
  const lost = new AbortController();
  await using informers = new SharedInformers(client);
  const extenders = await openExtenders(configuration.extenders, {
    clock,
    environment,
    signal: over,
  });
  const scheduler = createScheduler({
    client: client.with({ writesSeenBy: client, signal: lost.signal }),
    informers,
    metrics,
    clock,
    logger,
    random: () => random(),
  }, {
    profiles,
    plugins: options.plugins,
    extenders,
    initialBackoffMs: configuration.initialBackoffMs,
    maxBackoffMs: configuration.maxBackoffMs,
    percentageOfNodesToScore: configuration.percentageOfNodesToScore,
    mostWaitMs: values["pod-max-in-unschedulable-pods-duration"],
    host: Deno.hostname(),
  });
  // All that informers are asked for has been asked for: whoever reads them opens them.
  options.follows(informers);
  const work = async (signal: AbortSignal) => {
    const started = health.starts();
    options.leads(scheduler);
    await runGroups([[scheduler]], {
      signal,
      logger,
      started() {
        started();
        const names = profiles.map(({ schedulerName }) => schedulerName).join(", ");
        logger.info("The scheduler runs", { profiles: names });
      },
    });
  };
  if (election === undefined) return await work(signal);
  health.elects(election.leaseMs);
  if (!delaysCache) await informers.start(signal);
  const elections = new Elections({
    values: {
      "leader-elect-lease-duration": election.leaseMs,
      "leader-elect-renew-deadline": election.renewMs,
      "leader-elect-retry-period": election.retryMs,
      "leader-elect-resource-namespace": election.namespace,
    },
    program,
    root,
    health,
    metrics,
    clock,
    logger,
  });
  try {
    await elections.while(election.name, "leases", signal, async (stop) => {
      const end = () => {
        if (!signal.aborted) lost.abort(stop.reason);
      };
      stop.addEventListener("abort", end, { once: true });
      await work(stop);
    });
  } finally {
    await elections.flushed();
  }
}
