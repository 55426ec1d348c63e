/**
 * What metrics ask for, counted.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { autoscalingV2 } from "../../toolkit/mod.ts";
import type { AutoscalerMetrics } from "./autoscaler_metrics.ts";
import { MetricFailure } from "./metric_failure.ts";
import type { Proposal, Proposals, Situation } from "./proposals.ts";

/** Asks for proposals as {@link Proposals} do, and counts them by what they would change. */
export class CountedProposals {
  readonly #proposals: Proposals;
  readonly #metrics: AutoscalerMetrics;
  readonly #clock: Clock;

  constructor(proposals: Proposals, metrics: AutoscalerMetrics, clock: Clock) {
    this.#proposals = proposals;
    this.#metrics = metrics;
    this.#clock = clock;
  }

  /** What a metric asks for. `told`: the replicas that the status told of before. */
  async of(
    spec: autoscalingV2.MetricSpec,
    situation: Situation,
    told: number,
  ): Promise<Proposal> {
    const began = this.#clock.monotonic();
    const took = () => this.#clock.monotonic() - began;
    try {
      const proposal = await this.#proposals.of(spec, situation);
      const more = proposal.replicas - told;
      const action = more > 0 ? "scale_up" : more < 0 ? "scale_down" : "none";
      this.#metrics.computed(action, "none", spec.type, took());
      return proposal;
    } catch (error) {
      if (error instanceof MetricFailure) {
        this.#metrics.computed("none", "internal", spec.type, took());
      }
      throw error;
    }
  }
}
