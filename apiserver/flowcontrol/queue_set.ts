/**
 * The queues of a level, and its seats: who waits, who is next, who has to go.
 *
 * @module
 */

import type { Clock, Timer } from "../../toolkit/clock.ts";
import { Slots } from "../../toolkit/slots.ts";
import type { RequestContext } from "../http/context.ts";
import { FairQueue } from "./fair_queue.ts";
import type { Flow } from "./flow.ts";
import { type Pace, type Paced, UNPACED } from "./pace.ts";
import { SeatDemand } from "./seat_demand.ts";
import { Ticket } from "./ticket.ts";
import type { Work } from "./work.ts";

/** What becomes of requests for which there is no seat. */
export type Dispatching =
  /** There is always one. */
  | { readonly type: "exempt" }
  /** They are sent away. */
  | { readonly type: "reject" }
  /** They wait, so many a queue. */
  | { readonly type: "queue"; readonly lengthLimit: number };

/** Why a request is sent away; what the metrics call it. */
export type Refusal = "queue-full" | "concurrency-limit" | "time-out";

/** So many queues may be remembered that are not used. */
const KEPT_QUEUES = 128;

/**
 * The requests of a level. Seats are handed out as fair queuing has it: each queue in use is to have the same
 * share of the seats over time, whatever the number and the width of the requests in it. For this each has a virtual
 * time, the seconds of a seat that it has had, and the one whose next request would be over first is next. The level's
 * virtual time is that of the queue whose turn it was last: there a queue begins that comes, or comes back. What a
 * request takes is believed until it is over, twice what it has had at least, then corrected.
 */
export class QueueSet implements Paced {
  readonly demand: SeatDemand;
  readonly #clock: Clock;
  readonly #pace: Pace;
  #dispatching: Dispatching;
  #limit: number;
  /** Queues with requests in them or seats in use, and those that had more than others have had since. */
  readonly #queues = new Map<number, FairQueue>();
  /** With so many it is time to forget those that others have caught up with. */
  #mostQueues = KEPT_QUEUES;
  /** Those in which somebody waits; the one that had its turn last comes last. */
  readonly #waiting = new Set<FairQueue>();
  readonly #running = new Slots<Ticket>();
  readonly #lingering = new Map<Ticket, Timer>();
  #activeQueues = 0;
  #requestsWaiting = 0;
  #widthWaiting = 0;
  #seatsInUse = 0;
  #virtual = 0;
  #lastSync: number;
  #entered = 0;
  #isClosed = false;
  /** How many requests ever began, were sent away, and of those gave up or waited too long. */
  readonly totals = { dispatched: 0, rejected: 0, timedOut: 0, cancelled: 0 };
  /** Told when nothing waits or runs any more. */
  onIdle: (() => void) | undefined;

