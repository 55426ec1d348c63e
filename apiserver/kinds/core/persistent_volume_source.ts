/**
 * Where the bytes of a volume are: exactly one kind of storage.
 *
 * @module
 */

import type {
  CSIPersistentVolumeSource,
  PersistentVolumeSource,
  PersistentVolumeSpec,
  SecretReference,
} from "../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkDns1123Subdomain } from "../../../toolkit/validation/mod.ts";
import { validateChoice } from "../rules/choices.ts";
import { validateNoStepUp } from "../rules/paths.ts";

/** All kinds of storage, and the fields that each must have. */
const SOURCES: Readonly<Record<keyof PersistentVolumeSource, readonly string[]>> = {
  hostPath: ["path"],
  gcePersistentDisk: ["pdName"],
  awsElasticBlockStore: ["volumeID"],
  glusterfs: ["endpoints", "path"],
  flocker: [],
  nfs: ["server", "path"],
  rbd: ["monitors", "image"],
  quobyte: ["registry", "volume"],
  cephfs: ["monitors"],
  iscsi: ["targetPortal", "iqn"],
  cinder: ["volumeID"],
  fc: [],
  flexVolume: ["driver"],
  azureFile: ["secretName", "shareName"],
  vsphereVolume: ["volumePath"],
  photonPersistentDisk: ["pdID"],
  portworxVolume: ["volumeID"],
  azureDisk: ["diskName", "diskURI"],
  scaleIO: ["gateway", "system", "volumeName"],
  local: ["path"],
  storageos: [],
  csi: ["driver", "volumeHandle"],
};

const NAMES_OF_SOURCES = Object.keys(SOURCES) as (keyof PersistentVolumeSource)[];

/** What of a volume says where its bytes are. */
export function sourcesOf(spec: PersistentVolumeSpec): Partial<PersistentVolumeSource> {
  return Object.fromEntries(
    NAMES_OF_SOURCES.filter((name) => spec[name] !== undefined).map((name) => [name, spec[name]]),
  );
}

const HOST_PATH_TYPES = [
  "",
  "BlockDevice",
  "CharDevice",
  "Directory",
  "DirectoryOrCreate",
  "File",
  "FileOrCreate",
  "Socket",
];

/** The rules for where the bytes of a volume are. */
export function validateVolumeSource(
  errors: FieldError[],
  path: FieldPath,
  spec: PersistentVolumeSpec,
): void {
  let found = 0;
  for (const name of NAMES_OF_SOURCES) {
    const source = spec[name];
    if (source === undefined) continue;
    if (++found > 1) {
      const why = "may not specify more than 1 volume type";
      errors.push(FieldError.forbidden(path.child(name), why));
      continue;
    }
    for (const field of SOURCES[name]) {
      const value = (source as unknown as Record<string, unknown>)[field];
      const isThere = Array.isArray(value) ? value.length > 0 : Boolean(value);
      if (!isThere) errors.push(FieldError.required(path.child(name, field)));
    }
  }
  if (found === 0) errors.push(FieldError.required(path, "must specify a volume type"));
  if (found === 1) validateDetails(errors, path, spec);
}

function validateDetails(
  errors: FieldError[],
  path: FieldPath,
  { hostPath, nfs, local, csi, nodeAffinity }: PersistentVolumeSpec,
): void {
  if (hostPath !== undefined) {
    validateNoStepUp(errors, path.child("hostPath", "path"), hostPath.path);
    validateChoice(errors, path.child("hostPath", "type"), hostPath.type, HOST_PATH_TYPES);
  }
  if (nfs !== undefined && nfs.path !== "" && !nfs.path.startsWith("/")) {
    const why = "must be an absolute path";
    errors.push(FieldError.invalid(path.child("nfs", "path"), nfs.path, why));
  }
  if (local !== undefined) {
    validateNoStepUp(errors, path.child("local", "path"), local.path);
    if (nodeAffinity === undefined) {
      const why = "Local volume requires node affinity";
      errors.push(FieldError.required(path.child("nodeAffinity"), why));
    }
  }
  if (csi !== undefined) validateDriver(errors, path.child("csi"), csi);
}

/** The most bytes of the name of a driver. */
const DRIVER_LIMIT_BYTES = 63;

/** The rules for the name of a driver, which is there. */
export function validateDriverName(errors: FieldError[], path: FieldPath, name: string): void {
  if (name.length > DRIVER_LIMIT_BYTES) {
    errors.push(FieldError.tooLong(path, DRIVER_LIMIT_BYTES));
  }
  addInvalid(errors, path, name, checkDns1123Subdomain(name.toLowerCase()));
}

const SECRETS = [
  "controllerPublishSecretRef",
  "controllerExpandSecretRef",
  "nodePublishSecretRef",
  "nodeExpandSecretRef",
] as const;

function validateDriver(
  errors: FieldError[],
  path: FieldPath,
  source: CSIPersistentVolumeSource,
): void {
  if (source.driver !== "") validateDriverName(errors, path.child("driver"), source.driver);
  for (const field of SECRETS) {
    const secret: SecretReference | undefined = source[field];
    if (secret === undefined) continue;
    for (const part of ["name", "namespace"] as const) {
      if (!secret[part]) errors.push(FieldError.required(path.child(field, part)));
    }
  }
}
