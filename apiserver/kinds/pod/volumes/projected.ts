/**
 * Volumes that show several sources side by side.
 *
 * @module
 */

import { addAll } from "../../../../toolkit/add_all.ts";
import type {
  ClusterTrustBundleProjection,
  PodCertificateProjection,
  ProjectedVolumeSource,
  VolumeProjection,
} from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import {
  checkDns1123Subdomain,
  validateLabelSelector,
} from "../../../../toolkit/validation/mod.ts";
import { validateChoice } from "../../validation/choices.ts";
import { validateUnreservedPath } from "../../validation/paths.ts";
import { validateSignerName } from "../../validation/signer_name.ts";
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
    validateProjection(errors, path, at, source);
    // The reference tells of both at these places, which are not those of the files.
    for (const [file, said] of filesOf(source)) {
      if (file !== "" && files.has(file)) {
        errors.push(FieldError.invalid(path, said, "conflicting duplicate paths"));
      }
      files.add(file);
    }
    if (Object.keys(source).length > 1) {
      errors.push(FieldError.forbidden(at, "may not specify more than 1 volume type per source"));
    }
  }
}

/** Files that may be there once, and by which text they are told of. */
function filesOf(source: VolumeProjection): [file: string, said: string][] {
  const { secret, configMap, downwardAPI, clusterTrustBundle, podCertificate } = source;
  const files = [
    ...(downwardAPI?.items ?? []).map(({ path }) => path),
    ...(clusterTrustBundle === undefined ? [] : [clusterTrustBundle.path]),
    ...(podCertificate === undefined ? [] : certificateFiles(podCertificate)),
  ];
  return [
    ...[secret, configMap].flatMap((named) =>
      (named?.items ?? []).map(({ path }): [string, string] => [path, named?.name ?? ""])
    ),
    ...files.map((file): [string, string] => [file, file]),
  ];
}

function validateProjection(
  errors: FieldError[],
  volume: FieldPath,
  path: FieldPath,
  source: VolumeProjection,
): void {
  const { secret, configMap, downwardAPI, serviceAccountToken } = source;
  const { clusterTrustBundle, podCertificate } = source;
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
    validateFile(errors, volume.child("path"), file);
  }
  if (clusterTrustBundle !== undefined) {
    validateBundle(errors, path.child("clusterTrustBundle"), clusterTrustBundle);
  }
  if (podCertificate !== undefined) {
    validateCertificate(errors, path.child("podCertificate"), podCertificate);
  }
}

/** Who is to be trusted: said by one bundle, or by all of a signer. */
function validateBundle(
  errors: FieldError[],
  path: FieldPath,
  bundle: ClusterTrustBundleProjection,
): void {
  const { name, signerName, labelSelector } = bundle;
  if (name !== undefined && signerName !== undefined) {
    const why = "only one of name and signerName may be used";
    errors.push(FieldError.invalid(path, bundle, why));
  } else if (name !== undefined) {
    const at = path.child("name");
    if (name === "") errors.push(FieldError.required(at, "must be a valid object name"));
    // A bundle of a signer has the signer's name before its own.
    for (const message of checkDns1123Subdomain(name.slice(name.lastIndexOf(":") + 1))) {
      errors.push(FieldError.invalid(at, name, `not a valid clustertrustbundlename: ${message}`));
    }
    if (labelSelector !== undefined) {
      const why = "labelSelector must be unset if name is specified";
      errors.push(FieldError.invalid(path.child("labelSelector"), labelSelector, why));
    }
  } else if (signerName !== undefined) {
    validateSignerName(errors, path.child("signerName"), signerName);
    addAll(errors, validateLabelSelector(labelSelector, {}, path.child("labelSelector")));
  } else errors.push(FieldError.required(path, "either name or signerName must be specified"));
  validateFile(errors, path.child("path"), bundle.path);
}

const KEY_TYPES = ["RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519"];
const MIN_CERTIFICATE_SECONDS = 3600;
const MAX_CERTIFICATE_SECONDS = 91 * 24 * 3600;
const CERTIFICATE_FILES = ["credentialBundlePath", "keyPath", "certificateChainPath"] as const;

const certificateFiles = (certificate: PodCertificateProjection) =>
  CERTIFICATE_FILES.map((field) => certificate[field] ?? "").filter((file) => file !== "");

/** A certificate that the pod gets, and the key to it. */
function validateCertificate(
  errors: FieldError[],
  path: FieldPath,
  certificate: PodCertificateProjection,
): void {
  const { signerName = "", keyType = "", maxExpirationSeconds: seconds } = certificate;
  validateSignerName(errors, path.child("signerName"), signerName);
  validateChoice(errors, path.child("keyType"), keyType, KEY_TYPES);
  const wrong = seconds === undefined
    ? undefined
    : seconds < MIN_CERTIFICATE_SECONDS
    ? `>= ${MIN_CERTIFICATE_SECONDS}`
    : seconds > MAX_CERTIFICATE_SECONDS
    ? `<= ${MAX_CERTIFICATE_SECONDS}`
    : undefined;
  if (wrong !== undefined) {
    const why = `if provided, maxExpirationSeconds must be ${wrong}`;
    errors.push(FieldError.invalid(path.child("maxExpirationSeconds"), seconds, why));
  }
  for (const field of CERTIFICATE_FILES) {
    const file = certificate[field];
    if (file) validateUnreservedPath(errors, path.child(field), file);
  }
  if (certificateFiles(certificate).length > 0) return;
  const why = "specify at least one of credentialBundlePath, keyPath, and certificateChainPath";
  errors.push(FieldError.required(path, why));
}

function validateFile(errors: FieldError[], path: FieldPath, file: string): void {
  if (!file) errors.push(FieldError.required(path));
  else validateUnreservedPath(errors, path, file);
}
