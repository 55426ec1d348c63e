/**
 * What claims and volumes have in common: who may use a volume at a time, how, and how much it holds.
 *
 * @module
 */

import type {
  PersistentVolumeClaimSpec,
  PersistentVolumeSpec,
  TypedObjectReference,
} from "../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1123Subdomain,
  validateLabelSelector,
} from "../../../toolkit/validation/mod.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";
import { equalJson } from "../../registry/equal.ts";
import { validateChoice } from "./choices.ts";
import { roundUp } from "./resources.ts";

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

/** Fills in what a claim leaves out, wherever claims are specified. */
export function setClaimSpecDefaults(spec: PersistentVolumeClaimSpec): void {
  spec.volumeMode ??= DEFAULT_VOLUME_MODE;
  roundUp(spec.resources?.limits);
  roundUp(spec.resources?.requests);
}

/** The message of an amount that has to be there. */
export const NOT_POSITIVE = "must be greater than zero";

/** The rules for access modes, of which there must be one: `required` says so. */
export function validateAccessModes(
  errors: FieldError[],
  path: FieldPath,
  modes: readonly string[] = [],
  required = "",
): void {
  if (modes.length === 0) errors.push(FieldError.required(path, required));
  for (const mode of modes) validateChoice(errors, path, mode, SORTED_ACCESS_MODES);
  if (modes.includes("ReadWriteOncePod") && modes.some((mode) => mode !== "ReadWriteOncePod")) {
    const why = "may not use ReadWriteOncePod with other access modes";
    errors.push(FieldError.forbidden(path, why));
  }
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

/** The rules for what a claim asks for. */
export function validateClaimSpec(
  errors: FieldError[],
  path: FieldPath,
  spec: PersistentVolumeClaimSpec,
): void {
  const modes = path.child("accessModes");
  validateAccessModes(errors, modes, spec.accessModes, "at least 1 access mode is required");
  errors.push(...validateLabelSelector(spec.selector, {}, path.child("selector")));
  const storage = spec.resources?.requests?.storage;
  const amount = path.child("resources").key("storage");
  if (storage === undefined) errors.push(FieldError.required(amount));
  else if (Quantity.parse(storage).sign <= 0) {
    errors.push(FieldError.invalid(amount, storage, NOT_POSITIVE));
  }
  validateClasses(errors, path, spec);
  validateSources(errors, path, spec);
  const { volumeAttributesClassName } = spec;
  validateClass(errors, path, "volumeAttributesClassName", volumeAttributesClassName);
}

function validateSources(
  errors: FieldError[],
  path: FieldPath,
  { dataSource, dataSourceRef }: PersistentVolumeClaimSpec,
): void {
  if (dataSource !== undefined) validateSource(errors, path.child("dataSource"), dataSource);
  if (dataSourceRef === undefined) return;
  validateSource(errors, path.child("dataSourceRef"), dataSourceRef);
  if (dataSource === undefined) return;
  const { namespace, ...local } = dataSourceRef;
  const source = path.child("dataSource").toString();
  if (namespace) {
    const why = "may not be specified when dataSourceRef.namespace is specified";
    errors.push(FieldError.invalid(path, source, why));
  } else if (!equalJson(local, dataSource)) {
    errors.push(FieldError.invalid(path, source, "must match dataSourceRef"));
  }
}

function validateSource(
  errors: FieldError[],
  path: FieldPath,
  { name, kind, apiGroup }: TypedObjectReference,
): void {
  if (name === "") errors.push(FieldError.required(path.child("name")));
  if (kind === "") errors.push(FieldError.required(path.child("kind")));
  if (!apiGroup) {
    if (kind === "PersistentVolumeClaim") return;
    const why = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
    errors.push(FieldError.invalid(path, kind, why));
  } else addInvalid(errors, path.child("apiGroup"), apiGroup, checkDns1123Subdomain(apiGroup));
}
