/**
 * The work of the controller manager: controllers that run while this process leads.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";
import type { Client, LockType } from "../../toolkit/mod.ts";
import { runGroups, type Runnable } from "../../toolkit/runnable.ts";
import type { DebugPages } from "../debug_pages.ts";
import { SharedInformers } from "../loop/mod.ts";
import type { ControllerValues, ProcessController } from "../process_controller.ts";
import { Elections } from "./elections.ts";
import { FirstOf } from "./first_of.ts";
import type { ManagerHealth } from "./manager_health.ts";
import type { Migration } from "./migration.ts";
import { runningControllers } from "./running_controllers.ts";
import { startLater } from "./start_later.ts";

/** What it takes. */
export interface ManagerOptions {
  readonly controllers: readonly ProcessController[];
  readonly values: ControllerValues;
  /** Undefined: nothing moves. */
  readonly migration: Migration | undefined;
  /** Who tells of elections. */
  readonly program: string;
  /** What this process is called in elections. Default: a name that no other process has. */
  readonly identity?: string;
  /** As the process itself. */
  readonly root: Client;
  /** Another client as the process itself, which the informers read with. */
  own(name: string): Promise<Client>;
  /** What the server's certificate is checked with, in PEM. Undefined: the system's authorities. */
  readonly authorities: string | undefined;
  /** The client of a controller's account. */
  clientOf(account: string): Promise<Client>;
  readonly health: ManagerHealth;
  /** Where controllers show what they know. */
  readonly debugPages: DebugPages;
  readonly metrics: Registry;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A number from 0 up to 1. */
  random(): number;
  readonly signal: AbortSignal;
}

/**
 * Runs controllers until the signal aborts; where a leader is elected, only while this process leads. Rejects when the
 * lead is lost, as others may work from then on, and when a controller has failed. A lead is handed over only when
 * the last controller has ended.
 */
export async function runManager(options: ManagerOptions): Promise<void> {
  const { controllers, values, migration, health, signal } = options;
  if (!values["leader-elect"]) return await runControllers(options, controllers, signal);
  health.elects(values["leader-elect-lease-duration"]);
  const elections = new Elections(options);
  const placed = (place: ReturnType<Migration["placeOf"]>) =>
    controllers.filter(({ name }) => (migration?.placeOf(name) ?? "main") === place);
  const over = new AbortController();
  using either = new FirstOf(signal, over.signal);
  const all = either.signal;
  // Whoever has the first lock alone may take the second one, or two processes could have one each.
  const first = Promise.withResolvers<void>();
  const under = async (
    name: string,
    type: LockType,
    some: readonly ProcessController[],
    started: () => void,
  ) => {
    try {
      await elections.while(
        name,
        type,
        all,
        (stop) => runControllers(options, some, stop, started),
      );
    } finally {
      over.abort(new DOMException("a part of the process has ended", "AbortError"));
    }
  };
  const main = under(
    values["leader-elect-resource-name"],
    values["leader-elect-resource-lock"],
    placed("main"),
    first.resolve,
  ).finally(first.resolve);
  const migrated = migration === undefined ? Promise.resolve() : first.promise.then(async () => {
    if (all.aborted) return;
    await under(migration.leaderName, "leases", placed("migrated"), () => {});
  });
  const outcomes = await Promise.allSettled([main, migrated]);
  await elections.flushed();
  const failed = outcomes.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

/** Runs some controllers until the signal aborts: from then on none of them writes anything. */
async function runControllers(
  options: ManagerOptions,
  controllers: readonly ProcessController[],
  signal: AbortSignal,
  started = () => {},
): Promise<void> {
  const { values, health, metrics, clock, logger, random } = options;
  if (signal.aborted) return;
  const allStarted = health.starts();
  const shared = await options.own("shared-informers");
  const resync = values["min-resync-period"] * (1 + random());
  await using informers = new SharedInformers(shared, { ...(resync > 0 && { resync }) });
  const shown = runningControllers(metrics, options.program);
  const made: Runnable[] = [];
  for (const controller of controllers) {
    const client = controller.account === undefined
      ? await options.own(controller.name)
      : await options.clientOf(controller.account);
    const runnable = controller.make({
      client: client.with({ writesSeenBy: shared, signal }),
      informers,
      values,
      authorities: options.authorities,
      show: options.debugPages.of(controller.name),
      metrics,
      clock,
      logger: logger.with({ controller: controller.name }),
      random: () => random(),
    });
    if (runnable === undefined) {
      logger.info("A controller is skipped, as the flags say", { controller: controller.name });
      continue;
    }
    health.runs(controller.name);
    made.push(shown(controller, runnable));
  }
  const runnables = startLater(made, values["controller-start-interval"], clock);
  await runGroups([runnables, [untilStopped]], {
    signal,
    logger,
    started() {
      allStarted();
      logger.info("The controllers run", { controllers: made.map(({ name }) => name).join(", ") });
      started();
    },
  });
}

/** Without any controller the process lives on all the same. */
const untilStopped = {
  name: "process",
  run: ({ signal }: { readonly signal: AbortSignal }) =>
    new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
      if (signal.aborted) resolve();
    }),
};
