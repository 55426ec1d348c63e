/**
 * The last changes of a resource, for watches that come back after a while.
 *
 * @module
 */

import { Queue } from "../../../toolkit/queue.ts";
import type { CacheEvent } from "./event.ts";

/** Changes in order of revision, the oldest dropped as new ones come. */
export class EventWindow {
  readonly #events = new Queue<CacheEvent>();
  readonly #size: number;
  #start: number;

  /** An empty window that covers what comes after the revision `start`. */
  constructor(size: number, start: number) {
    this.#size = size;
    this.#start = start;
  }

  /** All changes after this revision are here. */
  get start(): number {
    return this.#start;
  }

  /** Adds the changes of whole revisions. */
  add(events: readonly CacheEvent[]): void {
    for (const event of events) this.#events.push(event);
    let surplus = this.#events.length - this.#size;
    if (surplus <= 0) return;
    // A revision is kept or dropped as a whole.
    const last = this.#events.at(surplus - 1)!.revision;
    while (this.#events.at(surplus)?.revision === last) surplus++;
    this.#start = last;
    this.#events.drop(surplus);
  }

  /** The changes after `revision`, which must not be before {@link start}. */
  *after(revision: number): Generator<CacheEvent> {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#events.at(middle)!.revision > revision) high = middle;
      else low = middle + 1;
    }
    for (let at = low; at < this.#events.length; at++) yield this.#events.at(at)!;
  }

  /** Forgets everything up to `revision`. */
  reset(revision: number): void {
    this.#events.drop(this.#events.length);
    this.#start = revision;
  }
}
