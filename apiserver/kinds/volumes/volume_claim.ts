/**
 * What claims and volumes have in common: who may use a volume at a time, how, and how much it holds.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type {
  PersistentVolumeClaimSpec,
  PersistentVolumeSpec,
  TypedObjectReference,
} from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1123Label,
  checkDns1123Subdomain,
  validateLabelSelector,
} from "../../../toolkit/validation/mod.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { validateChoice } from "../validation/choices.ts";
import { roundUp } from "../validation/resources.ts";

/** Access modes, and how tables show them. */
const ACCESS_MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: "RWO",
  ReadOnlyMany: "ROX",
  ReadWriteMany: "RWX",
  ReadWriteOncePod: "RWOP",
};

const SORTED_ACCESS_MODES = Object.keys(ACCESS_MODES).sort();

const VOLUME_MODES = ["Block", "Filesystem"];

/** The mode that a volume's mode is by default. */
export const DEFAULT_VOLUME_MODE = "Filesystem";

/** Claims and volumes wait for one another where their status says nothing. */
export function setPhase(object: JsonObject): void {
  const { status = {} } = object as { status?: { phase?: string } };
  status.phase ||= "Pending";
  object.status = status;
}

/** Fills in what a claim leaves out, wherever claims are specified. */
export function setClaimSpecDefaults(spec: PersistentVolumeClaimSpec): void {
  spec.volumeMode ??= DEFAULT_VOLUME_MODE;
  roundUp(spec.resources?.limits);
  roundUp(spec.resources?.requests);
}

/** The message of an amount that has to be there. */
export const NOT_POSITIVE = "must be greater than zero";

/** The rules for access modes, of which there must be one: see {@link requireAccessModes}. */
export function validateAccessModes(
  errors: FieldError[],
  path: FieldPath,
  modes: readonly string[] = [],
): void {
  for (const mode of modes) validateChoice(errors, path, mode, SORTED_ACCESS_MODES);
  const hasOthers = modes.some((mode) => mode !== "ReadWriteOncePod" && mode in ACCESS_MODES);
  if (modes.includes("ReadWriteOncePod") && hasOthers) {
    const why = "may not use ReadWriteOncePod with other access modes";
    errors.push(FieldError.forbidden(path, why));
  }
}

/** Refuses no access mode; `why` says so. */
export function requireAccessModes(
  errors: FieldError[],
  path: FieldPath,
  modes: readonly string[] = [],
  why = "",
): void {
  if (modes.length === 0) errors.push(FieldError.required(path, why));
}

/** Refuses an amount below zero. */
export function validateAmount(errors: FieldError[], path: FieldPath, amount: string): void {
  const value = Quantity.parse(amount).value();
  if (value >= 0n) return;
  errors.push(FieldError.invalid(path, Number(value), "must be a valid resource quantity"));
}

/** As tables show access modes: `RWO,ROX`. */
export function shownAccessModes(modes: readonly string[] = []): string {
  return Object.entries(ACCESS_MODES).filter(([mode]) => modes.includes(mode))
    .map(([_, short]) => short).join(",");
}

/** The rules for the classes and the mode that claims and volumes name. */
export function validateClasses(
  errors: FieldError[],
  path: FieldPath,
  spec: Pick<
    PersistentVolumeSpec,
    "storageClassName" | "volumeMode" | "volumeAttributesClassName"
  >,
): void {
  validateClass(errors, path, "storageClassName", spec.storageClassName);
  validateChoice(errors, path.child("volumeMode"), spec.volumeMode, VOLUME_MODES);
}

/** The rules for the name of a class, which may be absent or empty. */
export function validateClass(
  errors: FieldError[],
  path: FieldPath,
  field: string,
  name: string | undefined,
): void {
  if (name) addInvalid(errors, path.child(field), name, checkDns1123Subdomain(name));
}

/** What older servers took of a claim, and is kept. */
export interface ClaimLeniency {
  readonly takesAnySelector?: boolean;
  readonly takesAnyGroup?: boolean;
}

/** What a changed claim keeps because it was so before. */
export function leniencyOf(old: PersistentVolumeClaimSpec): ClaimLeniency {
  return {
    takesAnySelector: validateLabelSelector(old.selector, {}, FieldPath.of("")).length > 0,
    takesAnyGroup: hasGroup(old.dataSource) || hasGroup(old.dataSourceRef),
  };
}

/** Whether the group of a source is said: null says none. */
function hasGroup(source: { readonly apiGroup?: string | null } | undefined): boolean {
  return typeof source?.apiGroup === "string";
}

/** The rules for what a claim asks for. */
export function validateClaimSpec(
  errors: FieldError[],
  path: FieldPath,
  spec: PersistentVolumeClaimSpec,
  leniency: ClaimLeniency = {},
): void {
  const modes = path.child("accessModes");
  requireAccessModes(errors, modes, spec.accessModes, "at least 1 access mode is required");
  const lenient = { allowInvalidValues: leniency.takesAnySelector === true };
  addAll(errors, validateLabelSelector(spec.selector, lenient, path.child("selector")));
  validateAccessModes(errors, modes, spec.accessModes);
  const storage = spec.resources?.requests?.storage;
  const amount = path.child("resources").key("storage");
  if (storage === undefined) errors.push(FieldError.required(amount));
  else if (Quantity.parse(storage).sign <= 0) {
    errors.push(FieldError.invalid(amount, storage, NOT_POSITIVE));
  }
  validateClasses(errors, path, spec);
  validateSources(errors, path, spec, leniency);
  const { volumeAttributesClassName } = spec;
  validateClass(errors, path, "volumeAttributesClassName", volumeAttributesClassName);
}

/** The reference shows an empty object where two sources are said. */
const SHOWN_SOURCE = {};

function validateSources(
  errors: FieldError[],
  path: FieldPath,
  { dataSource, dataSourceRef }: PersistentVolumeClaimSpec,
  leniency: ClaimLeniency,
): void {
  if (dataSource !== undefined) {
    validateSource(errors, path.child("dataSource"), dataSource, leniency);
  }
  if (dataSourceRef === undefined) return;
  const at = path.child("dataSourceRef");
  validateSource(errors, at, dataSourceRef, leniency);
  const { namespace, ...local } = dataSourceRef;
  if (namespace) addInvalid(errors, at.child("namespace"), namespace, checkDns1123Label(namespace));
  if (dataSource === undefined) return;
  if (namespace) {
    const why = "may not be specified when dataSourceRef.namespace is specified";
    errors.push(FieldError.invalid(path, SHOWN_SOURCE, why));
  } else if (!equalStored(local, dataSource)) {
    errors.push(FieldError.invalid(path, SHOWN_SOURCE, "must match dataSourceRef"));
  }
}

function validateSource(
  errors: FieldError[],
  path: FieldPath,
  { name, kind, apiGroup }: TypedObjectReference,
  { takesAnyGroup }: ClaimLeniency,
): void {
  if (name === "") errors.push(FieldError.required(path.child("name")));
  if (kind === "") errors.push(FieldError.required(path.child("kind")));
  if (!apiGroup) {
    if (kind === "PersistentVolumeClaim") return;
    const why = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
    errors.push(FieldError.invalid(path, kind, why));
  } else if (!takesAnyGroup) {
    addInvalid(errors, path.child("apiGroup"), apiGroup, checkDns1123Subdomain(apiGroup));
  }
}
