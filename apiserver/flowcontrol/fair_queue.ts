/**
 * One queue of a level: requests that wait, in the order in which they came, and the virtual time at which the
 * next of them begins.
 *
 * @module
 */

import type { Ticket } from "./ticket.ts";
import { EXPECTED_SECONDS } from "./work.ts";

/** Requests of the flows that were dealt this queue. */
export class FairQueue {
  readonly index: number;
  #first: Ticket | undefined;
  #last: Ticket | undefined;
  /** How many wait. */
  length = 0;
  /** What those take that wait: seats while they run, seats at most, and seconds of one seat. */
  waitingSeats = 0;
  waitingWidth = 0;
  waitingSeatSeconds = 0;
  /** How many are worked on. */
  running = 0;
  /** Seats of those, and of what lingers. */
  seatsInUse = 0;
  /**
   * The virtual time at which the next one would begin if those that are worked on took as long as any is believed
   * to take.
   */
  nextStart = 0;
  /** Seats of those that are worked on, and the sum of the seconds at which these were taken. */
  #seats = 0;
  #sinceSeconds = 0;

  constructor(index: number) {
    this.index = index;
  }

  /** The one that has waited longest. */
  get first(): Ticket | undefined {
    return this.#first;
  }

  /** Whether it has its share of the seats. */
  get isActive(): boolean {
    return this.length > 0 || this.running > 0;
  }

  /** Whether nothing is in it, and nothing that was has a seat. */
  get isUnused(): boolean {
    return !this.isActive && this.seatsInUse === 0;
  }

  push(ticket: Ticket): void {
    ticket.before = this.#last;
    if (this.#last === undefined) this.#first = ticket;
    else this.#last.after = ticket;
    this.#last = ticket;
    this.#count(ticket, 1);
  }

  /** Takes out one that waits here, wherever it stands. */
  remove(ticket: Ticket): void {
    const { before, after } = ticket;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
    ticket.before = ticket.after = undefined;
    this.#count(ticket, -1);
  }

  /** One that was taken out is worked on, from `now` on (milliseconds). */
  began(ticket: Ticket, now: number): void {
    const { seats } = ticket.work;
    this.running++;
    this.seatsInUse += ticket.width;
    this.#seats += seats;
    this.#sinceSeconds += seats * now / 1000;
    this.nextStart += ticket.seatSeconds;
  }

  /** One is not worked on any more. Its seats are in use until somebody takes them back. */
  finished({ beganAt, work: { seats } }: Ticket, now: number): void {
    this.running--;
    this.#seats -= seats;
    // A queue where nothing is worked on has nothing left of what was rounded.
    this.#sinceSeconds = this.running === 0 ? 0 : this.#sinceSeconds - seats * beganAt / 1000;
    this.nextStart -= (EXPECTED_SECONDS - (now - beganAt) / 1000) * seats;
  }

  /** The virtual time up to which it has had its share. */
  taken(now: number): number {
    return this.nextStart + this.#worked(now) - this.#seats * EXPECTED_SECONDS;
  }

  /**
   * The virtual time at which the next one begins. Whoever has been worked on for a while is believed to go on for as
   * long again: so a queue that waits for many is behind one that comes with none under way.
   */
  start(now: number): number {
    const more = 2 * this.#worked(now) - this.#seats * EXPECTED_SECONDS;
    return more > 0 ? this.nextStart + more : this.nextStart;
  }

  /**
   * Nothing begins before it has come: a queue that did not use its share is not given it afterwards, or it
   * would hold up all others then.
   */
  bound(now: number): void {
    const first = this.#first;
    if (first === undefined) return;
    const missing = first.arrivedVirtually - this.start(now);
    if (missing > 0) this.nextStart += missing;
  }

  /** What those that are worked on have had, in seconds of one seat. */
  #worked(now: number): number {
    return this.#seats * now / 1000 - this.#sinceSeconds;
  }

  /** All that wait, in their order. */
  *waiting(): Generator<Ticket> {
    for (let one = this.#first; one !== undefined; one = one.after) yield one;
  }

  #count({ work, width, seatSeconds }: Ticket, by: 1 | -1): void {
    this.length += by;
    this.waitingSeats += by * work.seats;
    this.waitingWidth += by * width;
    // An empty queue has nothing left of what was rounded.
    this.waitingSeatSeconds = this.length === 0 ? 0 : this.waitingSeatSeconds + by * seatSeconds;
  }
}
