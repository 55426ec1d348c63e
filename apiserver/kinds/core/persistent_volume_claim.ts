/**
 * Persistent volume claims.
 *
 * @module
 */

import type {
  PersistentVolumeClaim,
  PersistentVolumeClaimSpec,
  TypedObjectReference,
} from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { addInvalid, checkLabelKey } from "../../../toolkit/validation/mod.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, type Column, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { warnOfClaimSpec } from "../volumes/claim_warnings.ts";
import { IMMUTABLE, validateUnchanged } from "../validation/immutable.ts";
import {
  leniencyOf,
  requireAccessModes,
  setClaimSpecDefaults,
  setPhase,
  shownAccessModes,
  validateAmount,
  validateClaimSpec,
} from "../volumes/volume_claim.ts";
import { roundUp } from "../validation/resources.ts";
import { classColumn } from "../volumes/class_column.ts";

const SPEC = FieldPath.of("spec");
const STATUS = FieldPath.of("status");
const STORAGE = SPEC.child("resources", "requests", "storage");
const ANNOTATIONS = FieldPath.of("metadata", "annotations");

const view = (object: JsonObject) => object as unknown as PersistentVolumeClaim;

function validate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  validateClaimSpec(errors, SPEC, view(object).spec ?? {});
  return errors;
}

function validateUpdate(object: JsonObject, old: JsonObject, names: ClaimNames): FieldError[] {
  const errors: FieldError[] = [];
  const { spec = {}, status } = view(object);
  const before = { ...view(old).spec };
  // What older servers kept says its source once.
  sameSources(before);
  validateClaimSpec(errors, SPEC, spec, leniencyOf(before));
  const isBound = status?.phase === "Bound";
  const fixed = fixedPart(spec, before, isBound);
  if (!becomesField(object, old, names)) {
    const [now, was] = [classIn(object, names), classIn(old, names)];
    // An empty one is as good as none.
    if ((now ?? "") !== (was ?? "")) {
      const path = FieldPath.of("metadata", "annotations", names.oldClass);
      errors.push(FieldError.invalid(path, now ?? "", IMMUTABLE));
    }
    // A class may be chosen later, unless an annotation says another.
    const chosen = before.storageClassName === undefined && spec.storageClassName !== undefined &&
      (was === undefined || was === spec.storageClassName);
    if (chosen) delete fixed.storageClassName;
  } else delete fixed.storageClassName;
  if (!equalStored(fixed, fixedPart(before, before, isBound))) {
    const why = "spec is immutable after creation except resources.requests and " +
      "volumeAttributesClassName for bound claims";
    errors.push(FieldError.forbidden(SPEC, why));
  }
  const { status: had } = view(old);
  validateShrinking(errors, spec, before, had?.capacity?.storage);
  const { volumeMode, volumeAttributesClassName: attributes } = spec;
  validateUnchanged(errors, FieldPath.of("volumeMode"), volumeMode, before.volumeMode);
  const isOther = attributes !== before.volumeAttributesClassName;
  if (isOther && had?.currentVolumeAttributesClassName !== undefined && !attributes) {
    const why = `update to ${attributes === "" ? "empty string" : "nil"} is forbidden when ` +
      "status.currentVolumeAttributesClassName is not nil";
    errors.push(FieldError.forbidden(SPEC.child("volumeAttributesClassName"), why));
  }
  return errors;
}

/** Names that rules of claims go by. */
interface ClaimNames {
  /** The annotation that named a claim's class before there was a field. */
  readonly oldClass: string;
  /** The group of snapshots. */
  readonly snapshots: string;
}

function classIn(object: JsonObject, { oldClass }: ClaimNames): string | undefined {
  return metadataOf(object).annotations?.[oldClass];
}

/** Whether the class that was in an annotation is in the field now. */
function becomesField(object: JsonObject, old: JsonObject, names: ClaimNames): boolean {
  const was = classIn(old, names);
  if (was === undefined || view(old).spec?.storageClassName !== undefined) return false;
  return view(object).spec?.storageClassName === was && (classIn(object, names) ?? was) === was;
}

