/**
 * Requests of this process to a handler in it: the same handler that a listener serves, without a
 * connection and without a protocol.
 *
 * @module
 */

import { clearImmediate, setImmediate } from "node:timers";
import type { RequestSender } from "../../client/sender.ts";
import { type Clock, sleep, systemClock } from "../../clock.ts";
import { type Logger, silentLogger } from "../../logger.ts";
import { ConnectionLost } from "../../transport/transport_error.ts";
import type { Handler } from "../http.ts";
import { completeLimits, type ServingLimits } from "../limits.ts";
import type { Peer } from "../peer.ts";
import { InProcessExchange } from "./exchange.ts";

/** How to serve requests of this process. */
export interface InProcessOptions {
  /** What a request's head may be: the bounds of a listener. */
  readonly limits?: Partial<ServingLimits>;
  /** For the time that requests have to end. Default: the machine's. */
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** How long requests may follow one another before timers and connections have their turn. */
const TURN_MS = 10;

/**
 * Answers requests of this process. What a handler may count on is what it has with a listener: the
 * bounds of a head, bodies that end with their request, a signal that aborts when the caller is gone.
 */
export class InProcessServer {
  readonly #handler: Handler;
  readonly #limits: ServingLimits;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #exchanges = new Set<InProcessExchange>();
  readonly #turns = new Turns();
  #closing: Promise<void> | undefined;
  #idle: (() => void) | undefined;

  constructor(handler: Handler, options: InProcessOptions = {}) {
    const { clock = systemClock, logger = silentLogger } = options;
    this.#handler = handler;
    this.#limits = completeLimits(options.limits);
    this.#clock = clock;
    this.#logger = logger;
  }

  /** How many requests are under way, lasting answers included. */
  get requests(): number {
    return this.#exchanges.size;
  }

  /**
   * Sends requests as `peer`, which handlers see as the other end: who asks is told by that object, which
   * no header and nothing else that comes over a network can stand for. Answers are the caller's own
   * bytes; of one that lasts no more is made than is read. Requests that end within the same turn of the
   * event loop let others in after 10 ms.
   */
  sender(peer: Peer): RequestSender {
    return {
      send: async (request) => {
        request.signal?.throwIfAborted();
        if (this.#closing !== undefined) throw stopped(true);
        const turn = this.#turns.next();
        if (turn !== undefined) {
          await turn;
          request.signal?.throwIfAborted();
          if (this.#closing !== undefined) throw stopped(true);
        }
        return await new Promise((resolve, reject) => {
          const exchange: InProcessExchange = new InProcessExchange({
            request,
            peer,
            limits: this.#limits,
            logger: this.#logger,
            answer: resolve,
            fail: reject,
            over: () => this.#over(exchange),
          });
          this.#exchanges.add(exchange);
          exchange.start(this.#handler);
        });
      },
      webSocket: () =>
        Promise.reject(
          new TypeError(
            "a server of this process has no WebSockets: let it listen, and connect to it",
          ),
        ),
    };
  }

  /**
   * Stops: no new requests at once; what is under way has `graceMs` to finish, then it is cut. A second
   * call joins.
   */
  close(graceMs: number): Promise<void> {
    this.#closing ??= this.#close(graceMs);
    return this.#closing;
  }

  async #close(graceMs: number): Promise<void> {
    const over = new AbortController();
    if (this.#exchanges.size > 0 && graceMs > 0) {
      const idle = new Promise<void>((resolve) => this.#idle = resolve);
      await Promise.race([idle, sleep(this.#clock, graceMs, over.signal).catch(() => {})]);
      over.abort();
    }
    for (const exchange of [...this.#exchanges]) exchange.cut(stopped(false));
    this.#turns.close();
  }

  #over(exchange: InProcessExchange): void {
    this.#exchanges.delete(exchange);
    if (this.#exchanges.size === 0) this.#idle?.();
  }
}

function stopped(refused: boolean): ConnectionLost {
  return new ConnectionLost("the server has stopped", { refused });
}

/**
 * Turns of the event loop. Where nothing has to be waited for, requests can follow one another without
 * an end to the turn, and nobody else would ever be heard.
 */
class Turns {
  #began: number | undefined;
  #immediate: ReturnType<typeof setImmediate> | undefined;
  #next: PromiseWithResolvers<void> | undefined;

  /** Undefined while this turn lasts; else settles in the next one. */
  next(): Promise<void> | undefined {
    if (this.#next !== undefined) return this.#next.promise;
    const now = systemClock.monotonic();
    if (this.#began === undefined) {
      this.#began = now;
      this.#immediate = setImmediate(() => this.#ended());
    } else if (now - this.#began >= TURN_MS) {
      this.#next = Promise.withResolvers();
      return this.#next.promise;
    }
    return undefined;
  }

  close(): void {
    if (this.#immediate !== undefined) clearImmediate(this.#immediate);
    this.#ended();
  }

  #ended(): void {
    const next = this.#next;
    this.#began = this.#immediate = this.#next = undefined;
    next?.resolve();
  }
}
