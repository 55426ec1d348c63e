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
  /** Default: any but that of leases, by which operators are elected. */
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
  readonly fault: FaultName;
  /** How long: of those that last. */
  readonly for?: Span | undefined;
  /** Why the request is refused: of `reject`. */
  readonly reason?: Rejection | undefined;
}

/** What faults are called. */
export type FaultName =
  | "cutWatch"
  | "stallWatch"
  | "expireWatch"
  | "compact"
  | "holdCache"
  | "oldReplica"
  | "reject"
  | "delay"
  | "loseAnswer"
  | "kill"
  | "loseLease"
  | "hangWebhook";

/** Makes faults. Each throws a TypeError for an aim that would never be met. */
export const fault = {
  /** The connection of a watch breaks, after its next event. */
  cutWatch: (aim: Aim = {}): Fault => made("cutWatch", { ...aim, verb: "watch" }),
  /** A watch is silent from its beginning on, and then tells all at once. Default 10 s. */
  stallWatch: (aim: Aim & { readonly for?: Span } = {}): Fault =>
    made("stallWatch", { for: "10s", ...aim, verb: "watch" }),
  /** A watch ends, as the server has forgotten where it was. */
  expireWatch: (aim: Aim = {}): Fault => made("expireWatch", { ...aim, verb: "watch" }),
  /**
   * The server forgets all history before now, and the operator's watches break: one that comes back from
   * before is refused. With an aim: right after that request; without, at once.
   */
  compact: (aim: Aim = {}): Fault => made("compact", aim),
  /** All that a watch tells comes so much later, until that watch ends: the cache is behind. */
  holdCache: (aim: Aim & { readonly for: Span }): Fault =>
    made("holdCache", { ...aim, verb: "watch" }),
  /**
   * From that request on, for so long, the operator is connected to a replica of the server that hears of
   * nothing any more: its watches break, and come back to that; lists that may be old are. What asks for
   * the newest state gets it, as from any replica.
   */
  oldReplica: (aim: Aim & { readonly for: Span }): Fault => made("oldReplica", aim),
  /** A request is refused. Refusals other than Conflict and InternalError are tried again by the client. */
  reject: (aim: Aim & { readonly reason: Rejection }): Fault => made("reject", aim),
  /** A request takes long. */
  delay: (aim: Aim & { readonly for: Span }): Fault => made("delay", aim),
  /** A write is done, and its answer gets lost. */
  loseAnswer: (aim: Aim = {}): Fault => made("loseAnswer", aim),
  /** The operator's process ends right after a request, and another one starts. */
  kill: (aim: Aim): Fault => made("kill", aim),
  /** Somebody else takes the lease: right after that request; without an aim at once. */
  loseLease: (aim: Aim = {}): Fault => made("loseLease", aim),
  /**
   * A webhook of the operator does not answer, until its caller has waited long enough. The verb is `create`,
   * `update`, `delete`, or `convert`.
   */
  hangWebhook: (aim: Aim = {}): Fault => made("hangWebhook", aim),
};

const VERBS: readonly string[] = [
  "get",
  "list",
  "watch",
  "create",
  "update",
  "patch",
  "apply",
  "delete",
  "deletecollection",
];
const WRITES: ReadonlySet<string> = new Set(
  VERBS.filter((verb) => !["get", "list", "watch"].includes(verb)),
);
const WEBHOOK_VERBS: readonly string[] = ["create", "update", "delete", "convert"];

function made(fault: FaultName, aim: Omit<Fault, "fault">): Fault {
  const checked: Fault = { ...aim, fault };
  checkFault(checked);
  return checked;
}

/** Throws a TypeError for a fault that could never be met. */
export function checkFault({ fault, verb, nth, times, for: span }: Fault): void {
  const wrong = (what: string, value: unknown, wanted: string) => {
    throw new TypeError(`fault.${fault}: ${what} is ${JSON.stringify(value)}: write ${wanted}`);
  };
  const verbs = fault === "hangWebhook"
    ? WEBHOOK_VERBS
    : fault === "loseAnswer"
    ? [...WRITES]
    : VERBS;
  if (verb !== undefined && !verbs.includes(verb)) wrong("verb", verb, verbs.join(", "));
  for (const [name, value] of Object.entries({ nth, times })) {
    if (value === undefined || Number.isSafeInteger(value) && value > 0) continue;
    wrong(name, value, "a whole number from 1 on");
  }
  if (span !== undefined) msOfSpan(span, "for");
  const lasts = ["holdCache", "oldReplica", "delay", "stallWatch"].includes(fault);
  if (lasts && span === undefined) wrong("for", span, 'a span such as "10s"');
}

/** Whether a fault has no aim: it happens at once. */
export function isAtOnce({ fault, verb, kind, nth }: Fault): boolean {
  return (fault === "compact" || fault === "loseLease") &&
    [verb, kind, nth].every((one) => one === undefined);
}

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

  /** Whether it happens to this request, of the operator or of one of its webhooks; counts it. */
  meets(asked: Asked, place: "request" | "webhook" = "request"): boolean {
    const { verb, kind, nth = 1, fault } = this.fault;
    if (this.isSpent || (fault === "hangWebhook") !== (place === "webhook")) return false;
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
