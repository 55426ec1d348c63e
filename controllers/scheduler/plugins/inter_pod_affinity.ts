/**
 * Pods say beside which pods they have to be, must not be, and would rather be or not be.
 *
 * @module
 */

import { type DerivedValues, Namespace } from "../../../toolkit/mod.ts";
import { KeptTallies, type Tallied } from "../cluster/kept_tally.ts";
import type { NodeInfo, NodeView } from "../cluster/node_info.ts";
import type { InterPodAffinityArgs } from "./plugin_args.ts";
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
import type { AffinityTerm, NamespaceLabels } from "../pod/affinity_terms.ts";
import type { PendingPod, PodInfo } from "../pod/pod_info.ts";
import { MOST_SCORE } from "./normalize.ts";
import { isOwn } from "./own_change.ts";
import { type Entry, TopologySums } from "./topology_sums.ts";

const NO_AFFINITY = unresolvable("node(s) didn't match pod affinity rules");
const ANTI_AFFINITY = unschedulable("node(s) didn't match pod anti-affinity rules");
const EXISTING = unschedulable("node(s) didn't satisfy existing pods anti-affinity rules");
const NO_LABELS: Readonly<Record<string, string>> = {};

/** What each node brings to a sum. */
class NodeEntries implements Tallied<readonly Entry[]> {
  readonly sums = new TopologySums();
  readonly #entriesOf: (node: NodeInfo) => readonly Entry[];

  constructor(entriesOf: (node: NodeInfo) => readonly Entry[]) {
    this.#entriesOf = entriesOf;
  }

  of(node: NodeInfo): readonly Entry[] | undefined {
    const entries = this.#entriesOf(node);
    return entries.length === 0 ? undefined : entries;
  }

  count(entries: readonly Entry[], sign: 1 | -1): void {
    for (const entry of entries) this.sums.add(entry, sign);
  }

  clear(): void {
    this.sums.clear();
  }
}

/** What the first look found. */
class FilterState implements Clonable<FilterState> {
  constructor(
    /** Pods that the pod has to be beside. */
    readonly wanted: TopologySums,
    /** Pods that it must not be beside. */
    readonly unwanted: TopologySums,
    /** Pods that must not be beside it. */
    readonly existing: TopologySums,
  ) {}

  clone(): FilterState {
    return new FilterState(this.wanted.clone(), this.unwanted.clone(), this.existing.clone());
  }
}

const FILTER = new StateKey<FilterState>("InterPodAffinity.filter");
const SCORE = new StateKey<TopologySums>("InterPodAffinity.score");

