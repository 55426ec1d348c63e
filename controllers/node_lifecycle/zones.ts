/**
 * Zones: how many of their nodes are ready, how they are, and which nodes wait to be given up.
 *
 * @module
 */

import { ZoneQueue } from "./zone_queue.ts";
import {
  zoneRate,
  type ZoneRates,
  type ZoneState,
  zoneState,
  type ZoneTally,
} from "./zone_state.ts";

/** A node, as it counts. */
export interface ZoneNode {
  readonly name: string;
  readonly zone: string;
  readonly isCounted: boolean;
  readonly isReady: boolean;
}

/** What became of all zones together. */
export type Turn = "all are disrupted" | "not all are disrupted any more" | undefined;

interface Zone {
  ready: number;
  unready: number;
  state: ZoneState;
  /** All nodes, those included that don't count. */
  nodes: number;
  readonly queue: ZoneQueue;
}

/**
 * Keeps count of nodes as they change, so that judging costs as much as there are zones. A zone is forgotten when it
 * has no nodes.
 */
export class Zones {
  readonly #rates: ZoneRates;
  readonly #zones = new Map<string, Zone>();
  readonly #nodes = new Map<string, ZoneNode>();
  #areAllDisrupted = false;

  constructor(rates: ZoneRates) {
    this.#rates = rates;
  }

  /** Whether no node of any zone was ready when they were judged last: then it is rather here that something is wrong. */
  get areAllDisrupted(): boolean {
    return this.#areAllDisrupted;
  }

  /** The zones' names and what counts of them. */
  *tallies(): Iterable<[zone: string, tally: ZoneTally]> {
    yield* this.#zones;
  }

  /** The nodes of a zone that wait; undefined: there is no such zone. */
  queue(zone: string): ZoneQueue | undefined {
    return this.#zones.get(zone)?.queue;
  }

  /** Counts a node as it is now, in the place of how it was. */
  put(node: ZoneNode): void {
    const before = this.#nodes.get(node.name);
    if (before?.zone !== node.zone) {
      this.delete(node.name);
      this.#zone(node.zone).nodes++;
    } else this.#count(before, -1);
    this.#nodes.set(node.name, node);
    this.#count(node, 1);
  }

  /** Forgets a node. */
  delete(name: string): void {
    const node = this.#nodes.get(name);
    if (node === undefined) return;
    this.#nodes.delete(name);
    this.#count(node, -1);
    const zone = this.#zone(node.zone);
    zone.queue.delete(name);
    if (--zone.nodes === 0) this.#zones.delete(node.zone);
  }

  /** Judges all zones by their nodes, and sets how fast nodes of each are given up; tells what became of all. */
  judge(now: number): Turn {
    const counted = [...this.#zones.values()].filter(({ ready, unready }) => ready + unready > 0);
    if (counted.length === 0) return this.#judgeNone(now);
    const wereAll = counted.every(({ state }) => state === "full");
    const states = counted.map((zone) => zoneState(zone, this.#rates.unhealthyShare));
    const areAll = states.every((state) => state === "full");
    this.#areAllDisrupted = areAll;
    if (areAll && wereAll) return undefined;
    if (areAll) {
      for (const zone of this.#zones.values()) {
        zone.state = "full";
        zone.queue.clear();
        zone.queue.setRate(0, now);
      }
      return "all are disrupted";
    }
    counted.forEach((zone, index) => {
      const state = states[index]!;
      if (!wereAll && zone.state === state) return;
      zone.state = state;
      zone.queue.setRate(zoneRate(state, zone, this.#rates), now);
    });
    if (!wereAll) return undefined;
    // Those none of whose nodes count are never judged by them.
    for (const zone of this.#zones.values()) {
      if (zone.ready + zone.unready === 0) zone.queue.setRate(this.#rates.rate, now);
    }
    return "not all are disrupted any more";
  }

  /** Where no node counts, none is there to be disrupted. */
  #judgeNone(now: number): Turn {
    if (!this.#areAllDisrupted) return undefined;
    this.#areAllDisrupted = false;
    for (const { queue } of this.#zones.values()) queue.setRate(this.#rates.rate, now);
    return "not all are disrupted any more";
  }

  #zone(name: string): Zone {
    const known = this.#zones.get(name);
    if (known !== undefined) return known;
    const queue = new ZoneQueue(this.#rates.rate);
    const zone: Zone = { ready: 0, unready: 0, nodes: 0, state: "initial", queue };
    this.#zones.set(name, zone);
    return zone;
  }

  #count({ zone: name, isCounted, isReady }: ZoneNode, by: number): void {
    if (!isCounted) return;
    const zone = this.#zone(name);
    if (isReady) zone.ready += by;
    else zone.unready += by;
  }
}
