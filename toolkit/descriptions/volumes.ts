/**
 * Descriptions of the volumes of pods.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const FILES: FieldWords = {
  items: "The keys to include, and their paths. If empty, all keys, each as a file of its name.",
  defaultMode: "The permission bits of the files: 0 to 0777; in JSON as a decimal number. " +
    "Default: 0644.",
};

const OPTIONAL = "Whether the object or the listed keys may be missing. Default: false.";

/** What of a deprecated or removed volume there is to say. */
function gone(what: string): string {
  return `Deprecated: ${what}`;
}

/** Sources that volumes of pods and persistent volumes both have. */
const SHARED: FieldWords = {
  hostPath: "A file or directory of the node.",
  nfs: "A directory exported by an NFS server.",
  iscsi: "A disk of an iSCSI target.",
  fc: "A Fibre Channel disk.",
  gcePersistentDisk: gone("a disk of Google Compute Engine. Handled by its CSI driver."),
  awsElasticBlockStore: gone("an EBS disk of AWS. Handled by its CSI driver."),
  azureDisk: gone("a disk of Azure. Handled by its CSI driver."),
  azureFile: gone("a file share of Azure. Handled by its CSI driver."),
  cinder: gone("a disk of OpenStack. Handled by its CSI driver."),
  vsphereVolume: gone("a disk of vSphere. Handled by its CSI driver."),
  portworxVolume: gone("a volume of Portworx. Handled by its CSI driver."),
  flexVolume: gone("a volume mounted by a driver program on the node. Use a CSI driver."),
  glusterfs: gone("a GlusterFS volume. No longer supported."),
  rbd: gone("a RADOS block device of Ceph. No longer supported."),
  cephfs: gone("a CephFS directory. No longer supported."),
  flocker: gone("a Flocker volume. No longer supported."),
  quobyte: gone("a Quobyte volume. No longer supported."),
  photonPersistentDisk: gone("a disk of Photon. No longer supported."),
  scaleIO: gone("a ScaleIO volume. No longer supported."),
  storageos: gone("a StorageOS volume. No longer supported."),
};

