/**
 * What marks volumes and claims, and which driver does the work of one that was part of the system once.
 *
 * @module
 */

import type { Names } from "../../toolkit/mod.ts";
import { claimMarks } from "../scheduler/volumes/volume_views.ts";

/** Volume plugins of earlier releases, and the drivers that have taken their place. */
const SUCCESSORS: Readonly<Record<string, string>> = {
  "aws-ebs": "ebs.csi.aws.com",
  "azure-disk": "disk.csi.azure.com",
  "azure-file": "file.csi.azure.com",
  "cinder": "cinder.csi.openstack.org",
  "gce-pd": "pd.csi.storage.gke.io",
  "portworx-volume": "pxd.portworx.com",
  "vsphere-volume": "csi.vsphere.vmware.com",
};

/** The names of a dialect. */
export type BinderNames = ReturnType<typeof binderNames>;

/** Annotations and finalizers of volumes and claims. */
export function binderNames(names: Names) {
  const { domain, groupSuffix } = names;
  const { bindCompleted, boundByController, selectedNode, oldClass } = claimMarks(names);
  const builtIn = `${domain}/`;
  return {
    /** On claims: they were bound once. */
    bindCompleted,
    /** On claims and volumes: this controller, or the scheduler, has chosen; it may undo it. */
    boundByController,
    /** On claims: the scheduler has chosen a node, and a volume is to be made for it. */
    selectedNode,
    /** On claims and volumes: their class, before the field that it has now. */
    oldClass,
    /** On claims: who is to make a volume. */
    provisioner: `volume.${domain}/storage-provisioner`,
    oldProvisioner: `volume.beta.${domain}/storage-provisioner`,
    /** On volumes: who has made them. */
    provisionedBy: `pv.${domain}/provisioned-by`,
    /** On both: the driver that does the work of a volume plugin. */
    migratedTo: `pv.${domain}/migrated-to`,
    /** On volumes: how large they were before they grew. */
    sizeBefore: `volume.alpha.${domain}/pre-resize-capacity`,
    /** Holds volumes that a built-in plugin has made. */
    finalizer: `${domain}/pv-controller`,
    /** Holds volumes that an external provisioner has made. */
    externalFinalizer: `external-provisioner.volume.${domain}/finalizer`,
    defaultClass: [
      names.annotationDefaultStorageClass,
      `storageclass.beta.${domain}/is-default-class`,
    ],
    /** As errors call classes. */
    classResource: `storageclass.storage.${groupSuffix}`,
    /** What the names of built-in volume plugins begin with. */
    builtIn,
    /** The driver that has taken the place of a volume plugin; undefined: none has. */
    successorOf(plugin: string): string | undefined {
      if (!plugin.startsWith(builtIn)) return undefined;
      const name = plugin.slice(builtIn.length);
      return Object.hasOwn(SUCCESSORS, name) ? SUCCESSORS[name] : undefined;
    },
  };
}
