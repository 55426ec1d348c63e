/**
 * Pods that have a node and wait for a plugin's word before they are bound.
 *
 * @module
 */

import type { Clock, Timer } from "../../../toolkit/clock.ts";
import { printDurationMs } from "../../../toolkit/values/mod.ts";
import { type Durations, outcomeOf } from "./framework_metrics.ts";
import type { Permits } from "./plugin.ts";
import { failed, type Rejection, unschedulable } from "./status.ts";

interface Waiting {
  /** The plugins whose word is missing, each with the end of its patience. */
  readonly timers: Map<string, Timer>;
  end(rejection: Rejection | undefined): void;
}

/** Who waits, and for whom. */
export class WaitingPods implements Permits {
  readonly #clock: Clock;
  readonly #times: Durations;
  readonly #waiting = new Map<string, Waiting>();

  /** `times`: where it is told how long pods wait. */
  constructor(clock: Clock, times: Durations) {
    this.#clock = clock;
    this.#times = times;
  }

  /** How many pods wait. */
  get size(): number {
    return this.#waiting.size;
  }

  /** Settles with the first no, or when all have said yes. Each plugin is waited for so many milliseconds. */
  wait(uid: string, waits: ReadonlyMap<string, number>): Promise<Rejection | undefined> {
    if (waits.size === 0) return Promise.resolve(undefined);
    const answer = Promise.withResolvers<Rejection | undefined>();
    const timers = new Map<string, Timer>();
    const beganMs = this.#clock.monotonic();
    const waiting = {
      timers,
      end: (rejection: Rejection | undefined) => {
        for (const timer of timers.values()) timer.cancel();
        timers.clear();
        if (this.#waiting.get(uid) === waiting) this.#waiting.delete(uid);
        this.#times.took(outcomeOf(rejection?.status), this.#clock.monotonic() - beganMs);
        answer.resolve(rejection);
      },
    };
    this.#waiting.set(uid, waiting);
    for (const [plugin, ms] of waits) {
      timers.set(
        plugin,
        this.#clock.after(ms, () =>
          this.reject(
            uid,
            plugin,
            `rejected due to timeout after waiting ${printDurationMs(ms)} at plugin ${plugin}`,
          )),
      );
    }
    return answer.promise;
  }

  allow(uid: string, plugin: string): boolean {
    const waiting = this.#waiting.get(uid);
    if (waiting === undefined) return false;
    waiting.timers.get(plugin)?.cancel();
    waiting.timers.delete(plugin);
    if (waiting.timers.size === 0) waiting.end(undefined);
    return true;
  }

  reject(uid: string, plugin: string, message: string): boolean {
    return this.#end(uid, { plugin, status: unschedulable(message) });
  }

  preempt(uid: string, plugin: string): boolean {
    const error = new Error("waiting on permit for pod: preempted");
    return this.#end(uid, { plugin, status: failed(error) });
  }

  #end(uid: string, rejection: Rejection): boolean {
    const waiting = this.#waiting.get(uid);
    if (waiting === undefined) return false;
    waiting.end(rejection);
    return true;
  }

  /** All are turned down: the scheduler ends. */
  end(): void {
    for (const uid of [...this.#waiting.keys()]) this.reject(uid, "", "the scheduler ends");
  }
}