/** Makes the plugin. */
export function interPodAffinity(handle: SchedulerHandle, args: InterPodAffinityArgs): Plugin {
  const { snapshot } = handle;
  const namespaces = handle.informers.of(Namespace);
  let labels: DerivedValues<unknown, Readonly<Record<string, string>>> | undefined;
  const labelsOf: NamespaceLabels = (namespace) => {
    labels ??= namespaces.lister.derive(({ metadata }) => metadata.labels ?? NO_LABELS);
    return labels.get(namespace) ?? NO_LABELS;
  };
  const tallies = new KeptTallies<NodeEntries>();
  const sumsOf = (id: readonly unknown[], entriesOf: (node: NodeInfo) => readonly Entry[]) =>
    tallies.of(JSON.stringify(id), snapshot(), () => new NodeEntries(entriesOf)).sums;
  /** What terms say of pods hangs on the labels of namespaces: sums hold as long as these stay. */
  const idsOf = (terms: readonly AffinityTerm[]) => [
    terms.map(({ id }) => id),
    terms.some(({ readsNamespaces }) => readsNamespaces) && namespaces.lister.generation,
  ];
  /** What terms of others say of a pod hangs on this. */
  const idOfPod = (pod: PodInfo) => [pod.namespace, pod.labels, labelsOf(pod.namespace)];
  const matchesAll = (terms: readonly AffinityTerm[], pod: PodInfo) =>
    terms.length > 0 && terms.every((term) => term.matches(pod, labelsOf));

  /** What a pod brings to the sums for another one. */
  const wantedOf = (pod: PendingPod, other: PodInfo, node: NodeView): Entry[] => {
    const { required = [] } = pod.terms ?? {};
    return matchesAll(required, other) ? required.flatMap((term) => entryOf(term, node, 1)) : [];
  };
  const unwantedOf = (pod: PendingPod, other: PodInfo, node: NodeView): Entry[] =>
    (pod.terms?.requiredAnti ?? []).flatMap((term) =>
      term.matches(other, labelsOf) ? entryOf(term, node, 1) : []
    );
  const existingOf = (pod: PendingPod, other: PodInfo, node: NodeView): Entry[] =>
    (other.terms?.requiredAnti ?? []).flatMap((term) =>
      term.matches(pod, labelsOf) ? entryOf(term, node, 1) : []
    );
  const scoresOf = (pod: PendingPod, other: PodInfo, node: NodeView): Entry[] => {
    const entries: Entry[] = [];
    const add = (term: AffinityTerm, about: PodInfo, weight: number) => {
      if (weight !== 0 && term.matches(about, labelsOf)) {
        entries.push(...entryOf(term, node, weight));
      }
    };
    for (const { term, weight } of pod.terms?.preferred ?? []) add(term, other, weight);
    for (const { term, weight } of pod.terms?.preferredAnti ?? []) add(term, other, -weight);
    const { terms } = other;
    if (terms === undefined) return entries;
    for (const term of terms.required) add(term, pod, args.hardPodAffinityWeight);
    for (const { term, weight } of terms.preferred) add(term, pod, weight);
    for (const { term, weight } of terms.preferredAnti) add(term, pod, -weight);
    return entries;
  };

  const change = (sign: 1 | -1): NonNullable<Plugin["addPod"]> => (cycle, pod, other, { node }) => {
    const { wanted, unwanted, existing } = cycle.get(FILTER)!;
    for (const entry of wantedOf(pod, other, node)) wanted.add(entry, sign);
    for (const entry of unwantedOf(pod, other, node)) unwanted.add(entry, sign);
    for (const entry of existingOf(pod, other, node)) existing.add(entry, sign);
  };

  return {
    name: "InterPodAffinity",
    events: [
      {
        resource: "Pod",
        action: ACTION.add | ACTION.delete | ACTION.podLabel,
        hint: (pod, before, after) =>
          isOwn(pod, after) ||
            helps(pod, before as PodInfo | undefined, after as PodInfo | undefined, labelsOf)
            ? "Queue"
            : "Skip",
      },
      {
        resource: "Node",
        action: ACTION.add | ACTION.nodeLabel,
        hint: (pod, before, after) =>
          isNewPlace(pod, before as NodeView | undefined, after as NodeView) ? "Queue" : "Skip",
      },
    ],
    preFilter(cycle, pod) {
      const { required = [], requiredAnti = [] } = pod.terms ?? {};
      const existing = sumsOf(
        ["existing", idOfPod(pod)],
        ({ node, podsWithRequiredAnti }) =>
          podsWithRequiredAnti.flatMap((other) => existingOf(pod, other, node)),
      );
      if (existing.isEmpty && required.length === 0 && requiredAnti.length === 0) return SKIP;
      const wanted = required.length === 0 ? NOTHING : sumsOf(
        ["wanted", idsOf(required)],
        ({ node, pods }) => pods.flatMap((other) => wantedOf(pod, other, node)),
      );
      const unwanted = requiredAnti.length === 0 ? NOTHING : sumsOf(
        ["unwanted", idsOf(requiredAnti)],
        ({ node, pods }) => pods.flatMap((other) => unwantedOf(pod, other, node)),
      );
      cycle.set(
        FILTER,
        new FilterState(
          new TopologySums(wanted),
          new TopologySums(unwanted),
          new TopologySums(existing),
        ),
      );
      return undefined;
    },
    addPod: change(1),
    removePod: change(-1),
    filter(cycle, pod, { node: { labels } }) {
      const { wanted, unwanted, existing } = cycle.get(FILTER)!;
      const { required = [], requiredAnti = [] } = pod.terms ?? {};
      if (required.length > 0) {
        let isThere = true;
        for (const { topologyKey } of required) {
          const value = labels[topologyKey];
          if (value === undefined) return NO_AFFINITY;
          if (wanted.get(topologyKey, value) <= 0) isThere = false;
        }
        // The first of pods that want to be together may begin anywhere.
        const isFirst = !isThere && wanted.isEmpty && matchesAll(required, pod);
        if (!isThere && !isFirst) return NO_AFFINITY;
      }
      for (const { topologyKey } of requiredAnti) {
        const value = labels[topologyKey];
        if (value !== undefined && unwanted.get(topologyKey, value) > 0) return ANTI_AFFINITY;
      }
      if (!existing.isEmpty) {
        for (const key of existing.keys()) {
          const value = labels[key];
          if (value !== undefined && existing.get(key, value) > 0) return EXISTING;
        }
      }
      return undefined;
    },
    preScore(cycle, pod) {
      const { preferred = [], preferredAnti = [] } = pod.terms ?? {};
      const own = [...preferred, ...preferredAnti];
      if (own.length === 0 && args.ignorePreferredTermsOfExistingPods) return SKIP;
      const sums = sumsOf(
        [
          "score",
          idOfPod(pod),
          preferred.length,
          own.map(({ weight }) => weight),
          idsOf(own.map(({ term }) => term)),
        ],
        ({ node, pods, podsWithTerms }) =>
          (own.length > 0 ? pods : podsWithTerms)
            .flatMap((other) => scoresOf(pod, other, node)),
      );
      if (sums.isEmpty) return SKIP;
      cycle.set(SCORE, sums);
      return undefined;
    },
    score: (cycle, _, { node: { labels } }) => cycle.get(SCORE)!.of(labels),
    normalize(_, __, scores) {
      let least = Infinity;
      let most = -Infinity;
      for (const score of scores) {
        least = Math.min(least, score);
        most = Math.max(most, score);
      }
      for (let at = 0; at < scores.length; at++) {
        scores[at] = most === least
          ? 0
          : Math.trunc(MOST_SCORE * ((scores[at]! - least) / (most - least)));
      }
    },
  };
}

