/**
 * Pods that are alike are spread over zones, hosts, or whatever labels of nodes tell apart.
 *
 * @module
 */

import { KeptTallies } from "../cluster/kept_tally.ts";
import type { NodeInfo, NodeView } from "../cluster/node_info.ts";
import type { PodTopologySpreadArgs } from "./plugin_args.ts";
import {
  ACTION,
  type Clonable,
  type Plugin,
  type SchedulerHandle,
  SKIP,
  StateKey,
  unresolvable,
  unschedulable,
} from "../framework/mod.ts";
import type { PendingPod, PodInfo } from "../pod/pod_info.ts";
import { MOST_SCORE } from "./normalize.ts";
import { isOwn } from "./own_change.ts";
import { DomainCounts } from "./spread_domains.ts";
import { SpreadConstraints } from "./spread_constraints.ts";
import type { SpreadConstraint } from "./spread_constraint.ts";

const TOO_MANY = unschedulable("node(s) didn't match pod topology spread constraints");
const NO_LABEL = unresolvable(
  "node(s) didn't match pod topology spread constraints (missing required label)",
);

/** What the first look found: the counts, and what trials add to them. */
class HardState implements Clonable<HardState> {
  readonly #least: (number | undefined)[] = [];

  constructor(
    readonly constraints: readonly SpreadConstraint[],
    readonly counts: readonly DomainCounts[],
    readonly added: readonly Map<string, number>[],
  ) {}

  clone(): HardState {
    return new HardState(this.constraints, this.counts, this.added.map((one) => new Map(one)));
  }

  /** The smallest count of a domain of a constraint. */
  least(at: number): number {
    return this.#least[at] ??= this.counts[at]!.least(this.added[at]!);
  }

  /** As if another pod were on a node, or were not. */
  add(pod: PendingPod, other: PodInfo, { node }: NodeInfo, by: 1 | -1): void {
    if (other.namespace !== pod.namespace) return;
    if (!hasAllKeys(node, this.constraints)) return;
    this.constraints.forEach((one, at) => {
      if (!one.selector.matches(other.labels) || !one.includes(pod, node)) return;
      const domain = node.labels[one.topologyKey]!;
      const added = this.added[at]!;
      added.set(domain, (added.get(domain) ?? 0) + by);
      this.#least[at] = undefined;
    });
  }
}

/** What the look at the nodes that are left found. */
interface SoftState {
  readonly constraints: readonly SpreadConstraint[];
  readonly counts: readonly DomainCounts[];
  readonly weights: readonly number[];
  /** Nodes that lack a label. */
  readonly ignored: ReadonlySet<string>;
}

const HARD = new StateKey<HardState>("PodTopologySpread.filter");
const SOFT = new StateKey<SoftState>("PodTopologySpread.score");

