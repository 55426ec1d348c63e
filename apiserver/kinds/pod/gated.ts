/**
 * Fields of pods that belong to features which may be off, in pods and in templates of pods.
 *
 * @module
 */

import type { GatedField } from "../gated_fields.ts";

/** Those of a pod's specification that stands at `spec`. */
export function gatedPodFields(spec: string): readonly GatedField[] {
  const projected = `${spec}.volumes[].projected.sources[]`;
  const containers = ["containers", "initContainers", "ephemeralContainers"];
  return [
    { feature: "ClusterTrustBundleProjection", paths: [`${projected}.clusterTrustBundle`] },
    { feature: "PodCertificateRequest", paths: [`${projected}.podCertificate`] },
    { feature: "GenericWorkload", paths: [`${spec}.schedulingGroup`] },
    {
      feature: "ContainerStopSignals",
      paths: containers.map((list) => `${spec}.${list}[].lifecycle.stopSignal`),
      leavesNothing: true,
    },
  ];
}

/** Those of a pod's status. */
export const GATED_STATUS_FIELDS: readonly GatedField[] = [
  {
    feature: "ImageVolumeWithDigest",
    paths: ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"]
      .map((list) => `status.${list}[].volumeMounts[].volumeStatus`),
  },
  {
    feature: "DRANodeAllocatableResources",
    paths: ["status.nodeAllocatableResourceClaimStatuses"],
  },
];
