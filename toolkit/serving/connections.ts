/**
 * All connections of a server, and the end of those that are late: that never finish a handshake
 * or a request's head, that idle, or that stand still in the middle of a body.
 *
 * The runtime has timers of its own for some of this; they close HTTP/1.1 connections after five
 * minutes whatever goes on there, a watch say, and know neither a stalled reader nor a clock.
 *
 * @module
 */

import type { Socket } from "node:net";
import type { Clock, Timer } from "../clock.ts";
import { NO_PLACE, type Placed, Slots } from "../slots.ts";
import { Connection } from "./connection.ts";
import { BACKLOG_BYTES, type ServingLimits, SWEEPS_PER_TIMEOUT } from "./limits.ts";

/** Something that waits for the client, and what to do when it waited too long. */
export interface Wait extends Placed {
  since: number;
  readonly expire: () => void;
}

/**
 * The open connections of one server, no more than its limit. Those that exceed a timeout or
 * leave too much unread are ended; `drain()` lets the requests under way finish.
 */
export class Connections {
  readonly #open = new Set<Connection>();
  readonly #waits = new Slots<Wait>();
  readonly #clock: Clock;
  readonly #limits: ServingLimits;
  readonly #intervalMs: number;
  #timer: Timer | undefined;
  #empty: (() => void)[] = [];
  #closing = false;

  constructor(clock: Clock, limits: ServingLimits) {
    this.#clock = clock;
    this.#limits = limits;
    const shortest = Math.min(
      limits.handshakeTimeoutMs,
      limits.headersTimeoutMs,
      limits.idleTimeoutMs,
      limits.stallTimeoutMs,
    );
    this.#intervalMs = Math.max(1, shortest / SWEEPS_PER_TIMEOUT);
  }

  get size(): number {
    return this.#open.size;
  }

  /** Whether the server takes nothing new: responses then end their connections. */
  get closing(): boolean {
    return this.#closing;
  }

  now(): number {
    return this.#clock.monotonic();
  }

  /** Calls back after a while. */
  after(ms: number, callback: () => void): Timer {
    return this.#clock.after(ms, callback);
  }

  /** A new connection, or undefined when there are too many. */
  open(socket: Socket): Connection | undefined {
    if (this.#closing || this.#open.size >= this.#limits.connections) return undefined;
    const connection = new Connection(socket, this.now());
    this.#open.add(connection);
    this.#timer ??= this.#next();
    return connection;
  }

  closed(connection: Connection): void {
    if (!this.#open.delete(connection)) return;
    connection.gone();
    if (this.#open.size > 0) return;
    this.#timer?.cancel();
    this.#timer = undefined;
    for (const settle of this.#empty.splice(0)) settle();
  }

  /** Watches over a wait until {@link done}. */
  wait(expire: () => void): Wait {
    const wait = { since: this.now(), expire, place: NO_PLACE };
    this.#waits.add(wait);
    return wait;
  }

  done(wait: Wait): void {
    this.#waits.remove(wait);
  }

  /** Takes no more connections, ends idle ones, and settles when the last is gone. */
  drain(): Promise<void> {
    this.#closing = true;
    for (const connection of [...this.#open]) connection.closeWhenIdle();
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#empty.push(resolve));
  }

  /** Ends everything at once. */
  destroy(): void {
    this.#closing = true;
    for (const connection of [...this.#open]) this.#end(connection);
  }

  #next(): Timer {
    return this.#clock.after(this.#intervalMs, () => {
      this.#sweep();
      this.#timer = this.#open.size > 0 ? this.#next() : undefined;
    });
  }

  #sweep(): void {
    const now = this.now();
    for (const wait of [...this.#waits]) {
      if (now - wait.since < this.#limits.stallTimeoutMs) continue;
      this.#waits.remove(wait);
      wait.expire();
    }
    for (const connection of [...this.#open]) {
      if (connection.backlogBytes > BACKLOG_BYTES) {
        this.#end(connection);
        continue;
      }
      if (now - connection.since < this.#patienceMs(connection)) continue;
      if (connection.http2?.closing === false) {
        connection.http2.close();
      } else {
        this.#end(connection);
      }
    }
  }

  #end(connection: Connection): void {
    connection.destroy();
    // The runtime may tell of it late or, of a socket that it never read from, not at all.
    this.closed(connection);
  }

  #patienceMs({ phase, active, used }: Connection): number {
    if (phase === "handshake") return this.#limits.handshakeTimeoutMs;
    if (active > 0 || phase === "upgraded") return Infinity;
    return phase === "http1" && !used ? this.#limits.headersTimeoutMs : this.#limits.idleTimeoutMs;
  }
}
