/**
 * The plugins of one scheduler name, asked in their order.
 *
 * @module
 */

import type { NodeInfo } from "../cluster/node_info.ts";
import type { Snapshot } from "../cluster/snapshot.ts";
import type { PendingPod, PodInfo } from "../pod/pod_info.ts";
import type { QueuedPod } from "../pod/queued_pod.ts";
import { AskedPlugin } from "./asked_plugin.ts";
import type { EventInterest } from "./cluster_event.ts";
import { CycleState } from "./cycle_state.ts";
import {
  type EvaluatedPoint,
  type Outcome,
  outcomeOf,
  type ProfileMetrics,
  type TimedPoint,
} from "./framework_metrics.ts";
import { type FirstLook, firstLook } from "./first_look.ts";
import { makeRoom } from "./make_room.ts";
import type { FilterVerdicts, PermitWait, Plugin, RoomMade } from "./plugin.ts";
import { lookAtLeft, type ScoresTold, sumsOfScores } from "./score_nodes.ts";
import { failed, type Rejection, saidBy, type Status, type Verdict } from "./status.ts";

/** Where plugins are asked. */
export const POINTS = [
  "preEnqueue",
  "compare",
  "preFilter",
  "filter",
  "postFilter",
  "preScore",
  "score",
  "reserve",
  "permit",
  "preBind",
  "bind",
  "postBind",
] as const;

/** One of {@link POINTS}. */
export type Point = (typeof POINTS)[number];

/** What a profile is made of: of each point, who is asked there, in that order. */
export interface ProfileOptions {
  readonly schedulerName: string;
  readonly plugins: Readonly<Record<Point, readonly Plugin[]>>;
  /** What the score of a plugin counts for. Default 1. */
  readonly weights: ReadonlyMap<string, number>;
  /** How many of a hundred nodes are looked at; 0: by how many there are. */
  readonly percentageOfNodesToScore?: number | undefined;
  readonly metrics: ProfileMetrics;
}

/** The last word of the plugins: they may have the pod wait. */
export interface Permission {
  readonly rejection: Rejection | undefined;
  /** How long each plugin has it wait at most. */
  readonly waits: ReadonlyMap<string, number>;
}

/** No pod waits longer for a permit. */
const MOST_WAIT_MS = 15 * 60_000;

const EVALUATED: readonly (readonly [Point, EvaluatedPoint])[] = [
  ["preFilter", "PreFilter"],
  ["filter", "Filter"],
  ["preScore", "PreScore"],
  ["score", "Score"],
];

/** The plugins of a scheduler name. */
export class Profile {
  readonly schedulerName: string;
  readonly percentageOfNodesToScore: number | undefined;
  readonly #plugins: Readonly<Record<Point, readonly AskedPlugin[]>>;
  readonly #weights: ProfileOptions["weights"];
  readonly #interests: ReadonlyMap<string, readonly EventInterest[]>;
  readonly #metrics: ProfileMetrics;

  constructor(options: ProfileOptions) {
    const { schedulerName, plugins, weights, percentageOfNodesToScore, metrics } = options;
    this.schedulerName = schedulerName;
    this.percentageOfNodesToScore = percentageOfNodesToScore;
    this.#weights = weights;
    this.#metrics = metrics;
    const all = new Set(Object.values(plugins).flat());
    this.#interests = new Map([...all].map(({ name, events = [] }) => [name, events]));
    const asked = new Map([...all].map((plugin) => [plugin, new AskedPlugin(plugin, metrics)]));
    this.#plugins = Object.fromEntries(
      POINTS.map((point) => [point, plugins[point].map((plugin) => asked.get(plugin)!)]),
    ) as Record<Point, AskedPlugin[]>;
    for (const [point, label] of EVALUATED) {
      for (const plugin of this.#plugins[point]) plugin.counts(label);
    }
  }

