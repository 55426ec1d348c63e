/**
 * No more requests than so many a second.
 *
 * @module
 */

import { type Clock, sleep } from "../clock.ts";
import type { TransportRequest, TransportResponse } from "../transport/exchange.ts";
import type { WebSocketRequest } from "../transport/websocket.ts";
import type { MessageStream, RequestSender } from "./sender.ts";

/** How many requests there may be. */
export interface Pace {
  /** On average, a second. */
  readonly qps: number;
  /** At once. */
  readonly burst: number;
}

/** Sends requests as fast as a pace lets them, in the order in which they came. */
export class PacedSender implements RequestSender {
  readonly #sender: RequestSender;
  readonly #pace: Pace;
  readonly #clock: Clock;
  /** When the next request may go if none has gone for long: each moves it on. */
  #next: number;

  constructor(sender: RequestSender, pace: Pace, clock: Clock) {
    const { qps, burst } = pace;
    if (!(qps > 0) || !(burst >= 1)) {
      throw new TypeError(
        `qps is ${qps} and burst is ${burst}: write a qps over 0, a burst from 1`,
      );
    }
    this.#sender = sender;
    this.#pace = pace;
    this.#clock = clock;
    this.#next = clock.monotonic() - this.#spare;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    await this.#turn(request.signal);
    return await this.#sender.send(request);
  }

  async webSocket(request: WebSocketRequest): Promise<MessageStream> {
    await this.#turn(request.signal);
    return await this.#sender.webSocket(request);
  }

  /** Settles when the next request may go. */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    const now = this.#clock.monotonic();
    const at = Math.max(this.#next, now - this.#spare);
    this.#next = at + 1000 / this.#pace.qps;
    if (at > now) await sleep(this.#clock, at - now, signal);
  }

  /** How long the requests take that may come at once after a while without any. */
  get #spare(): number {
    return (this.#pace.burst - 1) * 1000 / this.#pace.qps;
  }
}
