/**
 * A plugin as its profile asks it: what it throws is an error, and in some attempts it is timed.
 *
 * @module
 */

import type { Counter } from "../../../toolkit/metrics/mod.ts";
import type { NodeInfo } from "../cluster/node_info.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import type { CycleState } from "./cycle_state.ts";
import {
  type Durations,
  type EvaluatedPoint,
  type Outcome,
  outcomeOf,
  type PluginPoint,
  type ProfileMetrics,
} from "./framework_metrics.ts";
import type { Narrowed, PermitWait, Plugin, RoomMade } from "./plugin.ts";
import { failed, type Status, type Verdict } from "./status.ts";

type Answer = Status | Narrowed | PermitWait | RoomMade | undefined;

/** A plugin of a profile, at all points. */
export class AskedPlugin {
  readonly name: string;
  readonly plugin: Plugin;
  readonly #metrics: ProfileMetrics;
  readonly #times: Readonly<Record<PluginPoint, Durations>>;
  readonly #evaluations: Record<EvaluatedPoint, Counter | undefined> = {
    PreFilter: undefined,
    Filter: undefined,
    PreScore: undefined,
    Score: undefined,
  };

  constructor(plugin: Plugin, metrics: ProfileMetrics) {
    this.name = plugin.name;
    this.plugin = plugin;
    this.#metrics = metrics;
    this.#times = metrics.timesOf(plugin.name);
  }

  /** Counts from now on how often it has something to say at a point. */
  counts(point: EvaluatedPoint): void {
    this.#evaluations[point] = this.#metrics.evaluationsOf(this.name, point);
  }

  /** It had something to say. */
  evaluated(point: EvaluatedPoint, times = 1): void {
    this.#evaluations[point]?.inc(times);
  }

  /** What it answers. Nothing is waited for that is there at once. */
  ask<T extends Answer>(
    point: PluginPoint,
    { isTimed }: Pick<CycleState, "isTimed">,
    question: (plugin: Plugin) => T | Promise<T>,
  ): Promise<T | Status> {
    return isTimed ? this.#timed(point, question) : attempt(this.plugin, question);
  }

  /** Tells it of something, or asks it what is answered at once; what it throws is thrown. */
  tell<T extends boolean | Verdict | void>(
    point: PluginPoint,
    { isTimed }: Pick<CycleState, "isTimed">,
    what: (plugin: Plugin) => T,
  ): T {
    if (!isTimed) return what(this.plugin);
    const beganMs = this.#metrics.now();
    const answer = what(this.plugin);
    const ms = this.#metrics.now() - beganMs;
    // Where it is asked whether there is anything to do, a no is no failure.
    if (answer === false) this.#times[point].took("Skip", ms);
    else this.#times[point].took(typeof answer === "object" ? outcomeOf(answer) : "Success", ms);
    return answer;
  }

  /** What it says of a node. */
  filter(cycle: CycleState, pod: PendingPod, node: NodeInfo): Verdict {
    this.#evaluations.Filter?.inc();
    return verdictOf(this.plugin, cycle, pod, node);
  }

  /** The same, timed since the last one has ended; when this one has. */
  timedFilter(
    cycle: CycleState,
    pod: PendingPod,
    node: NodeInfo,
    beganMs: number,
  ): { readonly verdict: Verdict; readonly endedMs: number } {
    const verdict = this.filter(cycle, pod, node);
    const endedMs = this.#metrics.now();
    this.#times.Filter.took(outcomeOf(verdict), endedMs - beganMs);
    return { verdict, endedMs };
  }

  /** Puts the score of each node in its place; what it throws is thrown. */
  score(cycle: CycleState, pod: PendingPod, nodes: readonly NodeInfo[], scores: number[]): void {
    this.evaluated("Score", nodes.length);
    const { plugin } = this;
    if (!cycle.isTimed) {
      for (let at = 0; at < nodes.length; at++) scores[at] = plugin.score!(cycle, pod, nodes[at]!);
      return;
    }
    let beganMs = this.#metrics.now();
    for (let at = 0; at < nodes.length; at++) {
      scores[at] = plugin.score!(cycle, pod, nodes[at]!);
      const endedMs = this.#metrics.now();
      this.#times.Score.took("Success", endedMs - beganMs);
      beganMs = endedMs;
    }
  }

  async #timed<T extends Answer>(
    point: PluginPoint,
    question: (plugin: Plugin) => T | Promise<T>,
  ): Promise<T | Status> {
    const beganMs = this.#metrics.now();
    const answer = await attempt(this.plugin, question);
    this.#times[point].took(answered(answer), this.#metrics.now() - beganMs);
    return answer;
  }
}

/** What an answer is, by its form. */
function answered(answer: Answer): Outcome {
  if (answer === undefined || "nodes" in answer) return "Success";
  if ("waitMs" in answer) return "Wait";
  return "verdict" in answer ? outcomeOf(answer.verdict) : outcomeOf(answer as Status);
}

/** What a filter says of a node; what it throws is an error. */
function verdictOf(plugin: Plugin, cycle: CycleState, pod: PendingPod, node: NodeInfo): Verdict {
  try {
    return plugin.filter!(cycle, pod, node);
  } catch (error) {
    return failed(error);
  }
}

async function attempt<T>(
  plugin: Plugin,
  question: (plugin: Plugin) => T | Promise<T>,
): Promise<T | Status> {
  try {
    const answer = question(plugin);
    return answer instanceof Promise ? await answer : answer;
  } catch (error) {
    return failed(error);
  }
}
