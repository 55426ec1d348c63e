/**
 * Descriptions of the volumes of certain storage systems.
 *
 * @module
 */

import type { FieldWords, StructWords, Words } from "./words.ts";

const COMMON: FieldWords = {
  fsType: "The file system type, such as ext4 or xfs. If unset, the default of the driver or node.",
  readOnly: "Whether the volume is read-only. Default: false.",
};

const LOCAL_SECRET = "A secret in the pod's namespace with credentials.";
const SECRET = "A secret with credentials.";

/** The two forms of a source, which differ in where the secret is. */
function both(name: string, [is, fields]: StructWords): Words {
  return {
    [`${name}VolumeSource`]: [is, { ...fields, secretRef: LOCAL_SECRET }],
    [`${name}PersistentVolumeSource`]: [is, { ...fields, secretRef: SECRET }],
  };
}

const AZURE_FILE: FieldWords = {
  secretName: "The secret with the storage account's name and key.",
  shareName: "The name of the share.",
  readOnly: COMMON.readOnly ?? "",
};

const GLUSTERFS: FieldWords = {
  endpoints: "The endpoints object that lists the servers.",
  path: "The name of the volume.",
  readOnly: COMMON.readOnly ?? "",
};

/** The descriptions of volume sources that name a storage system. */
export const VOLUME_SYSTEMS: Words = {
  SecretReference: ["A reference to a secret in any namespace.", {
    name: "The name of the secret.",
    namespace: "The namespace of the secret.",
  }],
  NFSVolumeSource: ["A directory exported by an NFS server.", {
    server: "The host name or IP address of the server.",
    path: "The exported path, which must be absolute.",
    readOnly: COMMON.readOnly ?? "",
  }],
  ...both("ISCSI", ["A disk of an iSCSI target.", {
    ...COMMON,
    targetPortal: "The address of the target, optionally with a port.",
    iqn: "The iSCSI qualified name of the target.",
    lun: "The logical unit number: 0 to 255.",
    iscsiInterface: "The iSCSI interface. Default: default, which uses TCP.",
    portals: "Further portals of the target, for multipath.",
    chapAuthDiscovery: "Whether discovery uses CHAP authentication. Requires secretRef.",
    chapAuthSession: "Whether sessions use CHAP authentication. Requires secretRef.",
    initiatorName: "The name of the initiator, overriding the node's.",
  }]),
  FCVolumeSource: ["A Fibre Channel disk: either wwids, or targetWWNs with lun.", {
    ...COMMON,
    targetWWNs: "The worldwide names of the targets.",
    lun: "The logical unit number: 0 to 255.",
    wwids: "The worldwide IDs of the volume.",
  }],
  LocalVolumeSource: ["A directory or block device of one node.", {
    path: "The path on the node.",
    fsType: "The file system type for formatting a device without one. If unset, one is chosen.",
  }],
  CSIPersistentVolumeSource: ["A volume managed by a CSI driver.", {
    ...COMMON,
    driver: "The name of the driver.",
    volumeHandle: "The driver's own ID of the volume.",
    volumeAttributes: "Attributes of the volume, as returned by the driver at creation.",
    controllerPublishSecretRef: "A secret for the driver's attach and detach calls.",
    nodeStageSecretRef: "A secret for the driver's calls that stage the volume on a node.",
    nodePublishSecretRef: "A secret for the driver's calls that mount the volume for a pod.",
    controllerExpandSecretRef: "A secret for the driver's calls that expand the volume on the " +
      "controller.",
    nodeExpandSecretRef: "A secret for the driver's calls that expand the volume on a node.",
  }],
  ...both("Flex", [
    "A volume mounted by a driver program on the node. Deprecated: use a CSI driver.",
    {
      ...COMMON,
      driver: "The name of the driver.",
      options: "Options for the driver, by key.",
    },
  ]),
  GCEPersistentDiskVolumeSource: ["A disk of Google Compute Engine.", {
    ...COMMON,
    pdName: "The name of the disk.",
    partition: "The partition to mount. If 0 or unset, the whole disk.",
  }],
  AWSElasticBlockStoreVolumeSource: ["An EBS disk of AWS.", {
    ...COMMON,
    volumeID: "The ID of the volume.",
    partition: "The partition to mount. If 0 or unset, the whole disk.",
  }],
  AzureDiskVolumeSource: ["A disk of Azure.", {
    ...COMMON,
    diskName: "The name of the disk.",
    diskURI: "The URI of the disk.",
    cachingMode: "The host caching mode: None, ReadOnly or ReadWrite (the default).",
    fsType: "The file system type. Default: ext4.",
    kind: "Shared (the default): several disks per storage account. Dedicated: one. Managed: a " +
      "managed disk.",
  }],
  AzureFileVolumeSource: ["A file share of Azure.", AZURE_FILE],
  AzureFilePersistentVolumeSource: ["A file share of Azure.", {
    ...AZURE_FILE,
    secretNamespace: "The namespace of the secret. If unset, the claim's.",
  }],
  ...both("Cinder", ["A disk of OpenStack.", { ...COMMON, volumeID: "The ID of the volume." }]),
  VsphereVirtualDiskVolumeSource: ["A disk of vSphere.", {
    fsType: COMMON.fsType ?? "",
    volumePath: "The path of the disk.",
    storagePolicyName: "The name of the storage policy.",
    storagePolicyID: "The ID of the storage policy.",
  }],
  PortworxVolumeSource: ["A volume of Portworx.", { ...COMMON, volumeID: "The ID of the volume." }],
  GlusterfsVolumeSource: ["A GlusterFS volume.", GLUSTERFS],
  GlusterfsPersistentVolumeSource: ["A GlusterFS volume.", {
    ...GLUSTERFS,
    endpointsNamespace: "The namespace of the endpoints object. If unset, the claim's.",
  }],
  ...both("RBD", ["A RADOS block device of Ceph.", {
    ...COMMON,
    monitors: "The Ceph monitors.",
    image: "The name of the RBD image.",
    pool: "The Ceph pool. Default: rbd.",
    user: "The Ceph user. Default: admin.",
    keyring: "The path of the user's keyring. Default: /etc/ceph/keyring.",
  }]),
  ...both("CephFS", ["A CephFS directory.", {
    readOnly: COMMON.readOnly ?? "",
    monitors: "The Ceph monitors.",
    path: "The directory to mount. Default: /.",
    user: "The Ceph user. Default: admin.",
    secretFile: "The path of the file with the user's secret. Default: /etc/ceph/user.secret.",
  }]),
  FlockerVolumeSource: ["A Flocker volume: by name or by id.", {
    datasetName: "The name of the dataset. Deprecated.",
    datasetUUID: "The UUID of the dataset.",
  }],
  QuobyteVolumeSource: ["A Quobyte volume.", {
    readOnly: COMMON.readOnly ?? "",
    registry: "The registry services as HOST:PORT, separated by commas.",
    volume: "The name of the volume.",
    user: "The user that mounts the volume. Default: the service account's user.",
    group: "The group that mounts the volume. Default: none.",
    tenant: "The tenant that the volume belongs to.",
  }],
  PhotonPersistentDiskVolumeSource: ["A disk of Photon.", {
    fsType: COMMON.fsType ?? "",
    pdID: "The ID of the disk.",
  }],
  ...both("ScaleIO", ["A ScaleIO volume.", {
    ...COMMON,
    gateway: "The address of the API gateway.",
    system: "The name of the storage system.",
    sslEnabled: "Whether connections to the gateway use TLS. Default: false.",
    protectionDomain: "The protection domain.",
    storagePool: "The storage pool.",
    storageMode: "ThickProvisioned or ThinProvisioned (the default).",
    volumeName: "The name of the volume.",
    fsType: "The file system type. Default: xfs.",
  }]),
  ...both("StorageOS", ["A StorageOS volume.", {
    ...COMMON,
    volumeName: "The name of the volume, unique in its StorageOS namespace.",
    volumeNamespace: "The StorageOS namespace of the volume. If unset, named like the pod's.",
  }]),
};
