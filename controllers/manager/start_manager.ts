/**
 * The controller manager as its flags ask for it.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import { readFlagFile } from "../../toolkit/flags/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { registerProcessMetrics, Registry } from "../../toolkit/metrics/mod.ts";
import { type Dialect, NAMES } from "../../toolkit/names.ts";
import { switchFeatures } from "../../toolkit/process/feature_gates.ts";
import { servingOptionsFromFlags } from "../../toolkit/serving/mod.ts";
import { CONTROLLERS } from "../controllers.ts";
import type { ControllerValues } from "../process_controller.ts";
import { serveStatus } from "../serve_status.ts";
import { chooseControllers, namesOf } from "./choose.ts";
import { ManagerClients } from "./clients.ts";
import { configurationOf } from "./configuration.ts";
import { checkElection } from "./elections.ts";
import { FirstOf } from "./first_of.ts";
import { ManagerHealth } from "./manager_health.ts";
import { type Migration, readMigration } from "./migration.ts";
import { runManager } from "./run_manager.ts";
import { servePages } from "./serve_pages.ts";

/** What the process is given. */
export interface StartOptions {
  readonly values: ControllerValues;
  readonly dialect: Dialect;
  readonly program: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  random(): number;
}

/** Runs until the signal aborts. Rejects where flags can't be used, and when the lead is lost. */
export async function startManager(options: StartOptions): Promise<void> {
  const { values, dialect, program, clock, logger, signal, random } = options;
  const { chosen, notices } = chooseControllers(values.controllers, CONTROLLERS);
  const features = switchFeatures({}, values["feature-gates"]);
  const plan = servingOptionsFromFlags(values);
  if (values["leader-elect"]) checkElection(values);
  const migration = await migrationOf(options);
  for (const notice of [...notices, ...features.notices, ...plan.notices]) {
    logger.warning("Note on a flag", { notice });
  }
  const metrics = new Registry({
    disabled: values["disabled-metrics"],
    allowLabels: values["allow-metric-labels"],
    showHiddenFor: values["show-hidden-metrics-for-version"],
  });
  registerProcessMetrics(metrics);
  const health = new ManagerHealth(clock);
  await using _status = serveStatus({
    socket: values["status-socket"],
    port: values["status-port"],
    isReady: () => health.isReady,
    metrics,
  });
  const over = new AbortController();
  using either = new FirstOf(signal, over.signal);
  try {
    await using clients = await ManagerClients.open({
      values,
      program,
      clock,
      logger,
      signal,
      random,
    });
    await using _server = await servePages({
      values,
      plan,
      names: NAMES[dialect],
      program,
      clients,
      checks: health.checks,
      metrics,
      configuration: configurationOf(values, dialect),
      profiling: values.profiling,
      clock,
      logger,
      signal: either.signal,
    });
    await runManager({
      controllers: chosen,
      values,
      migration,
      program,
      root: clients.root,
      own: (name) => clients.own(name),
      clientOf: (account) => clients.of(account),
      authorities: clients.authorities,
      health,
      metrics,
      clock,
      logger,
      random,
      signal,
    });
  } finally {
    over.abort(new DOMException("the process ends", "AbortError"));
  }
}

async function migrationOf(
  { values, dialect, program }: StartOptions,
): Promise<Migration | undefined> {
  if (!values["enable-leader-migration"]) return undefined;
  if (!values["leader-elect"]) {
    throw new Error("--enable-leader-migration needs --leader-elect: controllers move by a lock");
  }
  const flag = "leader-migration-config";
  const path = values[flag];
  const options = { dialect, component: program, names: namesOf(CONTROLLERS) };
  if (path === "") return readMigration(undefined, options);
  const text = await readFlagFile(flag, path);
  try {
    return readMigration(text, options);
  } catch (error) {
    throw new Error(`--${flag}: ${path}: ${(error as Error).message}`, { cause: error });
  }
}
