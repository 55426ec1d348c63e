/**
 * The requests of one process of an operator: counted, written down, and met by faults.
 *
 * @module
 */

import { type Clock, sleep } from "../../toolkit/clock.ts";
import { encodeUntypedJson } from "../../toolkit/codec/json.ts";
import type { MessageStream, RequestSender } from "../../toolkit/client/sender.ts";
import { msOfSpan, type Span } from "../../toolkit/kinds/mod.ts";
import {
  type ResponseBody,
  type TransportRequest,
  type TransportResponse,
  wholeBody,
} from "../../toolkit/transport/exchange.ts";
import { ConnectionLost } from "../../toolkit/transport/transport_error.ts";
import { type Asked, askedOf, lineOf } from "../../toolkit/client/asked.ts";
import type { ArmedFault, Fault, Rejection } from "./faults.ts";
import { lagging } from "./lag.ts";
import type { Activity } from "./rest.ts";

/** What is common to all processes of an environment. */
export interface FaultySenderOptions {
  readonly sender: RequestSender;
  readonly clock: Clock;
  readonly activity: Activity;
  /** Those that wait, in their order. */
  faults(): readonly ArmedFault[];
  /** Told of every request, and of each fault: what a person reads. */
  note(line: string): void;
  asked(asked: Asked): void;
  /** What faults do that is not done to requests. */
  readonly effects: FaultEffects;
}

/** See {@link FaultySenderOptions}. */
export interface FaultEffects {
  /** The process ends, and another one starts. */
  kill(): void;
  /** The server forgets its history. */
  compact(): Promise<void>;
  /** Somebody else takes the lease. */
  loseLease(): Promise<void>;
  /** A server with the state of now, which hears of nothing any more. */
  replica(): Promise<Replica>;
}

/** A server that is behind. */
export interface Replica {
  readonly sender: RequestSender;
  close(): Promise<void>;
}

const CODES: Readonly<Record<Rejection, number>> = {
  Conflict: 409,
  TooManyRequests: 429,
  ServiceUnavailable: 503,
  InternalError: 500,
};
const READS: ReadonlySet<string> = new Set(["get", "list", "watch"]);

/** Sends the requests of one process, until that is dead. */
export class FaultySender implements RequestSender {
  readonly #options: FaultySenderOptions;
  readonly #dead = new AbortController();
  /** Breaks the watches that there are. */
  #watches = new AbortController();
  #replica: Replica | undefined;

  constructor(options: FaultySenderOptions) {
    this.#options = options;
  }

  /** As kill -9 does: nothing is sent and nothing comes any more. */
  kill(): void {
    this.#dead.abort(new ConnectionLost("the process was killed"));
  }

  /** Whether its process is dead. */
  get isKilled(): boolean {
    return this.#dead.signal.aborted;
  }

  /** Breaks the connections of all watches. */
  cutWatches(): void {
    this.#watches.abort(new ConnectionLost("the watch was cut"));
    this.#watches = new AbortController();
  }

  webSocket(): Promise<MessageStream> {
    return Promise.reject(new TypeError("the test environment has no WebSockets"));
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { activity, note, asked: told } = this.#options;
    this.#dead.signal.throwIfAborted();
    const asked = askedOf(request);
    return await activity.request(async () => {
      if (asked === undefined) return await this.#pass(request);
      told(asked);
      note(lineOf(asked));
      return await this.#sendMet(request, asked);
    });
  }

