/**
 * The plugins of one scheduler name, asked in their order.
 *
 * @module
 */

import type { NodeInfo } from "../cluster/node_info.ts";
import type { Snapshot } from "../cluster/snapshot.ts";
import type { PendingPod, PodInfo } from "../pod/pod_info.ts";
import type { QueuedPod } from "../pod/queued_pod.ts";
import type { EventInterest } from "./cluster_event.ts";
import type { CycleState } from "./cycle_state.ts";
import type { FilterVerdicts, Narrowed, PermitWait, Plugin, RoomMade } from "./plugin.ts";
import {
  failed,
  type Rejection,
  saidBy,
  type Status,
  unresolvable,
  type Verdict,
} from "./status.ts";

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
}

/** What the first look at a pod came to. */
export interface FirstLook {
  /** The only nodes that come into question; undefined: all. */
  readonly nodes: ReadonlySet<string> | undefined;
  /** The plugins that said so. */
  readonly narrowedBy: readonly string[];
  readonly rejection: Rejection | undefined;
}

/** The last word of the plugins: they may have the pod wait. */
export interface Permission {
  readonly rejection: Rejection | undefined;
  /** How long each plugin has it wait at most. */
  readonly waits: ReadonlyMap<string, number>;
}

/** Hears what a plugin makes of the nodes, in their order, from 0 to 100. The list is used again. */
export type ScoresTold = (plugin: string, weight: number, scores: readonly number[]) => void;

/** No pod waits longer for a permit. */
const MOST_WAIT_MS = 15 * 60_000;
const MOST_SCORE = 100;

/** The plugins of a scheduler name. */
export class Profile {
  readonly schedulerName: string;
  readonly percentageOfNodesToScore: number | undefined;
  readonly #plugins: ProfileOptions["plugins"];
  readonly #weights: ProfileOptions["weights"];
  readonly #interests: ReadonlyMap<string, readonly EventInterest[]>;

  constructor(options: ProfileOptions) {
    const { schedulerName, plugins, weights, percentageOfNodesToScore } = options;
    this.schedulerName = schedulerName;
    this.percentageOfNodesToScore = percentageOfNodesToScore;
    this.#plugins = plugins;
    this.#weights = weights;
    const all = new Set(Object.values(plugins).flat());
    this.#interests = new Map([...all].map(({ name, events = [] }) => [name, events]));
  }

  /** What each plugin wants to hear of, by its name. */
  get interests(): ReadonlyMap<string, readonly EventInterest[]> {
    return this.#interests;
  }

  /** The names of the plugins that are asked at a point. */
  namesAt(point: Point): readonly string[] {
    return this.#plugins[point].map(({ name }) => name);
  }

  compare(one: QueuedPod, other: QueuedPod): number {
    return this.#plugins.compare[0]!.compare!(one, other);
  }

  preEnqueue(pod: PendingPod): { plugin: string; verdict: Verdict } | undefined {
    for (const plugin of this.#plugins.preEnqueue) {
      const verdict = plugin.preEnqueue!(pod);
      if (verdict !== undefined) return { plugin: plugin.name, verdict };
    }
    return undefined;
  }

  /** The first look at a pod. It ends with the first plugin that says no for good. */
  async preFilter(cycle: CycleState, pod: PendingPod, snapshot: Snapshot): Promise<FirstLook> {
    let nodes: ReadonlySet<string> | undefined;
    const narrowedBy: string[] = [];
    let rejection: Rejection | undefined;
    for (const plugin of this.#plugins.preFilter) {
      const answer = await attempt(() => plugin.preFilter!(cycle, pod, snapshot));
      if (answer === undefined) continue;
      if (isNarrowed(answer)) {
        narrowedBy.push(plugin.name);
        nodes = nodes?.intersection(answer.nodes) ?? answer.nodes;
        if (nodes.size > 0) continue;
        rejection = { plugin: plugin.name, status: unresolvable(narrowedReason(narrowedBy)) };
        break;
      }
      if (answer.code === "Skip") {
        cycle.skippedFilters.add(plugin.name);
        continue;
      }
      rejection = { plugin: plugin.name, status: answer };
      if (answer.code !== "Unschedulable") break;
    }
    return { nodes, narrowedBy, rejection };
  }