/** What of a claim may not become anything else than it was before. */
function fixedPart(
  spec: PersistentVolumeClaimSpec,
  before: PersistentVolumeClaimSpec,
  isBound: boolean,
): PersistentVolumeClaimSpec {
  const fixed = { ...spec };
  // Whoever binds a claim says to which volume, once.
  if (!before.volumeName) delete fixed.volumeName;
  if (!isBound) return fixed;
  delete fixed.volumeAttributesClassName;
  if (fixed.resources?.requests !== undefined) {
    const { storage: _, ...requests } = fixed.resources.requests;
    fixed.resources = { ...fixed.resources, requests };
  }
  return fixed;
}

/** A claim whose growth failed may ask for less again, but not for less than it has. */
function validateShrinking(
  errors: FieldError[],
  spec: PersistentVolumeClaimSpec,
  before: PersistentVolumeClaimSpec,
  has: string | undefined,
): void {
  const asked = spec.resources?.requests?.storage ?? "0";
  const earlier = before.resources?.requests?.storage ?? "0";
  if (asked === earlier) return;
  const amount = Quantity.parse(asked);
  if (amount.compare(Quantity.parse(earlier)) >= 0) return;
  if (amount.compare(Quantity.parse(has ?? "0")) > 0) return;
  errors.push(FieldError.forbidden(STORAGE, "field can not be less than status.capacity"));
}

const RESIZES = [
  "ControllerResizeInProgress",
  "ControllerResizeInfeasible",
  "NodeResizePending",
  "NodeResizeInProgress",
  "NodeResizeInfeasible",
].sort();

function validateStatus(object: JsonObject, domain: string): FieldError[] {
  const errors: FieldError[] = [];
  const { spec, status = {} } = view(object);
  requireAccessModes(errors, FieldPath.of("Spec", "accessModes"), spec?.accessModes);
  for (const [name, amount] of Object.entries(status.capacity ?? {})) {
    validateAmount(errors, STATUS.child("capacity").key(name), amount);
  }
  const resizes = STATUS.child("allocatedResourceStatuses");
  for (const [name, resize] of Object.entries(status.allocatedResourceStatuses ?? {})) {
    validateResource(errors, resizes, name, domain);
    if (!RESIZES.includes(resize)) errors.push(FieldError.notSupported(resizes, name, RESIZES));
  }
  const allocated = STATUS.child("allocatedResources");
  for (const [name, amount] of Object.entries(status.allocatedResources ?? {})) {
    const before = errors.length;
    validateResource(errors, allocated, name, domain);
    if (errors.length === before) validateAmount(errors, allocated.key(name), amount);
  }
  return errors;
}

/** Of the system's own resources a claim knows one. */
function validateResource(
  errors: FieldError[],
  path: FieldPath,
  name: string,
  domain: string,
): void {
  const wrong = checkLabelKey(name);
  addInvalid(errors, path, name, wrong);
  if (wrong.length > 0 || name === "storage") return;
  if (!name.includes("/") || name.includes(`${domain}/`)) {
    errors.push(FieldError.notSupported(path, name, ["storage"]));
  }
}

const isDeleted = (object: JsonObject) => view(object).metadata?.deletionTimestamp !== undefined;

