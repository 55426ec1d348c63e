/**
 * Controllers that `--controllers` knows and that are not there yet: command lines that name them are as good as
 * those that name others.
 *
 * @module
 */

/** Their names, with shorter ones from earlier releases. */
export const NOT_BUILT: Readonly<Record<string, readonly string[]>> = {
  "cloud-node-lifecycle-controller": ["cloud-node-lifecycle"],
  "node-route-controller": ["route"],
  "persistentvolume-attach-detach-controller": ["attachdetach"],
  "persistentvolume-expander-controller": ["persistentvolume-expander"],
  "podcertificaterequest-cleaner-controller": [],
  "selinux-warning-controller": [],
  "service-lb-controller": ["service"],
  "storage-version-migrator-controller": ["svm"],
  "storageversion-garbage-collector-controller": ["storage-version-gc"],
};
