/**
 * How much endpoints may hold.
 *
 * @module
 */

import type { coreV1 } from "../../toolkit/mod.ts";
import { withoutEmpty } from "../services/mod.ts";

/** Endpoints of one service have so many addresses at most. */
const MOST_ADDRESSES = 1000;

type Subset = coreV1.EndpointSubset;

/**
 * What is left where there are too many: those that are ready first; each subset keeps its portion, rounded up, as
 * long as there is room.
 */
export function cutAddresses(subsets: readonly Subset[]): readonly Subset[] {
  const ready = sum(subsets, "addresses");
  if (ready + sum(subsets, "notReadyAddresses") <= MOST_ADDRESSES) return subsets;
  const cut = ready > MOST_ADDRESSES ? "addresses" : "notReadyAddresses";
  const total = sum(subsets, cut);
  const room = cut === "addresses" ? MOST_ADDRESSES : MOST_ADDRESSES - ready;
  let left = room;
  return subsets.map((subset) => {
    const all = subset[cut] ?? [];
    const kept = all.slice(0, Math.min(left, Math.ceil(all.length / total * room)));
    left -= kept.length;
    return withoutEmpty({
      ...subset,
      ...(cut === "addresses" && { notReadyAddresses: [] }),
      [cut]: kept,
    });
  });
}

/** How many addresses the lists of that name have. */
function sum(subsets: readonly Subset[], list: "addresses" | "notReadyAddresses"): number {
  return subsets.reduce((count, subset) => count + (subset[list]?.length ?? 0), 0);
}
