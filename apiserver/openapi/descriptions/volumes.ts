/**
 * Volumes of pods: those that the cluster itself fills or hands out.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const FILES: FieldWords = {
  items: "The keys to take, each with its path. Left out: all, each under its own name.",
  defaultMode: "The mode of the files, 0 to 0777; JSON writes it in decimal. Default: 0644.",
};

const OPTIONAL = "Whether the pod starts without it, or without the keys named. Default: false.";

/** What of a deprecated or removed volume there is to say. */
function gone(what: string): string {
  return `Deprecated: ${what}`;
}

/** Sources that volumes of pods and persistent volumes both have. */
const SHARED: FieldWords = {
  hostPath: "A file or folder of the node.",
  nfs: "A folder that an NFS server exports.",
  iscsi: "A disk that an iSCSI target offers.",
  fc: "A disk behind Fibre Channel.",
  gcePersistentDisk: gone("a disk of Google Compute Engine. Served by its CSI driver."),
  awsElasticBlockStore: gone("a disk of AWS. Served by its CSI driver."),
  azureDisk: gone("a disk of Azure. Served by its CSI driver."),
  azureFile: gone("a file share of Azure. Served by its CSI driver."),
  cinder: gone("a disk of OpenStack. Served by its CSI driver."),
  vsphereVolume: gone("a disk of vSphere. Served by its CSI driver."),
  portworxVolume: gone("a volume of Portworx. Served by its CSI driver."),
  flexVolume: gone("a volume mounted by a program on the node. Use a CSI driver."),
  glusterfs: gone("a GlusterFS volume. Nothing serves it any longer."),
  rbd: gone("a RADOS block device of Ceph. Nothing serves it any longer."),
  cephfs: gone("a folder of CephFS. Nothing serves it any longer."),
  flocker: gone("a Flocker volume. Nothing serves it any longer."),
  quobyte: gone("a Quobyte volume. Nothing serves it any longer."),
  photonPersistentDisk: gone("a disk of Photon. Nothing serves it any longer."),
  scaleIO: gone("a ScaleIO volume. Nothing serves it any longer."),
  storageos: gone("a StorageOS volume. Nothing serves it any longer."),
};

