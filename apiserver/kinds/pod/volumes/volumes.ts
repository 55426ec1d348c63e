/**
 * The volumes of pods: each has one source.
 *
 * @module
 */

import type { Volume } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import type { Names } from "../../../../toolkit/names.ts";
import {
  addInvalid,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkNameIsSubdomain,
} from "../../../../toolkit/validation/mod.ts";
import { Quantity, quoteText } from "../../../../toolkit/values/mod.ts";
import { requireChoice } from "../../validation/choices.ts";
import { validateDescendingPath } from "../../validation/paths.ts";
import { validateTemplateMetadata } from "../../validation/template_metadata.ts";
import { validateClaimSpec } from "../../volumes/volume_claim.ts";
import { SPELT, validateIscsiNames, validateSource } from "../../volumes/volume_sources.ts";
import { validateDriverName } from "../../volumes/persistent_volume_source.ts";
import { validateProjected } from "./projected.ts";
import { validateDownwardFiles, validateItems, validateMode } from "./volume_files.ts";

const PULL_POLICIES = ["Always", "IfNotPresent", "Never"];

/** Whose volumes they are. */
export interface VolumesContext {
  readonly names: Names;
  /** The name of the pod; undefined in a template of pods. */
  readonly pod?: string | undefined;
}

/** The rules for volumes; those that keep them are noted in `kept`. */
export function validateVolumes(
  errors: FieldError[],
  path: FieldPath,
  volumes: readonly Volume[],
  kept: Map<string, Volume>,
  context: VolumesContext,
): void {
  const { pod } = context;
  let ephemeral: ReadonlySet<string> | undefined;
  for (const [index, volume] of volumes.entries()) {
    const at = path.index(index);
    const before = errors.length;
    const { name } = volume;
    validateVolume(errors, at, volume, context);
    if (!name) errors.push(FieldError.required(at.child("name")));
    else addInvalid(errors, at.child("name"), name, checkDns1123Label(name));
    if (kept.has(name)) errors.push(FieldError.duplicate(at.child("name"), name));
    if (errors.length === before) kept.set(name, volume);
    const claimed = volume.persistentVolumeClaim?.claimName;
    // What the pod makes for one volume is not for another.
    if (!claimed || !pod || !claimed.startsWith(`${pod}-`)) continue;
    ephemeral ??= new Set(volumes.flatMap((one) => one.ephemeral ? one.name : []));
    if (ephemeral.has(claimed.slice(pod.length + 1))) {
      const place = at.child("persistentVolumeClaim", "claimName");
      const why = "must not reference a PVC that gets created for an ephemeral volume";
      errors.push(FieldError.invalid(place, claimed, why));
    }
  }
}

/** All kinds, in the order in which they are looked at: what comes second is one too many. */
const KINDS = [
  "emptyDir",
  "hostPath",
  "gitRepo",
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "secret",
  "nfs",
  "iscsi",
  "glusterfs",
  "flocker",
  "persistentVolumeClaim",
  "rbd",
  "cinder",
  "cephfs",
  "quobyte",
  "downwardAPI",
  "fc",
  "flexVolume",
  "configMap",
  "azureFile",
  "vsphereVolume",
  "photonPersistentDisk",
  "portworxVolume",
  "azureDisk",
  "storageos",
  "projected",
  "scaleIO",
  "csi",
  "ephemeral",
  "image",
] as const satisfies readonly (keyof Volume)[];

/** Kinds that are spelt otherwise where they are one too many; clients compare paths. */
const SPELT_SECOND: Readonly<Record<string, string>> = {
  cephfs: "cephFS",
  downwardAPI: "downwarAPI",
};

function validateVolume(
  errors: FieldError[],
  path: FieldPath,
  volume: Volume,
  { names, pod }: VolumesContext,
): void {
  let count = 0;
  for (const kind of KINDS) {
    const source = volume[kind];
    if (source === undefined || source === null) continue;
    if (++count > 1) {
      const why = "may not specify more than 1 volume type";
      errors.push(FieldError.forbidden(path.child(SPELT_SECOND[kind] ?? kind), why));
    } else {
      const at = path.child(SPELT[kind] ?? kind);
      const context = { names, volume: volume.name, isPods: true };
      validateSource(errors, at, kind, source, context);
      SOURCES[kind]?.(errors, at, volume);
      if (kind === "ephemeral" && pod && volume.name) validateClaimName(errors, path, volume, pod);
    }
    if (kind === "iscsi") {
      const at = path.child("name");
      validateIscsiNames(errors, at, volume.name, volume.name, volume.iscsi!);
    }
  }
  if (count === 0) errors.push(FieldError.required(path, "must specify a volume type"));
}

/** A claim that the pod makes is named after the pod and the volume. */
function validateClaimName(
  errors: FieldError[],
  path: FieldPath,
  { name }: Volume,
  pod: string,
): void {
  const claim = `${pod}-${name}`;
  for (const why of checkNameIsSubdomain(claim)) {
    const text = `PVC name ${quoteText(claim)}: ${why}`;
    errors.push(FieldError.invalid(path.child("name"), name, text));
  }
}

type Rules = (errors: FieldError[], path: FieldPath, volume: Volume) => void;

/** What else is to be said of sources that only pods have. */
const SOURCES: Readonly<Record<string, Rules>> = {
  emptyDir(errors, path, { emptyDir }) {
    const limit = emptyDir?.sizeLimit;
    if (limit !== undefined && Quantity.parse(limit).sign < 0) {
      const why = "SizeLimit field must be a valid resource quantity";
      errors.push(FieldError.forbidden(path.child("sizeLimit"), why));
    }
  },
  gitRepo(errors, path, { gitRepo }) {
    const { directory } = gitRepo!;
    if (directory) validateDescendingPath(errors, path.child("directory"), directory);
  },
  csi(errors, path, { csi }) {
    const { driver, nodePublishSecretRef: secret } = csi!;
    if (driver) validateDriverName(errors, path.child("driver"), driver);
    if (secret === undefined) return;
    if (!secret.name) errors.push(FieldError.required(path.child("nodePublishSecretRef", "name")));
    else addInvalid(errors, path.child("name"), secret.name, checkDns1123Subdomain(secret.name));
  },
  ephemeral(errors, path, { ephemeral }) {
    const template = ephemeral?.volumeClaimTemplate;
    if (template === undefined) return;
    const at = path.child("volumeClaimTemplate");
    validateTemplateMetadata(errors, at.child("metadata"), template.metadata);
    validateClaimSpec(errors, at.child("spec"), template.spec);
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
    requireChoice(errors, path.child("pullPolicy"), image!.pullPolicy, PULL_POLICIES);
  },
};
