/**
 * Controllers that `--controllers` knows and that are not there yet: command lines that name them are as good as
 * those that name others.
 *
 * @module
 */

/** Their names, with shorter ones from earlier releases. */
export const NOT_BUILT: Readonly<Record<string, readonly string[]>> = {
  "bootstrap-signer-controller": ["bootstrapsigner"],
  "cloud-node-lifecycle-controller": ["cloud-node-lifecycle"],
  "clusterrole-aggregation-controller": ["clusterrole-aggregation"],
  "cronjob-controller": ["cronjob"],
  "device-taint-eviction-controller": [],
  "endpoints-controller": ["endpoint"],
  "endpointslice-controller": ["endpointslice"],
  "endpointslice-mirroring-controller": ["endpointslicemirroring"],
  "ephemeral-volume-controller": ["ephemeral-volume"],
  "horizontal-pod-autoscaler-controller": ["horizontalpodautoscaling"],
  "job-controller": ["job"],
  "legacy-serviceaccount-token-cleaner-controller": ["legacy-service-account-token-cleaner"],
  "node-ipam-controller": ["nodeipam"],
  "node-lifecycle-controller": ["nodelifecycle"],
  "node-route-controller": ["route"],
  "persistentvolume-attach-detach-controller": ["attachdetach"],
  "persistentvolume-binder-controller": ["persistentvolume-binder"],
  "persistentvolume-expander-controller": ["persistentvolume-expander"],
  "podcertificaterequest-cleaner-controller": [],
  "resourceclaim-controller": ["resource-claim-controller"],
  "selinux-warning-controller": [],
  "service-cidr-controller": [],
  "service-lb-controller": ["service"],
  "serviceaccount-token-controller": ["serviceaccount-token"],
  "storage-version-migrator-controller": ["svm"],
  "storageversion-garbage-collector-controller": ["storage-version-gc"],
  "taint-eviction-controller": [],
  "token-cleaner-controller": ["tokencleaner"],
  "ttl-controller": ["ttl"],
  "validatingadmissionpolicy-status-controller": [],
  "volumeattributesclass-protection-controller": [],
};
