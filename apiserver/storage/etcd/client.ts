/**
 * A client of an etcd cluster.
 *
 * @module
 */

import { Backoff } from "../../../toolkit/backoff.ts";
import { type Clock, sleep } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import { Closed, Unavailable } from "../errors.ts";
import type { Proxy } from "../../../toolkit/transport/mod.ts";
import type { StoreTls } from "../options.ts";
import { Connection } from "./connection.ts";
import { CODE, GrpcError } from "../../../toolkit/grpc/mod.ts";
import { type Member, memberName } from "./servers.ts";

/** Options of an {@link EtcdClient}. */
export interface EtcdClientOptions {
  readonly members: readonly Member[];
  readonly tls?: StoreTls | undefined;
  readonly proxy?: Proxy | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** The largest message that is taken from a server, in bytes. Default 256 MiB. */
  readonly messageLimitBytes?: number | undefined;
}

/** How long what may take, in milliseconds. */
export interface Timeouts {
  /** One attempt of a call. Default 3,000. */
  readonly attemptMs: number;
  /** All attempts of a call together. Default 15,000, which outlasts the election of a leader. */
  readonly callMs: number;
  /** Silence on a watch after which its member is asked for a sign of life. Default 5,000. */
  readonly silenceMs: number;
  /** How long it may take to give one. Default 3,000. */
  readonly signOfLifeMs: number;
}

const TIMEOUTS: Timeouts = {
  attemptMs: 3000,
  callMs: 15_000,
  silenceMs: 5000,
  signOfLifeMs: 3000,
};

/** Pause between attempts: the first, doubled up to the last. */
const FIRST_PAUSE_MS = 20;
const LAST_PAUSE_MS = 500;

/**
 * A client of an etcd cluster: it uses one connection to one member, and turns to the next member
 * when that fails. `attempt` does not try again; whether a failed call may be repeated is its
 * caller's to know.
 */
export class EtcdClient {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timeouts: Timeouts;
  readonly #options: EtcdClientOptions;
  readonly #connections = new Set<Connection>();
  #current = 0;
  #shared: Connection | undefined;
  #closed = false;

  constructor(options: EtcdClientOptions) {
    this.clock = options.clock;
    this.logger = options.logger;
    this.timeouts = { ...TIMEOUTS, ...options.timeouts };
    this.#options = options;
    // Servers of one cluster spread over its members.
    this.#current = Math.floor(Math.random() * options.members.length);
  }

  /** Makes one attempt; throws `GrpcError`, and turns to the next member after a failure. */
  async attempt(
    method: string,
    message: Uint8Array,
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    const connection = this.#connection();
    try {
      const { attemptMs: timeoutMs } = this.timeouts;
      return await connection.unary(method, message, { timeoutMs, signal });
    } catch (error) {
      if (error instanceof GrpcError && !error.final) this.failed(connection, error);
      throw error;
    }
  }

  /**
   * Makes attempts until one is answered: for calls that may be repeated. Throws the `GrpcError` of
   * an answer that would be the same anywhere, `Unavailable` when time is up.
   */
  async repeat(method: string, message: Uint8Array, signal?: AbortSignal): Promise<Uint8Array> {
    const attempts = new Attempts(this, signal);
    for (;;) {
      try {
        return await this.attempt(method, message, signal);
      } catch (error) {
        if (!(error instanceof GrpcError) || error.final) throw error;
        if (!await attempts.pause()) throw new Unavailable("asking etcd", "nothing written", error);
      }
    }
  }

  /** A connection of the caller's own, which it destroys in the end. */
  connect(): Connection {
    return this.#open();
  }

  /** Notes that a connection failed: the next calls go to another member. */
  failed(connection: Connection, error: unknown): void {
    const { members } = this.#options;
    if (connection.member === members[this.#current]) {
      this.#current = (this.#current + 1) % members.length;
      this.logger.v(2).info("Switching to another etcd server", {
        failed: memberName(connection.member),
        next: memberName(members[this.#current]!),
        error,
      });
    }
    if (connection === this.#shared) {
      this.#shared = undefined;
      // Each of its last calls has its own deadline.
      connection.retire();
    }
  }

  /** Gives a connection up. */
  release(connection: Connection): void {
    this.#connections.delete(connection);
    connection.destroy();
  }

  /** Ends all connections. */
  close(): void {
    this.#closed = true;
    for (const connection of this.#connections) connection.destroy();
    this.#connections.clear();
  }

  #connection(): Connection {
    if (this.#shared?.usable !== true) this.#shared = this.#open();
    return this.#shared;
  }

  #open(): Connection {
    if (this.#closed) throw new Closed();
    for (const connection of this.#connections) {
      if (connection.closed) this.#connections.delete(connection);
    }
    const member = this.#options.members[this.#current]!;
    const connection = new Connection(member, this.#options);
    this.#connections.add(connection);
    return connection;
  }
}

/** The pauses between the attempts of one call, and their end. */
export class Attempts {
  readonly #client: EtcdClient;
  readonly #signal: AbortSignal | undefined;
  readonly #start: number;
  readonly #pauses = new Backoff({ firstMs: FIRST_PAUSE_MS, mostMs: LAST_PAUSE_MS });

  constructor(client: EtcdClient, signal?: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
    this.#start = client.clock.monotonic();
  }

  /** Waits a moment; false when time is up. */
  async pause(): Promise<boolean> {
    const { clock, timeouts } = this.#client;
    const pauseMs = this.#pauses.next();
    if (clock.monotonic() - this.#start + pauseMs >= timeouts.callMs) return false;
    await sleep(clock, pauseMs, this.#signal);
    return true;
  }
}

/** True for the answer that a revision is gone. */
export function saysCompacted(error: unknown): boolean {
  return error instanceof GrpcError && error.code === CODE.outOfRange &&
    error.message.includes("compacted");
}

/** True for the answer that a revision is yet to come. */
export function saysFuture(error: unknown): boolean {
  return error instanceof GrpcError && error.code === CODE.outOfRange &&
    error.message.includes("future");
}
