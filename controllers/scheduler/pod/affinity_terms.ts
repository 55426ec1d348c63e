/**
 * What pods say of the pods beside them.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import { Selector, SelectorError, selectorOf } from "../../../toolkit/selectors/mod.ts";

/** The labels of a namespace, by its name. */
export type NamespaceLabels = (namespace: string) => Readonly<Record<string, string>>;

/** Whom a term is about. */
export interface TermSubject {
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** A term: some pods, in places that have a label in common. */
export class AffinityTerm {
  /** The same for terms that say the same. */
  readonly id: string;
  readonly topologyKey: string;
  readonly #namespaces: ReadonlySet<string>;
  readonly #namespaceSelector: Selector;
  readonly #selector: Selector;

  /** `namespace`: of the pod that says it. */
  constructor(term: coreV1.PodAffinityTerm, namespace: string) {
    const { namespaces = [], namespaceSelector, labelSelector, topologyKey } = term;
    const isOwn = namespaces.length === 0 && !namespaceSelector;
    this.topologyKey = topologyKey;
    this.#namespaces = new Set(isOwn ? [namespace] : namespaces);
    this.#namespaceSelector = compiled(namespaceSelector);
    this.#selector = compiled(labelSelector);
    this.id = JSON.stringify([
      topologyKey,
      [...this.#namespaces].sort(),
      saidBy(this.#namespaceSelector),
      saidBy(this.#selector),
    ]);
  }

  /** Whether what it says of namespaces hangs on their labels. */
  get readsNamespaces(): boolean {
    return !this.#namespaceSelector.matchesNothing && !this.#namespaceSelector.matchesEverything;
  }

  /** Whether a pod is one of those that it is about. */
  matches({ namespace, labels }: TermSubject, labelsOf: NamespaceLabels): boolean {
    return (this.#namespaces.has(namespace) ||
      (!this.#namespaceSelector.matchesNothing &&
        this.#namespaceSelector.matches(labelsOf(namespace)))) &&
      this.#selector.matches(labels);
  }
}

/** A term that counts for so much. */
export interface WeightedTerm {
  readonly term: AffinityTerm;
  readonly weight: number;
}

/** All that a pod says of pods beside it. */
export interface PodTerms {
  readonly required: readonly AffinityTerm[];
  readonly requiredAnti: readonly AffinityTerm[];
  readonly preferred: readonly WeightedTerm[];
  readonly preferredAnti: readonly WeightedTerm[];
}

/** So many are remembered: the pods of a workload say the same, and share it. */
const REMEMBERED = 4096;
const known = new Map<string, PodTerms>();

/** What a pod says; undefined where it says nothing. */
export function podTermsOf(
  affinity: coreV1.Affinity | undefined,
  namespace: string,
): PodTerms | undefined {
  const { podAffinity, podAntiAffinity } = affinity ?? {};
  if (!podAffinity && !podAntiAffinity) return undefined;
  const id = JSON.stringify([namespace, podAffinity, podAntiAffinity]);
  let terms = known.get(id);
  if (terms === undefined) {
    const make = (term: coreV1.PodAffinityTerm) => new AffinityTerm(term, namespace);
    const weighed = ({ weight, podAffinityTerm }: coreV1.WeightedPodAffinityTerm) => ({
      weight,
      term: make(podAffinityTerm),
    });
    terms = {
      required: (podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).map(make),
      requiredAnti: (podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [])
        .map(make),
      preferred: (podAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(weighed),
      preferredAnti: (podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [])
        .map(weighed),
    };
    if (known.size >= REMEMBERED) known.clear();
    known.set(id, terms);
  }
  return terms;
}

/** What can't be read matches nothing; a server refuses it. */
function compiled(selector: Parameters<typeof selectorOf>[0] | null): Selector {
  try {
    return selectorOf(selector ?? undefined);
  } catch (error) {
    if (error instanceof SelectorError) return Selector.nothing;
    throw error;
  }
}

function saidBy(selector: Selector): string | null {
  return selector.matchesNothing ? null : selector.toString();
}
