/**
 * Hints that share a service's endpoints among the zones, by what each can bear.
 *
 * @module
 */

import type { Endpoint, SliceDraft, SlicePlan } from "../slices/mod.ts";
import { removeHints } from "./close_hints.ts";
import {
  addTo,
  allocateZones,
  balanceZones,
  isOverloaded,
  type ZoneAllocation,
  type ZoneBalance,
} from "./zone_allocation.ts";

/** Something to tell of a service. */
export interface HintNews {
  readonly type: "Normal" | "Warning";
  readonly reason: "TopologyAwareHintsEnabled" | "TopologyAwareHintsDisabled";
  readonly message: string;
}

type Counts = Map<string, number>;

/** The hints of all services that ask for them. */
export class ZoneHints {
  #shares: ReadonlyMap<string, number> | undefined;
  /** By service, then by family: how many endpoints each zone has. */
  readonly #byService = new Map<string, Map<string, ReadonlyMap<string, number>>>();
  /** The services of which it was told that they have hints. */
  readonly #told = new Set<string>();

  /** Takes in what zones can bear now; the services that should be looked at for that. */
  update(shares: ReadonlyMap<string, number> | undefined): string[] {
    this.#shares = shares;
    return [...this.#byService].flatMap(([key, families]) =>
      [...families.values()].some((byZone) => isOverloaded(byZone, shares)) ? [key] : []
    );
  }

  /** Gives the endpoints of a family their hints, or takes them away where that can't be done well. */
  add(plan: SlicePlan, key: string, family: string): HintNews[] {
    const refuse = (why: string): HintNews[] => {
      this.forget(key, family);
      removeHints(plan);
      return [news("TopologyAwareHintsDisabled", why, family)];
    };
    const all = [...plan.create, ...plan.update, ...plan.unchanged];
    const ready = all.flatMap(({ endpoints }) => endpoints.filter(isReady)).length;
    const allocations = allocateZones(this.#shares, ready);
    if (typeof allocations === "string") return refuse(allocations);
    const byZone = keepRightSlices(plan, allocations);
    const open = [...plan.create, ...plan.update];
    if (open.some(({ endpoints }) => endpoints.some((one) => isReady(one) && !one.zone))) {
      return refuse("One or more endpoints do not have a zone specified");
    }
    for (const draft of open) {
      draft.endpoints = draft.endpoints.map((endpoint) => {
        const { hints: _, ...rest } = endpoint;
        if (!isReady(endpoint)) return rest;
        addTo(byZone, endpoint.zone!, 1);
        return hinted(rest, endpoint.zone!);
      });
    }
    redistribute(open, byZone, balanceZones(allocations, byZone));
    if (byZone.size === 0) return refuse("No hints allocated for zones");
    const families = this.#byService.get(key) ?? new Map();
    this.#byService.set(key, families.set(family, byZone));
    if (this.#told.has(key)) return [];
    this.#told.add(key);
    return [news("TopologyAwareHintsEnabled", "Topology Aware Hints has been enabled", family)];
  }

  /** Takes note that a service no longer asks for hints of a family. */
  drop(key: string, family: string): HintNews[] {
    const wasTold = this.#told.has(key);
    this.forget(key, family);
    return wasTold
      ? [news("TopologyAwareHintsDisabled", "Topology Aware Hints has been disabled", family)]
      : [];
  }

  /** Forgets what a family of a service has; without a family all of it. */
  forget(key: string, family?: string): void {
    this.#told.delete(key);
    const families = this.#byService.get(key);
    if (family !== undefined) families?.delete(family);
    if (family === undefined || families?.size === 0) this.#byService.delete(key);
  }
}

function news(reason: HintNews["reason"], message: string, family: string): HintNews {
  const type = reason === "TopologyAwareHintsEnabled" ? "Normal" : "Warning";
  return { type, reason, message: `${message}, addressType: ${family}` };
}

function isReady({ conditions }: Endpoint): boolean {
  return conditions?.ready === true;
}

function hinted(endpoint: Endpoint, zone: string): Endpoint {
  return { ...endpoint, hints: { forZones: [{ name: zone }] } };
}

/** Counts the hints of slices that can stay as they are; the others are to be written. */
function keepRightSlices(
  plan: SlicePlan,
  allocations: ReadonlyMap<string, ZoneAllocation>,
): Counts {
  const byZone: Counts = new Map();
  plan.unchanged = plan.unchanged.filter((draft) => {
    const own = hintsOf(draft);
    const isRight = own !== undefined && [...own].every(([zone, count]) => {
      const allocation = allocations.get(zone);
      return allocation !== undefined && count + (byZone.get(zone) ?? 0) <= allocation.most;
    });
    if (!isRight) {
      plan.update.push(draft);
      return false;
    }
    for (const [zone, count] of own) addTo(byZone, zone, count);
    return true;
  });
  return byZone;
}

/** How many hints a slice has for each zone; undefined: an endpoint lacks one. */
function hintsOf({ endpoints }: SliceDraft): Counts | undefined {
  const counts: Counts = new Map();
  for (const { hints } of endpoints.filter(isReady)) {
    if (!hints?.forZones?.length) return undefined;
    for (const { name } of hints.forZones) addTo(counts, name, 1);
  }
  return counts;
}

/** Hands endpoints of zones that have too many to zones that have too few. */
function redistribute(
  drafts: readonly SliceDraft[],
  byZone: Counts,
  { giving, receiving }: ZoneBalance,
): void {
  for (const draft of drafts) {
    draft.endpoints = draft.endpoints.map((endpoint) => {
      const from = endpoint.zone ?? "";
      const [to] = receiving.keys();
      if (!isReady(endpoint) || to === undefined || !giving.has(from)) return endpoint;
      takeOne(giving, from);
      takeOne(receiving, to);
      addTo(byZone, from, -1);
      addTo(byZone, to, 1);
      return hinted(endpoint, to);
    });
  }
}

function takeOne(zones: Counts, zone: string): void {
  addTo(zones, zone, -1);
  if (zones.get(zone) === 0) zones.delete(zone);
}
