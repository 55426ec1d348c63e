/**
 * When nodes last gave a sign of life, and when each has to be looked at.
 *
 * @module
 */

import { KeyedHeap } from "../scheduler/queue/heap.ts";
import type { NodeView, Readiness } from "./node_view.ts";

/** How long nodes may be silent, in milliseconds. */
export interface Patience {
  /** Once they have said how they are. */
  readonly graceMs: number;
  /** Since they were made, until they do. */
  readonly startupMs: number;
}

/** The time: on a scale that never goes back, and of the day. */
export interface Now {
  readonly monotonic: number;
  readonly ofDay: number;
}

interface Health {
  readonly name: string;
  readonly uid: string;
  /** The last sign of life. */
  aliveAt: number;
  /** Since when it is as ready as it is. */
  sinceAt: number;
  ready: Readiness | undefined;
  /** When its lease was renewed last, by its own word. */
  renewed: string;
  /** Whether it was named as late since it was alive last. */
  isNamed: boolean;
  /** When it is to be looked at besides; Infinity: no need. */
  againAt: number;
  /** Its place among those that wait: never later than it is due. */
  lookAt: number;
}

/**
 * The health of all nodes, by names. A sign of life costs the same however many there are: a node is looked at when it
 * would have been late, and put back where it was not.
 */
export class NodeHealths {
  readonly #patience: Patience;
  readonly #healths = new Map<string, Health>();
  readonly #waiting = new KeyedHeap<Health>(
    ({ name }) => name,
    (one, other) => one.lookAt - other.lookAt,
  );

  constructor(patience: Patience) {
    this.#patience = patience;
  }

  /** The names of all. */
  names(): Iterable<string> {
    return this.#healths.keys();
  }

  /**
   * Takes in how a node is. `renewed`: when its lease was renewed last, if it has one. Tells whether it is a new one,
   * and how ready it was before: undefined where that is not known.
   */
  see(
    { name, uid, createdMs, ready }: NodeView,
    renewed: string | undefined,
    now: Now,
  ): { readonly isNew: boolean; readonly before: string | undefined } {
    const known = this.#healths.get(name);
    if (known === undefined || known.uid !== uid) {
      // Who has never said anything was silent from the beginning.
      const silentMs = ready === undefined && renewed === undefined
        ? Math.max(0, now.ofDay - createdMs) || 0
        : 0;
      const health: Health = {
        name,
        uid,
        aliveAt: now.monotonic - silentMs,
        sinceAt: now.monotonic,
        ready,
        renewed: renewed ?? "",
        isNamed: false,
        againAt: Infinity,
        lookAt: 0,
      };
      if (known !== undefined) this.delete(name);
      this.#healths.set(name, health);
      this.#wait(health);
      return { isNew: true, before: undefined };
    }
    const before = known.ready;
    known.ready = ready;
    if (before?.since !== ready?.since) known.sinceAt = now.monotonic;
    // What is said in the agent's place is no sign of it.
    if (before?.heartbeat !== ready?.heartbeat && ready?.isPresumed !== true) {
      this.#isAlive(known, now.monotonic);
    }
    this.#wait(known);
    return { isNew: false, before: before?.status };
  }

  /** Takes in a renewal of a node's lease. */
  renew(name: string, renewed: string, now: number): void {
    const health = this.#healths.get(name);
    // The server writes such times in one form only: the greater text is the later time.
    if (health === undefined || renewed <= health.renewed) return;
    health.renewed = renewed;
    this.#isAlive(health, now);
    if (this.#waiting.get(name) === undefined) this.#wait(health);
  }

  delete(name: string): void {
    this.#healths.delete(name);
    this.#waiting.delete(name);
  }

  /** Whether a node has been silent for too long. */
  isLate(name: string, now: number): boolean {
    const health = this.#healths.get(name);
    return health !== undefined && this.#lateAt(health) < now;
  }

  /** When a node gave its last sign of life, and since when it is as ready as it is. */
  timesOf(name: string): { readonly aliveAt: number; readonly sinceAt: number } | undefined {
    return this.#healths.get(name);
  }

  /** Has a node be looked at when that time is over, too. */
  lookAgain(name: string, at: number): void {
    const health = this.#healths.get(name);
    if (health === undefined) return;
    health.againAt = at;
    this.#wait(health);
  }

  /** Takes out those whose time is over: nodes that are late, and those that are to be looked at again. */
  due(now: number): string[] {
    const due: string[] = [];
    for (let next = this.#waiting.peek(); next !== undefined; next = this.#waiting.peek()) {
      if (next.lookAt >= now) break;
      this.#waiting.pop();
      const isLate = this.#lateAt(next) < now;
      if (isLate || next.againAt < now) due.push(next.name);
      if (next.againAt < now) next.againAt = Infinity;
      next.isNamed = isLate;
      this.#wait(next);
    }
    return due;
  }

  /** Has every node be as if it had just given a sign of life, and had just become as ready as it is. */
  forgive(now: number): void {
    for (const health of this.#healths.values()) {
      this.#isAlive(health, now);
      health.sinceAt = now;
      this.#wait(health);
    }
  }

  #lateAt({ aliveAt, ready }: Health): number {
    const { graceMs, startupMs } = this.#patience;
    return aliveAt + (ready === undefined ? startupMs : graceMs);
  }

  #isAlive(health: Health, now: number): void {
    health.aliveAt = now;
    health.isNamed = false;
  }

  /** Puts a node where it belongs among those that wait. */
  #wait(health: Health): void {
    const at = Math.min(health.isNamed ? Infinity : this.#lateAt(health), health.againAt);
    if (at === Infinity) return void this.#waiting.delete(health.name);
    // Later is as good: who comes too early is put back.
    const isWaiting = this.#waiting.get(health.name) !== undefined;
    if (isWaiting && health.lookAt <= at) return;
    health.lookAt = at;
    this.#waiting.put(health);
  }
}
