/**
 * The volumes of pods: each has one source.
 *
 * @module
 */

import type { Volume } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import { addInvalid, checkDns1123Label } from "../../../../toolkit/validation/mod.ts";
import { Quantity } from "../../../../toolkit/values/mod.ts";
import { requireChoice, validateChoice } from "../../rules/choices.ts";
import { validateDescendingPath, validateNoStepUp } from "../../rules/paths.ts";
import { validateProjected } from "./projected.ts";
import { validateDownwardFiles, validateItems, validateMode } from "./volume_files.ts";

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

/** Fields that a source can't do without. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  awsElasticBlockStore: ["volumeID"],
  azureDisk: ["diskName", "diskURI"],
  azureFile: ["secretName", "shareName"],
  cephfs: ["monitors"],
  cinder: ["volumeID"],
  configMap: ["name"],
  csi: ["driver"],
  ephemeral: ["volumeClaimTemplate"],
  flexVolume: ["driver"],
  gcePersistentDisk: ["pdName"],
  gitRepo: ["repository"],
  glusterfs: ["endpoints", "path"],
  hostPath: ["path"],
  image: ["reference"],
  iscsi: ["targetPortal", "iqn"],
  nfs: ["server", "path"],
  persistentVolumeClaim: ["claimName"],
  photonPersistentDisk: ["pdID"],
  portworxVolume: ["volumeID"],
  quobyte: ["registry", "volume"],
  rbd: ["monitors", "image"],
  scaleIO: ["gateway", "system", "volumeName"],
  secret: ["secretName"],
  vsphereVolume: ["volumePath"],
};

/** The rules for volumes; those that keep them are noted in `kept`. */
export function validateVolumes(
  errors: FieldError[],
  path: FieldPath,
  volumes: readonly Volume[],
  kept: Map<string, Volume>,
): void {
  for (const [index, volume] of volumes.entries()) {
    const at = path.index(index);
    const before = errors.length;
    const { name } = volume;
    validateSource(errors, at, volume);
    if (!name) errors.push(FieldError.required(at.child("name")));
    else addInvalid(errors, at.child("name"), name, checkDns1123Label(name));
    if (kept.has(name)) errors.push(FieldError.duplicate(at.child("name"), name));
    if (errors.length === before) kept.set(name, volume);
  }
}

function validateSource(errors: FieldError[], path: FieldPath, volume: Volume): void {
  let count = 0;
  for (const [kind, source] of Object.entries(volume)) {
    if (kind === "name" || source === undefined || source === null) continue;
    const at = path.child(kind);
    if (++count > 1) {
      errors.push(FieldError.forbidden(at, "may not specify more than 1 volume type"));
      continue;
    }
    for (const field of REQUIRED[kind] ?? []) {
      const value = source[field];
      if (value === undefined || value === null || value === "" || value.length === 0) {
        errors.push(FieldError.required(at.child(field)));
      }
    }
    SOURCES[kind]?.(errors, at, volume);
  }
  if (count === 0) errors.push(FieldError.required(path, "must specify a volume type"));
}

type Rules = (errors: FieldError[], path: FieldPath, volume: Volume) => void;

/** What else is to be said of a source. */
const SOURCES: Readonly<Record<string, Rules>> = {
  emptyDir(errors, path, { emptyDir }) {
    const limit = emptyDir?.sizeLimit;
    if (limit !== undefined && Quantity.parse(limit).sign < 0) {
      const why = "SizeLimit field must be a valid resource quantity";
      errors.push(FieldError.forbidden(path.child("sizeLimit"), why));
    }
  },
  hostPath(errors, path, { hostPath }) {
    if (hostPath?.path) validateNoStepUp(errors, path.child("path"), hostPath.path);
    validateChoice(errors, path.child("type"), hostPath?.type, HOST_PATH_TYPES);
  },
  gitRepo(errors, path, { gitRepo }) {
    const { directory } = gitRepo!;
    if (directory) validateDescendingPath(errors, path.child("directory"), directory);
  },
  gcePersistentDisk(errors, path, { gcePersistentDisk }) {
    validateByte(errors, path.child("partition"), gcePersistentDisk?.partition);
  },
  awsElasticBlockStore(errors, path, { awsElasticBlockStore }) {
    validateByte(errors, path.child("partition"), awsElasticBlockStore?.partition);
  },
  iscsi(errors, path, { iscsi }) {
    const { iqn, lun } = iscsi!;
    if (iqn && !/^(?:iqn|eui|naa)/.test(iqn)) {
      const why = "must be valid format starting with iqn, eui, or naa";
      errors.push(FieldError.invalid(path.child("iqn"), iqn, why));
    }
    validateByte(errors, path.child("lun"), lun);
  },
  nfs(errors, path, { nfs }) {
    if (nfs!.path && !nfs!.path.startsWith("/")) {
      errors.push(FieldError.invalid(path.child("path"), nfs!.path, "must be an absolute path"));
    }
  },
  secret(errors, path, { secret }) {
    validateMode(errors, path.child("defaultMode"), secret!.defaultMode);
    validateItems(errors, path.child("items"), secret!.items);
  },
  configMap(errors, path, { configMap }) {
    validateMode(errors, path.child("defaultMode"), configMap!.defaultMode);
    validateItems(errors, path.child("items"), configMap!.items);
  },
  downwardAPI(errors, path, { downwardAPI }) {
    validateMode(errors, path.child("defaultMode"), downwardAPI!.defaultMode);
    validateDownwardFiles(errors, path, downwardAPI!.items);
  },
  projected(errors, path, { projected }) {
    validateMode(errors, path.child("defaultMode"), projected!.defaultMode);
    validateProjected(errors, path, projected!);
  },
  image(errors, path, { image }) {
    requireChoice(errors, path.child("pullPolicy"), image!.pullPolicy, [
      "Always",
      "IfNotPresent",
      "Never",
    ]);
  },
};

function validateByte(errors: FieldError[], path: FieldPath, value = 0): void {
  if (value < 0 || value > 255) {
    errors.push(FieldError.invalid(path, value, "must be between 0 and 255, inclusive"));
  }
}
