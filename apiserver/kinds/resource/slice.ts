/**
 * Resource slices.
 *
 * @module
 */

import type { Device, ResourceSlice, ResourceSliceSpec } from "../../../toolkit/api/resource_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkDns1123Subdomain } from "../../../toolkit/validation/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import type { Writing } from "../../resource/strategy.ts";
import { validateNodeSelector } from "../pod/scheduling.ts";
import type { KindRules } from "../declaration.ts";
import { validateUnchanged } from "../validation/immutable.ts";
import { SLICE_COLUMNS } from "./columns.ts";
import { validateCounters } from "./counters.ts";
import { validateDevice } from "./device.ts";
import { validateSet } from "./lists.ts";
import { requireDriverName, requirePoolName } from "./names.ts";

const SPEC = FieldPath.of("spec");

const MAX_DEVICES = 128;
/** Of devices that say more of themselves. */
const MAX_LARGE_DEVICES = 64;
const MAX_COUNTER_SETS = 8;
const PLACES =
  "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is " +
  "required";

const specOf = (object: JsonObject) => (object as unknown as ResourceSlice).spec;

function validate(object: JsonObject, old?: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const spec = specOf(object);
  const before = old && specOf(old);
  requireDriverName(errors, SPEC.child("driver"), spec.driver);
  validatePool(errors, spec);
  if (before !== undefined) {
    const pool = SPEC.child("pool", "name");
    validateUnchanged(errors, pool, spec.pool.name, before.pool.name);
    validateUnchanged(errors, SPEC.child("driver"), spec.driver, before.driver);
    validateUnchanged(errors, SPEC.child("nodeName"), spec.nodeName, before.nodeName);
  }
  validatePlace(errors, spec);
  if (spec.sharedCounters !== undefined && spec.devices !== undefined) {
    const why = "only one of `sharedCounters` or `devices` is allowed";
    errors.push(FieldError.invalid(SPEC, "", why));
  }
  validateDevices(errors, spec, before);
  validateSet(
    errors,
    SPEC.child("sharedCounters"),
    spec.sharedCounters,
    MAX_COUNTER_SETS,
    ({ name }) => name,
    (_, path, { name, counters }) => validateCounters(errors, path, "name", name, counters),
  );
  return errors;
}

function validatePool(errors: FieldError[], { pool }: ResourceSliceSpec): void {
  const path = SPEC.child("pool");
  const { name, resourceSliceCount: count, generation } = pool;
  requirePoolName(errors, path.child("name"), name);
  if (count <= 0) {
    const why = "must be greater than zero";
    errors.push(FieldError.invalid(path.child("resourceSliceCount"), count, why));
  }
  if (generation < 0) {
    const why = "must be greater than or equal to zero";
    errors.push(FieldError.invalid(path.child("generation"), generation, why));
  }
}

/** Where the devices are: said once for all of them, or left to each. */
function validatePlace(errors: FieldError[], spec: ResourceSliceSpec): void {
  const found: string[] = [];
  const { nodeName, nodeSelector } = spec;
  const namePath = SPEC.child("nodeName");
  if (nodeName === "") {
    const why = "must be either unset or set to a non-empty string";
    errors.push(FieldError.invalid(namePath, nodeName, why));
  } else if (nodeName !== undefined) {
    found.push("`nodeName`");
    addInvalid(errors, namePath, nodeName, checkDns1123Subdomain(nodeName));
  }
  if (nodeSelector !== undefined) {
    found.push("`nodeSelector`");
    const path = SPEC.child("nodeSelector");
    validateNodeSelector(errors, path, nodeSelector);
    const { nodeSelectorTerms: terms } = nodeSelector;
    if (terms?.length !== 1) {
      const why = "must have exactly one node selector term";
      errors.push(FieldError.invalid(path.child("nodeSelectorTerms"), terms, why));
    }
  }
  for (const field of ["allNodes", "perDeviceNodeSelection"] as const) {
    if (spec[field] === true) found.push(`\`${field}\``);
    else if (spec[field] === false) {
      const why = "must be either unset or set to true";
      errors.push(FieldError.invalid(SPEC.child(field), false, why));
    }
  }
  if (found.length === 0) errors.push(FieldError.required(SPEC, PLACES));
  if (found.length > 1) {
    const why = `${PLACES}, but multiple fields are set`;
    errors.push(FieldError.invalid(SPEC, `{${found.join(", ")}}`, why));
  }
}

function validateDevices(
  errors: FieldError[],
  { devices = [], perDeviceNodeSelection: each = false }: ResourceSliceSpec,
  old: ResourceSliceSpec | undefined,
): void {
  const before = new Map(old?.devices?.map((device) => [device.name, device]));
  const isLarge = ({ taints, consumesCounters }: Device) =>
    Boolean(taints?.length || consumesCounters?.length);
  validateSet(
    errors,
    SPEC.child("devices"),
    devices,
    devices.some(isLarge) ? MAX_LARGE_DEVICES : MAX_DEVICES,
    ({ name }) => name,
    (_, path, device) => validateDevice(errors, path, device, before.get(device.name), each),
  );
}

/** A taint says since when it is there; one that was there already, when that was. */
function noteTaints(object: JsonObject, writing: Writing, old?: JsonObject): void {
  const before = new Map((old && specOf(old).devices)?.map((device) => [device.name, device]));
  for (const { name, taints = [] } of specOf(object).devices ?? []) {
    for (const taint of taints) {
      if (taint.timeAdded !== undefined && taint.timeAdded !== null) continue;
      const same = before.get(name)?.taints?.find(({ timeAdded: _, ...other }) =>
        equalStored(other, taint)
      );
      taint.timeAdded = same?.timeAdded ?? writing.time();
    }
  }
}

/**
 * The rules for resource slices, in which drivers publish the devices of a pool. Taints without a
 * time get that of the write.
 */
export const sliceRules: KindRules = {
  returnsDeleted: true,
  hasGeneration: true,
  fields: { "spec.nodeName": true, "spec.driver": true },
  columns: SLICE_COLUMNS,
  prepareForCreate: (object, writing) => noteTaints(object, writing),
  prepareForUpdate: (object, old, writing) => noteTaints(object, writing, old),
  gated: [
    {
      feature: "DRAListTypeAttributes",
      paths: ["bools", "ints", "strings", "versions"]
        .map((field) => `spec.devices[].attributes{}.${field}`),
    },
    {
      feature: "DRANodeAllocatableResources",
      paths: ["spec.devices[].nodeAllocatableResourceMappings"],
    },
  ],
  validate: (object) => validate(object),
  validateUpdate: validate,
  warnings(object) {
    const { driver } = specOf(object);
    if (driver === driver.toLowerCase()) return [];
    return [
      `spec.driver: driver names should be lowercase; ${quoteText(driver)} contains uppercase ` +
      "characters",
    ];
  },
};
