/**
 * What is told of events that are lost.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import type { Counter, Family, Registry } from "../../toolkit/metrics/mod.ts";
import type { AuditEvent } from "./event.ts";

/** Who lost them: what the metric calls the parts of the way of an event. */
export type LossPlugin = "log" | "webhook" | "dynamic_webhook" | "buffered" | "truncate";

/** The shortest time between two lines of the log about the same plugin, in milliseconds. */
const LINE_EVERY_MS = 1000;
/** Events that a line names. */
const NAMED_EVENTS = 5;

/** Counts lost events, and tells the log of them: once a second at most, however many there are. */
export class Losses {
  readonly #count: Family<"plugin", Counter>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #told = new Map<LossPlugin, { atMs: number; unsaid: number }>();

  constructor(metrics: Registry, clock: Clock, logger: Logger) {
    this.#count = metrics.counter({
      name: "apiserver_audit_error_total",
      help: "Number of audit events that were lost, by the plugin that lost them.",
      labels: ["plugin"],
    });
    this.#clock = clock;
    this.#logger = logger;
  }

  /** These events are lost on their way. */
  report(plugin: LossPlugin, error: unknown, events: readonly AuditEvent[]): void {
    this.#count.with({ plugin }).inc(events.length);
    const nowMs = this.#clock.monotonic();
    const told = this.#told.get(plugin);
    if (told !== undefined && nowMs - told.atMs < LINE_EVERY_MS) {
      told.unsaid += events.length;
      return;
    }
    this.#logger.error("Audit events are lost", error, {
      plugin,
      events: events.length,
      lostSinceLastLine: told?.unsaid ?? 0,
      ids: events.slice(0, NAMED_EVENTS).map(({ fields }) => `${fields.id} ${fields.stage}`),
    });
    this.#told.set(plugin, { atMs: nowMs, unsaid: 0 });
  }
}