  /** What each plugin wants to hear of, by its name. */
  get interests(): ReadonlyMap<string, readonly EventInterest[]> {
    return this.#interests;
  }

  /** The names of the plugins that are asked at a point. */
  namesAt(point: Point): readonly string[] {
    return this.#plugins[point].map(({ name }) => name);
  }

  /** What an attempt to find a node begins with. */
  newCycle(): CycleState {
    const cycle = new CycleState();
    cycle.isTimed = this.#metrics.isSampled();
    return cycle;
  }

  compare(one: QueuedPod, other: QueuedPod): number {
    return this.#plugins.compare[0]!.plugin.compare!(one, other);
  }

  preEnqueue(pod: PendingPod): { plugin: string; verdict: Verdict } | undefined {
    const beganMs = this.#metrics.now();
    const times = { isTimed: this.#metrics.isSampled() };
    let gate: { plugin: string; verdict: Verdict } | undefined;
    for (const one of this.#plugins.preEnqueue) {
      let verdict: Verdict;
      try {
        verdict = one.tell("PreEnqueue", times, (plugin) => plugin.preEnqueue!(pod));
      } catch (error) {
        verdict = failed(error);
      }
      if (verdict === undefined) continue;
      gate = { plugin: one.name, verdict };
      break;
    }
    // That a pod is kept back is no failure: the gauges of gated and unschedulable pods have it.
    this.#took("PreEnqueue", "Success", beganMs);
    return gate;
  }

  /** The first look at a pod. It ends with the first plugin that says no for good. */
  async preFilter(cycle: CycleState, pod: PendingPod, snapshot: Snapshot): Promise<FirstLook> {
    const beganMs = this.#metrics.now();
    const look = await firstLook(this.#plugins.preFilter, cycle, pod, snapshot);
    this.#took("PreFilter", outcomeOf(look.rejection?.status), beganMs);
    return look;
  }

  /** The look at nodes by the filters, timed as one; `look` throws what goes wrong. */
  async filtering<T>(look: () => Promise<T>): Promise<T> {
    const beganMs = this.#metrics.now();
    let outcome: Outcome = "Error";
    try {
      const found = await look();
      outcome = "Success";
      return found;
    } finally {
      this.#took("Filter", outcome, beganMs);
    }
  }

  /** Whether a pod can be on a node: the first no. */
  filter(cycle: CycleState, pod: PendingPod, node: NodeInfo): Rejection | undefined {
    const { skippedFilters } = cycle;
    if (cycle.isTimed) return this.#timedFilter(cycle, pod, node);
    for (const plugin of this.#plugins.filter) {
      if (skippedFilters.size > 0 && skippedFilters.has(plugin.name)) continue;
      const status = plugin.filter(cycle, pod, node);
      if (status !== undefined) return { status, plugin: plugin.name };
    }
    return undefined;
  }

  /** The same, with one look at the clock for each plugin: there are thousands of nodes. */
  #timedFilter(cycle: CycleState, pod: PendingPod, node: NodeInfo): Rejection | undefined {
    let endedMs = this.#metrics.now();
    for (const plugin of this.#plugins.filter) {
      if (cycle.skippedFilters.has(plugin.name)) continue;
      const timed = plugin.timedFilter(cycle, pod, node, endedMs);
      if (timed.verdict !== undefined) return { status: timed.verdict, plugin: plugin.name };
      ({ endedMs } = timed);
    }
    return undefined;
  }

  /** The no of every filter that says so, where {@link filter} ends with the first. */
  rejections(cycle: CycleState, pod: PendingPod, node: NodeInfo): Rejection[] {
    return this.#plugins.filter.flatMap((plugin) => {
      if (cycle.skippedFilters.has(plugin.name)) return [];
      const status = plugin.filter(cycle, pod, node);
      return status === undefined ? [] : [{ status, plugin: plugin.name }];
    });
  }

  /** What the first look found, as if another pod were on a node too. */
  addPod(cycle: CycleState, pod: PendingPod, other: PodInfo, node: NodeInfo): void {
    for (const one of this.#plugins.preFilter) {
      if (one.plugin.addPod === undefined || cycle.skippedFilters.has(one.name)) continue;
      one.tell(
        "PreFilterExtensionAddPod",
        cycle,
        (plugin) => plugin.addPod!(cycle, pod, other, node),
      );
    }
  }

  /** What the first look found, as if another pod were not on its node. */
  removePod(cycle: CycleState, pod: PendingPod, other: PodInfo, node: NodeInfo): void {
    for (const one of this.#plugins.preFilter) {
      if (one.plugin.removePod === undefined || cycle.skippedFilters.has(one.name)) continue;
      one.tell(
        "PreFilterExtensionRemovePod",
        cycle,
        (plugin) => plugin.removePod!(cycle, pod, other, node),
      );
    }
  }

  /** Tries to make room: with the first plugin that can, or that says that nothing helps. */
  async postFilter(
    cycle: CycleState,
    pod: PendingPod,
    verdicts: FilterVerdicts,
  ): Promise<RoomMade & { readonly plugin: string }> {
    const beganMs = this.#metrics.now();
    const made = await makeRoom(this.#plugins.postFilter, cycle, pod, verdicts);
    this.#took("PostFilter", outcomeOf(made.verdict), beganMs);
    return made;
  }

  /** Whether any plugin can make room. */
  get makesRoom(): boolean {
    return this.#plugins.postFilter.length > 0;
  }

  /** Whether any plugin says which nodes are better. */
  get scores(): boolean {
    return this.#plugins.score.length > 0;
  }

  /** The sum of all scores of each node, or what went wrong. `told`: of what each plugin brings to it. */
  async score(
    cycle: CycleState,
    pod: PendingPod,
    nodes: readonly NodeInfo[],
    told?: ScoresTold,
  ): Promise<number[] | Rejection> {
    const beganMs = this.#metrics.now();
    const rejection = await lookAtLeft(this.#plugins.preScore, cycle, pod, nodes);
    this.#took("PreScore", rejection === undefined ? "Success" : "Error", beganMs);
    if (rejection !== undefined) return rejection;
    const scoringMs = this.#metrics.now();
    const sums = sumsOfScores(this.#plugins.score, this.#weights, cycle, pod, nodes, told);
    this.#took("Score", Array.isArray(sums) ? "Success" : "Error", scoringMs);
    return sums;
  }

  async reserve(
    cycle: CycleState,
    pod: PendingPod,
    nodeName: string,
  ): Promise<Rejection | undefined> {
    return await this.#firstNo(
      "Reserve",
      cycle,
      this.#plugins.reserve,
      (plugin) => plugin.reserve?.(cycle, pod, nodeName),
    );
  }

  /** In the opposite order. */
  unreserve(cycle: CycleState, pod: PendingPod, nodeName: string): void {
    const beganMs = this.#metrics.now();
    for (const one of this.#plugins.reserve.toReversed()) {
      one.tell("Unreserve", cycle, (plugin) => plugin.unreserve?.(cycle, pod, nodeName));
    }
    this.#took("Unreserve", "Success", beganMs);
  }

  async permit(cycle: CycleState, pod: PendingPod, nodeName: string): Promise<Permission> {
    const beganMs = this.#metrics.now();
    const waits = new Map<string, number>();
    let rejection: Rejection | undefined;
    for (const one of this.#plugins.permit) {
      const answer = await one.ask(
        "Permit",
        cycle,
        (plugin) => plugin.permit!(cycle, pod, nodeName),
      );
      if (answer === undefined) continue;
      if (!isWait(answer)) {
        rejection = { plugin: one.name, status: answer };
        break;
      }
      waits.set(one.name, Math.min(answer.waitMs, MOST_WAIT_MS));
    }
    const isAsked = rejection === undefined && waits.size > 0;
    this.#took("Permit", isAsked ? "Wait" : outcomeOf(rejection?.status), beganMs);
    return { rejection: rejection && told("Permit", rejection), waits };
  }

  /** Whether anything has to be done before a pod is bound. */
  needsPreBind(cycle: CycleState, pod: PendingPod, nodeName: string): boolean {
    const beganMs = this.#metrics.now();
    let isNeeded = false;
    for (const one of this.#plugins.preBind) {
      isNeeded = one.tell(
        "PreBindPreFlight",
        cycle,
        (plugin) => plugin.needsPreBind?.(cycle, pod, nodeName) ?? true,
      ) || isNeeded;
    }
    this.#took("PreBindPreFlight", isNeeded ? "Success" : "Skip", beganMs);
    return isNeeded;
  }

  async preBind(
    cycle: CycleState,
    pod: PendingPod,
    nodeName: string,
    signal: AbortSignal,
  ): Promise<Rejection | undefined> {
    return await this.#firstNo(
      "PreBind",
      cycle,
      this.#plugins.preBind.filter(({ plugin }) =>
        plugin.needsPreBind?.(cycle, pod, nodeName) !== false
      ),
      (plugin) => plugin.preBind!(cycle, pod, nodeName, signal),
    );
  }

  /** By the first plugin that does not leave it to others. */
  async bind(
    cycle: CycleState,
    pod: PendingPod,
    nodeName: string,
    signal: AbortSignal,
  ): Promise<Rejection | undefined> {
    const beganMs = this.#metrics.now();
    let rejection: Rejection | undefined;
    for (const one of this.#plugins.bind) {
      const status = await one.ask(
        "Bind",
        cycle,
        (plugin) => plugin.bind!(cycle, pod, nodeName, signal),
      );
      rejection = status && { plugin: one.name, status };
      if (status?.code !== "Skip") break;
    }
    this.#took("Bind", outcomeOf(rejection?.status), beganMs);
    if (rejection?.status.code !== "Skip") return rejection && told("Bind", rejection);
    const error = new Error(`bind pod ${pod.key}: no bind plugin of the profile binds it`);
    return { plugin: "", status: failed(error) };
  }

  postBind(cycle: CycleState, pod: PendingPod, nodeName: string): void {
    const beganMs = this.#metrics.now();
    for (const one of this.#plugins.postBind) {
      one.tell("PostBind", cycle, (plugin) => plugin.postBind!(cycle, pod, nodeName));
    }
    this.#took("PostBind", "Success", beganMs);
  }

  async #firstNo(
    point: "Reserve" | "PreBind",
    cycle: CycleState,
    plugins: readonly AskedPlugin[],
    question: (plugin: Plugin) => Verdict | Promise<Verdict>,
  ): Promise<Rejection | undefined> {
    const beganMs = this.#metrics.now();
    let rejection: Rejection | undefined;
    for (const one of plugins) {
      const status = await one.ask(point, cycle, question);
      if (status === undefined || status.code === "Skip") continue;
      rejection = { plugin: one.name, status };
      break;
    }
    this.#took(point, outcomeOf(rejection?.status), beganMs);
    return rejection && told(point, rejection);
  }

  #took(point: TimedPoint, outcome: Outcome, beganMs: number): void {
    this.#metrics.points[point].took(outcome, this.#metrics.now() - beganMs);
  }
}

function isWait(answer: Status | PermitWait): answer is PermitWait {
  return "waitMs" in answer;
}

/** A rejection as people are told of it: where something went wrong, with whom and where. */
function told(point: TimedPoint, rejection: Rejection): Rejection {
  const { plugin, status } = rejection;
  if (status.code !== "Error") return rejection;
  const text = `running ${point} plugin "${plugin}": ${saidBy(status)}`;
  return { plugin, status: failed(new Error(text, { cause: status.error })) };
}
