/**
 * What is shown of the availability of what APIServices name.
 *
 * @module
 */

import type { Registry } from "../../toolkit/metrics/mod.ts";
import { isAvailable } from "./available.ts";
import type { ResourceStorage } from "../resource/resource_storage.ts";

/** Counts and shows availability. */
export class AvailabilityMetrics {
  readonly #metrics: Registry;
  readonly #unavailable;
  readonly #losses;

  constructor(metrics: Registry) {
    this.#metrics = metrics;
    this.#unavailable = metrics.gauge({
      name: "aggregator_unavailable_apiservice",
      help: "Whether an APIService is said to be unavailable (1) or not (0), by its name.",
      labels: ["name"],
    });
    this.#losses = metrics.counter({
      name: "aggregator_unavailable_apiservice_total",
      help:
        "Number of times that an APIService was available and then was not, by name and reason.",
      labels: ["name", "reason"],
    });
  }

  /** An APIService was available, and is not any more. */
  lost(name: string, reason: string): void {
    this.#losses.with({ name, reason }).inc();
  }

  /** Shows what all APIServices say of themselves, until what is returned is disposed. */
  show({ cache, prefix }: ResourceStorage): Disposable {
    const before = new Set<string>();
    return this.#metrics.beforeRender(() => {
      const names = new Set<string>();
      for (const entry of cache.joined().entries) {
        const name = entry.key.slice(prefix.length);
        names.add(name);
        before.add(name);
        this.#unavailable.with({ name }).set(isAvailable(entry) ? 0 : 1);
      }
      for (const name of before) {
        if (names.has(name)) continue;
        before.delete(name);
        this.#unavailable.remove({ name });
      }
    });
  }
}
