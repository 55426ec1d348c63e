/**
 * How many requests are worked on, and how many wait, under the reference's names.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";
import type { RequestContext } from "../http/context.ts";

/** How many requests there are at a time. */
export interface Crowd {
  came(): void;
  went(): void;
}

/** Requests in one state, by whether they change anything. */
export interface Crowds {
  of(context: RequestContext): Crowd;
}

/** Requests that have a seat, and those that wait for one. */
export interface SeatMetrics {
  readonly running: Crowds;
  readonly waiting: Crowds;
}

const READING = new Set(["get", "list", "watch", "head", "options"]);

/** Declares the metrics: of the busiest moment of the last second, as what is looked at now and then shows nothing. */
export function declareSeatMetrics(
  registry: Registry,
  clock: Pick<Clock, "monotonic">,
): SeatMetrics {
  const crowds = (name: string, help: string, stability: "ALPHA" | "STABLE"): Crowds => {
    const gauge = registry.gauge({ name, help, stability, labels: ["request_kind"] });
    const reading = new Busiest(clock);
    const writing = new Busiest(clock);
    const kinds = [
      [gauge.with({ request_kind: "readOnly" }), reading],
      [gauge.with({ request_kind: "mutating" }), writing],
    ] as const;
    registry.beforeRender(() => {
      for (const [gauge, crowd] of kinds) gauge.set(crowd.most);
    });
    return { of: ({ info }) => READING.has(info.verb) ? reading : writing };
  };
  return {
    running: crowds(
      "apiserver_current_inflight_requests",
      "The most requests that were worked on at a time within the last second, reading (readOnly) " +
        "or writing (mutating), without watches and others that last.",
      "STABLE",
    ),
    waiting: crowds(
      "apiserver_current_inqueue_requests",
      "The most requests that waited for a seat at a time within the last second, reading " +
        "(readOnly) or writing (mutating).",
      "ALPHA",
    ),
  };
}

/** A count, and the most that it was in this second and the one before. */
export class Busiest implements Crowd {
  readonly #clock: Pick<Clock, "monotonic">;
  #now = 0;
  #second = 0;
  #most = 0;
  #mostBefore = 0;

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  came(): void {
    this.#turn();
    this.#now++;
    if (this.#now > this.#most) this.#most = this.#now;
  }

  went(): void {
    this.#turn();
    this.#now--;
  }

  /** The most since the second before this one began. */
  get most(): number {
    this.#turn();
    return Math.max(this.#most, this.#mostBefore);
  }

  #turn(): void {
    const second = Math.floor(this.#clock.monotonic() / 1000);
    if (second === this.#second) return;
    this.#mostBefore = second === this.#second + 1 ? this.#most : this.#now;
    this.#second = second;
    this.#most = this.#now;
  }
}
