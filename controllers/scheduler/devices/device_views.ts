/**
 * What is looked at of slices of devices, made once for each of their states.
 *
 * @module
 */

import { type ObjectOf, Quantity, type resourceV1 } from "../../../toolkit/mod.ts";
import { type NodePlace, nodePlaceOf } from "./node_place.ts";

/** What a request for some of a capacity can be; of devices that several claims share. */
export interface RequestPolicy {
  readonly default: Quantity | undefined;
  readonly values: readonly Quantity[];
  readonly range: {
    readonly min: Quantity | undefined;
    readonly max: Quantity | undefined;
    readonly step: Quantity | undefined;
  } | undefined;
}

/** How much a device has of something. */
export interface CapacityView {
  readonly value: Quantity;
  readonly policy: RequestPolicy | undefined;
}

/** What a device takes of the counters of its pool. */
export interface CounterUse {
  readonly set: string;
  readonly counter: string;
  readonly amount: Quantity;
}

/** A device. It is shared: do not change it. */
export interface DeviceView {
  /** Of no two devices is it the same: {@link deviceId}. */
  readonly id: string;
  readonly driver: string;
  readonly pool: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, resourceV1.DeviceAttribute>>;
  readonly capacities: ReadonlyMap<string, CapacityView>;
  /** Whether several claims can have it at once. */
  readonly isShared: boolean;
  readonly uses: readonly CounterUse[];
  /** Those that keep claims off. */
  readonly taints: readonly resourceV1.DeviceTaint[];
  /** Where devices of a slice say so each for itself. */
  readonly place: NodePlace | undefined;
  /** Whether who has it stays on the node that it was given for. */
  readonly bindsToNode: boolean;
  readonly bindingConditions: readonly string[] | undefined;
  readonly bindingFailureConditions: readonly string[] | undefined;
}

/** A slice of a pool of devices. It is shared: do not change it. */
export interface SliceView {
  readonly name: string;
  readonly driver: string;
  readonly pool: string;
  /** Of slices of one pool it is the same: {@link poolId}. */
  readonly poolId: string;
  readonly generation: bigint;
  /** How many slices the pool has. */
  readonly count: bigint;
  readonly place: NodePlace | undefined;
  /** Whether each device says where it is. */
  readonly isPerDevice: boolean;
  /** What its devices and those of other slices share: by the name of the set, then of the counter. */
  readonly counters: ReadonlyMap<string, ReadonlyMap<string, Quantity>>;
  /** Whether a set of counters has a name that another one has. */
  readonly twiceCounted: string | undefined;
  readonly devices: readonly DeviceView[];
}

/** A device by name: names of drivers and devices have no slash. */
export function deviceId(driver: string, pool: string, device: string): string {
  return `${driver}/${pool}/${device}`;
}

/** A pool by name. */
export function poolId(driver: string, pool: string): string {
  return `${driver}/${pool}`;
}

/** The view of a slice. */
export function sliceViewOf(
  { metadata, spec }: ObjectOf<typeof resourceV1.ResourceSlice>,
): SliceView {
  const { driver, pool: { name: pool, generation, resourceSliceCount }, devices = [] } = spec;
  const isPerDevice = spec.perDeviceNodeSelection ?? false;
  const counters = new Map<string, ReadonlyMap<string, Quantity>>();
  let twiceCounted: string | undefined;
  for (const { name, counters: all = {} } of spec.sharedCounters ?? []) {
    if (counters.has(name)) twiceCounted = name;
    counters.set(
      name,
      new Map(Object.entries(all).map(([counter, { value }]) => [counter, Quantity.parse(value)])),
    );
  }
  return {
    name: metadata.name,
    driver,
    pool,
    poolId: poolId(driver, pool),
    generation: BigInt(generation),
    count: BigInt(resourceSliceCount),
    place: nodePlaceOf(spec),
    isPerDevice,
    counters,
    twiceCounted,
    devices: devices.map((device) => deviceViewOf(device, driver, pool, isPerDevice)),
  };
}

function deviceViewOf(
  device: resourceV1.Device,
  driver: string,
  pool: string,
  isPerDevice: boolean,
): DeviceView {
  const { name, attributes = {}, capacity = {}, taints = [], consumesCounters = [] } = device;
  return {
    id: deviceId(driver, pool, name),
    driver,
    pool,
    name,
    attributes,
    capacities: new Map(
      Object.entries(capacity).map(([name, { value, requestPolicy }]) => [name, {
        value: Quantity.parse(value),
        policy: requestPolicy && policyOf(requestPolicy),
      }]),
    ),
    isShared: device.allowMultipleAllocations ?? false,
    uses: consumesCounters.flatMap(({ counterSet: set, counters = {} }) =>
      Object.entries(counters).map(([counter, { value }]) => ({
        set,
        counter,
        amount: Quantity.parse(value),
      }))
    ),
    taints: taints.filter(({ effect }) => effect === "NoSchedule" || effect === "NoExecute"),
    place: isPerDevice ? nodePlaceOf(device) : undefined,
    bindsToNode: device.bindsToNode ?? false,
    bindingConditions: device.bindingConditions,
    bindingFailureConditions: device.bindingFailureConditions,
  };
}

function policyOf(
  { default: standard, validValues = [], validRange }: resourceV1.CapacityRequestPolicy,
): RequestPolicy {
  const read = (text: string | null | undefined) => text ? Quantity.parse(text) : undefined;
  return {
    default: read(standard),
    values: validValues.map((text) => Quantity.parse(text)),
    range: validRange && {
      min: read(validRange.min),
      max: read(validRange.max),
      step: read(validRange.step),
    },
  };
}