  constructor(clock: Clock, dispatching: Dispatching, limit: number, pace = UNPACED) {
    this.#clock = clock;
    this.#pace = pace;
    this.#dispatching = dispatching;
    this.#limit = limit;
    this.#lastSync = clock.monotonic();
    this.demand = new SeatDemand(this.#lastSync);
  }

  get limit(): number {
    return this.#limit;
  }

  get seatsInUse(): number {
    return this.#seatsInUse;
  }

  get requestsWaiting(): number {
    return this.#requestsWaiting;
  }

  get seatsWaiting(): number {
    return this.#widthWaiting;
  }

  /** Those that are worked on. */
  get running(): Iterable<Ticket> & { readonly size: number } {
    return this.#running;
  }

  /** Virtual time, in seconds of one seat. */
  get virtualTime(): number {
    return this.#virtual;
  }

  /** Whether nothing waits or runs. */
  get isIdle(): boolean {
    return this.#requestsWaiting === 0 && this.#running.size === 0;
  }

  /** Queues with something in them, by number. */
  get queues(): readonly FairQueue[] {
    return [...this.#queues.values()]
      .filter((queue) => !queue.isUnused)
      .sort((a, b) => a.index - b.index);
  }

  /** How many queues it knows, used or not. */
  get remembered(): number {
    return this.#queues.size;
  }

  /** Goes on under other rules. What waits keeps its place. */
  configure(dispatching: Dispatching, limit: number): void {
    this.#sync(this.#clock.monotonic());
    this.#dispatching = dispatching;
    this.#limit = limit;
    this.#dispatchAll();
  }

  /** A ticket that runs or waits, or why there is none. */
  enter(flow: Flow, work: Work, request: RequestContext): Ticket | Refusal {
    const now = this.#clock.monotonic();
    this.#sync(now);
    const ticket = new Ticket(this, flow, work, request, this.#clock.now(), now);
    if (this.#dispatching.type !== "queue") {
      if (this.#dispatching.type === "exempt" || this.#hasRoomFor(ticket.width)) {
        this.#begin(ticket);
        return ticket;
      }
      return this.#refuse(flow, "concurrency-limit", 0);
    }
    const queue = this.#choose(flow.hand);
    const isFull = this.#seatsInUse + this.#widthWaiting >= this.#limit;
    if (isFull && queue.length >= this.#dispatching.lengthLimit) {
      this.#forgetIfUnused(queue);
      return this.#refuse(flow, "queue-full", 0);
    }
    this.#enqueue(ticket, queue);
    this.#dispatchAll();
    return ticket;
  }

  /** Takes out one that waits: its client is gone, or it has waited too long. Nothing where it does not wait. */
  giveUp(ticket: Ticket, because: "cancelled" | "timedOut"): void {
    const { queue } = ticket;
    if (ticket.state !== "waiting" || queue === undefined) return;
    const now = this.#clock.monotonic();
    this.#sync(now);
    this.totals[because]++;
    this.#dequeue(ticket, queue);
    ticket.state = "over";
    queue.bound(now);
    if (!queue.isActive) this.#activeQueues--;
    this.#forgetIfUnused(queue);
    this.#refuse(ticket.flow, "time-out", (now - ticket.arrivedAt) / 1000);
    this.#noteDemand();
    // It may have been what all others waited behind, as wide as it was.
    this.#dispatchAll();
    this.#tellIfIdle();
  }

  /** One that ran is over: its seats go to the next, at once or when it has lingered. */
  finish(ticket: Ticket): void {
    if (ticket.state !== "running") return;
    const now = this.#clock.monotonic();
    this.#sync(now);
    ticket.state = "over";
    this.#running.remove(ticket);
    const { queue, work, flow } = ticket;
    const seconds = (now - ticket.beganAt) / 1000;
    flow.metrics.finished(ticket.request.info.verb === "watch", seconds);
    if (queue !== undefined) {
      queue.finished(ticket, now);
      queue.bound(now);
      if (!queue.isActive) this.#activeQueues--;
    }
    if (work.lingeringMs > 0 && !this.#isClosed) {
      const over = () => {
        this.#lingering.delete(ticket);
        this.#sync(this.#clock.monotonic());
        this.#release(ticket);
      };
      this.#lingering.set(ticket, this.#clock.after(work.lingeringMs, over));
    } else this.#release(ticket);
    this.#tellIfIdle();
  }

  /**
   * Lets go of the seats that linger, and of those of what ends from now on, at once. Those who only waited for their
   * turn begin: there are none any more.
   */
  close(): void {
    this.#isClosed = true;
    for (const [ticket, timer] of this.#lingering) {
      timer.cancel();
      this.#release(ticket);
    }
    this.#lingering.clear();
    this.#sync(this.#clock.monotonic());
    this.#dispatchAll();
  }

  /** The queue of a hand with the least to do. */
  #choose(hand: readonly number[]): FairQueue {
    // Not always the first one: flows that share some queues are not to prefer the same.
    const offset = this.#entered++ % hand.length;
    let best: FairQueue | undefined;
    for (let at = 0; at < hand.length; at++) {
      const index = hand[(offset + at) % hand.length]!;
      const queue = this.#queues.get(index);
      if (queue === undefined || queue.length === 0) return queue ?? this.#newQueue(index);
      if (best === undefined || queue.waitingSeatSeconds < best.waitingSeatSeconds) best = queue;
    }
    return best!;
  }

  #newQueue(index: number): FairQueue {
    if (this.#queues.size >= this.#mostQueues) this.#forgetQueues();
    const queue = new FairQueue(index);
    this.#queues.set(index, queue);
    return queue;
  }

  #enqueue(ticket: Ticket, queue: FairQueue): void {
    if (!queue.isActive) {
      queue.nextStart = Math.max(queue.nextStart, this.#virtual);
      this.#activeQueues++;
    }
    ticket.arrivedVirtually = this.#virtual;
    ticket.queue = queue;
    queue.push(ticket);
    queue.bound(this.#lastSync);
    this.#waiting.add(queue);
    this.#requestsWaiting++;
    this.#widthWaiting += ticket.width;
    ticket.flow.metrics.enqueued(ticket.width, queue.length);
    this.#noteDemand();
  }

  #dequeue(ticket: Ticket, queue: FairQueue): void {
    queue.remove(ticket);
    this.#waiting.delete(queue);
    if (queue.length > 0) this.#waiting.add(queue);
    this.#requestsWaiting--;
    this.#widthWaiting -= ticket.width;
    ticket.flow.metrics.dequeued(ticket.width);
  }

  beginNext(): boolean {
    this.#sync(this.#clock.monotonic());
    return this.#canBegin && this.#dispatchNext() && this.#canBegin;
  }

  get #canBegin(): boolean {
    return this.#requestsWaiting > 0 && this.#seatsInUse < this.#limit;
  }

  #dispatchAll(): void {
    while (this.#canBegin && this.#pace.mayBegin(this) && this.#dispatchNext());
  }

  /** False when the one that is next has to wait for more seats: then nobody passes it. */
  #dispatchNext(): boolean {
    let next: FairQueue | undefined;
    let earliest = Infinity;
    const now = this.#lastSync;
    for (const queue of this.#waiting) {
      const end = queue.start(now) + queue.first!.seatSeconds;
      if (end >= earliest) continue;
      earliest = end;
      next = queue;
    }
    const ticket = next?.first;
    if (next === undefined || ticket === undefined) return false;
    if (!this.#hasRoomFor(ticket.width)) {
      ticket.flow.metrics.noRoom();
      return false;
    }
    // So a queue that had more than its share because nobody wanted it owes nobody anything.
    this.#virtual = next.taken(now);
    this.#dequeue(ticket, next);
    this.#pace.began(ticket.width);
    this.#begin(ticket);
    next.began(ticket, ticket.beganAt);
    next.bound(now);
    ticket.onAdmitted?.();
    return true;
  }

