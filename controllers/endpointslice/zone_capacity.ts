/**
 * What each zone of a cluster can bear.
 *
 * @module
 */

import type { Node, ObjectOf } from "../../toolkit/mod.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { parseQuantity } from "../../toolkit/values/mod.ts";

/** What is looked at of a node. */
export interface ZonedNode {
  readonly name: string;
  /** "": it has none. */
  readonly zone: string;
  readonly isReady: boolean;
  /** Whether it is there to run the cluster. */
  readonly isControlPlane: boolean;
  /** In thousandths of a processor. */
  readonly cpu: number;
}

const ZONES = DIALECTS.map((dialect) => NAMES[dialect].labelZone);
const ROLES = DIALECTS.flatMap((dialect) =>
  ["control-plane", "master"].map((role) => `${NAMES[dialect].labelNodeRolePrefix}${role}`)
);

/** The view of a node. */
export function zonedNodeOf(
  { metadata: { name, labels = {} }, status }: ObjectOf<typeof Node>,
): ZonedNode {
  return {
    name,
    zone: ZONES.map((label) => labels[label]).find((zone) => zone) ?? "",
    isReady:
      status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") ===
        true,
    isControlPlane: ROLES.some((label) => label in labels),
    cpu: millisOf(status?.allocatable?.cpu),
  };
}

function millisOf(quantity: string | undefined): number {
  try {
    return quantity === undefined ? 0 : parseQuantity(quantity).toNumber() * 1000;
  } catch {
    return 0;
  }
}

/** The share of each zone in the processors of all nodes that are ready; undefined: it can't be told. */
export function zoneShares(nodes: readonly ZonedNode[]): ReadonlyMap<string, number> | undefined {
  const counted = nodes.filter(({ isReady, isControlPlane }) => isReady && !isControlPlane);
  if (counted.some(({ zone, cpu }) => zone === "" || cpu === 0)) return undefined;
  const byZone = new Map<string, number>();
  for (const { zone, cpu } of counted) byZone.set(zone, (byZone.get(zone) ?? 0) + cpu);
  if (byZone.size < 2) return undefined;
  const total = [...byZone.values()].reduce((sum, cpu) => sum + cpu, 0);
  return new Map([...byZone].sort().map(([zone, cpu]) => [zone, cpu / total]));
}
