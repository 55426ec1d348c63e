/**
 * The connections to one place: bounded, kept for a while, and shared where the protocol allows it.
 *
 * @module
 */

import type { Clock, Timer } from "../clock.ts";
import type { Connection, ConnectionEvents } from "./connection.ts";
import type { ClientIdentity } from "./endpoint.ts";
import { TransportError } from "./transport_error.ts";

/** Bounds of a pool. */
export interface PoolLimits {
  /** Connections to one place at a time; further requests wait for one. Default 64. */
  readonly maxConnections: number;
  /** Requests that may wait for a connection to one place. Default 16,384. */
  readonly maxWaiting: number;
  /** How long a connection is kept that nobody uses. Default 30,000. */
  readonly idleTimeoutMs: number;
}

/** The bounds unless told otherwise. */
export const DEFAULT_POOL_LIMITS: PoolLimits = {
  maxConnections: 64,
  maxWaiting: 16_384,
  idleTimeoutMs: 30_000,
};

/** How a pool makes connections. */
export interface PoolOptions {
  readonly limits: PoolLimits;
  readonly clock: Clock;
  /** Whether a connection may turn out to carry many requests: then they wait for the first. */
  readonly mayShare: boolean;
  open(
    identity: ClientIdentity | undefined,
    events: ConnectionEvents,
    signal: AbortSignal,
  ): Promise<Connection>;
  /** Told when nothing is left of the pool. */
  emptied(): void;
}

/** What a request wants of a connection. */
export interface Wanted {
  readonly identity: ClientIdentity | undefined;
  /** One that was never used. */
  readonly fresh: boolean;
  readonly signal: AbortSignal;
}

/**
 * Connections to one endpoint, at most `maxConnections`. `take()` reserves a free one, opens
 * one, or waits; those that idle for `idleTimeoutMs` are closed.
 */
export class Pool implements ConnectionEvents {
  readonly #options: PoolOptions;
  /** The one that was used last at the end. */
  readonly #connections = new Set<Connection>();
  readonly #timers = new Map<Connection, Timer>();
  readonly #waiting = new Set<() => void>();
  #opening = 0;
  #isShared = false;
  #isKnown = false;
  #isRetired = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Connections that there are, or will be. */
  get size(): number {
    return this.#connections.size + this.#opening;
  }

  /** As {@link take}, if there is one already. */
  takeFree(wanted: Omit<Wanted, "signal">): Connection | undefined {
    const free = this.#find(wanted);
    if (free === undefined) return undefined;
    this.#timers.get(free)?.cancel();
    this.#timers.delete(free);
    free.reserve();
    return free;
  }

  /** A connection with room for one request, reserved for the caller. */
  async take(wanted: Wanted): Promise<Connection> {
    for (;;) {
      if (wanted.signal.aborted) {
        // Whoever was let go on in vain lets the next one.
        this.#wakeOne();
        this.#tellIfEmpty();
        throw wanted.signal.reason;
      }
      const free = this.takeFree(wanted);
      if (free !== undefined) return free;
      if (this.#mayOpen()) return await this.#open(wanted);
      await this.#turn(wanted.signal);
    }
  }

  #find({ identity, fresh }: Omit<Wanted, "signal">): Connection | undefined {
    let found: Connection | undefined;
    let outdated: Connection[] | undefined;
    for (const one of this.#connections) {
      if (!isSameIdentity(one.identity, identity)) (outdated ??= []).push(one);
      else if (one.isFree && !(fresh && one.isUsed)) found = one;
    }
    if (outdated !== undefined) this.#replace(outdated);
    return found;
  }

  /** Whoever it was that asked with them: the next one is somebody else. */
  #replace(outdated: readonly Connection[]): void {
    // Others come in their place: this is not the end of the pool.
    this.#opening++;
    for (const one of outdated) one.retire();
    this.#opening--;
  }

  #mayOpen(): boolean {
    const { mayShare, limits } = this.#options;
    // The one that is being opened may be enough for all.
    if (mayShare && this.#opening > 0 && (this.#isShared || !this.#isKnown)) return false;
    if (this.size < limits.maxConnections) return true;
    for (const one of this.#connections) {
      if (!one.isIdle) continue;
      one.destroy();
      return true;
    }
    return false;
  }

  async #open({ identity, signal }: Wanted): Promise<Connection> {
    this.#opening++;
    let opened: Connection | undefined;
    try {
      opened = await this.#options.open(identity, this, signal);
      this.#isShared = opened.protocol === "h2";
      if (opened.isClosed) throw new TransportError("the connection was closed");
      this.#connections.add(opened);
      opened.reserve();
      return opened;
    } finally {
      this.#opening--;
      // Also after a failure: those who wait must not fail one after the other.
      this.#isKnown = true;
      // Others may share it, or try for themselves.
      if (this.#isShared || this.#options.mayShare) this.#wakeAll();
      else if (opened === undefined) this.#wakeOne();
      if (opened === undefined) this.#tellIfEmpty();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#options.limits.maxWaiting) {
      throw new TransportError(
        `${this.#waiting.size} requests already wait for a connection, which is the limit`,
      );
    }
    return new Promise((resolve, reject) => {
      const wake = () => {
        signal.removeEventListener("abort", abort);
        resolve();
      };
      const abort = () => {
        this.#waiting.delete(wake);
        reject(signal.reason);
        this.#tellIfEmpty();
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.add(wake);
    });
  }

  #wakeOne(): void {
    for (const wake of this.#waiting) {
      this.#waiting.delete(wake);
      wake();
      return;
    }
  }

  #wakeAll(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  /** Part of how connections tell of themselves. */
  changed(connection: Connection): void {
    if (connection.isIdle && this.#isRetired) {
      connection.destroy();
      return;
    }
    if (connection.isIdle && this.#connections.delete(connection)) {
      this.#connections.add(connection);
      this.#timers.get(connection)?.cancel();
      const { clock, limits } = this.#options;
      this.#timers.set(connection, clock.after(limits.idleTimeoutMs, () => connection.destroy()));
    }
    this.#wakeOne();
  }

  /** Part of how connections tell of themselves. */
  closed(connection: Connection): void {
    this.#timers.get(connection)?.cancel();
    this.#timers.delete(connection);
    this.#connections.delete(connection);
    this.#wakeOne();
    this.#tellIfEmpty();
  }

  #tellIfEmpty(): void {
    if (this.size === 0 && this.#waiting.size === 0) this.#options.emptied();
  }

  /** Ends the connections that nobody uses now, and the others when they are done. */
  retire(): void {
    this.#isRetired = true;
    for (const one of [...this.#connections]) one.retire();
  }
}

function isSameIdentity(a: ClientIdentity | undefined, b: ClientIdentity | undefined): boolean {
  return a === b || (a?.certificate === b?.certificate && a?.key === b?.key);
}