/** Makes the plugin. */
export function podTopologySpread(handle: SchedulerHandle, args: PodTopologySpreadArgs): Plugin {
  const all = new SpreadConstraints(handle, args);
  const tallies = new KeptTallies<DomainCounts>();
  const { labelHostName } = handle.client.names;
  const hard = (pod: PendingPod) => all.of(pod, "DoNotSchedule");
  /** How many pods count in each domain, over nodes that have all of these labels. */
  const countsOf = (
    pod: PendingPod,
    constraint: SpreadConstraint,
    keys: readonly string[],
    countsNodes: boolean,
  ) =>
    tallies.of(
      JSON.stringify([constraint.idFor(pod), keys, countsNodes]),
      handle.snapshot(),
      () => DomainCounts.over(pod, constraint, keys, countsNodes),
    );
  /** How many pods count on each node. */
  const nodeCountsOf = ({ namespace }: PendingPod, { selector }: SpreadConstraint) =>
    tallies.of(
      JSON.stringify([namespace, selector.matchesNothing, selector.toString()]),
      handle.snapshot(),
      () => new DomainCounts(namespace, selector, ({ name }) => name, false),
    );
  return {
    name: "PodTopologySpread",
    events: [
      {
        resource: "Pod",
        action: ACTION.add | ACTION.delete | ACTION.podLabel | ACTION.podToleration,
        hint(pod, before, after) {
          const constraints = hard(pod);
          const was = before as PodInfo | undefined;
          const is = after as PodInfo | undefined;
          const counts = ({ selector }: SpreadConstraint, one: PodInfo | undefined) =>
            one !== undefined && selector.matches(one.labels);
          const isNews = constraints.some((one) => counts(one, was) !== counts(one, is));
          if (isOwn(pod, after)) {
            const readsTaints = constraints.some(({ honorsTaints }) => honorsTaints);
            return readsTaints || isNews ? "Queue" : "Skip";
          }
          const { namespace, nodeName, nominatedNodeName } = (is ?? was)!;
          if (namespace !== pod.namespace || (nodeName || nominatedNodeName) === "") return "Skip";
          return isNews ? "Queue" : "Skip";
        },
      },
      {
        resource: "Node",
        action: ACTION.add | ACTION.delete | ACTION.nodeLabel | ACTION.nodeTaint,
        hint(pod, before, after) {
          const constraints = hard(pod);
          const was = before as NodeView | undefined;
          const is = after as NodeView | undefined;
          const hadKeys = was !== undefined && hasAllKeys(was, constraints);
          const hasKeys = is !== undefined && hasAllKeys(is, constraints);
          if (!hadKeys && !hasKeys) return "Skip";
          if (hadKeys !== hasKeys) return "Queue";
          const moved = constraints.some(({ topologyKey }) =>
            was!.labels[topologyKey] !== is!.labels[topologyKey]
          );
          const taints = JSON.stringify(was!.taints) !== JSON.stringify(is!.taints);
          return moved || taints ? "Queue" : "Skip";
        },
      },
    ],
    preFilter(cycle, pod) {
      const constraints = hard(pod);
      if (constraints.length === 0) return SKIP;
      const keys = constraints.map(({ topologyKey }) => topologyKey);
      const counts = constraints.map((one) => countsOf(pod, one, keys, true));
      cycle.set(HARD, new HardState(constraints, counts, constraints.map(() => new Map())));
      return undefined;
    },
    addPod: (cycle, pod, other, node) => cycle.get(HARD)?.add(pod, other, node, 1),
    removePod: (cycle, pod, other, node) => cycle.get(HARD)?.add(pod, other, node, -1),
    filter(cycle, pod, { node }) {
      const state = cycle.get(HARD)!;
      const { constraints, counts, added } = state;
      for (let at = 0; at < constraints.length; at++) {
        const one = constraints[at]!;
        if (!Object.hasOwn(node.labels, one.topologyKey)) return NO_LABEL;
        const domain = node.labels[one.topologyKey]!;
        const domains = counts[at]!;
        const more = added[at]!;
        const least = domains.size < one.minDomains ? 0 : state.least(at);
        const there = domains.count(domain) + (more.get(domain) ?? 0);
        const self = one.selector.matches(pod.labels) ? 1 : 0;
        if (there + self - least > one.maxSkew) return TOO_MANY;
      }
      return undefined;
    },
    preScore(cycle, pod, nodes) {
      const constraints = all.of(pod, "ScheduleAnyway");
      if (constraints.length === 0) return SKIP;
      const needsAll = all.needsAllLabels(pod);
      const ignored = new Set<string>();
      if (needsAll) {
        for (const { node, name } of nodes) if (!hasAllKeys(node, constraints)) ignored.add(name);
      }
      const keys = needsAll ? constraints.map(({ topologyKey }) => topologyKey) : [];
      const weights: number[] = [];
      const counts = constraints.map((one) => {
        if (one.topologyKey === labelHostName) {
          weights.push(Math.log(nodes.length - ignored.size + 2));
          return nodeCountsOf(pod, one);
        }
        const domains = new Set<string | undefined>();
        for (const { node, name } of nodes) {
          if (!ignored.has(name)) domains.add(node.labels[one.topologyKey]);
        }
        weights.push(Math.log(domains.size + 2));
        return countsOf(pod, one, keys, false);
      });
      cycle.set(SOFT, { constraints, counts, weights, ignored });
      return undefined;
    },
    score(cycle, _, { node, name }) {
      const { constraints, counts, weights, ignored } = cycle.get(SOFT)!;
      if (ignored.has(name)) return 0;
      let score = 0;
      for (let at = 0; at < constraints.length; at++) {
        const { topologyKey, maxSkew } = constraints[at]!;
        const value = node.labels[topologyKey];
        if (value === undefined) continue;
        const domain = topologyKey === labelHostName ? name : value;
        score += counts[at]!.count(domain) * weights[at]! + (maxSkew - 1);
      }
      return Math.round(score);
    },
    normalize(cycle, _, scores, nodes) {
      const { ignored } = cycle.get(SOFT)!;
      let least = Infinity;
      let most = 0;
      for (let at = 0; at < scores.length; at++) {
        if (ignored.has(nodes[at]!.name)) continue;
        least = Math.min(least, scores[at]!);
        most = Math.max(most, scores[at]!);
      }
      for (let at = 0; at < scores.length; at++) {
        if (ignored.has(nodes[at]!.name)) scores[at] = 0;
        else if (most === 0) scores[at] = MOST_SCORE;
        else scores[at] = Math.trunc(MOST_SCORE * (most + least - scores[at]!) / most);
      }
    },
  };
}

function hasAllKeys({ labels }: NodeView, constraints: readonly SpreadConstraint[]): boolean {
  return constraints.every(({ topologyKey }) => Object.hasOwn(labels, topologyKey));
}
