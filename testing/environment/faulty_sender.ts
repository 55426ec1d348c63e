/**
 * The requests of one process of an operator: counted, written down, and met by faults.
 *
 * @module
 */

import { type Clock, sleep } from "../../toolkit/clock.ts";
import { encodeUntypedJson } from "../../toolkit/codec/json.ts";
import type { MessageStream, RequestSender } from "../../toolkit/client/sender.ts";
import { msOfSpan } from "../../toolkit/kinds/mod.ts";
import type {
  ResponseBody,
  TransportRequest,
  TransportResponse,
} from "../../toolkit/transport/exchange.ts";
import { ConnectionLost } from "../../toolkit/transport/transport_error.ts";
import { type Asked, askedOf, lineOf } from "../../toolkit/client/asked.ts";
import type { ArmedFault, Rejection } from "./faults.ts";

/** What is common to all processes of an environment. */
export interface FaultySenderOptions {
  readonly sender: RequestSender;
  readonly clock: Clock;
  /** Those that wait, in their order. */
  faults(): readonly ArmedFault[];
  /** Told of every request, and of each fault: what a person reads. */
  note(line: string): void;
  asked(asked: Asked): void;
  /** Something happened: nobody is at rest. */
  active(): void;
  /** The process ends, and another one starts. */
  killed(): void;
}

const CODES: Readonly<Record<Rejection, number>> = {
  Conflict: 409,
  TooManyRequests: 429,
  ServiceUnavailable: 503,
  InternalError: 500,
};

/** Sends the requests of one process, until that is dead. */
export class FaultySender implements RequestSender {
  readonly #options: FaultySenderOptions;
  readonly #dead = new AbortController();
  /** Requests without an answer. */
  underWay = 0;

  constructor(options: FaultySenderOptions) {
    this.#options = options;
  }

  /** As kill -9 does: nothing is sent and nothing comes any more. */
  kill(): void {
    this.#dead.abort(new ConnectionLost("the process was killed"));
  }

  webSocket(): Promise<MessageStream> {
    return Promise.reject(new TypeError("the test environment has no WebSockets"));
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { active, note, asked: told } = this.#options;
    this.#dead.signal.throwIfAborted();
    const asked = askedOf(request);
    active();
    this.underWay++;
    try {
      if (asked === undefined) return await this.#pass(request);
      told(asked);
      note(lineOf(asked));
      return await this.#sendMet(request, asked);
    } finally {
      this.underWay--;
      active();
    }
  }

  async #sendMet(request: TransportRequest, asked: Asked): Promise<TransportResponse> {
    const { clock, note, killed } = this.#options;
    const met = this.#options.faults().filter((one) => one.meets(asked)).map(({ fault }) => fault);
    for (const { fault } of met) note(`  fault: ${fault}`);
    for (const one of met) {
      if (one.fault === "reject") return rejection(one.reason ?? "InternalError");
      if (one.fault !== "delay") continue;
      // Who waits for time to pass is at rest.
      this.underWay--;
      await sleep(clock, msOfSpan(one.for ?? 0), request.signal).finally(() => this.underWay++);
      this.#dead.signal.throwIfAborted();
    }
    const response = await this.#pass(request);
    if (met.some(({ fault }) => fault === "loseAnswer")) {
      response.body.discard();
      throw new ConnectionLost("the answer was lost");
    }
    if (met.some(({ fault }) => fault === "kill")) {
      response.body.discard();
      killed();
      throw new ConnectionLost("the process was killed");
    }
    return asked.verb === "watch"
      ? { ...response, body: this.#watched(response.body, met, request) }
      : response;
  }

  async #pass(request: TransportRequest): Promise<TransportResponse> {
    const response = await this.#options.sender.send(request);
    this.#dead.signal.throwIfAborted();
    return response;
  }

  /** The events of a watch, as faults let them through. */
  #watched(
    body: ResponseBody,
    met: readonly ArmedFault["fault"][],
    { signal }: TransportRequest,
  ): ResponseBody {
    const { clock, active } = this.#options;
    const dead = this.#dead.signal;
    const cut = met.some(({ fault }) => fault === "cutWatch");
    const expires = met.some(({ fault }) => fault === "expireWatch");
    const held = met.filter(({ fault }) => fault === "stallWatch" || fault === "holdCache");
    const heldMs = Math.max(0, ...held.map((one) => msOfSpan(one.for ?? 0)));
    const until = clock.monotonic() + heldMs;
    const stop = new AbortController();
    const abort = () => {
      stop.abort(dead.aborted ? dead.reason : signal?.reason);
      body.discard();
    };
    dead.addEventListener("abort", abort, { once: true });
    signal?.addEventListener("abort", abort, { once: true });
    return {
      discard: () => body.discard(),
      async *[Symbol.asyncIterator]() {
        try {
          if (expires) {
            yield EXPIRED;
            return;
          }
          for await (const piece of body) {
            active();
            const waitMs = until - clock.monotonic();
            if (waitMs > 0) await sleep(clock, waitMs, stop.signal);
            if (dead.aborted) throw dead.reason;
            yield piece;
            if (cut) throw new ConnectionLost("the watch was cut");
          }
          if (dead.aborted) throw dead.reason;
        } finally {
          dead.removeEventListener("abort", abort);
          signal?.removeEventListener("abort", abort);
          body.discard();
        }
      },
    };
  }
}

const EXPIRED = Uint8Array.from([
  ...encodeUntypedJson({
    type: "ERROR",
    object: {
      kind: "Status",
      apiVersion: "v1",
      status: "Failure",
      reason: "Expired",
      message: "too old resource version",
      code: 410,
    },
  }),
  10,
]);

function rejection(reason: Rejection): TransportResponse {
  const code = CODES[reason];
  const waits = code === 429 || code === 503;
  const bytes = encodeUntypedJson({
    kind: "Status",
    apiVersion: "v1",
    status: "Failure",
    reason,
    message: `a fault of the test environment: ${reason}`,
    code,
    ...(waits && { details: { retryAfterSeconds: 1 } }),
  });
  return {
    status: code,
    headers: { "content-type": "application/json", ...(waits && { "retry-after": "1" }) },
    body: {
      discard() {},
      async *[Symbol.asyncIterator]() {
        yield await Promise.resolve(bytes);
      },
    },
  };
}