  /** Whether a pod can be on a node: the first no. */
  filter(cycle: CycleState, pod: PendingPod, node: NodeInfo): Rejection | undefined {
    const { skippedFilters } = cycle;
    for (const plugin of this.#plugins.filter) {
      if (skippedFilters.size > 0 && skippedFilters.has(plugin.name)) continue;
      const status = verdictOf(plugin, cycle, pod, node);
      if (status !== undefined) return { status, plugin: plugin.name };
    }
    return undefined;
  }

  /** The no of every filter that says so, where {@link filter} ends with the first. */
  rejections(cycle: CycleState, pod: PendingPod, node: NodeInfo): Rejection[] {
    return this.#plugins.filter.flatMap((plugin) => {
      if (cycle.skippedFilters.has(plugin.name)) return [];
      const status = verdictOf(plugin, cycle, pod, node);
      return status === undefined ? [] : [{ status, plugin: plugin.name }];
    });
  }

  /** What the first look found, as if another pod were on a node too. */
  addPod(cycle: CycleState, pod: PendingPod, other: PodInfo, node: NodeInfo): void {
    for (const plugin of this.#plugins.preFilter) {
      if (!cycle.skippedFilters.has(plugin.name)) plugin.addPod?.(cycle, pod, other, node);
    }
  }

  /** What the first look found, as if another pod were not on its node. */
  removePod(cycle: CycleState, pod: PendingPod, other: PodInfo, node: NodeInfo): void {
    for (const plugin of this.#plugins.preFilter) {
      if (!cycle.skippedFilters.has(plugin.name)) plugin.removePod?.(cycle, pod, other, node);
    }
  }

  /** Tries to make room: with the first plugin that can, or that says that nothing helps. */
  async postFilter(
    cycle: CycleState,
    pod: PendingPod,
    verdicts: FilterVerdicts,
  ): Promise<RoomMade & { readonly plugin: string }> {
    const reasons: string[] = [];
    let last: RoomMade & { plugin: string } = { verdict: undefined, plugin: "" };
    for (const plugin of this.#plugins.postFilter) {
      let made: RoomMade;
      try {
        made = await plugin.postFilter!(cycle, pod, verdicts);
      } catch (error) {
        made = { verdict: failed(error) };
      }
      const { verdict } = made;
      last = { ...made, plugin: plugin.name };
      if (verdict?.code !== "Unschedulable") return last;
      reasons.push(...verdict.reasons);
    }
    return { ...last, verdict: { code: "Unschedulable", reasons } };
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
    for (const plugin of this.#plugins.preScore) {
      const status = await attempt(() => plugin.preScore!(cycle, pod, nodes));
      if (status === undefined) continue;
      if (status.code !== "Skip") return { plugin: plugin.name, status };
      cycle.skippedScores.add(plugin.name);
    }
    const sums = new Array<number>(nodes.length).fill(0);
    const scores = new Array<number>(nodes.length);
    for (const plugin of this.#plugins.score) {
      if (cycle.skippedScores.has(plugin.name)) continue;
      const weight = this.#weights.get(plugin.name) ?? 1;
      try {
        for (let at = 0; at < nodes.length; at++) {
          scores[at] = plugin.score!(cycle, pod, nodes[at]!);
        }
        plugin.normalize?.(cycle, pod, scores, nodes);
        for (let at = 0; at < nodes.length; at++) {
          const score = scores[at]!;
          if (!(score >= 0 && score <= MOST_SCORE)) {
            throw new Error(
              `plugin "${plugin.name}" returns an invalid score ${score}, it should in the range ` +
                `of [0, ${MOST_SCORE}] after normalizing`,
            );
          }
          sums[at]! += score * weight;
        }
        told?.(plugin.name, weight, scores);
      } catch (error) {
        return { plugin: plugin.name, status: failed(error) };
      }
    }
    return sums;
  }

  async reserve(
    cycle: CycleState,
    pod: PendingPod,
    nodeName: string,
  ): Promise<Rejection | undefined> {
    return await this.#firstNo(
      "Reserve",
      this.#plugins.reserve,
      (plugin) => plugin.reserve?.(cycle, pod, nodeName),
    );
  }

  /** In the opposite order. */
  unreserve(cycle: CycleState, pod: PendingPod, nodeName: string): void {
    for (const plugin of this.#plugins.reserve.toReversed()) {
      plugin.unreserve?.(cycle, pod, nodeName);
    }
  }

  async permit(cycle: CycleState, pod: PendingPod, nodeName: string): Promise<Permission> {
    const waits = new Map<string, number>();
    for (const plugin of this.#plugins.permit) {
      const answer = await attempt(() => plugin.permit!(cycle, pod, nodeName));
      if (answer === undefined) continue;
      if (!isWait(answer)) return { rejection: { plugin: plugin.name, status: answer }, waits };
      waits.set(plugin.name, Math.min(answer.waitMs, MOST_WAIT_MS));
    }
    return { rejection: undefined, waits };
  }

  /** Whether anything has to be done before a pod is bound. */
  needsPreBind(cycle: CycleState, pod: PendingPod, nodeName: string): boolean {
    return this.#plugins.preBind.some((plugin) =>
      plugin.needsPreBind?.(cycle, pod, nodeName) ?? true
    );
  }

  async preBind(
    cycle: CycleState,
    pod: PendingPod,
    nodeName: string,
    signal: AbortSignal,
  ): Promise<Rejection | undefined> {
    return await this.#firstNo(
      "PreBind",
      this.#plugins.preBind,
      (plugin) =>
        plugin.needsPreBind?.(cycle, pod, nodeName) === false
          ? undefined
          : plugin.preBind!(cycle, pod, nodeName, signal),
    );
  }

  /** By the first plugin that does not leave it to others. */
  async bind(
    cycle: CycleState,
    pod: PendingPod,
    nodeName: string,
    signal: AbortSignal,
  ): Promise<Rejection | undefined> {
    for (const plugin of this.#plugins.bind) {
      const status = await attempt(() => plugin.bind!(cycle, pod, nodeName, signal));
      if (status === undefined) return undefined;
      if (status.code !== "Skip") return { plugin: plugin.name, status };
    }
    const error = new Error(`bind pod ${pod.key}: no bind plugin of the profile binds it`);
    return { plugin: "", status: failed(error) };
  }

  postBind(cycle: CycleState, pod: PendingPod, nodeName: string): void {
    for (const plugin of this.#plugins.postBind) plugin.postBind!(cycle, pod, nodeName);
  }

  /** `point`: where they are asked, for errors. */
  async #firstNo(
    point: string,
    plugins: readonly Plugin[],
    ask: (plugin: Plugin) => Verdict | Promise<Verdict>,
  ): Promise<Rejection | undefined> {
    for (const plugin of plugins) {
      const status = await attempt(() => ask(plugin));
      if (status === undefined || status.code === "Skip") continue;
      const { name } = plugin;
      if (status.code !== "Error") return { plugin: name, status };
      const text = `running ${point} plugin "${name}": ${saidBy(status)}`;
      return { plugin: name, status: failed(new Error(text, { cause: status.error })) };
    }
    return undefined;
  }
}

/** What a filter says of a node; what it throws is an error. */
function verdictOf(plugin: Plugin, cycle: CycleState, pod: PendingPod, node: NodeInfo): Verdict {
  try {
    return plugin.filter!(cycle, pod, node);
  } catch (error) {
    return failed(error);
  }
}

/** What a plugin answers; what it throws is an error. Nothing is waited for that is there at once. */
async function attempt<T>(ask: () => T | Promise<T>): Promise<T | Status> {
  try {
    const answer = ask();
    return answer instanceof Promise ? await answer : answer;
  } catch (error) {
    return failed(error);
  }
}

function isNarrowed(answer: Status | Narrowed): answer is Narrowed {
  return "nodes" in answer;
}

function isWait(answer: Status | PermitWait): answer is PermitWait {
  return "waitMs" in answer;
}

/** Why no node is left, or why one is not among those that are. */
function narrowedReason(plugins: readonly string[]): string {
  return plugins.length === 1
    ? `node(s) didn't satisfy plugin ${plugins[0]}`
    : `node(s) didn't satisfy plugin(s) [${plugins.join(" ")}] simultaneously`;
}
