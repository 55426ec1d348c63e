/**
 * What became of a claim: the devices that it got, who may use them, and how they are.
 *
 * @module
 */

import type {
  AllocatedDeviceStatus,
  AllocationResult,
  DeviceAllocationConfiguration,
  DeviceRequestAllocationResult,
  NetworkDeviceData,
  ResourceClaim,
  ResourceClaimConsumerReference,
} from "../../../toolkit/api/resource_v1.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { isLongerThan, parseCidrSloppy } from "../../../toolkit/validation/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { validateNodeSelector } from "../pod/scheduling.ts";
import { requireChoice } from "../validation/choices.ts";
import { validateConditions } from "../validation/conditions.ts";
import { validateUnchanged } from "../validation/immutable.ts";
import { keyOfJson } from "../validation/same.ts";
import { validateBindingConditions } from "./binding_conditions.ts";
import {
  MAX_CONFIGURATIONS,
  OPAQUE_LIMIT_BYTES,
  requestNames,
  validateConfiguration,
  validateRequestRef,
  validateRequestRefs,
} from "./claim_spec.ts";
import { itself, validateList, validateOpaque, validateSet } from "./lists.ts";
import { requireDriverName, requirePoolName, validateLabelName, validateUid } from "./names.ts";

const STATUS = FieldPath.of("status");
const RESERVED = STATUS.child("reservedFor");

const MAX_RESERVED = 256;
const MAX_RESULTS = 32;
const MAX_CONDITIONS = 8;
const MAX_IPS = 16;
const INTERFACE_LIMIT_BYTES = 256;
const HARDWARE_ADDRESS_LIMIT_BYTES = 128;

interface DeviceName {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly shareID?: string;
}

const deviceName = ({ driver, pool, device }: DeviceName) => `${driver}/${pool}/${device}`;
const shareName = (device: DeviceName) =>
  device.shareID === undefined ? deviceName(device) : `${deviceName(device)}/${device.shareID}`;

const resultsOf = ({ status }: ResourceClaim) => status?.allocation?.devices?.results ?? [];

/** Forgets how devices are that the claim no longer has. */
export function dropReleased(claim: ResourceClaim, old: ResourceClaim): void {
  const { status } = claim;
  if (status?.devices === undefined) return;
  const released = new Set(resultsOf(old).map(deviceName));
  for (const device of resultsOf(claim)) released.delete(deviceName(device));
  const kept = status.devices.filter((device) => !released.has(deviceName(device)));
  if (kept.length === 0) delete status.devices;
  else status.devices = kept;
}

/** The rules for a new status. */
export function validateClaimStatus(claim: ResourceClaim, old: ResourceClaim): FieldError[] {
  const errors: FieldError[] = [];
  const { status = {}, spec } = claim;
  const { allocation, reservedFor, devices } = status;
  validateSet(errors, RESERVED, reservedFor, MAX_RESERVED, ({ uid }) => uid, validateConsumer);
  const allocated = new Set(resultsOf(claim).map(shareName));
  validateSet(
    errors,
    STATUS.child("devices"),
    devices,
    undefined,
    shareName,
    (_, path, device) => validateDevice(errors, path, device, allocated),
  );
  if (reservedFor?.length) validateReserved(errors, claim, old);
  const path = STATUS.child("allocation");
  const before = old.status?.allocation;
  if (allocation !== undefined && before !== undefined) {
    validateUnchanged(errors, path, allocation, before);
  } else if (allocation !== undefined) {
    validateAllocation(errors, path, allocation, requestNames(spec.devices));
  }
  return errors;
}

function validateConsumer(
  errors: FieldError[],
  path: FieldPath,
  consumer: ResourceClaimConsumerReference,
): void {
  for (const field of ["resource", "name", "uid"] as const) {
    if (!consumer[field]) errors.push(FieldError.required(path.child(field)));
  }
}

/** Who uses devices is noted once they are there, and no more once they are to go. */
function validateReserved(errors: FieldError[], claim: ResourceClaim, old: ResourceClaim): void {
  if (claim.status?.allocation === undefined) {
    const why = "may not be specified when `allocated` is not set";
    errors.push(FieldError.forbidden(RESERVED, why));
  } else if (claim.metadata?.deletionTimestamp !== undefined) {
    const before = new Set(old.status?.reservedFor?.map(keyOfJson));
    if (claim.status.reservedFor?.some((one) => !before.has(keyOfJson(one)))) {
      const why = "new entries may not be added while `deallocationRequested` or " +
        "`deletionTimestamp` are set";
      errors.push(FieldError.forbidden(RESERVED, why));
    }
  }
}

