/**
 * The metrics of work queues, under the names that dashboards know from the Go client.
 *
 * @module
 */

/** What a queue's metric is declared with. */
export interface QueueMetricOptions {
  /** `workqueue_depth`. */
  readonly name: string;
  /** What it counts or measures, for people. */
  readonly help: string;
  /** The names of its labels: that of the queue alone. */
  readonly labels: readonly "name"[];
  /** How long it stays as it is. */
  readonly stability: "BETA";
}

/** A metric of all queues; each queue has its child. */
export interface QueueMetric<Child> {
  /** The metric of one queue. */
  with(labels: { readonly name: string }): Child;
}

/** What a queue needs of a registry of metrics. */
export interface QueueRegistry {
  /** Declares a number that only grows. */
  counter(options: QueueMetricOptions): QueueMetric<{ inc(): void }>;
  /** Declares a number that goes up and down. */
  gauge(options: QueueMetricOptions): QueueMetric<{ set(value: number): void }>;
  /** Declares how often values were in which range. */
  histogram(
    options: QueueMetricOptions & { readonly buckets: readonly number[] },
  ): QueueMetric<{ observe(value: number): void }>;
  /** Calls `update` before metrics are shown, until what it returns is disposed. */
  beforeRender(update: () => void): Disposable;
}

/** What a queue tells of itself. Times are in milliseconds. */
export interface QueueMetrics {
  /** A key waits for work that did not wait before. */
  added(): void;
  /** As many keys wait now. */
  waiting(depth: number): void;
  /** A key was handed out that waited so long. */
  taken(waitedMs: number): void;
  /** Work ended that took so long. */
  ended(tookMs: number): void;
  /** A key is to be worked on later. */
  delayed(): void;
}

/** From ten nanoseconds to ten seconds, each the last one times ten. */
const BUCKETS_SECONDS = [1e-8];
while (BUCKETS_SECONDS.length < 10) BUCKETS_SECONDS.push(10 * BUCKETS_SECONDS.at(-1)!);

/**
 * The metrics of the queue `name`. `unfinished` is asked how long each piece of work that is under
 * way has taken so far; disposing ends that.
 */
export function queueMetrics(
  registry: QueueRegistry,
  name: string,
  unfinished: () => Iterable<number>,
): QueueMetrics & Disposable {
  const options = (metric: string, help: string): QueueMetricOptions => ({
    name: `workqueue_${metric}`,
    help,
    labels: ["name"],
    stability: "BETA",
  });
  const labels = { name };
  const counter = (metric: string, help: string) =>
    registry.counter(options(metric, help)).with(labels);
  const gauge = (metric: string, help: string) =>
    registry.gauge(options(metric, help)).with(labels);
  const histogram = (metric: string, help: string) =>
    registry.histogram({ ...options(metric, help), buckets: BUCKETS_SECONDS }).with(labels);

  const depth = gauge("depth", "Keys that wait for work.");
  const adds = counter("adds_total", "Keys that were added to the queue.");
  const waited = histogram(
    "queue_duration_seconds",
    "How long a key waits in the queue before it is worked on, in seconds.",
  );
  const worked = histogram(
    "work_duration_seconds",
    "How long the work on a key of the queue takes, in seconds.",
  );
  const unfinishedSeconds = gauge(
    "unfinished_work_seconds",
    "How long all work that is under way has taken so far, in seconds. Grows without end where a " +
      "worker is stuck.",
  );
  const longest = gauge(
    "longest_running_processor_seconds",
    "How long the longest work that is under way has taken so far, in seconds.",
  );
  const retries = counter("retries_total", "Keys that were to be worked on later.");
  const update = (times: Iterable<number>) => {
    let sum = 0, most = 0;
    for (const ms of times) {
      sum += ms;
      most = Math.max(most, ms);
    }
    unfinishedSeconds.set(sum / 1000);
    longest.set(most / 1000);
  };
  const updating = registry.beforeRender(() => update(unfinished()));
  depth.set(0);
  update([]);
  return {
    added: () => adds.inc(),
    waiting: (count) => depth.set(count),
    taken: (ms) => waited.observe(ms / 1000),
    ended: (ms) => worked.observe(ms / 1000),
    delayed: () => retries.inc(),
    [Symbol.dispose]() {
      updating[Symbol.dispose]();
      depth.set(0);
      update([]);
    },
  };
}
