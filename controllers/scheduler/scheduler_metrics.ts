/**
 * What the scheduler counts.
 *
 * @module
 */

import { exponentialBuckets } from "../../toolkit/metrics/buckets.ts";
import type { Counter, Histogram, Registry } from "../../toolkit/metrics/mod.ts";
import type { ClusterCache } from "./cluster/cluster_cache.ts";
import type { QueuedPod } from "./pod/queued_pod.ts";
import { workUnderWay } from "./under_way_metrics.ts";

/** What became of an attempt. */
export type AttemptResult = "scheduled" | "unschedulable" | "error";

/** Attempts by their result, how long they took, and how long pods waited until one succeeded. */
export type SchedulerMetrics = ReturnType<typeof schedulerMetrics>;

/** Pods that took as many attempts or more are counted together. */
const MOST_ATTEMPTS = 15;

/** Declares them. */
export function schedulerMetrics(registry: Registry) {
  const labels = ["result", "profile"] as const;
  const attempts = registry.counter({
    name: "scheduler_schedule_attempts_total",
    help: "Attempts to schedule pods, by result and profile.",
    labels,
    stability: "STABLE",
  });
  const duration = registry.histogram({
    name: "scheduler_scheduling_attempt_duration_seconds",
    help: "How long attempts took, with the binding of pods that found a node.",
    labels,
    buckets: exponentialBuckets(0.001, 2, 15),
    stability: "STABLE",
  });
  const algorithm = registry.histogram({
    name: "scheduler_scheduling_algorithm_duration_seconds",
    help: "How long it took to decide on a node.",
    buckets: exponentialBuckets(0.001, 2, 15),
  }).with({});
  const attemptsOfPods = registry.histogram({
    name: "scheduler_pod_scheduling_attempts",
    help: "How many attempts it took to bind a pod.",
    buckets: exponentialBuckets(1, 2, 5),
    stability: "STABLE",
  }).with({});
  const waits = registry.histogram({
    name: "scheduler_pod_scheduling_sli_duration_seconds",
    help:
      "How long it took from when pods could be tried first until they were bound, by attempts.",
    labels: ["attempts"],
    buckets: exponentialBuckets(0.01, 2, 20),
    stability: "BETA",
  });
  const flushed = registry.counter({
    name: "scheduler_pod_scheduled_after_flush_total",
    help: "Pods that were bound after nothing had helped them for so long that they were tried " +
      "all the same: plugins had missed what helped.",
  }).with({});
  const events = registry.histogram({
    name: "scheduler_event_handling_duration_seconds",
    help: "How long it took to deal with what happened in the cluster.",
    labels: ["event"],
    buckets: exponentialBuckets(0.0001, 2, 12),
  });
  const cacheSize = registry.gauge({
    name: "scheduler_cache_size",
    help: "Nodes, pods on nodes, and those of them that are not known to be bound yet.",
    labels: ["type"],
  });
  const binding = workUnderWay(registry).with({ operation: "binding" });
  const ofProfiles = new Map<string, Map<AttemptResult, AttemptCounts>>();
  const ofEvents = new Map<string, Histogram>();
  const ofAttempts: Histogram[] = [];
  const attempted = (result: AttemptResult, profile: string, ms: number): void => {
    let ofProfile = ofProfiles.get(profile);
    if (ofProfile === undefined) ofProfiles.set(profile, ofProfile = new Map());
    let counts = ofProfile.get(result);
    if (counts === undefined) {
      const values = { result, profile };
      counts = { attempts: attempts.with(values), duration: duration.with(values) };
      ofProfile.set(result, counts);
    }
    counts.attempts.inc();
    counts.duration.observe(ms / 1000);
  };
  return {
    attempted,
    /** A node was decided on, or none was found, and it was tried to make room. */
    decided(ms: number): void {
      algorithm.observe(ms / 1000);
    },
    /** A pod is about to be bound: until the end of that, which what it returns is told of. */
    binding(): Disposable {
      binding.inc();
      return { [Symbol.dispose]: () => binding.dec() };
    },
    /** A pod was bound, so long after its last attempt began. */
    bound(queued: QueuedPod, profile: string, ms: number, nowMs: number): void {
      attempted("scheduled", profile, ms);
      attemptsOfPods.observe(queued.attempts);
      const count = Math.min(queued.attempts, MOST_ATTEMPTS);
      const wait = ofAttempts[count] ??= waits.with({
        attempts: count < MOST_ATTEMPTS ? `${count}` : `${MOST_ATTEMPTS}+`,
      });
      wait.observe((nowMs - (queued.readySinceMs ?? nowMs)) / 1000);
      if (queued.isFlushed) flushed.inc();
    },
    /** It took so long to deal with an event. */
    dealtWith(event: string, ms: number): void {
      let histogram = ofEvents.get(event);
      if (histogram === undefined) ofEvents.set(event, histogram = events.with({ event }));
      histogram.observe(ms / 1000);
    },
    /** Has gauges show what a cache holds whenever somebody looks, until it is disposed. */
    watch(cache: ClusterCache): Disposable {
      const nodes = cacheSize.with({ type: "nodes" });
      const pods = cacheSize.with({ type: "pods" });
      const assumed = cacheSize.with({ type: "assumed_pods" });
      return registry.beforeRender(() => {
        nodes.set(cache.size);
        pods.set(cache.pods);
        assumed.set(cache.assumedPods);
      });
    },
  };
}

interface AttemptCounts {
  readonly attempts: Counter;
  readonly duration: Histogram;
}
