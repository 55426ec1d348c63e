/**
 * What is looked at of a pod of a job, made once for each of its states.
 *
 * @module
 */

import { type coreV1, defineIndex, type ObjectOf, Pod } from "../../toolkit/mod.ts";
import { controllerOf } from "../loop/mod.ts";
import { type PodView, podViewOf } from "../pods/mod.ts";
import type { JobNames } from "./job_names.ts";

type LivePod = ObjectOf<typeof Pod>;

/** A pod, in short. It is shared: do not change it. */
export interface JobPod extends PodView {
  /** Whether its end has not been counted: it has the finalizer. */
  readonly isTracked: boolean;
  /** Undefined where it tells none. */
  readonly index: number | undefined;
  /** How often pods of its index failed before it. */
  readonly failures: number;
  /** How many failures of its index before it were not counted. */
  readonly ignored: number;
  /** All restarts of all of its containers. */
  readonly allRestarts: number;
  /** When it ended; where that is not said, when it must have. Of no meaning for a pod that runs. */
  readonly finishedMs: number;
  /** Its containers that failed: those that start before the others come last. */
  readonly exits: readonly ContainerExit[];
  readonly conditions: readonly PodState[];
}

/** A container that ended with something else than 0. */
export interface ContainerExit {
  readonly container: string;
  readonly code: number;
}

/** A condition of a pod. */
export interface PodState {
  readonly type: string;
  readonly status: string;
}

const INTEGER = /^\+?\d{1,10}$/;
const MOST_COUNT = 2 ** 31 - 1;

/** Makes views. */
export function jobPodViews(names: JobNames): (pod: LivePod) => JobPod {
  return (pod) => {
    const { metadata: { finalizers = [], annotations = {} }, status = {} } = pod;
    const view = podViewOf(pod);
    const { containerStatuses = [], initContainerStatuses = [] } = status;
    const all = [...containerStatuses, ...initContainerStatuses];
    // What rules ask of a pod that failed. Of others nobody asks.
    const mayFail = view.phase === "Failed" || view.isDeleting;
    return {
      ...view,
      isTracked: finalizers.includes(names.tracking),
      index: readCount(annotations[names.index]),
      failures: readCount(annotations[names.failures]) ?? 0,
      ignored: readCount(annotations[names.ignored]) ?? 0,
      allRestarts: all.reduce((sum, { restartCount }) => sum + (restartCount ?? 0), 0),
      finishedMs: finishedMs(pod, view.createdMs),
      exits: mayFail ? all.flatMap(exitOf) : [],
      conditions: mayFail
        ? (status.conditions ?? []).map(({ type, status }) => ({ type, status }))
        : [],
    };
  };
}

/**
 * Finds pods by the uid of their controller, but for those that are over and counted: however many a job has had,
 * it looks at few.
 */
export function openPods(names: JobNames) {
  return defineIndex(Pod, "open-by-controller", ({ metadata, status }) => {
    const isOver = status?.phase === "Succeeded" || status?.phase === "Failed";
    if (isOver && !metadata.finalizers?.includes(names.tracking)) return undefined;
    return controllerOf({ metadata })?.uid;
  });
}

function readCount(text: string | undefined): number | undefined {
  if (text === undefined || !INTEGER.test(text)) return undefined;
  const count = Number(text);
  return count > MOST_COUNT ? undefined : count;
}

function exitOf({ name, state }: coreV1.ContainerStatus): ContainerExit[] {
  const code = state?.terminated?.exitCode ?? 0;
  return code === 0 ? [] : [{ container: name, code }];
}

/** The end of its last container, else since when it is not ready, else since when it is to go. */
function finishedMs({ metadata, spec, status = {} }: LivePod, createdMs: number): number {
  const sidecars = new Set(
    spec.initContainers?.filter((one) => one.restartPolicy === "Always").map(({ name }) => name),
  );
  const { containerStatuses = [], initContainerStatuses = [], conditions = [] } = status;
  const ofContainers = lastEnd(containerStatuses, undefined);
  const last = lastEnd(
    initContainerStatuses.filter(({ name }) => sidecars.has(name)),
    ofContainers,
  );
  if (last !== undefined) return last;
  const ready = conditions.find(({ type }) => type === "Ready");
  if (ready?.status === "False" && ready.lastTransitionTime) {
    return Date.parse(ready.lastTransitionTime);
  }
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = metadata;
  if (deletionTimestamp === undefined) return createdMs;
  return Date.parse(deletionTimestamp) - Number(deletionGracePeriodSeconds) * 1000;
}

/** The latest end of containers that have all ended, and of what ended before; undefined: one has not. */
function lastEnd(
  statuses: readonly coreV1.ContainerStatus[],
  before: number | undefined,
): number | undefined {
  let last = before;
  for (const { state } of statuses) {
    const at = Date.parse(state?.terminated?.finishedAt ?? "");
    if (Number.isNaN(at)) return undefined;
    last = Math.max(last ?? at, at);
  }
  return last;
}
