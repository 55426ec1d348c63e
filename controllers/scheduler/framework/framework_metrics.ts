/**
 * What is counted of the plugins of a profile: how long they take, and how often they are asked.
 *
 * @module
 */

import { exponentialBuckets } from "../../../toolkit/metrics/buckets.ts";
import type { Counter, Family, Histogram, Registry } from "../../../toolkit/metrics/mod.ts";
import type { SchedulerHandle } from "./plugin.ts";
import type { Code, Status } from "./status.ts";

/** Points at which all plugins of a profile are timed together, by the names that they have in metrics. */
export const TIMED_POINTS = [
  "PreEnqueue",
  "PreFilter",
  "Filter",
  "PostFilter",
  "PreScore",
  "Score",
  "Reserve",
  "Unreserve",
  "Permit",
  "PreBindPreFlight",
  "PreBind",
  "Bind",
  "PostBind",
] as const;

/** Points at which each plugin is timed by itself. */
const PLUGIN_POINTS = [
  ...TIMED_POINTS,
  "PreFilterExtensionAddPod",
  "PreFilterExtensionRemovePod",
  "ScoreExtensionNormalize",
] as const;

/** Points at which it is counted that a plugin had something to say. */
export type EvaluatedPoint = "PreFilter" | "Filter" | "PreScore" | "Score";
export type TimedPoint = typeof TIMED_POINTS[number];
export type PluginPoint = typeof PLUGIN_POINTS[number];

/** What came of it: `Wait` has a pod wait for a permit. */
export type Outcome = Code | "Success" | "Wait";

/** The outcome that a verdict is. */
export function outcomeOf(verdict: Pick<Status, "code"> | undefined): Outcome {
  return verdict?.code ?? "Success";
}

/** How long something took, by what came of it. */
export class Durations {
  readonly #make: (status: Outcome) => Histogram;
  readonly #made = new Map<Outcome, Histogram>();

  constructor(make: (status: Outcome) => Histogram) {
    this.#make = make;
  }

  took(outcome: Outcome, ms: number): void {
    let histogram = this.#made.get(outcome);
    if (histogram === undefined) {
      histogram = this.#make(outcome);
      this.#made.set(outcome, histogram);
    }
    histogram.observe(ms / 1000);
  }
}

/** How long pods wait for a permit, by the word that ends it. */
export function permitWaits(registry: Registry): Durations {
  const waits = registry.histogram({
    name: "scheduler_permit_wait_duration_seconds",
    help: "How long pods with a node waited for a permit to be bound.",
    labels: ["result"],
    buckets: exponentialBuckets(0.001, 2, 15),
    stability: "BETA",
  });
  return new Durations((result) => waits.with({ result }));
}

/** One attempt in so many has each of its plugins timed: they are asked too often to time them all. */
const SAMPLED = 1 / 10;

/** What is counted of a profile. */
export class ProfileMetrics {
  /** Of each point, all plugins together. */
  readonly points: Readonly<Record<TimedPoint, Durations>>;
  readonly #profile: string;
  readonly #handle: Pick<SchedulerHandle, "clock" | "random">;
  readonly #plugins: Family<"plugin" | "extension_point" | "status", Histogram>;
  readonly #evaluations: Family<"plugin" | "extension_point" | "profile", Counter>;

  constructor(profile: string, handle: Pick<SchedulerHandle, "clock" | "random" | "metrics">) {
    const { metrics } = handle;
    this.#profile = profile;
    this.#handle = handle;
    const points = metrics.histogram({
      name: "scheduler_framework_extension_point_duration_seconds",
      help: "How long all plugins of a point took together, by what came of it.",
      labels: ["extension_point", "status", "profile"],
      buckets: exponentialBuckets(0.0001, 2, 12),
      stability: "STABLE",
    });
    this.points = record(
      TIMED_POINTS,
      (extension_point) =>
        new Durations((status) => points.with({ extension_point, status, profile })),
    );
    this.#plugins = metrics.histogram({
      name: "scheduler_plugin_execution_duration_seconds",
      help: "How long single plugins took, in one attempt of ten.",
      labels: ["plugin", "extension_point", "status"],
      buckets: exponentialBuckets(0.00001, 1.5, 20),
    });
    this.#evaluations = metrics.counter({
      name: "scheduler_plugin_evaluation_total",
      help: "How often plugins had something to say at PreFilter, Filter, PreScore and Score.",
      labels: ["plugin", "extension_point", "profile"],
      stability: "BETA",
    });
  }

  /** Milliseconds, by the monotonic clock. */
  now(): number {
    return this.#handle.clock.monotonic();
  }

  /** Whether each plugin is timed this time. */
  isSampled(): boolean {
    return this.#handle.random() < SAMPLED;
  }

  /** How long one plugin takes, by the point. */
  timesOf(plugin: string): Readonly<Record<PluginPoint, Durations>> {
    return record(
      PLUGIN_POINTS,
      (extension_point) =>
        new Durations((status) => this.#plugins.with({ plugin, extension_point, status })),
    );
  }

  /** How often one plugin had something to say. Shown from now on. */
  evaluationsOf(plugin: string, extension_point: EvaluatedPoint): Counter {
    return this.#evaluations.with({ plugin, extension_point, profile: this.#profile });
  }
}

function record<K extends string, V>(keys: readonly K[], make: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>;
}
