/**
 * Seeing that a controller runs for an object, or writes to it, again and again.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import { type Asked, lineOf } from "../../toolkit/client/asked.ts";
import type { BegunRun } from "../../toolkit/controller/mod.ts";

const MINUTE_MS = 60_000;
/** So many of the last runs are told of. */
const SHOWN_RUNS = 5;

/** A controller runs for one object, or writes to it, more often than it may. */
export class RequeueStorm extends Error {
  /** Tells it from other errors. */
  override readonly name = "RequeueStorm";
}

interface Counted {
  since: number;
  count: number;
  readonly last: string[];
}

const WRITES: ReadonlySet<string> = new Set(["update", "patch", "apply", "delete"]);
/** So many more objects may be made in one place than one may be written to. */
const CREATIONS = 10;

/** Counts the runs for each object, or the writes to it, and says when there are too many. */
export class StormWatch {
  readonly #limit: number;
  readonly #clock: Clock;
  readonly #runs = new Map<string, Counted>();

  /** `limit`: for one object within a minute. */
  constructor(limit: number, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Takes in a run; what is wrong where it is one too many. */
  count({ controller, object, causes }: BegunRun): RequeueStorm | undefined {
    const runs = this.#counted(`${controller} ${object}`);
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

  /** Takes in a request; what is wrong where it is one write too many to an object, or one too many is made. */
  countWrite(asked: Asked): RequeueStorm | undefined {
    const creates = asked.verb === "create";
    if (!creates && !WRITES.has(asked.verb)) return undefined;
    const line = lineOf(asked);
    const limit = creates ? CREATIONS * this.#limit : this.#limit;
    if (++this.#counted(line).count <= limit) return undefined;
    return new RequeueStorm(
      [
        `a requeue storm: controllers asked to ${line} more than ${limit} times within a minute`,
        "where so many writes are meant to be, raise runsPerMinute",
      ].join("\n"),
    );
  }

  #counted(key: string): Counted {
    const now = this.#clock.monotonic();
    const known = this.#runs.get(key);
    if (known !== undefined && now - known.since < MINUTE_MS) return known;
    const counted = { since: now, count: 0, last: [] };
    this.#runs.set(key, counted);
    return counted;
  }
}
