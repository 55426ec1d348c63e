/**
 * Looks for devices without a cluster: slices, classes and claims as they would be written, and what would be given.
 *
 * @module
 */

import { Allocator, NoDevices } from "../controllers/scheduler/devices/allocator.ts";
import { ClaimError } from "../controllers/scheduler/devices/claim_error.ts";
import { sliceViewOf } from "../controllers/scheduler/devices/device_views.ts";
import { Effort, TooLong } from "../controllers/scheduler/devices/effort.ts";
import {
  heldBy,
  type HeldDevice,
  type HeldDevices,
  sharesIn,
} from "../controllers/scheduler/devices/held_devices.ts";
import { Pools } from "../controllers/scheduler/devices/pools.ts";
import { readClaim } from "../controllers/scheduler/devices/requests.ts";
import { Selectors } from "../controllers/scheduler/devices/selectors.ts";
import { type Clock, FakeClock, type resourceV1 } from "../toolkit/mod.ts";

/** A slice: what is not said is that of the only slice of a pool that is its driver's on the node `n`. */
export interface TrialSlice extends Partial<Omit<resourceV1.ResourceSliceSpec, "pool">> {
  readonly name?: string;
  readonly pool?: Partial<resourceV1.ResourcePool>;
}

/** What is looked at. */
export interface Trial {
  readonly slices: readonly TrialSlice[];
  /** Default: `gpu`, which selects all devices. */
  readonly classes?: Readonly<Record<string, resourceV1.DeviceClassSpec>>;
  readonly claims: readonly resourceV1.DeviceClaim[];
  /** What others have. */
  readonly held?: readonly resourceV1.AllocationResult[];
  /** The labels of the node. Its name is `n`. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
}

/** The driver of devices that say no other. */
export const DRIVER = "gpu.example.com";

/** What each claim gets; a text where there is no way: why, or "" for no reason at all. */
export function tried(
  { slices, classes = { gpu: {} }, claims, held = [], labels = {}, clock = new FakeClock() }: Trial,
): resourceV1.AllocationResult[] | string {
  const views = slices.map(({ name = "slice", pool, ...spec }) =>
    sliceViewOf({
      metadata: { name },
      spec: {
        driver: DRIVER,
        pool: { name: "n", generation: 1, resourceSliceCount: 1, ...pool },
        ...(isPlaced(spec) ? {} : { nodeName: "n" }),
        ...spec,
      },
    } as never)
  );
  const pools = new Pools({
    ofNode: () => [],
    shared: views,
    ofPool: (id) => views.filter(({ poolId }) => poolId === id),
  });
  const known = new Held(held.flatMap((one) => heldBy(one)));
  let shares = 0;
  const allocator = new Allocator({
    pools,
    held: known,
    effort: new Effort(clock, 10_000),
    shareId: () => `share-${++shares}`,
  });
  const selectors = new Selectors();
  try {
    const read = claims.map((claim, index) =>
      readClaim(`default/c${index}`, claim, (name) => {
        const spec = classes[name];
        return spec && {
          name,
          selectors: spec.selectors ?? [],
          config: spec.config ?? [],
          extendedResourceName: "",
        };
      }, selectors)
    );
    return allocator.allocate({ name: "n", labels }, read) ?? "";
  } catch (error) {
    const isTold = error instanceof ClaimError || error instanceof NoDevices ||
      error instanceof TooLong;
    if (isTold) return error.message;
    throw error;
  }
}

function isPlaced(
  { nodeName, nodeSelector, allNodes, perDeviceNodeSelection, sharedCounters }: TrialSlice,
): boolean {
  return [nodeName, nodeSelector, allNodes, perDeviceNodeSelection, sharedCounters]
    .some((said) => said !== undefined);
}

class Held implements HeldDevices {
  readonly #byDevice: ReadonlyMap<string, readonly HeldDevice[]>;

  constructor(held: readonly HeldDevice[]) {
    this.#byDevice = Map.groupBy(held, ({ id }) => id);
  }

  isTaken(id: string): boolean {
    return this.#byDevice.get(id)?.some(({ share }) => share === undefined) ?? false;
  }

  sharesOf(id: string) {
    return sharesIn(this.#byDevice.get(id) ?? []);
  }
}