const NOTHING = new TopologySums();

function entryOf({ topologyKey }: AffinityTerm, { labels }: NodeView, amount: number): Entry[] {
  const value = labels[topologyKey];
  return value === undefined ? [] : [[topologyKey, value, amount]];
}

/** Whether a pod that came, went or has changed leaves another more places than it had. */
function helps(
  pod: PendingPod,
  before: PodInfo | undefined,
  after: PodInfo | undefined,
  labelsOf: NamespaceLabels,
): boolean {
  const { nodeName, nominatedNodeName } = (after ?? before)!;
  if (nodeName === "" && nominatedNodeName === "") return false;
  const { required = [], requiredAnti = [] } = pod.terms ?? {};
  const isWanted = (other: PodInfo | undefined) =>
    other !== undefined && required.length > 0 &&
    required.every((term) => term.matches(other, labelsOf));
  const isUnwanted = (other: PodInfo | undefined) =>
    other !== undefined &&
    (requiredAnti.some((term) => term.matches(other, labelsOf)) ||
      (other.terms?.requiredAnti ?? []).some((term) => term.matches(pod, labelsOf)));
  return (isWanted(after) && !isWanted(before)) || (isUnwanted(before) && !isUnwanted(after));
}

/** Whether a node is in a place where it was not, by a label that a pod looks at. */
function isNewPlace(pod: PendingPod, before: NodeView | undefined, after: NodeView): boolean {
  const { required = [], requiredAnti = [] } = pod.terms ?? {};
  const has = (key: string) => Object.hasOwn(after.labels, key);
  const differs = (key: string) => before?.labels[key] !== after.labels[key];
  if (before === undefined) {
    return requiredAnti.length > 0 || required.some(({ topologyKey }) => has(topologyKey)) ||
      // It was turned down for what others say, and none of these may be there.
      required.length === 0;
  }
  return required.some(({ topologyKey }) => has(topologyKey) && differs(topologyKey)) ||
    requiredAnti.some(({ topologyKey }) => differs(topologyKey));
}
