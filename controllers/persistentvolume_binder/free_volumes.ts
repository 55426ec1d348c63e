/**
 * Volumes that any claim may get, in the order in which they are given.
 *
 * @module
 */

import type { ClaimNeeds, VolumeGives } from "./needs.ts";

/** Volumes that differ only in size and labels: smallest first. */
interface Shelf {
  readonly modes: readonly string[];
  readonly label: string;
  readonly volumes: VolumeGives[];
}

/**
 * Finds the volume for a claim without looking at all: volumes stand by class and modes, and by size. What is
 * in it may be older than what is known: whoever takes a volume looks at it again.
 */
export class FreeVolumes {
  /** By class, volume mode and class of attributes; in each by the access modes. */
  readonly #rooms = new Map<string, Map<string, Shelf>>();
  readonly #byName = new Map<string, VolumeGives>();

  /** How many there are. */
  get size(): number {
    return this.#byName.size;
  }

  /** Puts a volume in its place, and takes it from where it was. */
  put(volume: VolumeGives): void {
    if (this.#byName.get(volume.name) === volume) return;
    this.remove(volume.name);
    this.#byName.set(volume.name, volume);
    const room = this.#rooms.get(roomOf(volume)) ?? new Map<string, Shelf>();
    this.#rooms.set(roomOf(volume), room);
    const modes = [...new Set(volume.modes)].sort();
    const label = modes.join();
    const shelf = room.get(label) ?? { modes, label, volumes: [] };
    room.set(label, shelf);
    shelf.volumes.splice(placeOf(shelf.volumes, volume), 0, volume);
  }

  /** Takes a volume out, if it is there. */
  remove(name: string): void {
    const volume = this.#byName.get(name);
    if (volume === undefined) return;
    this.#byName.delete(name);
    const room = this.#rooms.get(roomOf(volume))!;
    const label = [...new Set(volume.modes)].sort().join();
    const { volumes } = room.get(label)!;
    volumes.splice(placeOf(volumes, volume), 1);
    if (volumes.length > 0) return;
    room.delete(label);
    if (room.size === 0) this.#rooms.delete(roomOf(volume));
  }

  /**
   * The name of the volume for a claim: of those that can do all that it asks, one that can do least else, and
   * of these the smallest that is large enough; of equal ones the first by name. `mayHave` has the last word.
   */
  find(claim: ClaimNeeds, mayHave: (name: string) => boolean): string | undefined {
    const room = this.#rooms.get(roomOf(claim));
    if (room === undefined) return undefined;
    const shelves = [...room.values()]
      .filter(({ modes }) => claim.modes.every((mode) => modes.includes(mode)))
      .sort((one, other) =>
        one.modes.length - other.modes.length || (one.label < other.label ? -1 : 1)
      );
    for (const { volumes } of shelves) {
      const first = partition(volumes, (one) => one.size.compare(claim.size) < 0);
      for (let at = first; at < volumes.length; at++) {
        const { name, labels } = volumes[at]!;
        if (claim.selector !== undefined && !claim.selector.matches(labels)) continue;
        if (mayHave(name)) return name;
      }
    }
    return undefined;
  }
}

function roomOf({ className, volumeMode, attributesClass }: ClaimNeeds | VolumeGives): string {
  return JSON.stringify([className, volumeMode, attributesClass]);
}

/** Where a volume stands, or would stand. */
function placeOf(volumes: readonly VolumeGives[], { name, size }: VolumeGives): number {
  return partition(volumes, (one) => {
    const order = one.size.compare(size);
    return order < 0 || (order === 0 && one.name < name);
  });
}

/** How many at the beginning are before something. */
function partition(
  volumes: readonly VolumeGives[],
  isBefore: (volume: VolumeGives) => boolean,
): number {
  let low = 0;
  let high = volumes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(volumes[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
