/**
 * How many pods that are alike are in each of the places that they are spread over.
 *
 * @module
 */

import type { Selector } from "../../../toolkit/selectors/mod.ts";
import type { Tallied } from "../cluster/kept_tally.ts";
import type { NodeInfo, NodeView } from "../cluster/node_info.ts";
import type { Snapshot } from "../cluster/snapshot.ts";
import type { PendingPod, PodInfo } from "../pod/pod_info.ts";
import type { SpreadConstraint } from "./spread_constraint.ts";

/** What a node brings. */
interface Brought {
  readonly domain: string;
  readonly pods: number;
}

interface Domain {
  pods: number;
  /** Of how many nodes it is made. */
  nodes: number;
}

/** Counts pods by where they are. */
export class DomainCounts implements Tallied<Brought> {
  readonly #namespace: string;
  readonly #selector: Selector;
  readonly #domainOf: (node: NodeView) => string | undefined;
  readonly #countsNodes: boolean;
  readonly #domains = new Map<string, Domain>();

  /** `domainOf`: undefined for nodes whose pods do not count. `countsNodes`: a domain is one without pods too. */
  constructor(
    namespace: string,
    selector: Selector,
    domainOf: (node: NodeView) => string | undefined,
    countsNodes: boolean,
  ) {
    this.#countsNodes = countsNodes;
    this.#namespace = namespace;
    this.#selector = selector;
    this.#domainOf = domainOf;
  }

  /** The counts of a constraint of a pod, over nodes that have all of some labels. */
  static over(
    pod: PendingPod,
    constraint: SpreadConstraint,
    keys: readonly string[],
    countsNodes: boolean,
  ): DomainCounts {
    const domainOf = (node: NodeView) => {
      const { labels } = node;
      for (const key of keys) if (!Object.hasOwn(labels, key)) return undefined;
      return constraint.includes(pod, node) ? labels[constraint.topologyKey] ?? "" : undefined;
    };
    return new DomainCounts(pod.namespace, constraint.selector, domainOf, countsNodes);
  }

  /** How many domains there are. */
  get size(): number {
    return this.#domains.size;
  }

  count(domain: string): number;
  count(value: Brought, sign: 1 | -1): void;
  count(one: string | Brought, sign?: 1 | -1): number | void {
    if (typeof one === "string") return this.#domains.get(one)?.pods ?? 0;
    const domain = this.#domains.get(one.domain) ?? { pods: 0, nodes: 0 };
    domain.pods += sign! * one.pods;
    domain.nodes += sign!;
    if (domain.nodes === 0) this.#domains.delete(one.domain);
    else this.#domains.set(one.domain, domain);
  }

  /** The smallest count of a domain, with what is added to some of them. */
  least(added: ReadonlyMap<string, number>): number {
    let least = Infinity;
    for (const [domain, { pods }] of this.#domains) {
      const all = added.size === 0 ? pods : pods + (added.get(domain) ?? 0);
      if (all < least) least = all;
    }
    return least === Infinity ? 0 : least;
  }

  of({ node, pods }: NodeInfo): Brought | undefined {
    const domain = this.#domainOf(node);
    if (domain === undefined) return undefined;
    let count = 0;
    for (const pod of pods) if (this.concerns(pod)) count++;
    return this.#brought(domain, count);
  }

  among(snapshot: Snapshot): Iterable<NodeInfo> | undefined {
    return this.#countsNodes ? undefined : snapshot.nodesWith(this.#namespace, this.#selector);
  }

  concerns({ namespace, labels, isDeleting }: PodInfo): boolean {
    return !isDeleting && namespace === this.#namespace && !this.#selector.matchesEverything &&
      this.#selector.matches(labels);
  }

  moved(before: Brought | undefined, by: 1 | -1, { node }: NodeInfo): Brought | undefined {
    if (before !== undefined) return this.#brought(before.domain, before.pods + by);
    const domain = this.#domainOf(node);
    return domain === undefined ? undefined : this.#brought(domain, by);
  }

  #brought(domain: string, pods: number): Brought | undefined {
    return pods === 0 && !this.#countsNodes ? undefined : { domain, pods };
  }

  clear(): void {
    this.#domains.clear();
  }
}
