/**
 * Which nodes a pod may be on, and which it prefers.
 *
 * @module
 */

import type * as coreV1 from "../api/core_v1.ts";

type Labels = Readonly<Record<string, string>>;

/** What is looked at of a node. */
export interface SelectableNode {
  readonly name: string;
  readonly labels: Labels;
}

type Check = (node: SelectableNode) => boolean;

const WHOLE_NUMBER = /^[+-]?\d{1,19}$/;

/** Terms of nodes: a node has to meet one of them. Made once for a pod. */
export class NodeTerms {
  readonly #terms: readonly Check[];
  /** The only names that can match, where each term says names. */
  readonly names: ReadonlySet<string> | undefined;

  constructor(terms: readonly coreV1.NodeSelectorTerm[]) {
    this.#terms = terms.flatMap((term) => checkOf(term) ?? []);
    this.names = namesOf(terms);
  }

  /** Whether one of the terms matches; none matches where there is none. */
  matches(node: SelectableNode): boolean {
    for (const check of this.#terms) if (check(node)) return true;
    return false;
  }
}

/** What a pod demands of its node. */
export class RequiredNodes {
  readonly #labels: readonly (readonly [string, string])[];
  readonly #terms: NodeTerms | undefined;

  constructor({ nodeSelector, affinity }: Pick<coreV1.PodSpec, "nodeSelector" | "affinity">) {
    this.#labels = Object.entries(nodeSelector ?? {});
    const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    this.#terms = required && new NodeTerms(required.nodeSelectorTerms ?? []);
  }

  /** Whether it demands nothing. */
  get isEmpty(): boolean {
    return this.#labels.length === 0 && this.#terms === undefined;
  }

  /** The only nodes that can match, where its terms say names. */
  get names(): ReadonlySet<string> | undefined {
    return this.#terms?.names;
  }

  /** Whether a node is one that it may be on. */
  matches(node: SelectableNode): boolean {
    for (const [key, value] of this.#labels) {
      if (!Object.hasOwn(node.labels, key) || node.labels[key] !== value) return false;
    }
    return this.#terms === undefined || this.#terms.matches(node);
  }
}

/** What a pod would rather have, with weights. */
export class PreferredNodes {
  readonly #terms: readonly { readonly weight: number; readonly check: Check }[];

  constructor(terms: readonly coreV1.PreferredSchedulingTerm[]) {
    this.#terms = terms.flatMap(({ weight, preference }) => {
      const check = weight === 0 ? undefined : checkOf(preference);
      return check === undefined ? [] : [{ weight, check }];
    });
  }

  /** Whether there is no preference. */
  get isEmpty(): boolean {
    return this.#terms.length === 0;
  }

  /** The sum of the weights of those that a node meets. */
  score(node: SelectableNode): number {
    let sum = 0;
    for (const { weight, check } of this.#terms) if (check(node)) sum += weight;
    return sum;
  }
}

/** An empty term matches nothing. */
function checkOf(
  { matchExpressions = [], matchFields = [] }: coreV1.NodeSelectorTerm,
): Check | undefined {
  if (matchExpressions.length === 0 && matchFields.length === 0) return undefined;
  const labels = matchExpressions.map(labelCheck);
  const fields = matchFields.map(fieldCheck);
  return (node) => labels.every((check) => check(node.labels)) && fields.every((c) => c(node));
}

function labelCheck(
  { key, operator, values = [] }: coreV1.NodeSelectorRequirement,
): (labels: Labels) => boolean {
  const has = (labels: Labels) => Object.hasOwn(labels, key);
  switch (operator) {
    case "In":
      return (labels) => has(labels) && values.includes(labels[key]!);
    case "NotIn":
      return (labels) => !has(labels) || !values.includes(labels[key]!);
    case "Exists":
      return has;
    case "DoesNotExist":
      return (labels) => !has(labels);
    case "Gt":
    case "Lt": {
      const bound = wholeNumber(values[0]);
      if (bound === undefined || values.length !== 1) return () => false;
      return (labels) => {
        const value = has(labels) ? wholeNumber(labels[key]) : undefined;
        return value !== undefined && (operator === "Gt" ? value > bound : value < bound);
      };
    }
  }
  return () => false;
}

function wholeNumber(text: string | undefined): bigint | undefined {
  return text !== undefined && WHOLE_NUMBER.test(text) ? BigInt(text) : undefined;
}

const NAME_FIELD = "metadata.name";

function fieldCheck({ key, operator, values = [] }: coreV1.NodeSelectorRequirement): Check {
  const [value] = values;
  if (key !== NAME_FIELD || values.length !== 1) return () => false;
  if (operator === "In") return ({ name }) => name === value;
  if (operator === "NotIn") return ({ name }) => name !== value;
  return () => false;
}

/** Of each term, the names that all of its fields allow; undefined where one says none. */
function namesOf(terms: readonly coreV1.NodeSelectorTerm[]): Set<string> | undefined {
  if (terms.length === 0) return undefined;
  const all = new Set<string>();
  for (const { matchFields = [] } of terms) {
    let names: string[] | undefined;
    for (const { key, operator, values = [] } of matchFields) {
      if (key !== NAME_FIELD || operator !== "In") continue;
      names = names === undefined ? values : names.filter((name) => values.includes(name));
    }
    if (names === undefined) return undefined;
    for (const name of names) all.add(name);
  }
  return all;
}
