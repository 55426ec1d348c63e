/**
 * What is told of a container.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import { printSecond } from "../print_second.ts";
import type { ContainerRun, Ended, PodRun } from "./pod_run.ts";

/** The status of one container of a pod. */
export function containerStatus(
  pod: coreV1.Pod,
  run: PodRun,
  container: ContainerRun,
  { image = "", resources = {} }: coreV1.Container,
): coreV1.ContainerStatus {
  const { name, role, state, last, restarts, isReady } = container;
  const id = (restarts: number) => `simulated://${run.uid}/${name}/${restarts}`;
  const hasRun = state.type === "running" || last !== undefined ||
    state.type === "ended" && state.startedAt !== undefined;
  const rests = state.type === "ended" && state.restartAt < Infinity;
  const before = rests ? state : last;
  const beforeId = id(rests ? restarts : restarts - 1);
  return {
    name,
    state: rests
      ? { waiting: crashLoop(pod, run, container) }
      : stateOf(run, container, image, id(restarts)),
    lastState: before === undefined ? {} : { terminated: terminated(before, beforeId) },
    // Nobody asks whether an ephemeral one has started, or is ready.
    ready: role === "init"
      ? state.type === "ended" && state.exitCode === 0
      : isReady && state.type === "running",
    restartCount: restarts,
    image,
    imageID: hasRun ? image : "",
    ...(hasRun && { containerID: id(restarts), ...givenResources(resources) }),
    ...(role !== "ephemeral" && { started: state.type === "running" }),
  };
}

/**
 * What a container, or a pod as a whole, has of its node: all that it asks for, at once, also when it
 * asks for more or less than before.
 */
export function givenResources(
  resources: coreV1.ResourceRequirements,
): Pick<coreV1.ContainerStatus, "resources" | "allocatedResources"> {
  const { requests = {} } = resources;
  const isAsking = Object.keys(requests).length > 0;
  return { resources, ...(isAsking && { allocatedResources: requests }) };
}

function stateOf(
  run: PodRun,
  { state }: ContainerRun,
  image: string,
  id: string,
): coreV1.ContainerState {
  if (state.type === "running") return { running: { startedAt: printSecond(state.startedAt) } };
  if (state.type === "ended") return { terminated: terminated(state, id) };
  if (run.problem !== undefined) return { waiting: run.problem };
  if (state.pulls > 0) {
    const failed = failedPull(image);
    return {
      waiting: state.rests
        ? {
          reason: "ImagePullBackOff",
          message: `Back-off pulling image ${JSON.stringify(image)}: ErrImagePull: ${failed}`,
        }
        : { reason: "ErrImagePull", message: failed },
    };
  }
  return { waiting: { reason: reasonToWait(run) } };
}

/** What containers of a pod wait for that have not started, and whose images were not tried to be pulled yet. */
export function reasonToWait({ problem, inits }: PodRun): string {
  return problem?.reason ?? (inits > 0 ? "PodInitializing" : "ContainerCreating");
}

/** Why an image could not be pulled. */
export function failedPull(image: string): string {
  return `failed to pull image ${JSON.stringify(image)}: the simulation says so`;
}

function crashLoop(
  { metadata }: coreV1.Pod,
  { uid }: PodRun,
  { name, state }: ContainerRun,
): coreV1.ContainerStateWaiting {
  const { restartAt, endedAt } = state as Ended;
  return {
    reason: "CrashLoopBackOff",
    message: `back-off ${spanText(restartAt - endedAt)} restarting failed container=${name} ` +
      `pod=${metadata?.name}_${metadata?.namespace}(${uid})`,
  };
}

/** As the reference prints spans of whole seconds. */
function spanText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds}s` : `${minutes}m${seconds % 60}s`;
}

function terminated(
  { startedAt, endedAt, exitCode, reason, message }: Ended,
  id: string,
): coreV1.ContainerStateTerminated {
  const hasRun = startedAt !== undefined;
  return {
    exitCode,
    reason,
    ...(message !== undefined && { message }),
    ...(hasRun && {
      startedAt: printSecond(startedAt),
      finishedAt: printSecond(endedAt),
      containerID: id,
    }),
  };
}
