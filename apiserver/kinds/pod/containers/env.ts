/**
 * The environment of containers.
 *
 * @module
 */

import type {
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  PodSpec,
  Volume,
} from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkConfigMapKey,
  checkDns1123Label,
  checkNameIsSubdomain,
  checkRelaxedEnvVarName,
} from "../../../../toolkit/validation/mod.ts";
import { validateNoStepUp } from "../../validation/paths.ts";
import { CONTAINER_LISTS } from "../container_lists.ts";
import { ENV_FIELDS, validateFieldRef, validateResourceFieldRef } from "./field_refs.ts";

const ONE_ONLY = "may not have more than one field specified at a time";

/** The rules for variables. */
export function validateEnv(
  errors: FieldError[],
  path: FieldPath,
  variables: readonly EnvVar[],
): void {
  for (const [index, { name, value, valueFrom }] of variables.entries()) {
    const at = path.index(index);
    if (!name) errors.push(FieldError.required(at.child("name")));
    else addInvalid(errors, at.child("name"), name, checkRelaxedEnvVarName(name));
    if (valueFrom === undefined) continue;
    const from = at.child("valueFrom");
    const count = validateSource(errors, from, valueFrom);
    if (count === 0) {
      const why = "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, " +
        "`secretKeyRef` or `fileKeyRef`";
      errors.push(FieldError.invalid(from, "", why));
    } else if (value) {
      errors.push(FieldError.invalid(from, "", "may not be specified when `value` is not empty"));
    } else if (count > 1) errors.push(FieldError.invalid(from, "", ONE_ONLY));
  }
}

/** How many sources a variable has. */
function validateSource(errors: FieldError[], path: FieldPath, source: EnvVarSource): number {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = source;
  let count = 0;
  if (fieldRef !== undefined) {
    count++;
    validateFieldRef(errors, path.child("fieldRef"), fieldRef, ENV_FIELDS);
  }
  if (resourceFieldRef !== undefined) {
    count++;
    validateResourceFieldRef(errors, path.child("resourceFieldRef"), resourceFieldRef, false);
  }
  if (configMapKeyRef !== undefined) {
    count++;
    validateKeyRef(errors, path.child("configMapKeyRef"), configMapKeyRef);
  }
  if (secretKeyRef !== undefined) {
    count++;
    validateKeyRef(errors, path.child("secretKeyRef"), secretKeyRef);
  }
  if (fileKeyRef !== undefined) {
    count++;
    const at = path.child("fileKeyRef");
    const { volumeName, path: file, key } = fileKeyRef;
    if (!key) errors.push(FieldError.required(at.child("key")));
    else addInvalid(errors, at.child("key"), key, checkRelaxedEnvVarName(key));
    if (!volumeName) errors.push(FieldError.required(at.child("volumeName")));
    else addInvalid(errors, at.child("volumeName"), volumeName, checkDns1123Label(volumeName));
    if (!file) errors.push(FieldError.required(at.child("path")));
    else validateNoStepUp(errors, at.child("path"), file);
  }
  return count;
}

function validateKeyRef(
  errors: FieldError[],
  path: FieldPath,
  { name = "", key }: { name?: string; key: string },
): void {
  addInvalid(errors, path.child("name"), name, checkNameIsSubdomain(name));
  if (!key) errors.push(FieldError.required(path.child("key")));
  else addInvalid(errors, path.child("key"), key, checkConfigMapKey(key));
}

/** The rules for the name of an object, which may be the beginning of one. */
function validateName(
  errors: FieldError[],
  path: FieldPath,
  { name = "" }: { readonly name?: string },
): void {
  const at = path.child("name");
  if (name === "") errors.push(FieldError.required(at));
  else addInvalid(errors, at, name, checkNameIsSubdomain(name.replace(/(?<=.).-$/s, "a")));
}

/** The rules for variables that are read from files: from volumes that begin empty. */
export function validateFileVolumes(errors: FieldError[], path: FieldPath, spec: PodSpec): void {
  let volumes: ReadonlyMap<string, Volume> | undefined;
  for (const list of CONTAINER_LISTS) {
    for (const [index, { env = [] }] of (spec[list] ?? []).entries()) {
      for (const [place, { valueFrom }] of env.entries()) {
        const name = valueFrom?.fileKeyRef?.volumeName;
        if (name === undefined) continue;
        volumes ??= new Map(spec.volumes?.map((one) => [one.name, one]));
        const volume = volumes.get(name);
        if (volume?.emptyDir !== undefined) continue;
        const at = path.child(list).index(index).child("env").index(place)
          .child("valueFrom", "fileKeyRef", "volumeName");
        const why = "referenced volume must be of type emptyDir";
        errors.push(
          volume === undefined ? FieldError.notFound(at, name) : FieldError.invalid(at, name, why),
        );
      }
    }
  }
}

/** The rules for whole objects whose content becomes variables. */
export function validateEnvFrom(
  errors: FieldError[],
  path: FieldPath,
  sources: readonly EnvFromSource[],
): void {
  for (const [index, { prefix, configMapRef, secretRef }] of sources.entries()) {
    const at = path.index(index);
    if (prefix) addInvalid(errors, at.child("prefix"), prefix, checkRelaxedEnvVarName(prefix));
    if (configMapRef !== undefined) validateName(errors, at.child("configMapRef"), configMapRef);
    if (secretRef !== undefined) validateName(errors, at.child("secretRef"), secretRef);
    if (configMapRef === undefined && secretRef === undefined) {
      const why = "must specify one of: `configMapRef` or `secretRef`";
      errors.push(FieldError.invalid(path, "", why));
    } else if (configMapRef !== undefined && secretRef !== undefined) {
      errors.push(FieldError.invalid(path, "", ONE_ONLY));
    }
  }
}
