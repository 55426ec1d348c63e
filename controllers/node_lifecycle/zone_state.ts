/**
 * How a zone is, by how many of its nodes are ready.
 *
 * @module
 */

/** `initial`: nobody has looked yet. */
export type ZoneState = "initial" | "normal" | "partial" | "full";

/** The nodes of a zone that count. */
export interface ZoneTally {
  readonly ready: number;
  readonly unready: number;
}

/** How fast nodes are given up, and when slower. */
export interface ZoneRates {
  /** Nodes a second. */
  readonly rate: number;
  /** The same in a zone that is partly disrupted, where it is large. */
  readonly secondaryRate: number;
  /** A zone with more nodes than so many is large. */
  readonly largeThreshold: number;
  /** The share of nodes that are not ready from which a zone is partly disrupted. */
  readonly unhealthyShare: number;
}

/** So many nodes that are not ready don't make a disruption yet. */
const MOST_SINGLE = 2;

/** How a zone is. */
export function zoneState({ ready, unready }: ZoneTally, unhealthyShare: number): ZoneState {
  if (ready === 0 && unready > 0) return "full";
  // The reference reckons so, in single precision.
  const share = Math.fround(unready / (ready + unready));
  const isPartial = unready > MOST_SINGLE && share >= Math.fround(unhealthyShare);
  return isPartial ? "partial" : "normal";
}

/** How many nodes of a zone are given up a second. */
export function zoneRate(
  state: ZoneState,
  { ready, unready }: ZoneTally,
  rates: ZoneRates,
): number {
  if (state !== "partial") return rates.rate;
  return ready + unready > rates.largeThreshold ? rates.secondaryRate : 0;
}
