/**
 * Persistent volumes.
 *
 * @module
 */

import type { PersistentVolume, PersistentVolumeSpec } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { DIALECTS, NAMES, type Names } from "../../../toolkit/names.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { Writing } from "../../resource/strategy.ts";
import type { KindRules } from "../declaration.ts";
import { validateChoice } from "../validation/choices.ts";
import { AGE_COLUMN, type Column, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { warnOfGoneSources } from "../volumes/removed_volume_plugins.ts";
import { IMMUTABLE, validateUnchanged } from "../validation/immutable.ts";
import { roundUp } from "../validation/resources.ts";
import {
  DEFAULT_VOLUME_MODE,
  NOT_POSITIVE,
  requireAccessModes,
  setPhase,
  shownAccessModes,
  validateAccessModes,
  validateAmount,
  validateClass,
  validateClasses,
} from "../volumes/volume_claim.ts";
import { setSourceDefaults } from "../volumes/volume_sources.ts";
import { warnOfNodeTerm } from "../pod/warnings/placement.ts";
import { validateNodeSelector } from "../pod/scheduling.ts";
import { sourcesOf, validateVolumeSource } from "../volumes/persistent_volume_source.ts";
import { classColumn } from "../volumes/class_column.ts";

const SPEC = FieldPath.of("spec");
const ANNOTATIONS = FieldPath.of("metadata", "annotations");
const RECLAIM_POLICIES = ["Delete", "Recycle", "Retain"];

const view = (object: JsonObject) => object as unknown as PersistentVolume;

function validateSpec(
  errors: FieldError[],
  spec: PersistentVolumeSpec,
  name: string,
  names: Names,
): void {
  const { persistentVolumeReclaimPolicy: policy } = spec;
  requireAccessModes(errors, SPEC.child("accessModes"), spec.accessModes);
  validateAccessModes(errors, SPEC.child("accessModes"), spec.accessModes);
  validateCapacity(errors, SPEC.child("capacity"), spec.capacity);
  const policyPath = SPEC.child("persistentVolumeReclaimPolicy");
  if (policy) validateChoice(errors, policyPath, policy, RECLAIM_POLICIES);
  validateAffinity(errors, SPEC.child("nodeAffinity"), spec);
  validateVolumeSource(errors, SPEC, spec, name, names);
  validateRecycling(errors, SPEC, spec);
  validateClasses(errors, SPEC, spec);
  validateAttributesClass(errors, spec);
}

function validateAttributesClass(errors: FieldError[], spec: PersistentVolumeSpec): void {
  const { volumeAttributesClassName: name } = spec;
  if (name === undefined) return;
  if (name === "") {
    const path = SPEC.child("volumeAttributesClassName");
    errors.push(FieldError.required(path, "an empty string is disallowed"));
  } else validateClass(errors, SPEC, "volumeAttributesClassName", name);
  if (spec.csi === undefined) {
    const why = "has to be specified when using volumeAttributesClassName";
    errors.push(FieldError.required(SPEC.child("csi"), why));
  }
}

const INLINE = "in the context of inline volumes";

/** The rules for a volume that stands inside of an attachment: it has no life of its own. */
export function validateInlineVolume(
  errors: FieldError[],
  path: FieldPath,
  spec: PersistentVolumeSpec,
  names: Names,
): void {
  const forbid = (field: keyof PersistentVolumeSpec, why = "may not be specified") => {
    if (spec[field] === undefined || spec[field] === "") return;
    errors.push(FieldError.forbidden(path.child(field), `${why} ${INLINE}`));
  };
  forbid("claimRef");
  forbid("capacity");
  if (spec.csi === undefined) {
    errors.push(FieldError.required(path.child("csi"), `has to be specified ${INLINE}`));
  }
  requireAccessModes(errors, path.child("accessModes"), spec.accessModes);
  validateAccessModes(errors, path.child("accessModes"), spec.accessModes);
  if (spec.persistentVolumeReclaimPolicy !== "Retain") {
    forbid("persistentVolumeReclaimPolicy", "may only be Retain");
  }
  forbid("nodeAffinity");
  // Of where its nodes are it may say nothing, and so does not.
  const { nodeAffinity: _, ...source } = spec;
  validateVolumeSource(errors, path, source, "", names);
  validateRecycling(errors, path, spec);
  forbid("storageClassName");
  if (spec.volumeMode !== DEFAULT_VOLUME_MODE) {
    forbid("volumeMode", `may not specify volumeMode other than ${DEFAULT_VOLUME_MODE}`);
  }
}

/** A whole machine is not emptied for whoever comes next. */
function validateRecycling(
  errors: FieldError[],
  path: FieldPath,
  { persistentVolumeReclaimPolicy: policy, hostPath }: PersistentVolumeSpec,
): void {
  if (policy !== "Recycle" || hostPath === undefined || !isRoot(hostPath.path)) return;
  const why = "may not be 'recycle' for a hostPath mount of '/'";
  errors.push(FieldError.forbidden(path.child("persistentVolumeReclaimPolicy"), why));
}

function isRoot(path: string): boolean {
  return new URL(`file://${path.startsWith("/") ? "" : "/x/"}${path}/`).pathname
    .replaceAll(/\/+/g, "/") === "/";
}

function validateCapacity(
  errors: FieldError[],
  path: FieldPath,
  capacity: PersistentVolumeSpec["capacity"],
): void {
  const names = Object.keys(capacity ?? {});
  if (names.length === 0) errors.push(FieldError.required(path));
  if (names.length !== 1 || capacity?.storage === undefined) {
    errors.push(FieldError.notSupported(path, capacity ?? null, ["storage"]));
  }
  for (const name of names) {
    const amount = capacity?.[name] ?? "0";
    validateAmount(errors, path.key(name), amount);
    if (Quantity.parse(amount).sign > 0) continue;
    errors.push(FieldError.invalid(path.key(name), amount, NOT_POSITIVE));
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

function validate(object: JsonObject, names: Names): FieldError[] {
  const errors: FieldError[] = [];
  validateSpec(errors, view(object).spec ?? {}, metadataOf(object).name ?? "", names);
  validateMountAnnotation(errors, object, names);
  return errors;
}

/** Kinds of storage that are mounted with options. */
const MOUNTED_WITH_OPTIONS = [
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "glusterfs",
  "nfs",
  "rbd",
  "quobyte",
  "iscsi",
  "cinder",
  "cephfs",
  "azureFile",
  "vsphereVolume",
  "azureDisk",
  "photonPersistentDisk",
] as const;

/** The rules for options of mounts in an annotation, where they stood before they had a field. */
function validateMountAnnotation(
  errors: FieldError[],
  object: JsonObject,
  { domain }: Names,
): void {
  const key = `volume.beta.${domain}/mount-options`;
  if (metadataOf(object).annotations?.[key] === undefined) return;
  const { spec } = view(object);
  if (MOUNTED_WITH_OPTIONS.some((kind) => spec?.[kind] !== undefined)) return;
  const why = "may not specify mount options for this volume type";
  errors.push(FieldError.forbidden(ANNOTATIONS.child(key), why));
}

function validateUpdate(object: JsonObject, old: JsonObject, names: Names): FieldError[] {
  const errors = validate(object, names);
  const { spec = {} } = view(object);
  // Said for the second time, as the reference does.
  validateSpec(errors, spec, metadataOf(object).name ?? "", names);
  const { spec: before = {} } = view(old);
  if (!equalStored(fixedSources(spec, before), sourcesOf(before))) {
    const why = "spec.persistentvolumesource is immutable after creation";
    errors.push(FieldError.forbidden(SPEC.child("persistentvolumesource"), why));
  }
  const { volumeMode, nodeAffinity } = spec;
  validateUnchanged(errors, FieldPath.of("volumeMode"), volumeMode, before.volumeMode);
  if (before.nodeAffinity !== undefined && !isSameOrRenamed(nodeAffinity, before.nodeAffinity)) {
    const why = `${IMMUTABLE}, except for updating from beta label to GA`;
    errors.push(FieldError.invalid(FieldPath.of("nodeAffinity"), nodeAffinity ?? null, why));
  }
  const { volumeAttributesClassName: attributes } = spec;
  if (before.volumeAttributesClassName !== undefined && attributes === undefined) {
    const why = "update from non-nil value to nil is forbidden";
    errors.push(FieldError.forbidden(SPEC.child("volumeAttributesClassName"), why));
  }
  return errors;
}

/** Whether nodes are chosen as before, or by labels that are called otherwise by now. */
function isSameOrRenamed(now: unknown, before: unknown): boolean {
  if (typeof now !== "object" || typeof before !== "object" || now === null || before === null) {
    return now === before;
  }
  if (Array.isArray(now) && Array.isArray(before)) {
    return now.length === before.length &&
      now.every((one, index) => isSameOrRenamed(one, before[index]));
  }
  const [record, old] = [now as JsonObject, before as JsonObject];
  return Object.keys({ ...record, ...old }).every((field) => {
    if (field !== "key" || record.key === old.key) {
      return isSameOrRenamed(record[field], old[field]);
    }
    return (NEW_LABELS.get(old.key as string) ?? "") === record.key;
  });
}

/** Labels of nodes that were only being tried out, and what they are called since. */
const NEW_LABELS: ReadonlyMap<string, string> = new Map(
  DIALECTS.map((dialect) => NAMES[dialect]).flatMap((names): [string, string][] => [
    [names.labelOldZone, names.labelZone],
    [names.labelOldRegion, names.labelRegion],
    [names.labelOldOs, names.labelOs],
    [names.labelOldArch, names.labelArch],
    [`beta.${names.domain}/instance-type`, names.labelInstanceType],
  ]),
);

/** The sources without what may still be added to them: whoever grows a volume may need a secret. */
function fixedSources(spec: PersistentVolumeSpec, before: PersistentVolumeSpec) {
  const sources = sourcesOf(spec);
  if (sources.csi === undefined || before.csi?.controllerExpandSecretRef !== undefined) {
    return sources;
  }
  const { controllerExpandSecretRef: _, ...csi } = sources.csi;
  return { ...sources, csi };
}

/** A volume says since when it is in its phase. */
function notePhase(object: JsonObject, old: JsonObject, writing: Writing): void {
  const { status } = view(object);
  const { status: before } = view(old);
  if (status === undefined) return;
  const { lastPhaseTransitionTime: since } = status;
  if (status.phase === before?.phase) {
    const kept = since ?? before?.lastPhaseTransitionTime;
    if (kept !== undefined) status.lastPhaseTransitionTime = kept;
    return;
  }
  if (since === undefined || since === before?.lastPhaseTransitionTime) {
    status.lastPhaseTransitionTime = writing.time();
  }
}

const columnsIn = (oldClass: string): readonly Column[] => [
  NAME_COLUMN,
  {
    name: "Capacity",
    description: "The capacity of the volume",
    cell: (object) => view(object).spec?.capacity?.storage ?? "0",
  },
  {
    name: "Access Modes",
    description: "The access modes of the volume",
    cell: (object) => shownAccessModes(view(object).spec?.accessModes),
  },
  {
    name: "Reclaim Policy",
    description: "What happens to the volume when its claim is deleted",
    cell: (object) => view(object).spec?.persistentVolumeReclaimPolicy ?? "",
  },
  {
    name: "Status",
    description: "The phase of the volume",
    cell(object) {
      const { metadata, status } = view(object);
      return metadata?.deletionTimestamp === undefined ? status?.phase ?? "" : "Terminating";
    },
  },
  {
    name: "Claim",
    description: "The claim that the volume is bound to",
    cell(object) {
      const claim = view(object).spec?.claimRef;
      return claim === undefined ? "" : `${claim.namespace ?? ""}/${claim.name ?? ""}`;
    },
  },
  classColumn(oldClass, "The storage class of the volume"),
  {
    name: "VolumeAttributesClass",
    description: "The volume attributes class of the volume",
    cell: (object) => view(object).spec?.volumeAttributesClassName ?? "<unset>",
  },
  {
    name: "Reason",
    description: "The reason for the phase",
    cell: (object) => view(object).status?.reason ?? "",
  },
  AGE_COLUMN,
  {
    name: "VolumeMode",
    description: "Whether the volume is a file system or a block device",
    wide: true,
    cell: (object) => view(object).spec?.volumeMode ?? "<unset>",
  },
];

const TERMS = SPEC.child("nodeAffinity", "required", "nodeSelectorTerms");

function warningsOf(object: JsonObject, { domain }: Names): string[] {
  const { spec = {} } = view(object);
  const { annotations } = metadataOf(object);
  const warnings: string[] = [];
  for (const [name, field, since] of OLD_ANNOTATIONS) {
    const key = `volume.beta.${domain}/${name}`;
    if (annotations?.[key] === undefined) continue;
    const why = `deprecated since ${since}; use "${field}" attribute instead`;
    warnings.push(`${ANNOTATIONS.key(key)}: ${why}`);
  }
  if (spec.persistentVolumeReclaimPolicy === "Recycle") {
    warnings.push(
      `${SPEC.child("persistentVolumeReclaimPolicy")}: The Recycle reclaim policy is deprecated. ` +
        "Instead, the recommended approach is to use dynamic provisioning.",
    );
  }
  for (const [index, term] of (spec.nodeAffinity?.required?.nodeSelectorTerms ?? []).entries()) {
    warnOfNodeTerm(warnings, TERMS.index(index), term);
  }
  warnOfGoneSources(warnings, SPEC, spec, false);
  return warnings;
}

/** Annotations by which things were said that fields say now. */
const OLD_ANNOTATIONS = [
  ["storage-class", "storageClassName", "v1.8"],
  ["mount-options", "mountOptions", "v1.31"],
] as const;

/** The rules for persistent volumes. A new one begins `Pending`; the source can't be changed. */
export function persistentVolumeRules(names: Names): KindRules {
  return {
    returnsDeleted: true,
    columns: columnsOf(...columnsIn(`volume.beta.${names.domain}/storage-class`)),
    setDefaults(object) {
      setPhase(object);
      const { spec } = view(object);
      if (spec === undefined) return;
      spec.persistentVolumeReclaimPolicy ||= "Retain";
      spec.volumeMode ??= DEFAULT_VOLUME_MODE;
      roundUp(spec.capacity);
      setSourceDefaults(spec);
    },
    prepareForCreate(object, writing) {
      object.status = { phase: "Pending", lastPhaseTransitionTime: writing.time() };
    },
    validate: (object) => validate(object, names),
    validateUpdate: (object, old) => validateUpdate(object, old, names),
    warnings: (object) => warningsOf(object, names),
    subresources: { status: { setDefaults: setPhase, prepareForUpdate: notePhase } },
  };
}
