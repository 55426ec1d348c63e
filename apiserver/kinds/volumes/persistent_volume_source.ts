/**
 * Where the bytes of a volume are: exactly one kind of storage.
 *
 * @module
 */

import type {
  CSIPersistentVolumeSource,
  PersistentVolumeSource,
  PersistentVolumeSpec,
} from "../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import {
  addInvalid,
  checkDns1123Label,
  checkDns1123Subdomain,
} from "../../../toolkit/validation/mod.ts";
import { validateNoStepUp } from "../validation/paths.ts";
import { SPELT, validateSource } from "./volume_sources.ts";

/** All kinds of storage, in the order in which they are looked at. */
const SOURCES = [
  "hostPath",
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "glusterfs",
  "flocker",
  "nfs",
  "rbd",
  "quobyte",
  "cephfs",
  "iscsi",
  "cinder",
  "fc",
  "flexVolume",
  "azureFile",
  "vsphereVolume",
  "photonPersistentDisk",
  "portworxVolume",
  "azureDisk",
  "scaleIO",
  "local",
  "storageos",
  "csi",
] as const satisfies readonly (keyof PersistentVolumeSource)[];

/** What of a volume says where its bytes are. */
export function sourcesOf(spec: PersistentVolumeSpec): PersistentVolumeSource {
  const found: PersistentVolumeSource = {};
  for (const name of SOURCES) {
    if (spec[name] !== undefined) Object.assign(found, { [name]: spec[name] });
  }
  return found;
}

/** The rules for where the bytes of the volume `name` are. */
export function validateVolumeSource(
  errors: FieldError[],
  path: FieldPath,
  spec: PersistentVolumeSpec,
  volume: string,
  names: Names,
): void {
  let found = 0;
  for (const name of SOURCES) {
    const source = spec[name];
    if (source === undefined) continue;
    // The reference does not mind this one beside another.
    if (++found > 1 && name !== "flexVolume") {
      const why = "may not specify more than 1 volume type";
      errors.push(FieldError.forbidden(path.child(name === "cephfs" ? "cephFS" : name), why));
      continue;
    }
    const at = path.child(SPELT[name] ?? name);
    validateSource(errors, at, name, source, { names, volume, isPods: false });
    if (name === "local") validateLocal(errors, path, spec);
    if (name === "csi") validateDriver(errors, at, source as CSIPersistentVolumeSource);
  }
  if (found === 0) errors.push(FieldError.required(path, "must specify a volume type"));
}

/** What is on one node is only there. */
function validateLocal(
  errors: FieldError[],
  path: FieldPath,
  { local, nodeAffinity }: PersistentVolumeSpec,
): void {
  if (local?.path) validateNoStepUp(errors, path.child("local", "path"), local.path);
  if (nodeAffinity === undefined) {
    const why = "Local volume requires node affinity";
    errors.push(FieldError.required(path.child("nodeAffinity"), why));
  }
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
  if (source.driver) validateDriverName(errors, path.child("driver"), source.driver);
  if (!source.volumeHandle) errors.push(FieldError.required(path.child("volumeHandle")));
  for (const field of SECRETS) {
    if (source[field] === undefined) continue;
    const { name, namespace } = source[field];
    const [namePath, spacePath] = [path.child(field, "name"), path.child(field, "namespace")];
    if (!name) errors.push(FieldError.required(namePath));
    else addInvalid(errors, namePath, name, checkDns1123Subdomain(name));
    if (!namespace) errors.push(FieldError.required(spacePath));
    else addInvalid(errors, spacePath, namespace, checkDns1123Label(namespace));
  }
}
