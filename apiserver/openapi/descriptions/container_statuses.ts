/**
 * What became of containers.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of container statuses. */
export const CONTAINER_STATUSES: Words = {
  ContainerStatus: ["What became of a container of a pod.", {
    name: "The name of the container in the spec.",
    state: "What it is doing now.",
    lastState: "How it ended the time before, where it was started more than once.",
    ready: "Whether it is ready: running, started, and its readiness probe content. Of an init " +
      "container: whether it ended well.",
    restartCount: "How many times it was started again, as far as the node still knows.",
    image: "The image that it runs, as the runtime calls it.",
    imageID: "The image that it runs, by digest where the runtime has one.",
    containerID: "The container's id, as RUNTIME://ID.",
    started: "Whether it has started: its post-start hook is done and its startup probe has " +
      "succeeded. Back to false when it is started again.",
    allocatedResources: "What the node has set aside for it.",
    resources: "The requests and limits that hold for it now.",
    volumeMounts: "How its volumes are mounted.",
    user: "Who its first process runs as.",
    allocatedResourcesStatus: "How the devices and claimed resources that it uses are doing.",
    stopSignal: "The signal by which it is told to end.",
  }],
  ContainerState: ["What a container is doing: one of these. None of them counts as waiting.", {
    waiting: "It is not running yet, or not again.",
    running: "It is running.",
    terminated: "It has ended.",
  }],
  ContainerStateWaiting: ["A container that does not run yet.", {
    reason: "Why not, as one word: ContainerCreating, ImagePullBackOff, CrashLoopBackOff.",
    message: "Why not, for people.",
  }],
  ContainerStateRunning: ["A container that runs.", {
    startedAt: "When it was last started.",
  }],
  ContainerStateTerminated: ["A container that has ended.", {
    exitCode: "Its exit code.",
    signal: "The signal that ended it, where one did.",
    reason: "Why it ended, as one word: Completed, Error, OOMKilled.",
    message: "Its last message, as its terminationMessagePolicy says.",
    startedAt: "When it had been started.",
    finishedAt: "When it ended.",
    containerID: "The id of the ended container, as RUNTIME://ID.",
  }],
  ContainerUser: ["Who the first process of a container runs as.", {
    linux: "The ids on Linux.",
  }],
  LinuxContainerUser: ["Ids of a Linux process at its start.", {
    uid: "The user id.",
    gid: "The primary group id.",
    supplementalGroups: "The ids of the other groups.",
  }],
  VolumeMountStatus: ["How a volume is mounted in a container.", {
    name: "The name of the volume mount.",
    mountPath: "Where in the container it is.",
    readOnly: "Whether it is read-only.",
    recursiveReadOnly: "Whether mounts below are read-only too: Disabled or Enabled.",
    volumeStatus: "More about the volume, by its kind.",
  }],
  VolumeStatus: ["What is known of a mounted volume.", {
    image: "Of a volume that is an image.",
  }],
  ImageVolumeStatus: ["What is known of a mounted image.", {
    imageRef: "The image by digest.",
  }],
  ResourceStatus: ["How the parts of one resource of a container are doing.", {
    name: "The resource; of a claim claim:CLAIM/REQUEST.",
    resources: "The parts: each device.",
  }],
  ResourceHealth: ["How one device is doing.", {
    resourceID: "The id of the device, unique for the resource.",
    health: "Healthy, Unhealthy, or Unknown.",
    message: "More about it, for people.",
  }],
};
