/**
 * Claims: what pods ask volumes by.
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
import { Quantity } from "../../../toolkit/values/mod.ts";
import { equalJson } from "../../registry/equal.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, type Column, columnsOf, NAME_COLUMN } from "../rules/column.ts";
import { validateUnchanged } from "../rules/immutable.ts";
import {
  setClaimSpecDefaults,
  shownAccessModes,
  validateClaimSpec,
} from "../rules/volume_claim.ts";

const SPEC = FieldPath.of("spec");
const STORAGE = SPEC.child("resources", "requests", "storage");
const CAPACITY = FieldPath.of("status", "capacity");

const view = (object: JsonObject) => object as unknown as PersistentVolumeClaim;

function validate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  validateClaimSpec(errors, SPEC, view(object).spec ?? {});
  return errors;
}

function validateUpdate(object: JsonObject, old: JsonObject): FieldError[] {
  const errors = validate(object);
  const { spec = {}, status } = view(object);
  const { spec: before = {} } = view(old);
  const isBound = status?.phase === "Bound";
  if (!equalJson(fixedPart(spec, before, isBound), fixedPart(before, before, isBound))) {
    const why = "spec is immutable after creation except resources.requests and " +
      "volumeAttributesClassName for bound claims";
    errors.push(FieldError.forbidden(SPEC, why));
  }
  validateShrinking(errors, spec, before, status?.capacity?.storage);
  const { volumeMode } = spec;
  validateUnchanged(errors, FieldPath.of("volumeMode"), volumeMode, before.volumeMode);
  if (before.volumeAttributesClassName && !spec.volumeAttributesClassName) {
    const why = "update from non-nil value to nil is forbidden";
    errors.push(FieldError.forbidden(SPEC.child("volumeAttributesClassName"), why));
  }
  return errors;
}

/** What of a claim may not become anything else than it was before. */
function fixedPart(
  spec: PersistentVolumeClaimSpec,
  before: PersistentVolumeClaimSpec,
  isBound: boolean,
): PersistentVolumeClaimSpec {
  const fixed = { ...spec };
  // Whoever binds a claim says to which volume, once; a class may be chosen later.
  if (!before.volumeName) delete fixed.volumeName;
  if (before.storageClassName === undefined) delete fixed.storageClassName;
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
  const asked = spec.resources?.requests?.storage;
  const earlier = before.resources?.requests?.storage;
  if (asked === undefined || earlier === undefined || asked === earlier) return;
  const amount = Quantity.parse(asked);
  if (amount.compare(Quantity.parse(earlier)) >= 0) return;
  if (has !== undefined && amount.compare(Quantity.parse(has)) > 0) return;
  errors.push(FieldError.forbidden(STORAGE, "field can not be less than status.capacity"));
}

function validateStatus(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  for (const [name, amount] of Object.entries(view(object).status?.capacity ?? {})) {
    if (Quantity.parse(amount).sign >= 0) continue;
    const why = "must be a valid resource quantity";
    errors.push(FieldError.invalid(CAPACITY.key(name), amount, why));
  }
  return errors;
}

const isDeleted = (object: JsonObject) => view(object).metadata?.deletionTimestamp !== undefined;

const COLUMNS: readonly Column[] = [
  NAME_COLUMN,
  {
    name: "Status",
    description: "Whether it has its volume",
    cell: (object) => isDeleted(object) ? "Terminating" : view(object).status?.phase ?? "",
  },
  {
    name: "Volume",
    description: "The volume that it is bound to",
    cell: (object) => view(object).spec?.volumeName ?? "",
  },
  {
    name: "Capacity",
    description: "How much its volume holds",
    cell(object) {
      const { spec, status } = view(object);
      return spec?.volumeName ? status?.capacity?.storage ?? "0" : "";
    },
  },
  {
    name: "Access Modes",
    description: "How its volume may be used",
    cell(object) {
      const { spec, status } = view(object);
      return spec?.volumeName ? shownAccessModes(status?.accessModes) : "";
    },
  },
  {
    name: "StorageClass",
    description: "The class that it asks for",
    cell: (object) => view(object).spec?.storageClassName ?? "",
  },
  {
    name: "VolumeAttributesClass",
    description: "The class of attributes that it asks for",
    cell: (object) => view(object).spec?.volumeAttributesClassName ?? "<unset>",
  },
  AGE_COLUMN,
  {
    name: "VolumeMode",
    description: "Whether its volume has a file system",
    wide: true,
    cell: (object) => view(object).spec?.volumeMode ?? "<unset>",
  },
];

/** See the module's comment. */
export function persistentVolumeClaimRules(names: Names): KindRules {
  const snapshots = names.group("snapshot.storage");
  return {
    returnsDeleted: true,
    columns: columnsOf(...COLUMNS),
    gated: [{
      feature: "CrossNamespaceVolumeDataSource",
      paths: ["spec.dataSourceRef"],
      holds: (reference) => Boolean((reference as TypedObjectReference).namespace),
    }],
    setDefaults(object) {
      const { spec } = view(object);
      if (spec !== undefined) setClaimSpecDefaults(spec);
    },
    prepareForCreate(object) {
      object.status = { phase: "Pending" };
      const { spec } = view(object);
      if (spec !== undefined) matchSources(spec, snapshots);
    },
    validate,
    validateUpdate,
    parts: { status: { validateUpdate: validateStatus } },
  };
}

/** The older of two fields holds what it always could; else both say the same. */
function matchSources(spec: PersistentVolumeClaimSpec, snapshots: string): void {
  const { dataSource: source, dataSourceRef: reference } = spec;
  if (source !== undefined && reference === undefined) {
    const isVolume = !source.apiGroup && source.kind === "PersistentVolumeClaim";
    const isSnapshot = source.apiGroup === snapshots && source.kind === "VolumeSnapshot";
    if (isVolume || isSnapshot) spec.dataSourceRef = { ...source };
    else delete spec.dataSource;
  } else if (reference !== undefined && source === undefined && !reference.namespace) {
    const { namespace: _, ...local } = reference;
    spec.dataSource = local;
  }
}
