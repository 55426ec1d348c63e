/**
 * What can go wrong between an operator and its server, as plain data.
 *
 * @module
 */

import { type AnyKind, groupOfKinds, msOfSpan, type Span } from "../../toolkit/kinds/mod.ts";
import type { Asked } from "../../toolkit/client/asked.ts";

/** Which requests of the operator a fault meets. */
export interface Aim {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `apply`, `delete`. Default: any. */
  readonly verb?: string | undefined;
  /** Default: any. */
  readonly kind?: AnyKind | undefined;
  /** From the so-manieth such request on, counted from 1. Default 1. */
  readonly nth?: number | undefined;
  /** How often. Default once. */
  readonly times?: number | undefined;
}

/** Why a request is refused. */
export type Rejection = "Conflict" | "TooManyRequests" | "ServiceUnavailable" | "InternalError";

/** A fault: plain data, so that a failure prints what to paste. */
export interface Fault extends Aim {
  /** What goes wrong. */
  readonly fault:
    | "cutWatch"
    | "stallWatch"
    | "expireWatch"
    | "compact"
    | "holdCache"
    | "reject"
    | "delay"
    | "loseAnswer"
    | "kill"
    | "loseLease";
  /** How long: of those that last. */
  readonly for?: Span | undefined;
  /** Why the request is refused: of `reject`. */
  readonly reason?: Rejection | undefined;
}

/** Makes faults. */
export const fault = {
  /** The connection of a watch breaks, after its next event. */
  cutWatch: (aim: Aim = {}): Fault => ({ ...aim, verb: "watch", fault: "cutWatch" }),
  /** A watch goes silent, and goes on later. Default 10 s. */
  stallWatch: ({ for: span = "10s", ...aim }: Aim & { readonly for?: Span } = {}): Fault => {
    msOfSpan(span, "for");
    return { ...aim, verb: "watch", fault: "stallWatch", for: span };
  },
  /** A watch ends, as the server has forgotten where it was. */
  expireWatch: (aim: Aim = {}): Fault => ({ ...aim, verb: "watch", fault: "expireWatch" }),
  /** The server forgets all history before now. */
  compact: (): Fault => ({ fault: "compact" }),
  /** What a watch tells comes later: the cache is behind. */
  holdCache: ({ for: span, ...aim }: Aim & { readonly for: Span }): Fault => {
    msOfSpan(span, "for");
    return { ...aim, verb: "watch", fault: "holdCache", for: span };
  },
  /** A request is refused. Refusals other than Conflict and InternalError are tried again by the client. */
  reject: (aim: Aim & { readonly reason: Rejection }): Fault => ({ ...aim, fault: "reject" }),
  /** A request takes long. */
  delay: (aim: Aim & { readonly for: Span }): Fault => {
    msOfSpan(aim.for, "for");
    return { ...aim, fault: "delay" };
  },
  /** A write is done, and its answer gets lost. */
  loseAnswer: (aim: Aim = {}): Fault => ({ ...aim, fault: "loseAnswer" }),
  /** The operator's process ends right after a request, and another one starts. */
  kill: (aim: Aim): Fault => ({ ...aim, fault: "kill" }),
  /** Somebody else takes the lease. */
  loseLease: (aim: Aim = {}): Fault => ({ ...aim, fault: "loseLease" }),
};

const WRITES: ReadonlySet<string> = new Set([
  "create",
  "update",
  "patch",
  "apply",
  "delete",
  "deletecollection",
]);

/** A fault that waits for its requests. */
export class ArmedFault {
  readonly fault: Fault;
  #seen = 0;
  #met = 0;

  constructor(fault: Fault) {
    this.fault = fault;
  }

  /** Whether it may still happen. */
  get isSpent(): boolean {
    return this.#met >= (this.fault.times ?? 1);
  }

  /** Whether it happens to this request; counts it. */
  meets(asked: Asked): boolean {
    const { verb, kind, nth = 1, fault } = this.fault;
    if (this.isSpent) return false;
    if (verb !== undefined && verb !== asked.verb) return false;
    if (verb === undefined && fault === "loseAnswer" && !WRITES.has(asked.verb)) return false;
    if (kind !== undefined) {
      const isIt = kind.plural === asked.resource && groupOfKinds(asked.group) === kind.group;
      if (!isIt) return false;
    } else if (asked.resource === "leases") {
      // Elections have faults of their own.
      return false;
    }
    if (++this.#seen < nth) return false;
    this.#met++;
    return true;
  }
}
