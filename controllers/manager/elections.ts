/**
 * Elections of a leader among the processes of a kind.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";
import { type Client, lead, type LockType } from "../../toolkit/mod.ts";
import { defaultIdentity } from "../../toolkit/operator/lead.ts";
import { flushEvents } from "../../toolkit/events/flush_events.ts";
import { Recorder } from "../../toolkit/events/recorder.ts";
import type { ControllerValues } from "../process_controller.ts";
import { FirstOf } from "./first_of.ts";
import type { ManagerHealth } from "./manager_health.ts";

/** What they take. */
export interface ElectionsOptions {
  readonly values: Pick<
    ControllerValues,
    | "leader-elect-lease-duration"
    | "leader-elect-renew-deadline"
    | "leader-elect-retry-period"
    | "leader-elect-resource-namespace"
  >;
  /** Who tells of elections. */
  readonly program: string;
  /** What this process is called in elections. Default: a name that no other process has. */
  readonly identity?: string;
  /** As the process itself. */
  readonly root: Client;
  readonly health: ManagerHealth;
  readonly metrics: Registry;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The elections that a process takes part in. */
export class Elections {
  readonly #options: ElectionsOptions;
  readonly #identity: string;
  readonly #recorder: Recorder;

  constructor(options: ElectionsOptions) {
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
    const rereads = metrics.counter({
      name: "leader_election_slowpath_total",
      help: "How often a lock had to be read anew before this process could renew it.",
      labels: ["name"],
      stability: "ALPHA",
    }).with({ name });
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
          if (what === "leads on") return rereads.inc();
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
    await flushEvents(this.#recorder, this.#options.clock);
  }
}

/** Throws, naming the flags, where an election can't go by them. */
export function checkElection(values: ElectionsOptions["values"]): void {
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
