/**
 * How healthy a process was found: each check's last result, and how often it passed and failed.
 *
 * @module
 */

import { type Counter, type Family, type Gauge, Registry } from "../metrics/mod.ts";
import type { Dialect } from "../names.ts";

/** Metrics of their own, for whoever measures how often a process was there: they are read often, and are few. */
export class HealthIndicators {
  readonly #registry = new Registry();
  readonly #last: Family<"name" | "type", Gauge>;
  readonly #results: Family<"name" | "type" | "status", Counter>;

  constructor(dialect: Dialect) {
    this.#last = this.#registry.gauge({
      name: `${dialect}_healthcheck`,
      help: "The last result of a check of health: 1 where it passed, 0 where it failed.",
      labels: ["name", "type"],
      stability: "STABLE",
    });
    this.#results = this.#registry.counter({
      name: `${dialect}_healthchecks_total`,
      help: "How often checks of health were asked, by what came of it.",
      labels: ["name", "type", "status"],
      stability: "STABLE",
    });
  }

  /** What came of a check that was asked by `type`: `livez`, `readyz` or `healthz`. */
  observe(name: string, type: string, passed: boolean): void {
    this.#last.with({ name, type }).set(passed ? 1 : 0);
    this.#results.with({ name, type, status: passed ? "success" : "error" }).inc();
  }

  /** All of them, as metrics are served. */
  render(): string {
    return this.#registry.render();
  }
}
