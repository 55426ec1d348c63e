/**
 * Kinds of storage that volumes of pods and volumes that outlive pods have in common.
 *
 * @module
 */

import type {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  FCVolumeSource,
  FlockerVolumeSource,
  GCEPersistentDiskVolumeSource,
  GlusterfsPersistentVolumeSource,
  HostPathVolumeSource,
  ISCSIVolumeSource,
  NFSVolumeSource,
  PersistentVolumeSource,
  QuobyteVolumeSource,
  ScaleIOVolumeSource,
  StorageOSVolumeSource,
  VolumeSource,
} from "../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { addInvalid, checkDns1123Label, isLongerThan } from "../../../toolkit/validation/mod.ts";
import { validateChoice } from "../validation/choices.ts";
import { isIscsiName } from "./iscsi_name.ts";
import { validateNoStepUp } from "../validation/paths.ts";

/** Whose source it is. */
export interface SourceContext {
  readonly names: Names;
  /** The name of the volume. */
  readonly volume: string;
  /** Whether a pod has it: its secrets stand beside the pod, where others' stand in some namespace. */
  readonly isPods: boolean;
}

type Fields<S> = { readonly [K in keyof S]?: readonly string[] };

/** Sources that the paths of errors spell otherwise than objects do; clients compare paths. */
export const SPELT: Readonly<Record<string, string>> = { gcePersistentDisk: "persistentDisk" };

/** Fields that a source can't do without, where it has any. */
const REQUIRED: Fields<VolumeSource & PersistentVolumeSource> = {
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
  local: ["path"],
  nfs: ["server", "path"],
  persistentVolumeClaim: ["claimName"],
  photonPersistentDisk: ["pdID"],
  portworxVolume: ["volumeID"],
  rbd: ["monitors", "image"],
  scaleIO: ["gateway", "system", "volumeName"],
  secret: ["secretName"],
  storageos: ["volumeName"],
  vsphereVolume: ["volumePath"],
};

/** The rules for a source of any kind, as far as pods and lasting volumes share them. */
export function validateSource(
  errors: FieldError[],
  path: FieldPath,
  kind: string,
  source: object,
  context: SourceContext,
): void {
  for (const field of REQUIRED[kind as keyof typeof REQUIRED] ?? []) {
    const value = (source as Record<string, unknown>)[field];
    const isThere = Array.isArray(value) ? value.length > 0 : Boolean(value);
    if (!isThere) errors.push(FieldError.required(path.child(field)));
  }
  RULES[kind]?.(errors, path, source as never, context);
}

type Rules = (errors: FieldError[], path: FieldPath, source: never, context: SourceContext) => void;

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
const CACHING_MODES = ["None", "ReadOnly", "ReadWrite"];
const DISK_KINDS = ["Dedicated", "Managed", "Shared"];
const MANAGED_DISK = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/" +
  "microsoft.compute/disks/{disk-id}";
const BLOB_DISK = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd";
const HOSTS_AND_PORTS = "must be a host:port pair or multiple pairs separated by commas";
const TENANT_LIMIT_BYTES = 64;
/** What initiators of old can keep of a volume's and its target's names. */
const ISCSI_NAMES_LIMIT_BYTES = 64;

