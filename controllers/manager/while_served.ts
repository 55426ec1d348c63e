/**
 * What the manager and the scheduler have in common around their work: feature gates, metrics, clients, and the
 * pages on their ports.
 *
 * @module
 */

import { findSettings } from "../../toolkit/client/find_settings.ts";
import type { FlagGroup } from "../../toolkit/flags/mod.ts";
import { shownFlags } from "../../toolkit/flags/shown_flags.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { type PageAnswer, pages, serveGuarded } from "../../toolkit/pages/mod.ts";
import { switchFeatures } from "../../toolkit/process/feature_gates.ts";
import { describeProcess } from "../../toolkit/process/process_metrics.ts";
import { servingOptionsFromFlags } from "../../toolkit/serving/mod.ts";
import type { WorkContext } from "../../toolkit/process/process.ts";
import type { ControllerValues } from "../process_controller.ts";
import { serveStatus } from "../serve_status.ts";
import { ManagerClients, type ManagerClientsOptions } from "./clients.ts";
import { FirstOf } from "./first_of.ts";
import type { ManagerHealth } from "./manager_health.ts";

/** Flags that both processes have. */
type ServedValues =
  & Pick<
    ControllerValues,
    | "feature-gates"
    | "disabled-metrics"
    | "allow-metric-labels"
    | "show-hidden-metrics-for-version"
    | "status-socket"
    | "status-port"
  >
  & Parameters<typeof servingOptionsFromFlags>[0]
  & Parameters<typeof serveGuarded>[0]["values"];

/** What a process is given. */
export interface ServedOptions extends WorkContext<ServedValues> {
  /** What the flags were parsed by. */
  readonly groups: readonly FlagGroup[];
  /** Of clients, from flags or from a file. */
  readonly connection: ManagerClientsOptions["values"];
  /** What is logged of flags besides what is found out here. */
  readonly notices: readonly string[];
  /** The configuration in force, as JSON. */
  readonly configuration: object;
  readonly profiling: boolean;
  readonly health: ManagerHealth;
  /** Pages that are shown on every port, by their paths: what they answer to a query. Default: none. */
  readonly more?: Readonly<Record<string, (query: URLSearchParams) => PageAnswer>>;
}

/** What is there while the process is served. */
export interface Served {
  readonly clients: ManagerClients;
  readonly metrics: Registry;
  /** Aborts when the work is done, or has failed. */
  readonly over: AbortSignal;
}

/**
 * Does `work` once the API server answers, and shows how the process is from before that until the work is done, on all
 * its ports.
 * Rejects where flags can't be used, and with what the work rejects with.
 */
export async function whileServed(
  options: ServedOptions,
  work: (served: Served) => Promise<void>,
): Promise<void> {
  const { values, health, more = {}, program, clock, logger, signal, random } = options;
  const features = switchFeatures({}, values["feature-gates"]);
  const plan = servingOptionsFromFlags(values);
  for (const notice of [...options.notices, ...features.notices, ...plan.notices]) {
    logger.warning("Note on a flag", { notice });
  }
  const metrics = new Registry({
    disabled: values["disabled-metrics"],
    allowLabels: values["allow-metric-labels"],
    showHiddenFor: values["show-hidden-metrics-for-version"],
  });
  describeProcess(metrics, { dialect: options.dialect });
  await using _status = await serveStatus({
    socket: values["status-socket"],
    port: values["status-port"],
    isReady: () => health.isReady,
    metrics,
    pages: more,
    clock,
    logger,
  });
  const over = new AbortController();
  using either = new FirstOf(signal, over.signal);
  const connect = await ManagerClients.prepare({
    values: options.connection,
    program,
    clock,
    logger,
    metrics,
    signal: either.signal,
    random,
  });
  // The port is there before the server answers: only what is asked of the server waits for that.
  const opening = connect();
  opening.catch(() => {});
  await using opened = new AsyncDisposableStack();
  opened.defer(async () => {
    over.abort(new DOMException("the process ends", "AbortError"));
    const clients = await opening.catch(() => undefined);
    await clients?.[Symbol.asyncDispose]();
  });
  health.checks.push({
    name: "shutdown",
    readinessOnly: true,
    check: () => signal.throwIfAborted(),
  });
  const shown = {
    component: { name: program, flags: shownFlags(options.groups, values, options.dialect) },
    checks: health.checks,
    metrics,
    dialect: options.dialect,
    configuration: options.configuration,
    profiling: options.profiling,
    setVerbosity: options.setVerbosity,
    more,
    clock,
    logger,
  };
  const server = opened.use(
    await serveGuarded({
      values,
      plan,
      names: NAMES[options.dialect],
      program,
      async clientOf(config, name) {
        const settings = await findSettings({ config, clock, logger });
        return await (await opening).by(settings, name);
      },
      metrics,
      clock,
      logger,
      signal: either.signal,
    }, pages(shown)),
  );
  // A config of a flag that can't be used is told whether or not the server answers.
  const known = server?.known ?? Promise.resolve();
  const [clients] = await Promise.all([opening, known]);
  await work({ clients, metrics, over: over.signal });
}
