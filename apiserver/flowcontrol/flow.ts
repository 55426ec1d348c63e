/**
 * Flows: requests that belong together, and share queues with few others.
 *
 * @module
 */

import { dealHand, hashOfFlow } from "./hand.ts";
import type { GateHeaders } from "./gate.ts";
import type { FlowMetrics } from "./metrics.ts";

/** How many flows of one schema are remembered. */
const KNOWN_FLOWS = 1000;

/** One flow. */
export interface Flow {
  /** The name of the schema. */
  readonly schema: string;
  /** Who or where it is from; "" where all requests of the schema are one flow. */
  readonly distinguisher: string;
  /** The numbers of the queues that it may use; empty where there is no choice. */
  readonly hand: readonly number[];
  readonly headers: GateHeaders;
  readonly metrics: FlowMetrics;
}

/** What all flows of a schema have in common. */
export interface FlowsOptions {
  readonly schema: string;
  /** How many queues there are, and how many of them a flow may use. */
  readonly queues: number;
  readonly handSize: number;
  readonly headers: GateHeaders;
  readonly metrics: FlowMetrics;
}

/** The flows of one schema, each made when it is first asked for; those not seen for long are forgotten. */
export class Flows {
  readonly #options: FlowsOptions;
  readonly #known = new Map<string, Flow>();

  constructor(options: FlowsOptions) {
    this.#options = options;
  }

  /** The flow of this distinguisher. */
  of(distinguisher: string): Flow {
    const known = this.#known.get(distinguisher);
    if (known !== undefined) return known;
    const { schema, queues, handSize, headers, metrics } = this.#options;
    const hand = queues > 0 ? dealHand(hashOfFlow(schema, distinguisher), queues, handSize) : [];
    const flow: Flow = { schema, distinguisher, hand, headers, metrics };
    if (this.#known.size >= KNOWN_FLOWS) {
      const [oldest] = this.#known.keys();
      this.#known.delete(oldest!);
    }
    this.#known.set(distinguisher, flow);
    return flow;
  }
}
