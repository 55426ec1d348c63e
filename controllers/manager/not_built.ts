/**
 * Controllers that `--controllers` knows and that are not there yet: command lines that name them are as good as
 * those that name others.
 *
 * @module
 */

import { DIALECTS, NAMES } from "../../toolkit/names.ts";

/** Who would publish what the API server's certificate is checked with, as each dialect calls it. */
const BUNDLE_PUBLISHER = DIALECTS.map((dialect) =>
  `${NAMES[dialect].processApiServer}-serving-clustertrustbundle-publisher-controller`
);

/** Their names, with shorter ones from earlier releases. */
export const NOT_BUILT: Readonly<Record<string, readonly string[]>> = {
  [BUNDLE_PUBLISHER[0]!]: BUNDLE_PUBLISHER.slice(1),
  "cloud-node-lifecycle-controller": ["cloud-node-lifecycle"],
  "node-route-controller": ["route"],
  "persistentvolume-attach-detach-controller": ["attachdetach"],
  "persistentvolume-expander-controller": ["persistentvolume-expander"],
  "podcertificaterequest-cleaner-controller": [],
  "podgroup-protection-controller": [],
  "resourcepoolstatusrequest-controller": [],
  "selinux-warning-controller": [],
  "service-lb-controller": ["service"],
  "storage-version-migrator-controller": ["svm"],
  "storageversion-garbage-collector-controller": ["storage-version-gc"],
};
