/**
 * Volumes of certain storage systems, as pods and persistent volumes name them.
 *
 * @module
 */

import type { FieldWords, StructWords, Words } from "./words.ts";

const COMMON: FieldWords = {
  fsType: "The file system on it: ext4, xfs. Left out: the default of the driver or the node.",
  readOnly: "Whether it is read-only. Default: false.",
};

const LOCAL_SECRET = "A secret of the pod's namespace with the credentials.";
const SECRET = "A secret with the credentials.";

/** The two forms of a source, which differ in where the secret is. */
function both(name: string, [is, fields]: StructWords): Words {
  return {
    [`${name}VolumeSource`]: [is, { ...fields, secretRef: LOCAL_SECRET }],
    [`${name}PersistentVolumeSource`]: [is, { ...fields, secretRef: SECRET }],
  };
}

const AZURE_FILE: FieldWords = {
  secretName: "The secret with the name and the key of the storage account.",
  shareName: "The name of the share.",
  readOnly: COMMON.readOnly ?? "",
};

const GLUSTERFS: FieldWords = {
  endpoints: "The endpoints object that names the servers.",
  path: "The name of the volume.",
  readOnly: COMMON.readOnly ?? "",
};

/** The OpenAPI descriptions of volume sources that name a storage system. */
export const VOLUME_SYSTEMS: Words = {
  SecretReference: ["A secret of some namespace.", {
    name: "The name of the secret.",
    namespace: "The namespace of the secret.",
  }],
  NFSVolumeSource: ["A folder that an NFS server exports.", {
    server: "The host name or address of the server.",
    path: "The exported path: absolute.",
    readOnly: COMMON.readOnly ?? "",
  }],
  ...both("ISCSI", ["A disk that an iSCSI target offers.", {
    ...COMMON,
    targetPortal: "Address, or address and port, of the target.",
    iqn: "The qualified name of the target.",
    lun: "The number of the unit: 0 to 255.",
    iscsiInterface: "The interface to use. Default: default, which is TCP.",
    portals: "Further portals of the target.",
    chapAuthDiscovery: "Whether discovery is authenticated by CHAP. Needs secretRef.",
    chapAuthSession: "Whether sessions are authenticated by CHAP. Needs secretRef.",
    initiatorName: "The name of the initiator, in place of the node's.",
  }]),
  FCVolumeSource: ["A disk behind Fibre Channel: by worldwide ids, or by targets and unit.", {
    ...COMMON,
    targetWWNs: "The worldwide names of the targets.",
    lun: "The number of the unit: 0 to 255.",
    wwids: "The worldwide ids of the volume, instead of targets and unit.",
  }],
  LocalVolumeSource: ["A folder or device of one node.", {
    path: "The path on the node.",
    fsType: "The file system to make on a device that has none. Left out: one is picked.",
  }],
  CSIPersistentVolumeSource: ["A volume that a CSI driver knows.", {
    ...COMMON,
    driver: "The name of the driver.",
    volumeHandle: "The driver's own id of the volume.",
    volumeAttributes: "What the driver said of the volume when it made it.",
    controllerPublishSecretRef: "A secret that the driver gets when it attaches or detaches it.",
    nodeStageSecretRef: "A secret that the driver gets when it prepares it on a node.",
    nodePublishSecretRef: "A secret that the driver gets when it mounts it for a pod.",
    controllerExpandSecretRef: "A secret that the driver gets when it makes it larger.",
    nodeExpandSecretRef: "A secret that the driver gets when it makes it larger on a node.",
  }],
  ...both("Flex", ["A volume mounted by a program on the node. Deprecated: use a CSI driver.", {
    ...COMMON,
    driver: "The name of the driver.",
    options: "What the driver is told besides, by key.",
  }]),
  GCEPersistentDiskVolumeSource: ["A disk of Google Compute Engine.", {
    ...COMMON,
    pdName: "The name of the disk.",
    partition: "The partition to mount. 0 or left out: the whole disk.",
  }],
  AWSElasticBlockStoreVolumeSource: ["A disk of AWS.", {
    ...COMMON,
    volumeID: "The id of the volume.",
    partition: "The partition to mount. 0 or left out: the whole disk.",
  }],
  AzureDiskVolumeSource: ["A disk of Azure.", {
    ...COMMON,
    diskName: "The name of the disk.",
    diskURI: "The address of the disk.",
    cachingMode: "How the host caches: None, ReadOnly or ReadWrite (the default).",
    fsType: "The file system on it. Default: ext4.",
    kind: "Shared (the default): several disks an account; Dedicated: one; Managed: a managed " +
      "disk.",
  }],
  AzureFileVolumeSource: ["A file share of Azure.", AZURE_FILE],
  AzureFilePersistentVolumeSource: ["A file share of Azure.", {
    ...AZURE_FILE,
    secretNamespace: "The namespace of the secret. Left out: that of the claim.",
  }],
  ...both("Cinder", ["A disk of OpenStack.", { ...COMMON, volumeID: "The id of the volume." }]),
  VsphereVirtualDiskVolumeSource: ["A disk of vSphere.", {
    fsType: COMMON.fsType ?? "",
    volumePath: "The path of the disk.",
    storagePolicyName: "The name of its storage policy.",
    storagePolicyID: "The id of its storage policy.",
  }],
  PortworxVolumeSource: ["A volume of Portworx.", { ...COMMON, volumeID: "The id of the volume." }],
  GlusterfsVolumeSource: ["A GlusterFS volume.", GLUSTERFS],
  GlusterfsPersistentVolumeSource: ["A GlusterFS volume.", {
    ...GLUSTERFS,
    endpointsNamespace: "The namespace of the endpoints object. Left out: that of the claim.",
  }],
  ...both("RBD", ["A RADOS block device of Ceph.", {
    ...COMMON,
    monitors: "The Ceph monitors.",
    image: "The name of the image.",
    pool: "The pool. Default: rbd.",
    user: "The user. Default: admin.",
    keyring: "The path of the user's keyring. Default: /etc/ceph/keyring.",
  }]),
  ...both("CephFS", ["A folder of CephFS.", {
    readOnly: COMMON.readOnly ?? "",
    monitors: "The Ceph monitors.",
    path: "The folder. Default: /.",
    user: "The user. Default: admin.",
    secretFile: "The path of the user's keyring. Default: /etc/ceph/user.secret.",
  }]),
  FlockerVolumeSource: ["A Flocker volume: by name or by id.", {
    datasetName: "The name of the dataset. Deprecated.",
    datasetUUID: "The id of the dataset.",
  }],
  QuobyteVolumeSource: ["A Quobyte volume.", {
    readOnly: COMMON.readOnly ?? "",
    registry: "The registry services: host and port of each, with commas between.",
    volume: "The name of the volume.",
    user: "The user. Default: that of the service account.",
    group: "The group. Default: none.",
    tenant: "The tenant that the volume belongs to.",
  }],
  PhotonPersistentDiskVolumeSource: ["A disk of Photon.", {
    fsType: COMMON.fsType ?? "",
    pdID: "The id of the disk.",
  }],
  ...both("ScaleIO", ["A ScaleIO volume.", {
    ...COMMON,
    gateway: "The address of the gateway.",
    system: "The name of the storage system.",
    sslEnabled: "Whether the gateway is spoken to by TLS. Default: false.",
    protectionDomain: "The protection domain.",
    storagePool: "The storage pool.",
    storageMode: "ThickProvisioned or ThinProvisioned (the default).",
    volumeName: "The name of the volume.",
    fsType: "The file system on it. Default: xfs.",
  }]),
  ...both("StorageOS", ["A StorageOS volume.", {
    ...COMMON,
    volumeName: "The name of the volume, unique in its namespace there.",
    volumeNamespace: "Its namespace in StorageOS. Left out: that of the pod.",
  }]),
};