const RULES: Readonly<Record<string, Rules>> = {
  hostPath(errors, path, { path: value, type }: HostPathVolumeSource) {
    if (!value) return;
    validateNoStepUp(errors, path.child("path"), value);
    validateChoice(errors, path.child("type"), type, HOST_PATH_TYPES);
  },
  nfs(errors, path, { path: value }: NFSVolumeSource) {
    if (!value?.startsWith("/")) {
      errors.push(FieldError.invalid(path.child("path"), value, "must be an absolute path"));
    }
  },
  gcePersistentDisk(errors, path, { partition }: GCEPersistentDiskVolumeSource) {
    validateByte(errors, path.child("partition"), partition, 1);
  },
  awsElasticBlockStore(errors, path, { partition }: AWSElasticBlockStoreVolumeSource) {
    validateByte(errors, path.child("partition"), partition, 1);
  },
  glusterfs(errors, path, { endpointsNamespace: namespace }: GlusterfsPersistentVolumeSource) {
    if (namespace === undefined) return;
    const at = path.child("endpointsNamespace");
    if (namespace === "") {
      const why = "if the endpointnamespace is set, it must be a valid namespace name";
      errors.push(FieldError.invalid(at, namespace, why));
    } else addInvalid(errors, at, namespace, checkDns1123Label(namespace));
  },
  flocker(errors, path, { datasetName: name, datasetUUID: uuid }: FlockerVolumeSource) {
    if (!name && !uuid) {
      errors.push(FieldError.required(path, "one of datasetName and datasetUUID is required"));
    }
    if (name && uuid) {
      const why = "datasetName and datasetUUID can not be specified simultaneously";
      errors.push(FieldError.invalid(path, "resource", why));
    }
    if (name?.includes("/")) {
      errors.push(FieldError.invalid(path.child("datasetName"), name, "must not contain '/'"));
    }
  },
  quobyte: validateQuobyte,
  iscsi: validateIscsi,
  fc: validateFibreChannel,
  flexVolume: validateOptions,
  cinder(errors, path, { secretRef }: WithSecret, { isPods }) {
    if (secretRef !== undefined) {
      requireSecret(errors, path.child("secretRef"), secretRef, !isPods);
    }
  },
  azureFile(errors, path, { secretNamespace }: { secretNamespace?: string | null }) {
    if (secretNamespace === "") errors.push(FieldError.required(path.child("secretNamespace")));
  },
  azureDisk: validateAzureDisk,
  storageos(
    errors,
    path,
    { volumeName, volumeNamespace, secretRef }: StorageOSVolumeSource,
    { isPods },
  ) {
    if (volumeName) {
      addInvalid(errors, path.child("volumeName"), volumeName, checkDns1123Label(volumeName));
    }
    if (volumeNamespace) {
      const at = path.child("volumeNamespace");
      addInvalid(errors, at, volumeNamespace, checkDns1123Label(volumeNamespace));
    }
    if (secretRef !== undefined) {
      requireSecret(errors, path.child("secretRef"), secretRef, !isPods);
    }
  },
};

/** Refuses what is not the number of a unit, or of a partition, where 0 is the whole. */
function validateByte(errors: FieldError[], path: FieldPath, value = 0, first = 0): void {
  if (value < 0 || value > 255) {
    errors.push(FieldError.invalid(path, value, `must be between ${first} and 255, inclusive`));
  }
}

interface WithSecret {
  readonly secretRef?: Secret;
}

interface Secret {
  readonly name?: string;
  readonly namespace?: string;
}

/** The rules for a secret that must be named, in its namespace where it has one. */
function requireSecret(
  errors: FieldError[],
  path: FieldPath,
  secret: Secret,
  withNamespace: boolean,
): void {
  if (!secret.name) errors.push(FieldError.required(path.child("name")));
  if (withNamespace && !secret.namespace) {
    errors.push(FieldError.required(path.child("namespace")));
  }
}

