/**
 * A priority level: what requests of some schemas share, and what of the server they have.
 *
 * @module
 */

import type {
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
} from "../../toolkit/api/flowcontrol_v1.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { MOST_SEATS } from "./estimate_work.ts";
import { EXEMPT } from "./mandatory.ts";
import type { Pace } from "./pace.ts";
import { type Dispatching, QueueSet } from "./queue_set.ts";
import { RetryAfter } from "./retry_after.ts";

/** The part of its seats that one request takes at most. */
const WIDEST_PART = 0.15;

/** How many queues there are, and how many a flow may use; none where requests do not wait. */
export interface Queuing {
  readonly queues: number;
  readonly handSize: number;
}

/** A level as the server keeps it. */
export class Level {
  readonly name: string;
  readonly retryAfter = new RetryAfter();
  uid = "";
  spec: PriorityLevelConfigurationSpec;
  readonly set: QueueSet;
  /** Seats by its shares, those that it keeps, and those that it has at most with what it borrows. */
  nominal = 0;
  least = 0;
  most = 0;
  /** Seats that it has now. */
  current = 0;
  /** What it was to have when seats were last shared out. */
  target = 0;
  /** The most that one request takes. */
  mostSeats = MOST_SEATS;
  /** Whether it is unwanted, and only ends what it has. */
  isQuiescing = false;
  #isNew = true;

  constructor(name: string, spec: PriorityLevelConfigurationSpec, clock: Clock, pace: Pace) {
    this.name = name;
    this.spec = spec;
    this.set = new QueueSet(clock, dispatchingOf(spec), 0, pace);
  }

  get isExempt(): boolean {
    return this.spec.type === "Exempt";
  }

  get shares(): number {
    return (this.spec.limited ?? this.spec.exempt)?.nominalConcurrencyShares ?? 0;
  }

  get queuing(): Queuing {
    const { queues = 0, handSize = 0 } = this.spec.limited?.limitResponse?.queuing ?? {};
    return { queues, handSize };
  }

  /** Its part of the server's seats, where all shares together are `allShares`. */
  divide(serverSeats: number, allShares: number): void {
    const { limited, exempt } = this.spec;
    const nominal = allShares > 0 ? Math.ceil(serverSeats * this.shares / allShares) : 0;
    const lendable = (limited ?? exempt)?.lendablePercent ?? 0;
    const borrowing = limited?.borrowingLimitPercent;
    const lent = Math.round(nominal * lendable / 100);
    this.nominal = nominal;
    this.least = nominal - lent;
    this.most = nominal +
      (borrowing === undefined ? serverSeats : Math.round(nominal * borrowing / 100));
    const { queues, handSize } = this.queuing;
    this.mostSeats = queues === 0 ? MOST_SEATS : Math.min(
      MOST_SEATS,
      Math.max(1, Math.min(Math.ceil(nominal * WIDEST_PART), Math.floor(nominal / handSize))),
    );
    if (this.#isNew) this.current = nominal - Math.floor(lent / 2);
    this.#isNew = false;
  }

  /** Has so many seats from now on. */
  setCurrent(seats: number): void {
    this.current = seats;
    this.set.configure(dispatchingOf(this.spec), seats);
  }
}

/** Whether a level's object says what a level is: validation sees to it, and a store may have older ones. */
export function isUsable({ metadata, spec }: PriorityLevelConfiguration): boolean {
  if (spec === undefined) return false;
  const { type, limited, exempt } = spec;
  const isExempt = metadata?.name === EXEMPT;
  if (isExempt !== (type === "Exempt") || isExempt === (limited !== undefined)) return false;
  if (isExempt) return exempt !== undefined;
  const { type: response, queuing } = limited?.limitResponse ?? { type: "" };
  if (response === "Reject") return queuing === undefined;
  const { queues = 0, handSize = 0 } = queuing ?? {};
  return response === "Queue" && handSize >= 1 && handSize <= queues;
}

function dispatchingOf({ limited }: PriorityLevelConfigurationSpec): Dispatching {
  if (limited === undefined) return { type: "exempt" };
  const queuing = limited.limitResponse?.queuing;
  if (queuing === undefined) return { type: "reject" };
  return { type: "queue", lengthLimit: queuing.queueLengthLimit ?? 0 };
}
