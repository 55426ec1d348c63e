/**
 * Claims of devices: their number, and how many devices they may get, by class.
 *
 * @module
 */

import type { DeviceRequest, DeviceSubRequest, ResourceClaim } from "../api/resource_v1.ts";
import type { JsonObject } from "../codec/mod.ts";
import type { Names } from "../names.ts";
import { Quantity } from "../values/mod.ts";
import { addAmounts, type Amounts, ONE } from "./amounts.ts";
import { countName, type QuotaEvaluator } from "./evaluator.ts";
import { deviceClassPrefix, isDeviceRequest, REQUESTS } from "./resource_names.ts";

/** A claim gets no more devices than these, whatever it asks for. */
const MOST_DEVICES = 32;

/** What is known of devices beside the claim. */
export interface Devices {
  /** Grows with each change of what device classes there are. */
  readonly generation: number;
  /** Whether there is a class of this name. */
  hasClass(name: string): boolean;
  /** Whether containers ask for devices of some class by this name. */
  hasResource(name: string): boolean;
  /** By which name containers ask for devices of a class; undefined where there is none. */
  resourceOf(className: string): string | undefined;
  /**
   * What the pod uses that a claim was made for, where the pod is charged for the same devices; undefined:
   * it is a claim as any other.
   */
  usageOfOwner(claim: ResourceClaim): Amounts | undefined;
}

/** Measures claims of devices. */
export function resourceClaims(devices: Devices, names: Names): QuotaEvaluator {
  const about = { group: names.group("resource"), resource: "resourceclaims" };
  const count = countName(about);
  const ofClass = `.deviceclass.${names.group("resource")}/devices`;
  const byClass = REQUESTS + deviceClassPrefix(names);
  /** Devices as containers would ask for them: what the claim's pod is charged for counts once. */
  const nameRequests = (usage: Map<string, Quantity>, classes: Amounts, ofPod: Amounts) => {
    const requests = new Map<string, Quantity>();
    for (const [name, amount] of classes) {
      if (name === "") continue;
      requests.set(byClass + name, amount);
      const resource = devices.resourceOf(name);
      if (resource !== undefined) requests.set(REQUESTS + resource, amount);
    }
    for (const [name, amount] of requests) {
      const left = amount.subtract(ofPod.get(name) ?? Quantity.zero);
      if (left.sign > 0) usage.set(name, left);
    }
  };
  return {
    about,
    handles: ({ operation, subresource }) =>
      subresource === "" && (operation === "CREATE" || operation === "UPDATE"),
    counts: (name) =>
      name === count || name.endsWith(ofClass) ||
      name.startsWith(byClass) && devices.hasClass(name.slice(byClass.length)) ||
      isDeviceRequest(name, names) && devices.hasResource(name.slice(REQUESTS.length)),
    get generation() {
      return devices.generation;
    },
    isIn: () => false,
    usage(object: JsonObject): Amounts {
      const claim = object as unknown as ResourceClaim;
      const usage = new Map([[count, ONE]]);
      const classes = new Map<string, Quantity>();
      for (const request of claim.spec?.devices?.requests ?? []) {
        addAmounts(classes, devicesOf(request));
      }
      for (const [name, amount] of classes) usage.set(name + ofClass, amount);
      nameRequests(usage, classes, devices.usageOfOwner(claim) ?? NOTHING);
      return usage;
    },
  };
}

const NOTHING: Amounts = new Map();

/** How many devices a request may get, by class: of alternatives, the most of each class. */
function devicesOf({ exactly, firstAvailable = [] }: DeviceRequest): Amounts {
  if (firstAvailable.length === 0) {
    return exactly === undefined ? NOTHING : new Map([[exactly.deviceClassName, countOf(exactly)]]);
  }
  const most = new Map<string, Quantity>();
  for (const alternative of firstAvailable) {
    const { deviceClassName: name } = alternative;
    const amount = countOf(alternative);
    if (amount.compare(most.get(name) ?? Quantity.zero) > 0) most.set(name, amount);
  }
  return most;
}

function countOf(
  { allocationMode, count }: Pick<DeviceSubRequest, "allocationMode" | "count">,
): Quantity {
  if (allocationMode === "ExactCount") return Quantity.of(BigInt(count ?? 0));
  return Quantity.of(allocationMode === "All" ? MOST_DEVICES : 0);
}