  async #sendMet(request: TransportRequest, asked: Asked): Promise<TransportResponse> {
    const { clock, activity, note, effects } = this.#options;
    const met = this.#options.faults().filter((one) => one.meets(asked)).map(({ fault }) => fault);
    for (const { fault } of met) note(`  fault: ${fault}`);
    for (const one of met) {
      if (one.fault === "reject") return rejection(one.reason ?? "InternalError");
      if (one.fault === "oldReplica") await this.#moveToReplica(one.for ?? 0);
      if (one.fault !== "delay") continue;
      const ms = msOfSpan(one.for ?? 0);
      await activity.await(() => sleep(clock, ms, request.signal));
      this.#dead.signal.throwIfAborted();
    }
    const response = await this.#pass(request, asked);
    const happens = (name: Fault["fault"]) => met.some(({ fault }) => fault === name);
    if (happens("compact")) {
      await effects.compact();
      this.cutWatches();
    }
    if (happens("loseLease")) await effects.loseLease();
    if (happens("kill")) {
      response.body.discard();
      effects.kill();
      throw new ConnectionLost("the process was killed");
    }
    if (happens("loseAnswer")) {
      response.body.discard();
      throw new ConnectionLost("the answer was lost");
    }
    return asked.verb === "watch"
      ? { ...response, body: this.#watched(response.body, met, request) }
      : response;
  }

  /** `asked`: of what may be sent to another server. */
  async #pass(request: TransportRequest, asked?: Asked): Promise<TransportResponse> {
    const { sender } = asked !== undefined && this.#mayBeOld(request, asked)
      ? this.#replica!
      : this.#options;
    const response = await sender.send(request);
    this.#dead.signal.throwIfAborted();
    return response;
  }

  /** Whether a request is answered by the replica: a read that does not ask for the newest state. */
  #mayBeOld({ path }: TransportRequest, { verb }: Asked): boolean {
    if (this.#replica === undefined || !READS.has(verb)) return false;
    const query = new URLSearchParams(path.split("?")[1] ?? "");
    return (query.get("resourceVersion") ?? "") !== "";
  }

  async #moveToReplica(span: Span): Promise<void> {
    const { clock, activity, effects } = this.#options;
    if (this.#replica !== undefined) return;
    const replica = this.#replica = await effects.replica();
    this.cutWatches();
    const end = () => {
      this.#dead.signal.removeEventListener("abort", end);
      timer.cancel();
      if (this.#replica === replica) this.#replica = undefined;
      this.cutWatches();
      activity.events++;
      replica.close().catch(() => {});
    };
    const timer = clock.after(msOfSpan(span), end);
    this.#dead.signal.addEventListener("abort", end, { once: true });
    if (this.#dead.signal.aborted) end();
  }

  /** The events of a watch, as faults let them through. */
  #watched(
    body: ResponseBody,
    met: readonly Fault[],
    { signal }: TransportRequest,
  ): ResponseBody {
    const { clock, activity } = this.#options;
    const dead = this.#dead.signal;
    const cut = this.#watches.signal;
    const isCut = met.some(({ fault }) => fault === "cutWatch");
    const expires = met.some(({ fault }) => fault === "expireWatch");
    const longest = (name: Fault["fault"]) =>
      Math.max(
        0,
        ...met.filter(({ fault }) => fault === name).map((one) => msOfSpan(one.for ?? 0)),
      );
    const until = clock.monotonic() + longest("stallWatch");
    const lagMs = longest("holdCache");
    const stop = new AbortController();
    const enders = [dead, cut, ...(signal ? [signal] : [])];
    const abort = () => {
      stop.abort(enders.find(({ aborted }) => aborted)?.reason);
      body.discard();
    };
    for (const one of enders) one.addEventListener("abort", abort, { once: true });
    return {
      discard: () => body.discard(),
      async *[Symbol.asyncIterator]() {
        try {
          if (expires) {
            yield EXPIRED;
            return;
          }
          const pieces = lagMs === 0 ? body : lagging(body, { lagMs, clock, signal: stop.signal });
          for await (const piece of pieces) {
            activity.events++;
            const waitMs = until - clock.monotonic();
            if (waitMs > 0) await sleep(clock, waitMs, stop.signal);
            stop.signal.throwIfAborted();
            yield piece;
            if (isCut) throw new ConnectionLost("the watch was cut");
          }
          if (dead.aborted) throw dead.reason;
          if (cut.aborted) throw cut.reason;
        } finally {
          for (const one of enders) one.removeEventListener("abort", abort);
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
    body: wholeBody(bytes),
  };
}
