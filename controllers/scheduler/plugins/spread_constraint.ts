/**
 * How pods are to be spread over one kind of places.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import {
  Requirement,
  Selector,
  SelectorError,
  selectorOf,
} from "../../../toolkit/selectors/mod.ts";
import type { NodeView } from "../cluster/node_info.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { untoleratedTaint } from "../../../toolkit/pods/tolerations.ts";

/** A constraint, complete. */
export class SpreadConstraint {
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly minDomains: number;
  /** The pods that count. */
  readonly selector: Selector;
  readonly honorsAffinity: boolean;
  readonly honorsTaints: boolean;

  /** `selector`: in the place of what the constraint says. */
  constructor(
    constraint: coreV1.TopologySpreadConstraint,
    pod: Pick<PendingPod, "labels">,
    selector?: Selector,
  ) {
    const { topologyKey, maxSkew, minDomains, nodeAffinityPolicy, nodeTaintsPolicy } = constraint;
    this.topologyKey = topologyKey;
    this.maxSkew = maxSkew;
    this.minDomains = minDomains ?? 1;
    this.honorsAffinity = (nodeAffinityPolicy ?? "Honor") === "Honor";
    this.honorsTaints = nodeTaintsPolicy === "Honor";
    this.selector = selector ?? selectorFor(constraint, pod);
  }

  /** Whether the pods of a node count at all. */
  includes({ requiredNodes, tolerations }: PendingPod, node: NodeView): boolean {
    if (this.honorsAffinity && !requiredNodes.matches(node)) return false;
    return !this.honorsTaints || untoleratedTaint(node.taints, tolerations) === undefined;
  }

  /** The same for pods for which the same pods of the same nodes count. */
  idFor({ namespace, tolerations, object: { spec } }: PendingPod): string {
    return JSON.stringify([
      namespace,
      this.topologyKey,
      this.selector.matchesNothing,
      this.selector.toString(),
      this.honorsAffinity && [spec.nodeSelector, spec.affinity?.nodeAffinity],
      this.honorsTaints && tolerations,
    ]);
  }
}

/** What can't be read matches nothing; a server refuses it. */
function selectorFor(
  { labelSelector, matchLabelKeys = [] }: coreV1.TopologySpreadConstraint,
  { labels }: Pick<PendingPod, "labels">,
): Selector {
  try {
    const own = matchLabelKeys.filter((key) => Object.hasOwn(labels, key))
      .map((key) => new Requirement(key, "=", [labels[key]!]));
    return selectorOf(labelSelector ?? undefined).with(...own);
  } catch (error) {
    if (error instanceof SelectorError) return Selector.nothing;
    throw error;
  }
}