function validateAllocation(
  errors: FieldError[],
  path: FieldPath,
  { devices, nodeSelector }: AllocationResult,
  names: ReadonlySet<string>,
): void {
  const at = path.child("devices");
  validateList(
    errors,
    at.child("results"),
    devices?.results,
    MAX_RESULTS,
    (_, where, result) => validateResult(errors, where, result, names),
  );
  // Those of the class and those of the claim.
  validateList(
    errors,
    at.child("config"),
    devices?.config,
    2 * MAX_CONFIGURATIONS,
    (_, where, config) => validateAllocationConfig(errors, where, config, names),
  );
  if (nodeSelector !== undefined) {
    validateNodeSelector(errors, path.child("nodeSelector"), nodeSelector);
  }
}

function validateDeviceName(errors: FieldError[], path: FieldPath, name: DeviceName): void {
  requireDriverName(errors, path.child("driver"), name.driver);
  requirePoolName(errors, path.child("pool"), name.pool);
  validateLabelName(errors, path.child("device"), name.device);
}

function validateResult(
  errors: FieldError[],
  path: FieldPath,
  result: DeviceRequestAllocationResult,
  names: ReadonlySet<string>,
): void {
  validateRequestRef(errors, path.child("request"), result.request, names);
  validateDeviceName(errors, path, result);
  validateBindingConditions(errors, path, result);
  if (result.shareID !== undefined) validateUid(errors, path.child("shareID"), result.shareID);
}

function validateAllocationConfig(
  errors: FieldError[],
  path: FieldPath,
  config: DeviceAllocationConfiguration,
  names: ReadonlySet<string>,
): void {
  requireChoice(errors, path.child("source"), config.source, ["FromClaim", "FromClass"]);
  validateRequestRefs(errors, path.child("requests"), config.requests, names);
  validateConfiguration(errors, path, config);
}

function validateDevice(
  errors: FieldError[],
  path: FieldPath,
  device: AllocatedDeviceStatus,
  allocated: ReadonlySet<string>,
): void {
  validateDeviceName(errors, path, device);
  if (device.shareID !== undefined) validateUid(errors, path.child("shareID"), device.shareID);
  if (!allocated.has(shareName(device))) {
    const why = "must be an allocated device in the claim";
    errors.push(FieldError.invalid(path, shareName(device), why));
  }
  const { conditions, data, networkData } = device;
  const at = path.child("conditions");
  if ((conditions?.length ?? 0) > MAX_CONDITIONS) {
    errors.push(FieldError.tooMany(at, conditions?.length ?? 0, MAX_CONDITIONS));
  }
  validateConditions(errors, at, conditions);
  if (data !== undefined) validateOpaque(errors, path.child("data"), data, OPAQUE_LIMIT_BYTES);
  if (networkData !== undefined) {
    validateNetworkData(errors, path.child("networkData"), networkData);
  }
}

function validateNetworkData(
  errors: FieldError[],
  path: FieldPath,
  { interfaceName = "", hardwareAddress = "", ips }: NetworkDeviceData,
): void {
  if (isLongerThan(interfaceName, INTERFACE_LIMIT_BYTES)) {
    errors.push(FieldError.tooLong(path.child("interfaceName"), INTERFACE_LIMIT_BYTES));
  }
  if (isLongerThan(hardwareAddress, HARDWARE_ADDRESS_LIMIT_BYTES)) {
    errors.push(FieldError.tooLong(path.child("hardwareAddress"), HARDWARE_ADDRESS_LIMIT_BYTES));
  }
  validateSet(errors, path.child("ips"), ips, MAX_IPS, itself, validateInterfaceAddress);
}

/** An address and the length of its network: `10.9.8.7/24`. */
function validateInterfaceAddress(errors: FieldError[], path: FieldPath, text: string): void {
  const range = parseCidrSloppy(text);
  if (range === undefined) {
    const why = "must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)";
    errors.push(FieldError.invalid(path, text, why));
    return;
  }
  const canonical = `${range.address}/${range.bits}`;
  if (text === canonical) return;
  const why = `must be in canonical form (${quoteText(canonical)})`;
  errors.push(FieldError.invalid(path, text, why));
}
