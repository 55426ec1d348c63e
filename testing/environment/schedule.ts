/**
 * Schedules of faults: drawn from a seed, written down, and read again.
 *
 * @module
 */

import { declaredKinds, type DefinedOperator } from "../../toolkit/operator/operator.ts";
import type { AnyKind, Span } from "../../toolkit/kinds/mod.ts";
import { isObject } from "../../toolkit/values/json.ts";
import type { Random } from "../random_objects.ts";
import { type Aim, checkFault, type Fault, fault, type Rejection } from "./faults.ts";

/** What is run: all random numbers of the environment, when it begins, and what goes wrong. */
export interface Schedule {
  readonly seed: number;
  /** As RFC 3339 has it. */
  readonly now: string;
  readonly faults: readonly Fault[];
}

const REASONS: readonly Rejection[] = [
  "Conflict",
  "TooManyRequests",
  "ServiceUnavailable",
  "InternalError",
];
const SPANS: readonly Span[] = ["1s", "10s", "1m"];
const READ_VERBS: readonly string[] = ["get", "list", "watch"];
const WRITE_VERBS: readonly string[] = ["apply", "create", "update", "patch", "delete"];
const FAULTS_LIMIT = 3;
const NTH_LIMIT = 6;
const TIMES_LIMIT = 3;

/** What an operator or controllers ask when nothing goes wrong: a verb on a kind, and how often. */
export interface Used {
  readonly verb: string;
  readonly kind: AnyKind;
  readonly count: number;
}

/**
 * Draws some faults of all kinds that may meet an operator, or controllers: most of them of what is known to be
 * asked, as others are seldom met.
 */
export function drawnFaults(
  random: Random,
  operator: DefinedOperator | undefined,
  used: readonly Used[],
): Fault[] {
  const makers = operator === undefined ? MAKERS : makersFor(operator);
  const declared = declaredKinds(operator?.controllers ?? []).map(({ kind }) => kind);
  // Each once: controllers declare none.
  const kinds = new Set([...declared, ...used.map(({ kind }) => kind)]);
  const chance = new Chance(random, [...kinds], used);
  return Array.from(
    { length: 1 + random.below(FAULTS_LIMIT) },
    () => random.pick(makers)(chance),
  );
}

/** What the makers of faults draw. */
class Chance {
  readonly #random: Random;
  readonly #kinds: readonly AnyKind[];
  readonly #used: readonly Used[];

  constructor(random: Random, kinds: readonly AnyKind[], used: readonly Used[]) {
    this.#random = random;
    this.#kinds = kinds.map(namesOf);
    this.#used = used.map((one) => ({ ...one, kind: namesOf(one.kind) }));
  }

  /** Any request. */
  get request(): Aim {
    return this.#aim(this.#used, [...READ_VERBS, ...WRITE_VERBS]);
  }

  /** A request that changes something. */
  get write(): Aim {
    const writes = this.#used.filter(({ verb }) => !READ_VERBS.includes(verb));
    return this.#aim(writes, WRITE_VERBS);
  }

  /** A watch, from its beginning or when it comes back. */
  get watch(): Aim {
    return { ...this.#kind(), nth: 1 + this.#random.below(2), ...this.#times };
  }

  get for(): { readonly for: Span } {
    return { for: this.#random.pick(SPANS) };
  }

  get reason(): { readonly reason: Rejection } {
    return { reason: this.#random.pick(REASONS) };
  }

  #aim(used: readonly Used[], verbs: readonly string[]): Aim {
    const random = this.#random;
    if (used.length > 0 && random.chance(70)) {
      const { verb, kind, count } = random.pick(used);
      const most = READ_VERBS.includes(verb) ? Math.min(count, NTH_LIMIT) : count;
      const nth = 1 + random.below(most);
      return { verb, kind, nth, ...this.#times };
    }
    return {
      ...random.chance(50) ? { verb: random.pick(verbs) } : {},
      ...this.#kind(),
      nth: 1 + random.below(NTH_LIMIT),
      ...this.#times,
    };
  }

  #kind(): { readonly kind?: AnyKind } {
    const isAny = this.#kinds.length === 0 || !this.#random.chance(70);
    return isAny ? {} : { kind: this.#random.pick(this.#kinds) };
  }

  get #times(): { readonly times: number } {
    return { times: 1 + this.#random.below(TIMES_LIMIT) };
  }
}

type Maker = (chance: Chance) => Fault;

const once = (aim: Aim): Aim => ({ ...aim, times: 1 });

const MAKERS: readonly Maker[] = [
  (chance) => fault.cutWatch(chance.watch),
  (chance) => fault.stallWatch({ ...chance.watch, ...chance.for }),
  (chance) => fault.expireWatch(chance.watch),
  (chance) => fault.compact(once(chance.request)),
  (chance) => fault.holdCache({ ...chance.watch, ...chance.for }),
  (chance) => fault.oldReplica({ ...once(chance.request), ...chance.for }),
  // What happens most often in the field is drawn more often.
  (chance) => fault.reject({ ...chance.request, ...chance.reason }),
  (chance) => fault.reject({ ...chance.request, ...chance.reason }),
  (chance) => fault.delay({ ...chance.request, ...chance.for }),
  (chance) => fault.kill(once(chance.request)),
  (chance) => fault.kill(once(chance.request)),
  (chance) => fault.loseAnswer(chance.write),
  (chance) => fault.loseAnswer(chance.write),
];

function makersFor(operator: DefinedOperator): readonly Maker[] {
  const { leaderElection = false } = operator.options;
  return [
    ...MAKERS,
    ...leaderElection === false ? [] : [(chance: Chance) => fault.loseLease(once(chance.request))],
    // Where a write fails with its webhook, it would be the scenario's own write that failed.
    ...operator.webhooks.length > 0 &&
        operator.webhooks.every(({ failurePolicy }) => failurePolicy === "Ignore")
      ? [({ watch }: Chance) => fault.hangWebhook({ ...watch, verb: undefined })]
      : [],
  ];
}

/** A kind without its definition: what is printed is to be short. */
function namesOf({ group, version, kind, plural, namespaced }: AnyKind): AnyKind {
  return { group, version, kind, plural, namespaced } as AnyKind;
}

/** As a program writes it: `fault.reject({ verb: "apply", kind: Deployment, reason: "Conflict" })`. */
export function codeOf({ fault: name, ...rest }: Fault): string {
  const parts = Object.entries(rest).filter(([, value]) => value !== undefined).map((
    [key, value],
  ) => `${key}: ${key === "kind" ? (value as AnyKind).kind : JSON.stringify(value)}`);
  return `fault.${name}(${parts.length === 0 ? "" : `{ ${parts.join(", ")} }`})`;
}

/** A schedule as a text to paste. */
export function printed(schedule: Schedule): string {
  return new TextEncoder().encode(JSON.stringify(schedule)).toBase64({ alphabet: "base64url" });
}

/** The schedule that {@link printed} has printed. Throws a TypeError for anything else. */
export function scheduleIn(replay: string): Schedule {
  try {
    const bytes = Uint8Array.fromBase64(replay, { alphabet: "base64url" });
    const schedule: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isSchedule(schedule)) {
      schedule.faults.forEach(checkFault);
      return schedule;
    }
  } catch {
    // Told below.
  }
  throw new TypeError("replay is none of what explore() has said: paste all of it");
}

function isSchedule(value: unknown): value is Schedule {
  return isObject(value) && Number.isSafeInteger(value.seed) && typeof value.now === "string" &&
    Array.isArray(value.faults) && value.faults.every(isObject);
}