/** The descriptions of pod volumes and the sources that the cluster itself provides. */
export const VOLUMES: Words = {
  Volume: ["A volume that containers of a pod can mount: a name and one source.", {
    name: "The name of the volume, by which containers refer to it: a DNS label, unique in the " +
      "pod.",
  }],
  VolumeSource: ["The source of a volume: at most one of these. If none is set, an emptyDir.", {
    ...SHARED,
    emptyDir: "A directory that is initially empty, and deleted when the pod leaves the node.",
    secret: "A secret, with each key as a file.",
    configMap: "A config map, with each key as a file.",
    persistentVolumeClaim: "The volume of a claim in the pod's namespace.",
    downwardAPI: "Fields and resources of the pod, each as a file.",
    projected: "Several sources combined in one directory.",
    csi: "A volume that a CSI driver creates for this pod only.",
    ephemeral: "A claim that is created for this pod, and deleted with it.",
    image: "The content of an OCI image or artifact, read-only.",
    gitRepo: gone("the content of a Git repository. Use an init container and an emptyDir."),
  }],
  PersistentVolumeSource: ["The storage behind a persistent volume: exactly one of these.", {
    ...SHARED,
    local: "A directory or block device of one node. Requires nodeAffinity.",
    csi: "A volume managed by a CSI driver.",
    hostPath: "A directory of the node, for tests on a single node only.",
  }],
  EmptyDirVolumeSource: [
    "A directory that is initially empty, and deleted when the pod leaves the node.",
    {
      medium: "The storage medium: empty (the default) for the node's disk, Memory, HugePages or " +
        "HugePages-SIZE.",
      sizeLimit: "The maximum size; the pod is evicted if it is exceeded. In memory the memory " +
        "limits of the containers apply too. If unset, no limit.",
    },
  ],
  HostPathVolumeSource: ["A file or directory of the node. Access to it can compromise the node.", {
    path: "The path on the node.",
    type: "What must exist at the path: Directory, File, Socket, CharDevice or BlockDevice; " +
      "DirectoryOrCreate and FileOrCreate create it. Default: empty, no check.",
  }],
  SecretVolumeSource: ["A secret, with each key as a file.", {
    ...FILES,
    secretName: "The name of the secret, in the pod's namespace.",
    optional: OPTIONAL,
  }],
  ConfigMapVolumeSource: [
    "A config map, with each key as a file.",
    { ...FILES, optional: OPTIONAL },
  ],
  KeyToPath: ["A key and the path of its file.", {
    key: "The key.",
    path: "The path of the file relative to the root of the volume, without two dots.",
    mode: "The permission bits of the file: 0 to 0777; in JSON as a decimal number. If unset, " +
      "the volume's default.",
  }],
  PersistentVolumeClaimVolumeSource: ["The volume of a claim.", {
    claimName: "The name of the claim, in the pod's namespace.",
    readOnly: "Whether all mounts of the volume are read-only. Default: false.",
  }],
  DownwardAPIVolumeSource: ["Fields and resources of the pod, each as a file.", {
    defaultMode: FILES.defaultMode ?? "",
    items: "The files.",
  }],
  DownwardAPIProjection: ["Fields and resources of the pod, each as a file.", {
    items: "The files.",
  }],
  DownwardAPIVolumeFile: ["A field or resource of the pod as a file.", {
    path: "The path of the file relative to the root of the volume, without two dots.",
    fieldRef: "A field of the pod: name, namespace, uid, labels or annotations. Files of labels " +
      "and annotations are updated.",
    resourceFieldRef: "A request or limit of a container.",
    mode: "The permission bits of the file: 0 to 0777; in JSON as a decimal number. If unset, " +
      "the volume's default.",
  }],
  ProjectedVolumeSource: ["Several sources combined in one directory.", {
    sources: "The sources. Their paths must not overlap.",
    defaultMode: FILES.defaultMode ?? "",
  }],
  VolumeProjection: ["A source of a projected volume: exactly one of these.", {
    secret: "A secret.",
    downwardAPI: "Fields and resources of the pod, each as a file.",
    configMap: "A config map.",
    serviceAccountToken: "A token of the pod's service account, refreshed before it expires.",
    clusterTrustBundle: "Trusted CA certificates from cluster trust bundles.",
    podCertificate: "A private key and a certificate for the pod, refreshed before it expires.",
  }],
  SecretProjection: ["A secret in a projected volume.", {
    items: FILES.items ?? "",
    optional: OPTIONAL,
  }],
  ConfigMapProjection: ["A config map in a projected volume.", {
    items: FILES.items ?? "",
    optional: OPTIONAL,
  }],
  ServiceAccountTokenProjection: ["A token of the pod's service account.", {
    audience: "The audience of the token. Default: the API server.",
    expirationSeconds: "The requested lifetime of the token in seconds: at least 600. The token " +
      "is replaced before it expires. Default: 3600.",
    path: "The path of the file relative to the root of the volume.",
  }],
  ClusterTrustBundleProjection: ["Trusted CA certificates, as one PEM file.", {
    name: "The name of a trust bundle. Not allowed with signerName.",
    signerName: "Use all trust bundles of this signer that labelSelector selects.",
    labelSelector: "Selects trust bundles of the signer. If unset, none; empty selects all.",
    optional: "Whether the trust bundles may be missing. Default: false.",
    path: "The path of the file relative to the root of the volume.",
  }],
  PodCertificateProjection: ["A private key and a certificate for the pod.", {
    signerName: "The signer that issues the certificate.",
    keyType: "The type of the key: RSA3072, RSA4096, ECDSAP256, ECDSAP384, ECDSAP521 or ED25519.",
    maxExpirationSeconds: "The maximum lifetime of the certificate in seconds: at least 3600. " +
      "The signer may choose a shorter one. Default: 86400.",
    credentialBundlePath: "The path of a file with the private key followed by the certificate " +
      "chain.",
    keyPath: "The path of the file with the private key.",
    certificateChainPath: "The path of the file with the certificate chain.",
    userAnnotations: "Further information for the signer, by key.",
  }],
  CSIVolumeSource: ["A volume that a CSI driver creates for one pod.", {
    driver: "The name of the driver.",
    readOnly: "Whether the volume is read-only. Default: false.",
    fsType: "The file system type. If unset, the driver chooses one.",
    volumeAttributes: "Attributes for the driver, by key.",
    nodePublishSecretRef: "A secret in the pod's namespace for the driver's mount call.",
  }],
  EphemeralVolumeSource: ["A claim that is created for one pod, and deleted with it.", {
    volumeClaimTemplate: "The template of the claim, which is named POD-VOLUME. Can't be changed.",
  }],
  PersistentVolumeClaimTemplate: ["The template of a claim.", {
    metadata: "The labels and annotations of the claim.",
    spec: "The spec of the claim.",
  }],
  ImageVolumeSource: ["A volume with the content of an OCI image or artifact.", {
    reference: "The image, with a tag or digest.",
    pullPolicy: "When to pull the image: Always, IfNotPresent or Never. Default: Always if the " +
      "tag is latest or there is no tag or digest, otherwise IfNotPresent.",
  }],
  GitRepoVolumeSource: [gone("the content of a Git repository."), {
    repository: "The URL of the repository.",
    revision: "The commit to check out.",
    directory: "The target directory in the volume. A dot is the root of the volume.",
  }],
};
