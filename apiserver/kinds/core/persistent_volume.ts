/**
 * Volumes that outlive pods.
 *
 * @module
 */

import type { PersistentVolume, PersistentVolumeSpec } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";
import { equalJson } from "../../registry/equal.ts";
import type { KindRules } from "../declaration.ts";
import { validateChoice } from "../rules/choices.ts";
import { AGE_COLUMN, type Column, columnsOf, NAME_COLUMN } from "../rules/column.ts";
import { validateUnchanged } from "../rules/immutable.ts";
import {
  DEFAULT_VOLUME_MODE,
  NOT_POSITIVE,
  shownAccessModes,
  validateAccessModes,
  validateClass,
  validateClasses,
} from "../rules/volume_claim.ts";
import { validateNodeSelector } from "./pod/scheduling.ts";
import { sourcesOf, validateVolumeSource } from "./persistent_volume_source.ts";

const SPEC = FieldPath.of("spec");
const RECLAIM_POLICIES = ["Delete", "Recycle", "Retain"];

const view = (object: JsonObject) => object as unknown as PersistentVolume;

/** The rules for a volume, whether it is an object or stands inside of an attachment. */
export function validateVolumeSpec(
  errors: FieldError[],
  path: FieldPath,
  spec: PersistentVolumeSpec,
): void {
  const { capacity = {}, persistentVolumeReclaimPolicy: policy } = spec;
  validateAccessModes(errors, path.child("accessModes"), spec.accessModes);
  validateCapacity(errors, path.child("capacity"), capacity);
  const policyPath = path.child("persistentVolumeReclaimPolicy");
  if (policy) validateChoice(errors, policyPath, policy, RECLAIM_POLICIES);
  validateAffinity(errors, path.child("nodeAffinity"), spec);
  validateVolumeSource(errors, path, spec);
  if (policy === "Recycle" && spec.hostPath !== undefined && isRoot(spec.hostPath.path)) {
    const why = "may not be 'recycle' for a hostPath mount of '/'";
    errors.push(FieldError.forbidden(policyPath, why));
  }
  validateClasses(errors, path, spec);
  const { volumeAttributesClassName } = spec;
  validateClass(errors, path, "volumeAttributesClassName", volumeAttributesClassName);
}

function isRoot(path: string): boolean {
  return new URL(`file://${path.startsWith("/") ? "" : "/x/"}${path}/`).pathname
    .replaceAll(/\/+/g, "/") === "/";
}

function validateCapacity(
  errors: FieldError[],
  path: FieldPath,
  capacity: Readonly<Record<string, string>>,
): void {
  const names = Object.keys(capacity);
  if (names.length === 0) errors.push(FieldError.required(path));
  if (names.length !== 1 || capacity.storage === undefined) {
    errors.push(FieldError.notSupported(path, capacity, ["storage"]));
  }
  for (const name of names) {
    const amount = Quantity.parse(capacity[name] ?? "0");
    if (amount.sign < 0) {
      const why = "must be a valid resource quantity";
      errors.push(FieldError.invalid(path.key(name), amount, why));
    }
    if (amount.sign <= 0) errors.push(FieldError.invalid(path.key(name), amount, NOT_POSITIVE));
  }
}

function validateAffinity(
  errors: FieldError[],
  path: FieldPath,
  { nodeAffinity }: PersistentVolumeSpec,
): void {
  if (nodeAffinity === undefined) return;
  const required = path.child("required");
  if (nodeAffinity.required === undefined) {
    errors.push(FieldError.required(required, "must specify required node constraints"));
  } else validateNodeSelector(errors, required, nodeAffinity.required);
}

function validate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  validateVolumeSpec(errors, SPEC, view(object).spec ?? {});
  return errors;
}

function validateUpdate(object: JsonObject, old: JsonObject): FieldError[] {
  const errors = validate(object);
  const { spec = {} } = view(object);
  const { spec: before = {} } = view(old);
  if (!equalJson(sourcesOf(spec), sourcesOf(before))) {
    const why = "spec.persistentvolumesource is immutable after creation";
    errors.push(FieldError.forbidden(SPEC.child("persistentvolumesource"), why));
  }
  const { volumeMode, nodeAffinity } = spec;
  validateUnchanged(errors, FieldPath.of("volumeMode"), volumeMode, before.volumeMode);
  if (before.nodeAffinity !== undefined) {
    validateUnchanged(errors, FieldPath.of("nodeAffinity"), nodeAffinity, before.nodeAffinity);
  }
  return errors;
}

const COLUMNS: readonly Column[] = [
  NAME_COLUMN,
  {
    name: "Capacity",
    description: "How much it holds",
    cell: (object) => view(object).spec?.capacity?.storage ?? "0",
  },
  {
    name: "Access Modes",
    description: "How it may be used",
    cell: (object) => shownAccessModes(view(object).spec?.accessModes),
  },
  {
    name: "Reclaim Policy",
    description: "What becomes of it after its claim",
    cell: (object) => view(object).spec?.persistentVolumeReclaimPolicy ?? "",
  },
  {
    name: "Status",
    description: "Whether it is free, bound or left over",
    cell(object) {
      const { metadata, status } = view(object);
      return metadata?.deletionTimestamp === undefined ? status?.phase ?? "" : "Terminating";
    },
  },
  {
    name: "Claim",
    description: "The claim that has it",
    cell(object) {
      const claim = view(object).spec?.claimRef;
      return claim === undefined ? "" : `${claim.namespace ?? ""}/${claim.name ?? ""}`;
    },
  },
  {
    name: "StorageClass",
    description: "The class that it belongs to",
    cell: (object) => view(object).spec?.storageClassName ?? "",
  },
  {
    name: "VolumeAttributesClass",
    description: "The class of its attributes",
    cell: (object) => view(object).spec?.volumeAttributesClassName ?? "<unset>",
  },
  {
    name: "Reason",
    description: "Why it is in this state",
    cell: (object) => view(object).status?.reason ?? "",
  },
  AGE_COLUMN,
  {
    name: "VolumeMode",
    description: "Whether it has a file system",
    wide: true,
    cell: (object) => view(object).spec?.volumeMode ?? "<unset>",
  },
];

/** See the module's comment. */
export const persistentVolumeRules: KindRules = {
  returnsDeleted: true,
  columns: columnsOf(...COLUMNS),
  setDefaults(object) {
    const { spec } = view(object);
    if (spec === undefined) return;
    spec.persistentVolumeReclaimPolicy ||= "Retain";
    spec.volumeMode ??= DEFAULT_VOLUME_MODE;
    if (spec.hostPath !== undefined) spec.hostPath.type ??= "";
  },
  prepareForCreate(object) {
    object.status = { phase: "Pending" };
  },
  validate,
  validateUpdate,
};