const columnsIn = (oldClass: string): readonly Column[] => [
  NAME_COLUMN,
  {
    name: "Status",
    description: "The phase of the claim",
    cell: (object) => isDeleted(object) ? "Terminating" : view(object).status?.phase ?? "",
  },
  {
    name: "Volume",
    description: "The volume that the claim is bound to",
    cell: (object) => view(object).spec?.volumeName ?? "",
  },
  {
    name: "Capacity",
    description: "The capacity of the bound volume",
    cell(object) {
      const { spec, status } = view(object);
      return spec?.volumeName ? status?.capacity?.storage ?? "0" : "";
    },
  },
  {
    name: "Access Modes",
    description: "The access modes of the bound volume",
    cell(object) {
      const { spec, status } = view(object);
      return spec?.volumeName ? shownAccessModes(status?.accessModes) : "";
    },
  },
  classColumn(oldClass, "The storage class that is requested"),
  {
    name: "VolumeAttributesClass",
    description: "The volume attributes class that is requested",
    cell: (object) => view(object).spec?.volumeAttributesClassName ?? "<unset>",
  },
  AGE_COLUMN,
  {
    name: "VolumeMode",
    description: "Whether the volume is a file system or a block device",
    wide: true,
    cell: (object) => view(object).spec?.volumeMode ?? "<unset>",
  },
];

function setStatusDefaults(object: JsonObject): void {
  setPhase(object);
  const { status } = view(object);
  roundUp(status?.capacity);
  roundUp(status?.allocatedResources);
}

/**
 * The rules for persistent volume claims. A new one begins `Pending`; once it exists the spec is
 * fixed, except for the requested size and the attributes class of a bound claim.
 */
export function persistentVolumeClaimRules({ domain, group }: Names): KindRules {
  const names: ClaimNames = {
    oldClass: `volume.beta.${domain}/storage-class`,
    snapshots: group("snapshot.storage"),
  };
  return {
    returnsDeleted: true,
    columns: columnsOf(...columnsIn(names.oldClass)),
    gated: [{
      feature: "CrossNamespaceVolumeDataSource",
      paths: ["spec.dataSourceRef"],
      holds: (reference) => Boolean((reference as TypedObjectReference).namespace),
    }],
    setDefaults(object) {
      const { spec } = view(object);
      if (spec !== undefined) setClaimSpecDefaults(spec);
      setStatusDefaults(object);
    },
    prepareForCreate(object) {
      object.status = { phase: "Pending" };
      const { spec } = view(object);
      if (spec !== undefined) matchSources(spec, undefined, names);
    },
    prepareForUpdate(object, old) {
      const { spec } = view(object);
      if (spec !== undefined) matchSources(spec, view(old).spec, names);
    },
    validate,
    validateUpdate: (object, old) => validateUpdate(object, old, names),
    warnings(object) {
      const warnings: string[] = [];
      if (classIn(object, names) !== undefined) {
        const path = ANNOTATIONS.key(names.oldClass);
        warnings.push(`${path}: deprecated since v1.8; use "storageClassName" attribute instead`);
      }
      warnOfClaimSpec(warnings, SPEC, view(object).spec ?? {});
      return warnings;
    },
    subresources: {
      status: {
        setDefaults: setStatusDefaults,
        validateUpdate: (object) => validateStatus(object, domain),
      },
    },
  };
}

/** The older of two fields holds what it always could, and what it has; else both say the same. */
function matchSources(
  spec: PersistentVolumeClaimSpec,
  before: PersistentVolumeClaimSpec | undefined,
  { snapshots }: ClaimNames,
): void {
  const { dataSource: source, dataSourceRef: reference } = spec;
  const had = before?.dataSource !== undefined || before?.dataSourceRef !== undefined;
  if (!had && source !== undefined && reference === undefined) {
    const isVolume = !source.apiGroup && source.kind === "PersistentVolumeClaim";
    const isSnapshot = source.apiGroup === snapshots && source.kind === "VolumeSnapshot";
    if (!isVolume && !isSnapshot) delete spec.dataSource;
  }
  sameSources(spec);
}

/** Says a source by both fields. */
function sameSources(spec: PersistentVolumeClaimSpec): void {
  const { dataSource: source, dataSourceRef: reference } = spec;
  if (source !== undefined && reference === undefined) spec.dataSourceRef = { ...source };
  else if (reference !== undefined && source === undefined && !reference.namespace) {
    const { namespace: _, ...local } = reference;
    spec.dataSource = local;
  }
}
