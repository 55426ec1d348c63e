/**
 * Descriptions of the statuses of containers.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of container statuses. */
export const CONTAINER_STATUSES: Words = {
  ContainerStatus: ["The observed state of a container of a pod.", {
    name: "The name of the container in the spec.",
    state: "The current state of the container.",
    lastState: "The previous state of the container: how it last terminated, if it was restarted.",
    ready: "Whether the container is started and passes its readiness probe. For an init " +
      "container: whether it has completed, or as a sidecar is ready.",
    restartCount: "How many times the container was restarted, as far as the node still knows.",
    image: "The image that the container runs, as the runtime names it.",
    imageID: "The ID of the image, with its digest if the runtime knows it.",
    containerID: "The ID of the container: RUNTIME://ID.",
    started: "Whether the post-start hook has finished and the startup probe has succeeded. " +
      "False again after a restart.",
    allocatedResources: "The resources that the node has allocated to the container.",
    resources: "The requests and limits that are in effect.",
    volumeMounts: "How volumes are mounted in the container.",
    user: "The user of the container's first process.",
    allocatedResourcesStatus: "The health of the devices and claimed resources that are " +
      "allocated to the container.",
    stopSignal: "The signal that stops the container.",
  }],
  ContainerState: ["The state of a container: one of these. If none is set, it is waiting.", {
    waiting: "The container is not running yet, or not again.",
    running: "The container is running.",
    terminated: "The container has terminated.",
  }],
  ContainerStateWaiting: ["A container that is not running yet.", {
    reason: "Why it is waiting, as one word: ContainerCreating, ImagePullBackOff, " +
      "CrashLoopBackOff.",
    message: "Why it is waiting, as a human-readable message.",
  }],
  ContainerStateRunning: ["A running container.", {
    startedAt: "When the container was last started.",
  }],
  ContainerStateTerminated: ["A terminated container.", {
    exitCode: "The exit code of the container.",
    signal: "The signal that terminated the container, if any.",
    reason: "Why it terminated, as one word: Completed, Error, OOMKilled.",
    message: "The termination message of the container, as terminationMessagePolicy selects it.",
    startedAt: "When the container was started.",
    finishedAt: "When the container terminated.",
    containerID: "The ID of the container: RUNTIME://ID.",
  }],
  ContainerUser: ["The user of the first process of a container.", {
    linux: "The user and group IDs on Linux.",
  }],
  LinuxContainerUser: ["The initial user and group IDs of a process on Linux.", {
    uid: "The user ID.",
    gid: "The primary group ID.",
    supplementalGroups: "The supplementary group IDs.",
  }],
  VolumeMountStatus: ["How a volume is mounted in a container.", {
    name: "The name of the volume mount.",
    mountPath: "The path of the mount in the container.",
    readOnly: "Whether the mount is read-only.",
    recursiveReadOnly: "Whether mounts below it are read-only too: Disabled or Enabled.",
    volumeStatus: "More about the volume, depending on its type.",
  }],
  VolumeStatus: ["The status of a mounted volume.", {
    image: "The status of an image volume.",
  }],
  ImageVolumeStatus: ["The status of a mounted image volume.", {
    imageRef: "The image with its digest.",
  }],
  ResourceStatus: ["The health of one resource of a container.", {
    name: "The name of the resource; claim:CLAIM/REQUEST for a resource claim.",
    resources: "The health of each allocated device.",
  }],
  ResourceHealth: ["The health of one device.", {
    resourceID: "The ID of the device, unique for the resource.",
    health: "Healthy, Unhealthy or Unknown.",
    message: "More about the health, as a human-readable message.",
  }],
};
