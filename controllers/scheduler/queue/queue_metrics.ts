/**
 * What is counted of the pods that wait for a node.
 *
 * @module
 */

import { exponentialBuckets } from "../../../toolkit/metrics/buckets.ts";
import type { Counter, Family, Gauge, Histogram, Registry } from "../../../toolkit/metrics/mod.ts";
import type { Place, SchedulingQueue } from "./scheduling_queue.ts";

/** What a plugin's hint came to; `Error`: it failed, which counts as `Queue`. */
export type HintOutcome = "Queue" | "QueueSkip" | "Error";

/** Pods on their way are counted with the events that are kept for them, by this name. */
const ON_ITS_WAY = "PodPopped";

/** What is counted of a queue. */
export class QueueMetrics {
  readonly #incoming: Family<"queue" | "event", Counter>;
  readonly #hints: Family<"plugin" | "event" | "hint", Histogram>;
  readonly #pending: Family<"queue", Gauge>;
  readonly #rejected: Family<"plugin" | "profile", Gauge>;
  readonly #events: Family<"event", Gauge>;
  readonly #entered: Readonly<Record<Place, Map<string, Counter>>> = {
    active: new Map(),
    backoff: new Map(),
    unschedulable: new Map(),
  };
  readonly #hinted = new Map<string, Map<string, Partial<Record<HintOutcome, Histogram>>>>();

  constructor(registry: Registry) {
    this.#incoming = registry.counter({
      name: "scheduler_queue_incoming_pods_total",
      help: "Pods that came into a part of the queue, by what brought them there.",
      labels: ["queue", "event"],
      stability: "STABLE",
    });
    this.#hints = registry.histogram({
      name: "scheduler_queueing_hint_execution_duration_seconds",
      help: "How long plugins took to say whether an event helps a pod that they turned down.",
      labels: ["plugin", "event", "hint"],
      buckets: exponentialBuckets(0.00001, 1.5, 20),
    });
    this.#pending = registry.gauge({
      name: "scheduler_pending_pods",
      help: "Pods that wait, by where they are: ready to be tried, at rest after an attempt, " +
        "turned down, or not let in to be tried (gated).",
      labels: ["queue"],
      stability: "STABLE",
    });
    this.#rejected = registry.gauge({
      name: "scheduler_unschedulable_pods",
      help: "Pods that wait, by the plugins that turned them down: a pod counts for each of them.",
      labels: ["plugin", "profile"],
      stability: "BETA",
    });
    this.#events = registry.gauge({
      name: "scheduler_inflight_events",
      help: "Events that are kept for pods whose attempt is under way, and those pods (PodPopped).",
      labels: ["event"],
    });
  }

  /** A pod came to a place in the queue. */
  entered(place: Place, event: string): void {
    const known = this.#entered[place];
    let counter = known.get(event);
    if (counter === undefined) {
      counter = this.#incoming.with({ queue: place, event });
      known.set(event, counter);
    }
    counter.inc();
  }

  /** A plugin has said whether an event helps. */
  hinted(plugin: string, event: string, hint: HintOutcome, ms: number): void {
    let ofPlugin = this.#hinted.get(plugin);
    if (ofPlugin === undefined) this.#hinted.set(plugin, ofPlugin = new Map());
    let ofEvent = ofPlugin.get(event);
    if (ofEvent === undefined) ofPlugin.set(event, ofEvent = {});
    const histogram = ofEvent[hint] ??= this.#hints.with({ plugin, event, hint });
    histogram.observe(ms / 1000);
  }

  /** Has gauges show what a queue is like whenever somebody looks, until it is disposed. */
  watch(queue: SchedulingQueue, registry: Registry): Disposable {
    const pending = new Counts((place) => this.#pending.with({ queue: place }));
    const events = new Counts((event) => this.#events.with({ event }));
    const rejected = new Map<string, Counts>();
    return registry.beforeRender(() => {
      pending.show(new Map(Object.entries(queue.sizes)));
      events.show(queue.kept.set(ON_ITS_WAY, queue.onTheirWay));
      const byProfile = rejectedIn(queue);
      for (const profile of byProfile.keys()) {
        if (rejected.has(profile)) continue;
        rejected.set(profile, new Counts((plugin) => this.#rejected.with({ plugin, profile })));
      }
      for (const [profile, counts] of rejected) counts.show(byProfile.get(profile) ?? new Map());
    });
  }
}

/** Counts by name. What was shown once is shown from then on, though it be 0. */
class Counts {
  readonly #make: (name: string) => Gauge;
  readonly #gauges = new Map<string, Gauge>();

  constructor(make: (name: string) => Gauge) {
    this.#make = make;
  }

  show(counts: ReadonlyMap<string, number>): void {
    for (const name of counts.keys()) {
      if (!this.#gauges.has(name)) this.#gauges.set(name, this.#make(name));
    }
    for (const [name, gauge] of this.#gauges) gauge.set(counts.get(name) ?? 0);
  }
}

/** How many pods each plugin has turned down, by their profiles. */
function rejectedIn(queue: SchedulingQueue): Map<string, Map<string, number>> {
  const byProfile = new Map<string, Map<string, number>>();
  for (const { pod: { schedulerName }, rejectedBy, pendingBy } of queue.pods()) {
    if (rejectedBy.size === 0 && pendingBy.size === 0) continue;
    let counts = byProfile.get(schedulerName);
    if (counts === undefined) byProfile.set(schedulerName, counts = new Map());
    for (const plugin of pendingBy) counts.set(plugin, (counts.get(plugin) ?? 0) + 1);
    for (const plugin of rejectedBy) {
      if (!pendingBy.has(plugin)) counts.set(plugin, (counts.get(plugin) ?? 0) + 1);
    }
  }
  return byProfile;
}