  #begin(ticket: Ticket): void {
    ticket.state = "running";
    ticket.began = this.#clock.now();
    ticket.beganAt = this.#clock.monotonic();
    this.#running.add(ticket);
    this.#seatsInUse += ticket.width;
    this.totals.dispatched++;
    ticket.flow.metrics.began(ticket.width);
    if (this.#dispatching.type !== "exempt") {
      ticket.flow.metrics.waited(true, (ticket.beganAt - ticket.arrivedAt) / 1000);
    }
    this.#noteDemand();
  }

  /** One that is wider than the level runs alone, or it would wait for ever. */
  #hasRoomFor(width: number): boolean {
    if (width > this.#limit) return this.#running.size === 0;
    return this.#seatsInUse + width <= this.#limit;
  }

  #release(ticket: Ticket): void {
    const { queue, width } = ticket;
    this.#seatsInUse -= width;
    ticket.flow.metrics.left(width);
    if (queue !== undefined) {
      queue.seatsInUse -= width;
      this.#forgetIfUnused(queue);
    }
    this.#noteDemand();
    this.#dispatchAll();
  }

  #refuse(flow: Flow, why: Refusal, seconds: number): Refusal {
    this.totals.rejected++;
    flow.metrics.rejected(why);
    flow.metrics.waited(false, seconds);
    return why;
  }

  /** One that had more than others is remembered: who sends one request after the other would be new each time. */
  #forgetIfUnused(queue: FairQueue): void {
    const hadMore = this.#activeQueues > 0 && queue.nextStart > this.#virtual;
    if (queue.isUnused && !hadMore) this.#queues.delete(queue.index);
  }

  #forgetQueues(): void {
    for (const queue of this.#queues.values()) this.#forgetIfUnused(queue);
    // However many stay, each newcomer is worth a look at two of them.
    this.#mostQueues = Math.max(KEPT_QUEUES, 2 * this.#queues.size);
  }

  #noteDemand(): void {
    this.demand.set(this.#seatsInUse + this.#widthWaiting, this.#lastSync);
  }

  #tellIfIdle(): void {
    if (this.isIdle) this.onIdle?.();
  }

  /** Comes before any change. */
  #sync(now: number): void {
    this.#lastSync = now;
    if (this.#activeQueues > 0) return;
    // Nobody waits for anybody: time begins anew, and stays exact.
    this.#virtual = 0;
    for (const queue of this.#queues.values()) queue.nextStart = 0;
    if (this.#queues.size > 0) this.#forgetQueues();
  }
}
