/**
 * A request as flow control sees it: it waits, is worked on, lingers, and is over.
 *
 * @module
 */

import { NO_PLACE, type Placed } from "../../toolkit/slots.ts";
import type { RequestContext } from "../http/context.ts";
import type { Flow } from "./flow.ts";
import type { GateHeaders, Seat } from "./gate.ts";
import type { FairQueue } from "./fair_queue.ts";
import type { QueueSet } from "./queue_set.ts";
import { seatSecondsOf, widthOf, type Work } from "./work.ts";

/** Where a request is on its way. */
export type TicketState = "waiting" | "running" | "over";

/** One request. It is the seat that the request has once it runs. */
export class Ticket implements Seat, Placed {
  readonly is = "seat";
  /** Among those that run. */
  place = NO_PLACE;
  readonly set: QueueSet;
  readonly flow: Flow;
  readonly work: Work;
  readonly width: number;
  /** All that it takes, as believed, in seconds of one seat. */
  readonly seatSeconds: number;
  /** What asks; for those who look into the queues. */
  readonly request: RequestContext;
  /** When it came, in milliseconds since 1970, and on the clock's own scale. */
  readonly arrived: number;
  readonly arrivedAt: number;
  /** The virtual time at which it came. */
  arrivedVirtually = 0;
  state: TicketState = "waiting";
  /** When it began, as {@link arrived} and {@link arrivedAt}; 0: it has not. */
  began = 0;
  beganAt = 0;
  /** Undefined where its level has no queues. */
  queue: FairQueue | undefined;
  /** Its neighbours in the queue. */
  before: Ticket | undefined;
  after: Ticket | undefined;
  /** Called once when it has its seats, where it had to wait for them. */
  onAdmitted: (() => void) | undefined;

  constructor(
    set: QueueSet,
    flow: Flow,
    work: Work,
    request: RequestContext,
    arrived: number,
    arrivedAt: number,
  ) {
    this.set = set;
    this.flow = flow;
    this.work = work;
    this.width = widthOf(work);
    this.seatSeconds = seatSecondsOf(work);
    this.request = request;
    this.arrived = arrived;
    this.arrivedAt = arrivedAt;
  }

  get headers(): GateHeaders {
    return this.flow.headers;
  }

  leave(): void {
    this.set.finish(this);
  }
}
