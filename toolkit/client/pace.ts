/**
 * No more requests than so many a second.
 *
 * @module
 */

import type { Clock, Timer } from "../clock.ts";
import { offAbort, onAbort } from "../on_abort.ts";
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

/** Sends requests as fast as a pace lets them, in the order in which they came; what was given up takes no turn. */
export class PacedSender implements RequestSender {
  readonly #sender: RequestSender;
  readonly #pace: Pace;
  readonly #clock: Clock;
  /** When the next request may go if none has gone for long: each moves it on. */
  #next: number;
  /** Lets each go that waits, in their order. */
  readonly #waiting = new Set<() => void>();
  #timer: Timer | undefined;

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
  #turn(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#waiting.size === 0 && this.#taken()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const go = () => {
        if (signal !== undefined) offAbort(signal, abort);
        resolve();
      };
      const abort = () => {
        this.#waiting.delete(go);
        this.#arm();
        reject(signal?.reason);
      };
      if (signal !== undefined) onAbort(signal, abort);
      this.#waiting.add(go);
      this.#arm();
    });
  }

  /** Takes the next turn, if it has come. */
  #taken(): boolean {
    const now = this.#clock.monotonic();
    if (this.#next > now) return false;
    this.#next = Math.max(this.#next, now - this.#spare) + 1000 / this.#pace.qps;
    return true;
  }

  /** Sets the one timer to the next turn, as long as somebody waits for it. */
  #arm(): void {
    if (this.#waiting.size === 0) {
      this.#timer?.cancel();
      this.#timer = undefined;
      return;
    }
    const waitMs = Math.max(0, this.#next - this.#clock.monotonic());
    this.#timer ??= this.#clock.after(waitMs, () => {
      this.#timer = undefined;
      for (const go of this.#waiting) {
        if (!this.#taken()) break;
        this.#waiting.delete(go);
        go();
      }
      this.#arm();
    });
  }

  /** How long the requests take that may come at once after a while without any. */
  get #spare(): number {
    return (this.#pace.burst - 1) * 1000 / this.#pace.qps;
  }
}
