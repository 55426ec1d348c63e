/**
 * What controllers look at of a pod, made once for each of its states.
 *
 * @module
 */

import { type coreV1, type metaV1, type ObjectOf, Pod } from "../../toolkit/mod.ts";
import { byController, controllerOf, orphansOf } from "../loop/mod.ts";

/** A pod, in short. It is shared: do not change it. */
export interface PodView {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly controller: metaV1.OwnerReference | undefined;
  readonly createdMs: number;
  readonly isDeleting: boolean;
  readonly phase: string;
  readonly nodeName: string;
  readonly isReady: boolean;
  /** When it became ready or unready; undefined where that is not said. */
  readonly readySinceMs: number | undefined;
  /** The most restarts of any of its containers, and of any that starts before them and stays. */
  readonly restarts: readonly [containers: number, sidecars: number];
}

/** The view of a pod. */
export function podViewOf({ metadata, spec, status }: ObjectOf<typeof Pod>): PodView {
  const { namespace = "", name, uid, labels = {}, annotations = {} } = metadata;
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  return {
    key: `${namespace}/${name}`,
    namespace,
    name,
    uid,
    labels,
    annotations,
    controller: controllerOf({ metadata }),
    createdMs: Date.parse(metadata.creationTimestamp ?? ""),
    isDeleting: metadata.deletionTimestamp !== undefined,
    phase: status?.phase ?? "Pending",
    nodeName: spec.nodeName ?? "",
    isReady: ready?.status === "True",
    readySinceMs: ready?.lastTransitionTime ? Date.parse(ready.lastTransitionTime) : undefined,
    restarts: [
      mostRestarts(status?.containerStatuses),
      mostRestarts(status?.initContainerStatuses, sidecarsOf(spec)),
    ],
  };
}

function sidecarsOf(spec: coreV1.PodSpec): ReadonlySet<string> {
  return new Set(
    spec.initContainers?.filter((one) => one.restartPolicy === "Always").map(({ name }) => name),
  );
}

function mostRestarts(
  statuses: readonly coreV1.ContainerStatus[] = [],
  among?: ReadonlySet<string>,
): number {
  const counted = statuses.filter(({ name }) => among?.has(name) ?? true);
  return Math.max(0, ...counted.map(({ restartCount }) => restartCount ?? 0));
}

/** Neither over nor on its way out. */
export function isActive({ phase, isDeleting }: PodView): boolean {
  return !isTerminal(phase) && !isDeleting;
}

/** On its way out, and not over. */
export function isTerminating({ phase, isDeleting }: PodView): boolean {
  return !isTerminal(phase) && isDeleting;
}

function isTerminal(phase: string): boolean {
  return phase === "Succeeded" || phase === "Failed";
}

/** Whether it has been ready for so long. */
export function isAvailable(pod: PodView, minReadySeconds: number, nowMs: number): boolean {
  if (!pod.isReady) return false;
  if (minReadySeconds === 0) return true;
  return pod.readySinceMs !== undefined && pod.readySinceMs + minReadySeconds * 1000 <= nowMs;
}

/** In how many milliseconds the next of the pods will have been ready for long enough, if one will. */
export function nextAvailableMs(
  pods: readonly PodView[],
  minReadySeconds: number,
  nowMs: number,
): number | undefined {
  if (minReadySeconds === 0) return undefined;
  const waits = pods.flatMap(({ isReady, readySinceMs }) => {
    const ms = isReady && readySinceMs !== undefined
      ? readySinceMs + minReadySeconds * 1000 - nowMs
      : 0;
    return ms > 0 ? [ms] : [];
  });
  return waits.length === 0 ? undefined : Math.min(...waits);
}

/** Finds pods by the uid of their controller. */
export const podsByController = byController(Pod);

/** Finds pods without a controller by their namespace. */
export const orphanPods = orphansOf(Pod);
