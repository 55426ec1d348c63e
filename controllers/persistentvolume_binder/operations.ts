/**
 * Volumes that somebody makes or deletes, and since when.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { BinderMetrics } from "./binder_metrics.ts";

interface Operation {
  readonly plugin: string;
  readonly name: "provision" | "delete";
  readonly since: number;
}

/**
 * What is under way by the key that it is worked on. It is measured from when it was asked for
 * until it has come to its end, whoever does it.
 */
export class Operations {
  readonly #clock: Clock;
  readonly #metrics: Pick<BinderMetrics, "took" | "failed">;
  readonly #byKey = new Map<string, Operation>();

  constructor(clock: Clock, metrics: Pick<BinderMetrics, "took" | "failed">) {
    this.#clock = clock;
    this.#metrics = metrics;
  }

  /** It is asked for; what was asked for before goes on. */
  begin(key: string, name: Operation["name"], plugin: string): void {
    if (this.#byKey.has(key)) return;
    this.#byKey.set(key, { plugin, name, since: this.#clock.monotonic() });
  }

  /** Something has failed about it, and is tried again. */
  failed(key: string): void {
    const one = this.#byKey.get(key);
    if (one !== undefined) this.#metrics.failed(one.plugin, one.name);
  }

  /** It has come to its end, if it was asked for. */
  done(key: string): void {
    const one = this.#byKey.get(key);
    if (one === undefined) return;
    this.#byKey.delete(key);
    this.#metrics.took(one.plugin, one.name, this.#clock.monotonic() - one.since);
  }

  /** Nobody asks for it any more. */
  forget(key: string): void {
    this.#byKey.delete(key);
  }
}
