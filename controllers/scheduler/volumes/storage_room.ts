/**
 * How much room drivers have for new volumes, and from which nodes it can be reached.
 *
 * @module
 */

import {
  CSIDriver,
  CSIStorageCapacity,
  defineIndex,
  type DerivedValues,
  type ObjectOf,
} from "../../../toolkit/mod.ts";
import type { Selector } from "../../../toolkit/selectors/mod.ts";
import type { Hint, SchedulerHandle } from "../framework/mod.ts";
import { wholeAmountOf } from "../../../toolkit/pods/resources.ts";
import { type ClaimView, compiledSelector } from "./volume_views.ts";

/** Finds what drivers say of their room by the class of the volumes. */
const byClass = defineIndex(
  CSIStorageCapacity,
  "storage-class",
  ({ storageClassName }) => storageClassName,
);

/** A place for volumes of a class. */
interface RoomView {
  /** The largest volume that fits. */
  readonly bytes: number;
  /** From which nodes it can be reached. */
  readonly nodes: Selector | undefined;
}

interface Views {
  readonly drivers: DerivedValues<unknown, boolean>;
  readonly rooms: DerivedValues<ObjectOf<typeof CSIStorageCapacity>, RoomView>;
}

/** Knows it. */
export class StorageRoom {
  readonly #handle: SchedulerHandle;
  #views: Views | undefined;

  /** Informers are asked for now, and read later. */
  constructor(handle: SchedulerHandle) {
    this.#handle = handle;
    handle.informers.of(CSIDriver);
    handle.informers.of(CSIStorageCapacity, [byClass]);
  }

  /** Whether a volume for a claim fits where a node reaches it. True for drivers that tell of no room. */
  fits(
    { className, bytes }: ClaimView,
    provisioner: string,
    labels: Readonly<Record<string, string>>,
  ): boolean {
    const { drivers, rooms } = this.#all();
    if (bytes === 0 || drivers.get(provisioner) !== true) return true;
    return rooms.by(byClass, className)
      .some((room) => room.bytes >= bytes && room.nodes?.matches(labels) === true);
  }

  #all(): Views {
    const { informers } = this.#handle;
    return this.#views ??= {
      drivers: informers.of(CSIDriver).lister.derive(tellsOfRoom),
      rooms: informers.of(CSIStorageCapacity).lister.derive((room) => ({
        bytes: largestVolume(room),
        nodes: room.nodeTopology ? compiledSelector(room.nodeTopology) : undefined,
      })),
    };
  }
}

/** What helps a pod that had no room: more of it. */
export const whenMoreRoom: Hint = (_, before, after) =>
  before === undefined || largestVolume(after as Room) > largestVolume(before as Room)
    ? "Queue"
    : "Skip";

/** Or a driver that tells of its room no longer. */
export const whenRoomIsUntold: Hint = (_, before, after) =>
  tellsOfRoom(before as Driver) && !tellsOfRoom(after as Driver) ? "Queue" : "Skip";

type Driver = ObjectOf<typeof CSIDriver>;
type Room = Pick<ObjectOf<typeof CSIStorageCapacity>, "capacity" | "maximumVolumeSize">;

function tellsOfRoom({ spec }: Driver): boolean {
  return spec.storageCapacity === true;
}

/** In bytes; what is said of a single volume is closer than what is free in all. Below 0: nothing is said. */
function largestVolume({ capacity, maximumVolumeSize: bytes = capacity }: Room): number {
  return bytes === undefined ? -1 : wholeAmountOf({ bytes }, "bytes");
}
