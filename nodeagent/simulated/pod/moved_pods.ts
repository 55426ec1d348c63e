/**
 * Pods of tests, and what is told of them when so much time has passed.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { advance } from "./advance.ts";
import { behaviourOf } from "./behaviour.ts";
import type { PodRun } from "./pod_run.ts";
import { statusPatch } from "./pod_status.ts";

/** When time begins. */
export const START = Date.parse("2026-01-01T00:00:00Z");
/** How long things take where a pod says nothing. */
export const USUAL = { startAfterMs: 0, readyAfterMs: 0, stopAfterMs: 0, jobsRunForMs: 1000 };
/** Those of the dialect. */
export const names = NAMES.kubernetes;

/** What a pod is like. */
export interface PodOptions {
  readonly says?: Readonly<Record<string, string>>;
  readonly spec?: Partial<coreV1.PodSpec>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly owner?: string;
}

/** A pod of one container, or as its options say. */
export function podOf({ says = {}, spec = {}, annotations = {}, owner }: PodOptions): coreV1.Pod {
  const own = Object.entries(says).map((
    [name, value],
  ) => [names.annotationSimulatedPrefix + name, value]);
  return {
    metadata: {
      name: "p",
      namespace: "default",
      uid: "u",
      generation: 1,
      annotations: { ...annotations, ...Object.fromEntries(own) },
      ...(owner !== undefined && {
        ownerReferences: [{ apiVersion: "v1", kind: owner, name: "o", uid: "o", controller: true }],
      }),
    },
    spec: { containers: [{ name: "c", image: "i" }], ...spec },
  };
}

/** Moves a run on, so many seconds after the beginning; when something happens next. */
export function moved(run: PodRun, pod: coreV1.Pod, seconds: number): number {
  const now = START + seconds * 1000;
  return advance(run, pod, behaviourOf(pod, USUAL, names), now);
}

/** `Running c:running+2` and so on; `!`: ready, `+`: restarts. */
export function told(run: PodRun, pod: coreV1.Pod, seconds: number): string {
  const status = statusPatch(pod, run, "127.0.0.1", START + seconds * 1000)!;
  const all = [
    ...status.initContainerStatuses ?? [],
    ...status.containerStatuses ?? [],
    ...status.ephemeralContainerStatuses ?? [],
  ];
  const parts = all.map(({ name, ready, restartCount, state = {} }) => {
    const { waiting, terminated } = state;
    const what = waiting?.reason ??
      (terminated ? `${terminated.reason}(${terminated.exitCode})` : "running");
    return `${name}:${what}${ready ? "!" : ""}${restartCount > 0 ? `+${restartCount}` : ""}`;
  });
  return [status.phase, ...parts].join(" ");
}

/** Containers of these names. */
export const containers = (...names: string[]) => names.map((name) => ({ name, image: "i" }));
/** One that starts before others, and a sidecar. */
export const inits: coreV1.Container[] = [
  { name: "i", image: "i" },
  { name: "s", image: "i", restartPolicy: "Always" },
];

/** A pod whose container has a hook that sleeps so many seconds. */
export const hooked = (
  hook: "postStart" | "preStop",
  seconds: number,
): Pick<PodOptions, "spec"> => ({
  spec: { containers: [{ name: "c", image: "i", lifecycle: { [hook]: { sleep: { seconds } } } }] },
});
