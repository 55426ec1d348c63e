/**
 * The order in which nodes are looked at.
 *
 * @module
 */

/** Of each zone one in turn, in the order in which zones and nodes came. */
export class NodeOrder {
  readonly #zones = new Map<string, Set<string>>();
  readonly #zoneOf = new Map<string, string>();

  /** Puts a node in, or into another zone. Whether that changes the order. */
  put(name: string, zone: string): boolean {
    const before = this.#zoneOf.get(name);
    if (before === zone) return false;
    if (before !== undefined) this.delete(name);
    this.#zoneOf.set(name, zone);
    const names = this.#zones.get(zone);
    if (names === undefined) this.#zones.set(zone, new Set([name]));
    else names.add(name);
    return true;
  }

  /** Takes a node out. */
  delete(name: string): boolean {
    const zone = this.#zoneOf.get(name);
    if (zone === undefined) return false;
    this.#zoneOf.delete(name);
    const names = this.#zones.get(zone)!;
    names.delete(name);
    if (names.size === 0) this.#zones.delete(zone);
    return true;
  }

  /** All of them. */
  names(): string[] {
    const zones = [...this.#zones.values()].map((names) => [...names]);
    const all: string[] = [];
    for (let turn = 0; all.length < this.#zoneOf.size; turn++) {
      for (const names of zones) if (turn < names.length) all.push(names[turn]!);
    }
    return all;
  }
}
