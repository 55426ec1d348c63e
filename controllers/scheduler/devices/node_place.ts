/**
 * The nodes that devices can be reached from.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import { NodeTerms, type SelectableNode } from "../../../toolkit/pods/node_selection.ts";

/** What a slice, or one of its devices, says of nodes. */
export interface NodePlaceSaid {
  readonly nodeName?: string | undefined;
  readonly nodeSelector?: coreV1.NodeSelector | undefined;
  readonly allNodes?: boolean | undefined;
}

/** Where something can be reached from. */
export interface NodePlace {
  /** The only node; "": that is not said. */
  readonly nodeName: string;
  readonly isEverywhere: boolean;
  readonly selector: coreV1.NodeSelector | undefined;
  readonly terms: NodeTerms | undefined;
}

/** The place; undefined where nothing is said of nodes. */
export function nodePlaceOf(
  { nodeName = "", nodeSelector, allNodes = false }: NodePlaceSaid,
): NodePlace | undefined {
  if (nodeName === "" && !allNodes && nodeSelector === undefined) return undefined;
  return {
    nodeName,
    isEverywhere: allNodes,
    selector: nodeSelector,
    terms: nodeSelector && new NodeTerms(nodeSelector.nodeSelectorTerms ?? []),
  };
}

/** Whether it can be reached from a node. */
export function isReachable(place: NodePlace | undefined, node: SelectableNode): boolean {
  if (place === undefined) return false;
  if (place.nodeName !== "") return place.nodeName === node.name;
  return place.isEverywhere || (place.terms?.matches(node) ?? false);
}
