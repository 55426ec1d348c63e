/**
 * The gate that has requests wait: each belongs to a level, which has a part of the server, and to a flow, which
 * gets its share of the level.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { RequestContext } from "../http/context.ts";
import { Deadlines } from "../http/deadlines.ts";
import type { Query } from "../http/query.ts";
import type { ServerContext } from "../server_context.ts";
import { estimateWork } from "./estimate_work.ts";
import type { Rejection, RequestGate, Seat } from "./gate.ts";
import type { Level } from "./level.ts";
import type { Levels } from "./levels.ts";
import { showLevels, showQueues, showRequests } from "./show.ts";
import type { Ticket } from "./ticket.ts";
import { widthOf } from "./work.ts";

/** The longest that any request waits. */
const MOST_WAIT_MS = 60_000;

/** The part of a request's time that it may wait. */
const WAITING_PART = 1 / 4;

/** What the gate is made of. */
export interface PriorityAndFairnessOptions {
  readonly levels: Levels;
  readonly source: Pick<ServerContext["source"], "find">;
  readonly clock: Clock;
  /** How long requests may take that say nothing of it; 0: for ever. */
  readonly requestTimeoutMs: number;
  /** Called before each request is looked at. */
  beforeEach?(): void;
}

/** Lets requests in by priority and fairness. */
export class PriorityAndFairness implements RequestGate {
  readonly #options: PriorityAndFairnessOptions;
  readonly #waits: Deadlines;
  readonly #mostWaitMs: number;

  constructor(options: PriorityAndFairnessOptions) {
    this.#options = options;
    const { requestTimeoutMs } = options;
    const quarter = requestTimeoutMs > 0 ? requestTimeoutMs * WAITING_PART : MOST_WAIT_MS;
    this.#mostWaitMs = Math.min(quarter, MOST_WAIT_MS);
    this.#waits = new Deadlines(options.clock, this.#mostWaitMs);
  }

  enter(context: RequestContext): Seat | Rejection | Promise<Seat | Rejection> {
    // What is meant to last would have its seats for ever.
    if (context.isLongRunning && context.info.verb !== "watch") return FREE;
    context.signal.throwIfAborted();
    this.#options.beforeEach?.();
    const { levels, source } = this.#options;
    const { level, flow } = levels.classify(context);
    const work = estimateWork(context, {
      source,
      mostSeats: level.mostSeats,
      watchers: (count) => flow.metrics.watchers(count),
    });
    flow.metrics.estimated(widthOf(work));
    const ticket = level.set.enter(flow, work, context);
    if (typeof ticket === "string") return this.#rejection(level, flow.headers);
    return ticket.state === "running" ? ticket : this.#admitted(level, ticket);
  }

  show(path: string, query: Query): string | undefined {
    if (!path.startsWith(SHOWN)) return undefined;
    const levels = this.#options.levels.all;
    switch (path.slice(SHOWN.length)) {
      case "dump_priority_levels":
        return showLevels(levels);
      case "dump_queues":
        return showQueues(levels);
      case "dump_requests":
        return showRequests(levels, query.get("includeRequestDetails") !== "");
      default:
        return undefined;
    }
  }

  /** Nobody waits any more. */
  close(): void {
    this.#waits.close();
    this.#options.levels.close();
  }

  /** Settles when the request has its seats, may wait no longer, or its client is gone. */
  #admitted(level: Level, ticket: Ticket): Promise<Seat | Rejection> {
    const { signal, askedTimeMs } = ticket.request;
    const asked = askedTimeMs * WAITING_PART;
    const { promise, resolve, reject } = Promise.withResolvers<Seat | Rejection>();
    const gone = () => {
      wait.release();
      level.set.giveUp(ticket, "cancelled");
      reject(signal.reason);
    };
    const late = () => {
      signal.removeEventListener("abort", gone);
      level.set.giveUp(ticket, "timedOut");
      resolve(this.#rejection(level, ticket.headers));
    };
    const wait = this.#waits.begin({ cancel: late }, asked < this.#mostWaitMs ? asked : 0);
    signal.addEventListener("abort", gone, { once: true });
    ticket.onAdmitted = () => {
      wait.release();
      signal.removeEventListener("abort", gone);
      resolve(ticket);
    };
    return promise;
  }

  #rejection(level: Level, headers: Rejection["headers"]): Rejection {
    level.retryAfter.note(this.#options.clock.now());
    return { is: "rejection", retryAfterSeconds: level.retryAfter.seconds, headers };
  }
}

/** What people may look at. */
const SHOWN = "/debug/api_priority_and_fairness/";

const FREE: Seat = { is: "seat", width: 0, leave() {} };
