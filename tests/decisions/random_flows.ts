/**
 * Random requests that take seats, flows, and levels that share seats.
 *
 * @module
 */

import type { SeatClaim } from "../../apiserver/flowcontrol/share_seats.ts";
import type { PriorityLevelConfiguration } from "../../toolkit/api/flowcontrol_v1.ts";
import { Choices } from "./choices.ts";

/** What there is when a request comes. */
export interface Sizes {
  readonly objects: number;
  readonly watchers: number;
  /** The most that one request of its level takes. */
  readonly seats: number;
}

/** What happens to levels. */
export interface Step {
  /** Missing where they stay as they are. */
  readonly levels?: readonly PriorityLevelConfiguration[];
  /** Seats that levels could use. */
  readonly wants: Readonly<Record<string, number>>;
  /** How long it is wanted until seats are shared out. */
  readonly seconds: number;
}

const RESOURCES = [
  "/api/v1/pods",
  "/api/v1/pods",
  "/api/v1/namespaces/a/pods",
  "/api/v1/namespaces/a/pods/p",
  "/api/v1/namespaces/a/pods/p/status",
  "/api/v1/namespaces/a/serviceaccounts/s/token",
  "/api/v1/watch/pods",
  "/api/v1/secrets",
  "/apis/metrics.k8s.io/v1/pods",
  "/version",
];
const OPTIONS = [
  "limit=10",
  "limit=150",
  "limit=0",
  "limit=-5",
  "limit=x",
  "continue=abc",
  "continue=",
  "resourceVersion=0",
  "resourceVersion=5",
  "resourceVersion=",
  "resourceVersionMatch=Exact",
  "resourceVersionMatch=NotOlderThan",
  "resourceVersionMatch=Other",
  "fieldSelector=metadata.name%3Dp",
  "fieldSelector=spec.nodeName%3Dn",
  "labelSelector=a",
  "labelSelector=",
  "watch=true",
  "watch=1",
  "watch=false",
  "sendInitialEvents=true",
  "sendInitialEvents=false",
  "sendInitialEvents=x",
  "timeoutSeconds=x",
  "timeoutSeconds=5",
];
const WORDS = ["", "jane", "system:serviceaccount:shop:web", "shop", "\u0000", "é", "a\u0000b"];
const LEVELS = ["a", "b", "workload", "catch-all", "exempt"];

/** Makes what priority and fairness decide about. */
export class RandomFlows extends Choices {
  sizes(): Sizes {
    return {
      objects: this.one([0, 1, 50, 99, 100, 101, 150, 250, 550, 1000, 100_000]),
      watchers: this.one([0, 1, 9, 10, 11, 20, 55, 99, 100, 101, 333, 10_000]),
      seats: this.one([1, 2, 3, 7, 10]),
    };
  }

  request(): { readonly method: string; readonly url: string } {
    const options = this.chance(0.1) ? [] : this.many(4, () => this.one(OPTIONS));
    return {
      method: this.chance(0.7) ? "GET" : this.one(["POST", "PUT", "PATCH", "DELETE", "HEAD"]),
      url: `${this.one(RESOURCES)}?${options.join("&")}`,
    };
  }

  dealer(): { readonly queues: number; readonly handSize: number } {
    const queues = 1 + this.below(this.one([4, 64, 512, 10_000]));
    // No more than the hash of a flow is enough for.
    const most = Math.floor(60 / Math.ceil(Math.log2(queues) || 1));
    return { queues, handSize: 1 + this.below(Math.min(queues, most)) };
  }

  flow(): { readonly schema: string; readonly distinguisher: string } {
    return { schema: this.one(WORDS) + this.below(1000), distinguisher: this.one(WORDS) };
  }

  claims(): SeatClaim[] {
    return this.many(6, () => {
      const atLeast = this.chance(0.3) ? 0 : this.below(40);
      return {
        atLeast,
        target: atLeast + (this.chance(0.3) ? 0 : this.below(400) / 4),
        atMost: atLeast + (this.chance(0.2) ? 0 : this.below(150)),
      };
    });
  }

  /** Seats for some, mostly as many as their bounds allow. */
  total(claims: readonly SeatClaim[]): number {
    const sum = (of: "atLeast" | "atMost") => claims.reduce((all, claim) => all + claim[of], 0);
    const [least, most] = [sum("atLeast"), sum("atMost")];
    return Math.max(0, least - 3 + this.below(most - least + 7));
  }

  serverSeats(): number {
    return this.one([1, 7, 16, 100, 600, 1000]);
  }

  steps(): Step[] {
    const [first, ...more] = this.many(4, () => this.#step());
    return [{ ...first!, levels: this.#levels() }, ...more];
  }

  #step(): Step {
    return {
      ...(this.chance(0.3) && { levels: this.#levels() }),
      wants: Object.fromEntries(
        this.some(LEVELS).concat(this.some(LEVELS)).map((name) => [name, this.below(300)]),
      ),
      seconds: this.one([0, 1, 10, 10, 10]),
    };
  }

  #levels(): PriorityLevelConfiguration[] {
    return LEVELS.filter(() => this.chance(0.6)).map((name) => {
      const isExempt = this.chance(0.03) ? name !== "exempt" : name === "exempt";
      const shares = {
        // Of no shares at all nobody has a part.
        nominalConcurrencyShares: (name === "catch-all" ? 1 : 0) + this.below(100),
        lendablePercent: this.chance(0.3) ? 0 : this.below(101),
      };
      if (isExempt) return { metadata: { name }, spec: { type: "Exempt", exempt: shares } };
      const queuing = { queues: 64, handSize: 1 + this.below(8), queueLengthLimit: 50 };
      return {
        metadata: { name },
        spec: {
          type: "Limited",
          limited: {
            ...shares,
            ...(this.chance(0.6) && { borrowingLimitPercent: this.below(200) }),
            limitResponse: name === "b" ? { type: "Reject" } : { type: "Queue", queuing },
          },
        },
      };
    });
  }
}
