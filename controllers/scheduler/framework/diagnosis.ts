/**
 * Why a pod found no node.
 *
 * @module
 */

import type { Rejection } from "./status.ts";

/** What was found out about a pod that found no node. */
export interface Diagnosis {
  /** How many nodes there are. */
  readonly nodes: number;
  /** Why each node was turned down, by its name. */
  readonly rejections: ReadonlyMap<string, Rejection>;
  /** Of all nodes that are not in `rejections`. */
  readonly absent: Rejection | undefined;
  /** What the first look said, where that was no. */
  readonly preFilter: string;
  /** What came of trying to make room. */
  readonly postFilter: string;
  /** The plugins that turned the pod down. */
  readonly rejectedBy: ReadonlySet<string>;
  /** Of those, the ones that wait for something that is under way. */
  readonly pendingBy: ReadonlySet<string>;
}

/** In words: how many nodes there are, and of how many each reason holds. */
export function printDiagnosis(diagnosis: Diagnosis): string {
  const { nodes, preFilter, postFilter } = diagnosis;
  let text = `0/${nodes} nodes are available:`;
  if (preFilter !== "") {
    text += ` ${preFilter}.`;
  } else {
    const reasons = countedReasons(diagnosis);
    if (reasons !== "") text += ` ${reasons}.`;
  }
  return postFilter === "" ? text : `${text} ${postFilter}`;
}

/** Each reason with its number of nodes: sorted as texts, so that 10 comes before 2. */
export function countedReasons(
  { nodes, rejections, absent }: Pick<Diagnosis, "nodes" | "rejections" | "absent">,
): string {
  const counts = new Map<string, number>();
  const count = ({ status: { reasons } }: Rejection, nodes: number) => {
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + nodes);
  };
  for (const rejection of rejections.values()) count(rejection, 1);
  const others = nodes - rejections.size;
  if (absent !== undefined && others > 0) count(absent, others);
  return [...counts].map(([reason, nodes]) => `${nodes} ${reason}`).sort().join(", ");
}
