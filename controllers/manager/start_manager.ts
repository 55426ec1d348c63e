/**
 * The controller manager as its flags ask for it.
 *
 * @module
 */

import { readFlagFile } from "../../toolkit/flags/mod.ts";
import type { WorkContext } from "../../toolkit/process/process.ts";
import { CONTROLLERS } from "../controllers.ts";
import { DebugPages } from "../debug_pages.ts";
import type { ControllerValues } from "../process_controller.ts";
import { chooseControllers, namesOf } from "./choose.ts";
import { configurationOf } from "./configuration.ts";
import { checkElection } from "./elections.ts";
import { ManagerHealth } from "./manager_health.ts";
import { type Migration, readMigration } from "./migration.ts";
import { runManager } from "./run_manager.ts";
import { controllerManagerFlags } from "../flags/mod.ts";
import { whileServed } from "./while_served.ts";

/** What the process is given. */
export type StartOptions = WorkContext<ControllerValues>;

/** Runs until the signal aborts. Rejects where flags can't be used, and when the lead is lost. */
export async function startManager(options: StartOptions): Promise<void> {
  const { values, dialect, program, clock, logger, signal, random } = options;
  const { chosen, notices } = chooseControllers(values.controllers, CONTROLLERS);
  if (values["leader-elect"]) checkElection(values);
  const migration = await migrationOf(options);
  const health = new ManagerHealth(clock);
  const debugPages = new DebugPages();
  await whileServed({
    ...options,
    groups: controllerManagerFlags,
    connection: values,
    notices,
    configuration: configurationOf(values, dialect),
    profiling: values.profiling,
    health,
    more: debugPages.byPath,
  }, ({ clients, metrics }) =>
    runManager({
      controllers: chosen,
      values,
      migration,
      program,
      root: clients.root,
      own: (name) => clients.own(name),
      clientOf: (account) => clients.of(account),
      authorities: clients.authorities,
      health,
      debugPages,
      metrics,
      clock,
      logger,
      random,
      signal,
    }));
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
