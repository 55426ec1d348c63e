/**
 * The controller manager as its flags ask for it.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import { openDelegation } from "../../toolkit/delegation/mod.ts";
import { readFlagFile } from "../../toolkit/flags/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { registerProcessMetrics, Registry } from "../../toolkit/metrics/mod.ts";
import { type Dialect, NAMES } from "../../toolkit/names.ts";
import { switchFeatures } from "../../toolkit/process/feature_gates.ts";
import { openCertificates, serve, servingOptionsFromFlags } from "../../toolkit/serving/mod.ts";
import { CONTROLLERS } from "../controllers.ts";
import type { ControllerValues } from "../process_controller.ts";
import { serveStatus } from "../serve_status.ts";
import { chooseControllers, namesOf } from "./choose.ts";
import { ManagerClients } from "./clients.ts";
import { configurationOf } from "./configuration.ts";
import { FirstOf } from "./first_of.ts";
import { ManagerHealth } from "./manager_health.ts";
import { type Migration, readMigration } from "./migration.ts";
import { pages } from "./pages.ts";
import { runManager } from "./run_manager.ts";

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

/** Requests under way have so long when the process ends. */
const GRACE_MS = 1000;

/** Runs until the signal aborts. Rejects where flags can't be used, and when the lead is lost. */
export async function startManager(options: StartOptions): Promise<void> {
  const { values, program, clock, logger, signal, random } = options;
  const { chosen, notices } = chooseControllers(values.controllers, CONTROLLERS);
  const features = switchFeatures({}, values["feature-gates"]);
  const plan = servingOptionsFromFlags(values);
  checkElection(values);
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
    await using _server = plan.listen === undefined ? undefined : await openPages(
      { ...options, signal: either.signal },
      { listen: plan.listen, plan, clients, health, metrics },
    );
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

/** What the secure port shows, and to whom. */
async function openPages(
  { values, dialect, program, clock, logger, signal }: StartOptions,
  { listen, plan, clients, health, metrics }: {
    readonly listen: NonNullable<ReturnType<typeof servingOptionsFromFlags>["listen"]>;
    readonly plan: ReturnType<typeof servingOptionsFromFlags>;
    readonly clients: ManagerClients;
    readonly health: ManagerHealth;
    readonly metrics: Registry;
  },
): Promise<AsyncDisposable> {
  const delegation = await openDelegation({
    values,
    names: NAMES[dialect],
    clock,
    logger,
    metrics,
    signal,
    clientOf: (path, name) => clients.by(path, name),
  });
  const tls = delegation.withAuthorities(
    await openCertificates(plan, {
      hosts: ["localhost", "127.0.0.1", "::1"],
      baseName: program,
      clientAuthorityFiles: delegation.authorityFiles,
      clock,
      logger,
    }),
  );
  const handler = pages({
    checks: health.checks,
    metrics,
    configuration: configurationOf(values, dialect),
    profiling: values.profiling,
    clock,
    logger,
  });
  const { minVersion, limits } = plan;
  const server = await serve(
    { listen, tls, minVersion, limits, clock, logger },
    delegation.guard(handler),
  ).catch(async (error) => {
    await tls.close();
    throw error;
  });
  logger.info("Serving", { ...server.address });
  return { [Symbol.asyncDispose]: () => server.close(GRACE_MS) };
}

/** Throws, naming the flags, where an election can't go by them. */
function checkElection(values: ControllerValues): void {
  if (!values["leader-elect"]) return;
  const lease = values["leader-elect-lease-duration"];
  const renew = values["leader-elect-renew-deadline"];
  const retry = values["leader-elect-retry-period"];
  if (lease >= 1000 && lease > renew && renew > retry * 1.2 && retry > 0) return;
  throw new Error(
    `--leader-elect-lease-duration (${lease} ms) must be a second at least and longer than ` +
      `--leader-elect-renew-deadline (${renew} ms), which must be more than 1.2 times ` +
      `--leader-elect-retry-period (${retry} ms), which must not be 0`,
  );
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
