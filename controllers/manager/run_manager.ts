/**
 * The work of the controller manager: controllers that run while this process leads.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import { sleep } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";
import { type Client, lead, type LockType } from "../../toolkit/mod.ts";
import { defaultIdentity } from "../../toolkit/operator/lead.ts";
import { runGroups, type Runnable } from "../../toolkit/runnable.ts";
import { Recorder } from "../events/recorder.ts";
import { SharedInformers } from "../loop/mod.ts";
import type { ControllerValues, ProcessController } from "../process_controller.ts";
import { FirstOf } from "./first_of.ts";
import type { ManagerHealth } from "./manager_health.ts";
import type { Migration } from "./migration.ts";
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
  readonly metrics: Registry;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A number from 0 up to 1. */
  random(): number;
  readonly signal: AbortSignal;
}

/** How long events may take that wait to be written when the process ends. */
const FLUSH_MS = 5000;

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
  const allStarted = health.starts(controllers.map(({ name }) => name));
  const shared = await options.own("shared-informers");
  const resync = values["min-resync-period"] * (1 + random());
  await using informers = new SharedInformers(shared, { ...(resync > 0 && { resync }) });
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
      metrics,
      clock,
      logger: logger.with({ controller: controller.name }),
      random: () => random(),
    });
    if (runnable === undefined) {
      logger.info("A controller is skipped, as the flags say", { controller: controller.name });
    } else made.push(runnable);
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

/** The elections that this process takes part in. */
class Elections {
  readonly #options: ManagerOptions;
  readonly #identity: string;
  readonly #recorder: Recorder;

  constructor(options: ManagerOptions) {
    const { root, program, clock, logger } = options;
    this.#options = options;
    this.#identity = options.identity ?? defaultIdentity();
    this.#recorder = new Recorder({ client: root, component: program, clock, logger });
  }

  /** Does `work` while this process has the lock. Rejects when it is lost before the signal aborts. */
  async while(
    name: string,
    lock: LockType,
    signal: AbortSignal,
    work: (stop: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const { root, values, clock, logger, health, metrics } = this.#options;
    const status = metrics.gauge({
      name: "leader_election_master_status",
      help: "Whether this process leads, by the name of the lock: 1, or 0 where another one does.",
      labels: ["name"],
    }).with({ name });
    status.set(0);
    const namespace = values["leader-elect-resource-namespace"];
    logger.info("This process waits to lead", { lock: `${namespace}/${name}`, type: lock });
    health.waits();
    // The lead itself is kept until the last controller has ended.
    const waiting = new FirstOf(signal);
    let held;
    try {
      held = await lead(root, { namespace, name }, {
        lease: values["leader-elect-lease-duration"],
        renew: values["leader-elect-renew-deadline"],
        retry: values["leader-elect-retry-period"],
        identity: this.#identity,
        lock,
        clock,
        signal: waiting.signal,
        told: (what, objects) => {
          status.set(what === "became leader" ? 1 : 0);
          for (const object of objects) {
            this.#recorder.normal(object, "LeaderElection", `${this.#identity} ${what}`);
          }
        },
      });
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    } finally {
      waiting[Symbol.dispose]();
    }
    await using lease = held;
    using _ = health.leads(lease);
    using either = new FirstOf(signal, lease.lost);
    await work(either.signal);
    if (lease.lost.aborted && !signal.aborted) {
      throw new Error(`leader election lost: ${namespace}/${name} is no longer this process's`, {
        cause: lease.lost.reason,
      });
    }
  }

  /** Settles when events are written, or that takes too long. */
  async flushed(): Promise<void> {
    const done = new AbortController();
    const late = sleep(this.#options.clock, FLUSH_MS, done.signal).catch(() => {});
    await Promise.race([this.#recorder.flushed(), late]);
    done.abort();
  }
}
