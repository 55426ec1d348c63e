/**
 * What is remembered of one autoscaler: what was recommended, and how its replicas were changed.
 *
 * @module
 */

import type { autoscalingV2 } from "../../toolkit/mod.ts";
import type { ChangeWithin } from "./limits.ts";

interface Recommendation {
  readonly replicas: number;
  readonly atMs: number;
}

interface Change {
  readonly by: number;
  readonly atMs: number;
}

/** Recommendations of a while. Times are of one clock that never goes back. */
export class History {
  #recommendations: Recommendation[] = [];
  #added: Change[] = [];
  #removed: Change[] = [];

  /** Notes how many replicas there were before anything was recommended. */
  begin(replicas: number, nowMs: number): void {
    if (this.#recommendations.length === 0) {
      this.#recommendations.push({ replicas, atMs: nowMs });
    }
  }

  /** Notes a recommendation; gives the highest of the last `windowMs`, itself included. */
  highest(replicas: number, windowMs: number, nowMs: number): number {
    const recent = this.#recommendations.filter(({ atMs }) => atMs >= nowMs - windowMs);
    this.#recommendations = [...recent, { replicas, atMs: nowMs }];
    return Math.max(...this.#recommendations.map(({ replicas }) => replicas));
  }

  /**
   * Notes a recommendation; gives what is nearest to `current` among what was recommended: no higher than the
   * lowest of `upMs`, no lower than the highest of `downMs`, itself included.
   */
  nearest(
    replicas: number,
    current: number,
    { upMs, downMs }: { readonly upMs: number; readonly downMs: number },
    nowMs: number,
  ): number {
    const kept = this.#recommendations.filter(({ atMs }) => atMs >= nowMs - Math.max(upMs, downMs));
    let lowest = replicas;
    let highest = replicas;
    for (const { replicas, atMs } of kept) {
      if (atMs > nowMs - upMs) lowest = Math.min(lowest, replicas);
      if (atMs > nowMs - downMs) highest = Math.max(highest, replicas);
    }
    this.#recommendations = [...kept, { replicas, atMs: nowMs }];
    return Math.min(Math.max(current, lowest), highest);
  }

  /** Notes that replicas were changed, for as long as a policy asks about it. */
  changed(
    from: number,
    to: number,
    { scaleUp, scaleDown }: autoscalingV2.HorizontalPodAutoscalerBehavior,
    nowMs: number,
  ): void {
    const noted = (
      changes: readonly Change[],
      rules: autoscalingV2.HPAScalingRules | undefined,
    ) => {
      const longest = Math.max(0, ...rules?.policies?.map((one) => one.periodSeconds) ?? []);
      const recent = changes.filter(({ atMs }) => atMs >= nowMs - longest * 1000);
      return [...recent, { by: Math.abs(to - from), atMs: nowMs }];
    };
    if (to > from) this.#added = noted(this.#added, scaleUp);
    else this.#removed = noted(this.#removed, scaleDown);
  }

  /** How many replicas were added and removed before now. */
  changedBefore(nowMs: number): ChangeWithin {
    return (periodSeconds) => {
      const since = nowMs - periodSeconds * 1000;
      const sum = (changes: readonly Change[]) =>
        changes.reduce((all, { by, atMs }) => atMs > since ? all + by : all, 0);
      return { added: sum(this.#added), removed: sum(this.#removed) };
    };
  }
}
