/**
 * How many of a service's endpoints each zone should have.
 *
 * @module
 */

/** No endpoint bears more than its part, and a fifth of that. */
const MOST_OVERLOAD = 0.2;

/** What a zone should have. */
export interface ZoneAllocation {
  readonly most: number;
  readonly wanted: number;
}

/** What zones should have by their shares; or why that can't be. */
export function allocateZones(
  shares: ReadonlyMap<string, number> | undefined,
  endpoints: number,
): ReadonlyMap<string, ZoneAllocation> | string {
  if (shares === undefined) {
    return "Insufficient Node information: allocatable CPU or zone not specified on one or more nodes";
  }
  const counts = `(${endpoints} endpoints, ${shares.size} zones)`;
  if (shares.size > endpoints) return `Insufficient number of endpoints ${counts}`;
  const least = new Map([...shares].map(([zone, share]) => [zone, leastOf(share, endpoints)]));
  const spare = endpoints - [...least.values()].reduce((sum, one) => sum + one, 0);
  if (spare < 0) {
    return `Unable to allocate minimum required endpoints to each zone without exceeding overload threshold ${counts}`;
  }
  return new Map(
    [...shares].map(([zone, share]) => {
      const minimum = least.get(zone)!;
      return [zone, { most: minimum + spare, wanted: Math.max(share * endpoints, minimum) }];
    }),
  );
}

/** Whether a zone has too few of a service's endpoints. */
export function isOverloaded(
  byZone: ReadonlyMap<string, number>,
  shares: ReadonlyMap<string, number> | undefined,
): boolean {
  if (byZone.size === 0) return false;
  if (shares === undefined) return true;
  const total = [...byZone.values()].reduce((sum, one) => sum + one, 0);
  return [...shares].some(([zone, share]) => (byZone.get(zone) ?? -1) < leastOf(share, total));
}

function leastOf(share: number, endpoints: number): number {
  return Math.ceil(share * endpoints * (1 / (1 + MOST_OVERLOAD)));
}

/** How many endpoints zones have to give to others, and how many others are to get. */
export interface ZoneBalance {
  readonly giving: Map<string, number>;
  readonly receiving: Map<string, number>;
}

/** Balances what zones have against what they should have. */
export function balanceZones(
  allocations: ReadonlyMap<string, ZoneAllocation>,
  byZone: ReadonlyMap<string, number>,
): ZoneBalance {
  const surplus = new Map<string, number>();
  const lack = new Map<string, number>();
  for (const [zone, { wanted }] of allocations) {
    const difference = (byZone.get(zone) ?? 0) - wanted;
    if (difference > 0) surplus.set(zone, difference);
    else if (difference < 0) lack.set(zone, -difference);
  }
  const giving = new Map<string, number>();
  const receiving = new Map<string, number>();
  for (;;) {
    const [giver, spare] = mostOf(surplus);
    const [receiver, missing] = mostOf(lack);
    if (spare < 0.5 || missing < 0.5 || (spare < 1 && missing < 1)) return { giving, receiving };
    addTo(giving, giver, 1);
    addTo(surplus, giver, -1);
    addTo(receiving, receiver, 1);
    addTo(lack, receiver, -1);
  }
}

function mostOf(zones: ReadonlyMap<string, number>): [zone: string, count: number] {
  return [...zones].reduce((most, one) => one[1] > most[1] ? one : most, ["", 0]);
}

/** Adds to a count of a zone. */
export function addTo(zones: Map<string, number>, zone: string, count: number): void {
  zones.set(zone, (zones.get(zone) ?? 0) + count);
}