function validateQuobyte(
  errors: FieldError[],
  path: FieldPath,
  { registry, tenant = "", volume }: QuobyteVolumeSource,
): void {
  const at = path.child("registry");
  if (!registry) errors.push(FieldError.required(at, HOSTS_AND_PORTS));
  else if (isLongerThan(tenant, TENANT_LIMIT_BYTES)) {
    const why = `must be a UUID and may not exceed a length of ${TENANT_LIMIT_BYTES} characters`;
    errors.push(FieldError.required(path.child("tenant"), why));
  } else {
    for (const pair of registry.split(",")) {
      if (/^(?:[^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(pair)) continue;
      errors.push(FieldError.invalid(at, registry, HOSTS_AND_PORTS));
    }
  }
  if (!volume) errors.push(FieldError.required(path.child("volume")));
}

function validateIscsi(
  errors: FieldError[],
  path: FieldPath,
  source: ISCSIVolumeSource,
  { volume, isPods }: SourceContext,
): void {
  const { iqn, lun, initiatorName, targetPortal, secretRef } = source;
  // Of pods' volumes the reference says it elsewhere, and more of what names are like.
  const format = isPods
    ? "must be valid format starting with iqn, eui, or naa"
    : "must be valid format";
  const validateName = (field: string, name: string) => {
    if (isIscsiName(name)) return;
    const why = /^(?:iqn|eui|naa)/.test(name) ? "must be valid format" : format;
    errors.push(FieldError.invalid(path.child(field), name, why));
  };
  if (!targetPortal) errors.push(FieldError.required(path.child("targetPortal")));
  if (!isPods) {
    validateIscsiNames(errors, path.child("targetportal"), targetPortal, volume, source);
  }
  if (!iqn) errors.push(FieldError.required(path.child("iqn")));
  else validateName("iqn", iqn);
  validateByte(errors, path.child("lun"), lun);
  if ((source.chapAuthDiscovery || source.chapAuthSession) && secretRef === undefined) {
    errors.push(FieldError.required(path.child("secretRef")));
  }
  if (!isPods && secretRef !== undefined && !secretRef.name) {
    errors.push(FieldError.required(path.child("secretRef", "name")));
  }
  if (initiatorName !== undefined) validateName("initiatorname", initiatorName);
}

/** The rules for what an initiator calls the volume; `path` is where it is said, of `value`. */
export function validateIscsiNames(
  errors: FieldError[],
  path: FieldPath,
  value: string,
  volume: string,
  { initiatorName, targetPortal }: ISCSIVolumeSource,
): void {
  if (initiatorName === undefined) return;
  if (!isLongerThan(`${volume}:${targetPortal}`, ISCSI_NAMES_LIMIT_BYTES)) return;
  const why = "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if " +
    "iscsi.initiatorName is specified.";
  errors.push(FieldError.invalid(path, value, why));
}

function validateFibreChannel(
  errors: FieldError[],
  path: FieldPath,
  { targetWWNs = [], wwids = [], lun }: FCVolumeSource,
): void {
  const at = path.child("targetWWNs");
  if (targetWWNs.length === 0 && wwids.length === 0) {
    const why = "must specify either targetWWNs or wwids, but not both";
    errors.push(FieldError.required(at, why));
  }
  if (targetWWNs.length > 0 && wwids.length > 0) {
    const why = "targetWWNs and wwids can not be specified simultaneously";
    errors.push(FieldError.invalid(at, targetWWNs, why));
  }
  if (targetWWNs.length === 0) return;
  if (lun === undefined) {
    const why = "lun is required if targetWWNs is specified";
    errors.push(FieldError.required(path.child("lun"), why));
  } else validateByte(errors, path.child("lun"), lun);
}

/** What drivers are told besides what users chose is told in the system's own names. */
function validateOptions(
  errors: FieldError[],
  path: FieldPath,
  { options = {} }: { options?: Record<string, string> },
  { names: { domain, groupSuffix } }: SourceContext,
): void {
  for (const key of Object.keys(options)) {
    const slash = key.indexOf("/");
    const space = `.${(slash < 0 ? key : key.slice(0, slash)).toLowerCase()}`;
    if (!space.endsWith(`.${domain}`) && !space.endsWith(`.${groupSuffix}`)) continue;
    const reserved = domain === groupSuffix
      ? `${domain} namespaces are`
      : `${domain} and ${groupSuffix} namespaces are`;
    errors.push(FieldError.invalid(path.child("options").key(key), key, `${reserved} reserved`));
  }
}

function validateAzureDisk(
  errors: FieldError[],
  path: FieldPath,
  { diskURI = "", cachingMode, kind }: AzureDiskVolumeSource,
): void {
  validateChoice(errors, path.child("cachingMode"), cachingMode, CACHING_MODES);
  validateChoice(errors, path.child("kind"), kind, DISK_KINDS);
  const at = path.child("diskURI");
  if (kind === "Managed") {
    if (!diskURI.startsWith("/subscriptions/")) {
      errors.push(FieldError.notSupported(at, diskURI, [MANAGED_DISK]));
    }
  } else if (kind !== undefined && !diskURI.startsWith("https://")) {
    errors.push(FieldError.notSupported(at, diskURI, [BLOB_DISK]));
  }
}

/** What sources of volumes have where they do not say. */
export interface DefaultedSources {
  readonly hostPath?: HostPathVolumeSource;
  readonly iscsi?: { iscsiInterface?: string };
  readonly rbd?: { pool?: string; user?: string; keyring?: string };
  readonly azureDisk?: AzureDiskVolumeSource;
  readonly scaleIO?: Pick<ScaleIOVolumeSource, "storageMode" | "fsType">;
}

/** Fills in sources. */
export function setSourceDefaults(sources: DefaultedSources): void {
  const { hostPath, iscsi, rbd, azureDisk, scaleIO } = sources;
  if (hostPath !== undefined) hostPath.type ??= "";
  if (iscsi !== undefined) iscsi.iscsiInterface ||= "default";
  if (rbd !== undefined) {
    rbd.pool ||= "rbd";
    rbd.user ||= "admin";
    rbd.keyring ||= "/etc/ceph/keyring";
  }
  if (azureDisk !== undefined) {
    azureDisk.cachingMode ??= "ReadWrite";
    azureDisk.kind ??= "Shared";
    azureDisk.fsType ??= "ext4";
    azureDisk.readOnly ??= false;
  }
  if (scaleIO !== undefined) {
    scaleIO.storageMode ||= "ThinProvisioned";
    scaleIO.fsType ||= "xfs";
  }
}