/** The OpenAPI descriptions of pod volumes and the sources that the cluster itself provides. */
export const VOLUMES: Words = {
  Volume: ["A folder or block device that containers of a pod can mount: a name, and one source.", {
    name: "The name by which containers refer to it: a DNS label, unique in the pod.",
  }],
  VolumeSource: ["Where a volume of a pod comes from: one of these. None of them: an emptyDir.", {
    ...SHARED,
    emptyDir: "An empty folder that lives as long as the pod does on its node.",
    secret: "A secret, each key a file.",
    configMap: "A config map, each key a file.",
    persistentVolumeClaim: "The volume behind a claim of the pod's namespace.",
    downwardAPI: "Facts about the pod, each a file.",
    projected: "Several sources in one folder.",
    csi: "A volume that a CSI driver makes for this pod alone.",
    ephemeral: "A claim made for this pod alone, and deleted with it.",
    image: "The content of an image, read-only.",
    gitRepo: gone("the content of a Git repository. Use an init container and an emptyDir."),
  }],
  PersistentVolumeSource: ["Where a persistent volume is: exactly one of these.", {
    ...SHARED,
    local: "A folder or device of one node; needs nodeAffinity.",
    csi: "A volume that a CSI driver knows.",
    hostPath: "A folder of the node: for tests on a single node only.",
  }],
  EmptyDirVolumeSource: ["An empty folder that lives as long as the pod does on its node.", {
    medium: "Empty for the node's own disk (the default), Memory for memory, HugePages or " +
      "HugePages-SIZE for huge pages.",
    sizeLimit: "How much it may hold; beyond that the pod is evicted. In memory the limits of " +
      "the containers bound it too. Left out: no limit.",
  }],
  HostPathVolumeSource: ["A file or folder of the node. Pods that have one can harm the node.", {
    path: "The path on the node.",
    type: "What must be there: Directory, File, Socket, CharDevice or BlockDevice; with " +
      "DirectoryOrCreate and FileOrCreate it is made. Empty (the default): no check.",
  }],
  SecretVolumeSource: ["A secret, each key a file.", {
    ...FILES,
    secretName: "The name of the secret, in the pod's namespace.",
    optional: OPTIONAL,
  }],
  ConfigMapVolumeSource: ["A config map, each key a file.", { ...FILES, optional: OPTIONAL }],
  KeyToPath: ["A key as a file.", {
    key: "The key.",
    path: "The path of the file in the volume: relative, without two dots.",
    mode: "The mode of this file, 0 to 0777; JSON writes it in decimal. Left out: that of the " +
      "volume.",
  }],
  PersistentVolumeClaimVolumeSource: ["The volume behind a claim.", {
    claimName: "The name of the claim, in the pod's namespace.",
    readOnly: "Whether all mounts are read-only. Default: false.",
  }],
  DownwardAPIVolumeSource: ["Facts about the pod, each a file.", {
    defaultMode: FILES.defaultMode ?? "",
    items: "The files.",
  }],
  DownwardAPIProjection: ["Facts about the pod, each a file.", { items: "The files." }],
  DownwardAPIVolumeFile: ["A fact about the pod as a file.", {
    path: "The path of the file in the volume: relative, without two dots.",
    fieldRef: "A field of the pod: name, namespace, uid, labels or annotations. Labels and " +
      "annotations are kept up to date.",
    resourceFieldRef: "A request or limit of a container.",
    mode: "The mode of this file, 0 to 0777; JSON writes it in decimal. Left out: that of the " +
      "volume.",
  }],
  ProjectedVolumeSource: ["Several sources in one folder.", {
    sources: "The sources. Their paths must not collide.",
    defaultMode: FILES.defaultMode ?? "",
  }],
  VolumeProjection: ["One source of a projected volume: exactly one of these.", {
    secret: "A secret.",
    downwardAPI: "Facts about the pod.",
    configMap: "A config map.",
    serviceAccountToken: "A token of the pod's service account, renewed in time.",
    clusterTrustBundle: "Certificates to trust, from cluster trust bundles.",
    podCertificate: "A key, and a certificate of the pod for it, renewed in time.",
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
    audience: "Whom the token is for. Default: the API server.",
    expirationSeconds: "For how many seconds it is good: at least 600. A new one is written when " +
      "most of that is over. Default: 3600.",
    path: "The path of the file in the volume.",
  }],
  ClusterTrustBundleProjection: ["Certificates to trust, as one PEM file.", {
    name: "One bundle by name. Not together with signerName.",
    signerName: "All bundles of this signer that labelSelector selects.",
    labelSelector: "Which bundles of the signer. Left out: none; empty: all.",
    optional: "Whether the pod starts when there is no such bundle. Default: false.",
    path: "The path of the file in the volume.",
  }],
  PodCertificateProjection: ["A key, and a certificate of the pod for it.", {
    signerName: "The signer that is asked.",
    keyType: "The kind of key: RSA3072, RSA4096, ECDSAP256, ECDSAP384, ECDSAP521 or ED25519.",
    maxExpirationSeconds: "The longest that the certificate may be good, in seconds: at least " +
      "3600. Signers may choose less. Default: 86400.",
    credentialBundlePath: "The path of one file with the key and the certificates after it.",
    keyPath: "The path of the key's file.",
    certificateChainPath: "The path of the certificates' file.",
    userAnnotations: "Further facts for the signer, by key.",
  }],
  CSIVolumeSource: ["A volume that a CSI driver makes for one pod.", {
    driver: "The name of the driver.",
    readOnly: "Whether it is read-only. Default: false.",
    fsType: "The file system. Left out: the driver picks one.",
    volumeAttributes: "What the driver is told besides, by key.",
    nodePublishSecretRef: "A secret of the pod's namespace that the driver gets when it mounts.",
  }],
  EphemeralVolumeSource: ["A claim made for one pod, and deleted with it.", {
    volumeClaimTemplate: "What the claim is made from. Its name is POD-VOLUME. Can't be changed.",
  }],
  PersistentVolumeClaimTemplate: ["What a claim is made from.", {
    metadata: "Labels and annotations of the claim.",
    spec: "What the claim asks for.",
  }],
  ImageVolumeSource: ["The content of an image.", {
    reference: "The image, by tag or digest.",
    pullPolicy: "When to pull it: Always, IfNotPresent or Never. Default: Always for the tag " +
      "latest or none, else IfNotPresent.",
  }],
  GitRepoVolumeSource: [gone("the content of a Git repository."), {
    repository: "The address of the repository.",
    revision: "The commit.",
    directory: "The folder in the volume to put it in. A dot: the volume itself.",
  }],
};
