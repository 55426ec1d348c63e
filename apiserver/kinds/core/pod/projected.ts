/**
 * Volumes that show several sources side by side.
 *
 * @module
 */

import type { ProjectedVolumeSource, VolumeProjection } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import { validateUnreservedPath } from "../../rules/paths.ts";
import { validateDownwardFiles, validateItems } from "./volume_files.ts";

const MIN_TOKEN_SECONDS = 600;
const MAX_TOKEN_SECONDS = 2 ** 32;

/** The rules for all sources of a projected volume. */
export function validateProjected(
  errors: FieldError[],
  path: FieldPath,
  { sources }: ProjectedVolumeSource,
): void {
  const files = new Set<string>();
  for (const [index, source] of (sources ?? []).entries()) {
    const at = path.child("sources").index(index);
    const kinds = Object.keys(source);
    if (kinds.length === 0) {
      errors.push(FieldError.required(at, "must specify a volume type"));
      continue;
    }
    for (const kind of kinds.slice(1)) {
      const why = "may not specify more than 1 volume type";
      errors.push(FieldError.forbidden(at.child(kind), why));
    }
    validateProjection(errors, at, source);
    for (const file of filesOf(source)) {
      if (file === "") continue;
      if (files.has(file)) {
        errors.push(FieldError.invalid(at, file, "conflicting duplicate paths"));
      }
      files.add(file);
    }
  }
}

function filesOf(source: VolumeProjection): string[] {
  const { secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle } = source;
  const paths: string[] = [];
  for (const { path } of secret?.items ?? []) paths.push(path);
  for (const { path } of configMap?.items ?? []) paths.push(path);
  for (const { path } of downwardAPI?.items ?? []) paths.push(path);
  if (serviceAccountToken !== undefined) paths.push(serviceAccountToken.path);
  if (clusterTrustBundle !== undefined) paths.push(clusterTrustBundle.path);
  return paths;
}

function validateProjection(errors: FieldError[], path: FieldPath, source: VolumeProjection): void {
  const { secret, configMap, downwardAPI, serviceAccountToken, clusterTrustBundle } = source;
  for (const [kind, projection] of [["secret", secret], ["configMap", configMap]] as const) {
    if (projection === undefined) continue;
    const at = path.child(kind);
    if (!projection.name) errors.push(FieldError.required(at.child("name")));
    validateItems(errors, at.child("items"), projection.items);
  }
  if (downwardAPI !== undefined) {
    validateDownwardFiles(errors, path.child("downwardAPI"), downwardAPI.items);
  }
  if (serviceAccountToken !== undefined) {
    const at = path.child("serviceAccountToken");
    const { expirationSeconds, path: file } = serviceAccountToken;
    const seconds = Number(expirationSeconds ?? MIN_TOKEN_SECONDS);
    const expiration = at.child("expirationSeconds");
    if (seconds < MIN_TOKEN_SECONDS) {
      const why = "may not specify a duration less than 10 minutes";
      errors.push(FieldError.invalid(expiration, expirationSeconds, why));
    } else if (seconds > MAX_TOKEN_SECONDS) {
      const why = "may not specify a duration larger than 2^32 seconds";
      errors.push(FieldError.invalid(expiration, expirationSeconds, why));
    }
    validateFile(errors, at.child("path"), file);
  }
  if (clusterTrustBundle !== undefined) {
    const at = path.child("clusterTrustBundle");
    const { name, signerName } = clusterTrustBundle;
    if (name !== undefined && signerName !== undefined) {
      const why = "only one of name and signerName may be used";
      errors.push(FieldError.invalid(at, signerName, why));
    } else if (name === undefined && signerName === undefined) {
      errors.push(FieldError.required(at, "either name or signerName must be specified"));
    }
    validateFile(errors, at.child("path"), clusterTrustBundle.path);
  }
}

function validateFile(errors: FieldError[], path: FieldPath, file: string): void {
  if (!file) errors.push(FieldError.required(path));
  else validateUnreservedPath(errors, path, file);
}
