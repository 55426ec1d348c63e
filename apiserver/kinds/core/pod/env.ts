/**
 * The environment of containers.
 *
 * @module
 */

import type { EnvFromSource, EnvVar, EnvVarSource } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkConfigMapKey,
  checkRelaxedEnvVarName,
} from "../../../../toolkit/validation/mod.ts";
import { validateUnreservedPath } from "../../rules/paths.ts";
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
    if (!volumeName) errors.push(FieldError.required(at.child("volumeName")));
    if (!key) errors.push(FieldError.required(at.child("key")));
    else addInvalid(errors, at.child("key"), key, checkRelaxedEnvVarName(key));
    if (!file) errors.push(FieldError.required(at.child("path")));
    else validateUnreservedPath(errors, at.child("path"), file);
  }
  return count;
}

function validateKeyRef(
  errors: FieldError[],
  path: FieldPath,
  { name, key }: { name?: string; key: string },
): void {
  if (!name) errors.push(FieldError.required(path.child("name")));
  if (!key) errors.push(FieldError.required(path.child("key")));
  else addInvalid(errors, path.child("key"), key, checkConfigMapKey(key));
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
    if (configMapRef !== undefined && !configMapRef.name) {
      errors.push(FieldError.required(at.child("configMapRef").child("name")));
    }
    if (secretRef !== undefined && !secretRef.name) {
      errors.push(FieldError.required(at.child("secretRef").child("name")));
    }
    if (configMapRef === undefined && secretRef === undefined) {
      const why = "must specify one of: `configMapRef` or `secretRef`";
      errors.push(FieldError.invalid(path, "", why));
    } else if (configMapRef !== undefined && secretRef !== undefined) {
      errors.push(FieldError.invalid(path, "", ONE_ONLY));
    }
  }
}
