/**
 * Seeing that a controller runs for an object again and again.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { BegunRun } from "../../toolkit/controller/mod.ts";

const MINUTE_MS = 60_000;
/** So many of the last runs are told of. */
const SHOWN_RUNS = 5;

/** A controller runs for one object more often than it may. */
export class RequeueStorm extends Error {
  /** Tells it from other errors. */
  override readonly name = "RequeueStorm";
}

interface Counted {
  since: number;
  count: number;
  readonly last: string[];
}

/** Counts the runs for each object, and says when there are too many. */
export class StormWatch {
  readonly #limit: number;
  readonly #clock: Clock;
  readonly #runs = new Map<string, Counted>();

  /** `limit`: runs for one object within a minute. */
  constructor(limit: number, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Takes in a run; what is wrong where it is one too many. */
  count({ controller, object, causes }: BegunRun): RequeueStorm | undefined {
    const key = `${controller} ${object}`;
    const now = this.#clock.monotonic();
    let runs = this.#runs.get(key);
    if (runs === undefined || now - runs.since >= MINUTE_MS) {
      this.#runs.set(key, runs = { since: now, count: 0, last: [] });
    }
    const why = causes.map(({ type, kind, ref, changed = [] }) =>
      [type, kind?.kind, ref, changed.length > 0 ? `(${changed.join(", ")})` : ""]
        .filter((part) => part !== undefined && part !== "").join(" ")
    );
    runs.last.push(why.join("; "));
    if (runs.last.length > SHOWN_RUNS) runs.last.shift();
    if (++runs.count <= this.#limit) return undefined;
    return new RequeueStorm(
      [
        `a requeue storm: ${controller} ran for ${object} more than ${this.#limit} times within a minute`,
        `what woke it last:`,
        ...runs.last.map((line) => `  ${line || "nothing that is known"}`),
        "where so many runs are meant to be, raise runsPerMinute",
      ].join("\n"),
    );
  }
}
