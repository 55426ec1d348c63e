/**
 * On which nodes pods with a label are.
 *
 * @module
 */

import type { Selector } from "../../../toolkit/selectors/mod.ts";
import type { PodInfo } from "../pod/pod_info.ts";

/** Counts the pods of each node by each of their labels, so that a selector looks at few nodes. */
export class LabelPlaces {
  /** By namespace and label, of each node how many pods. */
  readonly #places = new Map<string, Map<string, number>>();

  /** A pod has come to its node, or has left it. */
  count({ namespace, labels, nodeName }: PodInfo, by: 1 | -1): void {
    for (const key in labels) {
      const id = idOf(namespace, key, labels[key]!);
      const places = this.#places.get(id) ?? new Map<string, number>();
      const pods = (places.get(nodeName) ?? 0) + by;
      if (pods > 0) places.set(nodeName, pods);
      else places.delete(nodeName);
      if (places.size > 0) this.#places.set(id, places);
      else this.#places.delete(id);
    }
  }

  /** The only nodes that can have pods that match; undefined where the selector names no value of a label. */
  of(namespace: string, { matchesNothing, requirements }: Selector): Iterable<string> | undefined {
    if (matchesNothing) return [];
    let fewest: Map<string, number> | undefined;
    for (const { key, exactValue } of requirements) {
      if (exactValue === undefined) continue;
      const places = this.#places.get(idOf(namespace, key, exactValue));
      if (places === undefined) return [];
      if (fewest === undefined || places.size < fewest.size) fewest = places;
    }
    return fewest?.keys();
  }
}

/** Neither namespaces nor keys and values of labels have this character. */
function idOf(namespace: string, key: string, value: string): string {
  return `${namespace}\n${key}\n${value}`;
}
