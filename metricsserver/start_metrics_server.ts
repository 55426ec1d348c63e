/**
 * The metrics server as its flags ask for it.
 *
 * @module
 */

import { findSettings } from "../toolkit/client/find_settings.ts";
import type { ClientSettings } from "../toolkit/clientconfig/mod.ts";
import { shownFlags } from "../toolkit/flags/shown_flags.ts";
import { Registry } from "../toolkit/metrics/mod.ts";
import type { Client } from "../toolkit/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import { pages, serveGuarded } from "../toolkit/pages/mod.ts";
import { connected } from "../toolkit/process/connected.ts";
import type { WorkContext } from "../toolkit/process/process.ts";
import { describeProcess } from "../toolkit/process/process_metrics.ts";
import { serviceHosts } from "../toolkit/registration/metrics_server.ts";
import { runGroups } from "../toolkit/runnable.ts";
import { parseSelector } from "../toolkit/selectors/mod.ts";
import { servingOptionsFromFlags } from "../toolkit/serving/mod.ts";
import { metricsApi, metricsQuestion } from "./api/metrics_api.ts";
import { metricsServerFlags, type MetricsServerValues } from "./flags.ts";
import { Places } from "./places.ts";
import { Agents } from "./scraping/agents.ts";
import { Scraper } from "./scraping/scraper.ts";
import { UsageStore } from "./usage/usage_store.ts";

/** What the process is given. */
export type StartOptions = WorkContext<MetricsServerValues>;

/** In the place of a file: the client config that the process has anyway. */
const ITS_OWN = "its own";

/** A node may miss a round before it is left out, and half a one for the time that rounds take. */
const KEPT_ROUNDS = 2.5;

/** Runs until the signal aborts. Rejects where flags can't be used. */
export async function startMetricsServer(options: StartOptions): Promise<void> {
  const { values, dialect, program, clock, logger, signal } = options;
  const names = NAMES[dialect];
  checkFlags(values);
  const plan = servingOptionsFromFlags(values);
  for (const notice of plan.notices) logger.warning("Note on a flag", { notice });
  const metrics = new Registry();
  describeProcess(metrics, { dialect });
  const config = values.orchconfig || undefined;
  const settings = await findSettings({ config, clock, logger });
  await using client = await clientOf(options, settings, "metrics", metrics);
  const resolutionMs = values["metric-resolution"];
  const store = new UsageStore(KEPT_ROUNDS * resolutionMs + values["nodeagent-request-timeout"]);
  using agents = await Agents.open({ values, settings, clock, logger, signal });
  await using places = new Places(client, values["node-selector"]);
  const scraper = new Scraper({
    places,
    agents,
    store,
    resolutionMs,
    timeoutMs: values["nodeagent-request-timeout"],
    concurrent: values["concurrent-scrapes"],
    metrics,
    clock,
    logger,
  });
  const health = {
    component: { name: program, flags: shownFlags(metricsServerFlags, values, dialect) },
    checks: scraper.checks,
    metrics,
    dialect,
    profiling: values.profiling,
    setVerbosity: options.setVerbosity,
    clock,
    logger,
  };
  const handler = metricsApi({ places, store, names, clock }, pages(health));
  await using reviewers = new AsyncDisposableStack();
  await using server = await serveGuarded({
    values: {
      ...values,
      "authentication-kubeconfig": values["authentication-kubeconfig"] || ITS_OWN,
      "authorization-kubeconfig": values["authorization-kubeconfig"] || ITS_OWN,
    },
    plan,
    names,
    program,
    hosts: serviceHosts(names),
    question: metricsQuestion(names),
    metrics,
    clock,
    logger,
    signal,
    clientOf: async (path, name) => {
      const own = path === ITS_OWN;
      const reviewer = own ? settings : await findSettings({ config: path, clock, logger });
      return reviewers.use(await clientOf(options, reviewer, name, metrics));
    },
  }, handler);
  await server?.known;
  await places.start(signal);
  logger.info("The nodes and pods are known", { nodes: places.nodes().length });
  await runGroups([scraper.runnables], { signal, logger });
}

function checkFlags(values: MetricsServerValues): void {
  try {
    parseSelector(values["node-selector"]);
  } catch (error) {
    throw new Error(`--node-selector: ${(error as Error).message}`, { cause: error });
  }
  if (values["nodeagent-preferred-address-types"].length === 0) {
    throw new Error("--nodeagent-preferred-address-types is empty: name at least one");
  }
  const [certificate, key] = [
    values["nodeagent-client-certificate"],
    values["nodeagent-client-key"],
  ];
  if ((certificate === "") !== (key === "")) {
    throw new Error(
      "--nodeagent-client-certificate and --nodeagent-client-key are a pair: give both, or none",
    );
  }
  if (values["nodeagent-insecure-tls"] && values["nodeagent-certificate-authority"] !== "") {
    throw new Error(
      "--nodeagent-insecure-tls takes any certificate, --nodeagent-certificate-authority does not: give one of them",
    );
  }
}

/** Settles when the server answers. */
function clientOf(
  options: StartOptions,
  config: ClientSettings,
  name: string,
  metrics: Registry,
): Promise<Client> {
  const { program, dialect, clock, logger, signal } = options;
  const userAgent = `${program}/${name}`;
  const random = () => options.random();
  const shared = { dialect, protobuf: true, userAgent, clock, logger, metrics, random, signal };
  return connected({ config, ...shared }, options);
}
