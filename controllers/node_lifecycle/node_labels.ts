/**
 * Labels of nodes that have an older name besides.
 *
 * @module
 */

import type { Names } from "../../toolkit/names.ts";

/** Labels under older names whose values are not those of the newer ones, with the values that they should have. */
export function staleLabels(
  labels: Readonly<Record<string, string>>,
  names: Names,
): Record<string, string> {
  const pairs = [
    [names.labelOs, names.labelOldOs],
    [names.labelArch, names.labelOldArch],
  ] as const;
  const stale: Record<string, string> = {};
  for (const [label, older] of pairs) {
    const value = labels[label];
    if (value !== undefined && labels[older] !== value) stale[older] = value;
  }
  return stale;
}
