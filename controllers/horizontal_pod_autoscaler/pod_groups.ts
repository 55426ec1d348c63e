/**
 * Which pods count, and as what.
 *
 * @module
 */

import type { ObjectOf, Pod } from "../../toolkit/mod.ts";

/** What is looked at of a pod. It is shared: do not change it. */
export interface ScaledPod {
  readonly key: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly isDeleting: boolean;
  readonly phase: string;
  readonly startedMs: number | undefined;
  /** The condition Ready, if it has one. */
  readonly ready: { readonly status: string; readonly sinceMs: number } | undefined;
}

/** The view of a pod. */
export function scaledPodOf({ metadata, status }: ObjectOf<typeof Pod>): ScaledPod {
  const { namespace = "", name, labels = {} } = metadata;
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  const started = Date.parse(status?.startTime ?? "");
  return {
    key: `${namespace}/${name}`,
    name,
    labels,
    isDeleting: metadata.deletionTimestamp !== undefined,
    phase: status?.phase ?? "Pending",
    startedMs: Number.isNaN(started) ? undefined : started,
    ready: ready && {
      status: ready.status,
      // Of a time that is not said it can only be told that it was long ago.
      sinceMs: Date.parse(ready.lastTransitionTime ?? "") || 0,
    },
  };
}

/** Whether a pod runs and is ready. */
export function isRunningReady({ phase, ready }: ScaledPod): boolean {
  return phase === "Running" && ready?.status === "True";
}

/** What a pod used, in thousandths. */
export interface Sample {
  readonly value: bigint;
  /** The end of the time in which it was measured. */
  readonly atMs: number;
  readonly windowMs: number;
}

/** Samples by the names of pods. */
export type Samples = ReadonlyMap<string, Sample>;

/** How long after their start pods are thought to be busy with starting. */
export interface StartPeriods {
  /** So long after its start a sample of processors counts only where the pod was ready all the time. */
  readonly cpuInitializationMs: number;
  /** A pod that became unready within this time after its start was never ready. */
  readonly initialReadinessDelayMs: number;
}

/** Pods by what they count as. */
export interface PodGroups {
  /** How many count. */
  readonly ready: number;
  /** Names of those that are not ready yet: their samples don't count. */
  readonly unready: ReadonlySet<string>;
  /** Names of those without a sample. */
  readonly missing: ReadonlySet<string>;
  /** Names of those that are on their way out. */
  readonly ignored: ReadonlySet<string>;
}

/** Tells pods apart. `resource`: what was measured; only samples of processors depend on readiness. */
export function groupPods(
  pods: readonly ScaledPod[],
  samples: Samples,
  resource: string,
  periods: StartPeriods,
  nowMs: number,
): PodGroups {
  const unready = new Set<string>();
  const missing = new Set<string>();
  const ignored = new Set<string>();
  let ready = 0;
  for (const pod of pods) {
    const { name, phase, isDeleting } = pod;
    const sample = samples.get(name);
    if (isDeleting || phase === "Failed") ignored.add(name);
    else if (phase === "Pending") unready.add(name);
    else if (sample === undefined) missing.add(name);
    else if (resource === "cpu" && isStarting(pod, sample, periods, nowMs)) unready.add(name);
    else ready++;
  }
  return { ready, unready, missing, ignored };
}

function isStarting(
  { startedMs, ready }: ScaledPod,
  { atMs, windowMs }: Sample,
  { cpuInitializationMs, initialReadinessDelayMs }: StartPeriods,
  nowMs: number,
): boolean {
  if (ready === undefined || startedMs === undefined) return true;
  const isUnready = ready.status === "False";
  if (startedMs + cpuInitializationMs > nowMs) return isUnready || atMs < ready.sinceMs + windowMs;
  return isUnready && startedMs + initialReadinessDelayMs > ready.sinceMs;
}
