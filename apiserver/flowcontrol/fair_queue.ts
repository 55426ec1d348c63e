/**
 * One queue of a level: requests that wait, in the order in which they came, and the virtual time at which the
 * next of them begins.
 *
 * @module
 */

import type { Ticket } from "./ticket.ts";

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
  /** The virtual time at which the next one begins. */
  nextStart = 0;

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

  /**
   * Nothing begins before it has come: a queue that did not use its share is not given it afterwards, or it
   * would hold up all others then.
   */
  bound(): void {
    const first = this.#first;
    if (first !== undefined && this.nextStart < first.arrivedVirtually) {
      this.nextStart = first.arrivedVirtually;
    }
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
