/**
 * What flow control tells of itself, under the reference's names.
 *
 * @module
 */

import type { Counter, Gauge, Histogram, Registry } from "../../toolkit/metrics/mod.ts";
import type { Refusal } from "./queue_set.ts";

const SECONDS = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];

/** Of the requests of one schema at one level. Nothing is looked up while requests are counted. */
export class FlowMetrics {
  readonly #rejected: Readonly<Record<Refusal, () => Counter>>;
  readonly #dispatched: Counter;
  readonly #waiting: Gauge;
  readonly #waitingSeats: Gauge;
  readonly #queueLength: Histogram;
  readonly #running: Gauge;
  readonly #runningSeats: Gauge;
  readonly #waited: Histogram;
  readonly #waitedInVain: () => Histogram;
  readonly #took: Histogram;
  readonly #watchTook: () => Histogram;
  readonly #estimated: Histogram;
  readonly #watchCount: () => Histogram;
  readonly #noRoom: () => Counter;

  constructor(families: Families, level: string, schema: string) {
    const labels = { priority_level: level, flow_schema: schema };
    const refused = (reason: Refusal) => once(() => families.rejected.with({ ...labels, reason }));
    this.#rejected = {
      "queue-full": refused("queue-full"),
      "concurrency-limit": refused("concurrency-limit"),
      "time-out": refused("time-out"),
    };
    this.#dispatched = families.dispatched.with(labels);
    this.#waiting = families.waiting.with(labels);
    this.#waitingSeats = families.waitingSeats.with(labels);
    this.#queueLength = families.queueLength.with(labels);
    this.#running = families.running.with(labels);
    this.#runningSeats = families.runningSeats.with(labels);
    this.#waited = families.waited.with({ ...labels, execute: "true" });
    this.#waitedInVain = once(() => families.waited.with({ ...labels, execute: "false" }));
    this.#took = families.took.with({ ...labels, type: "regular" });
    this.#watchTook = once(() => families.took.with({ ...labels, type: "watch" }));
    this.#estimated = families.estimated.with(labels);
    this.#watchCount = once(() => families.watchCount.with(labels));
    this.#noRoom = once(() => families.noRoom.with(labels));
  }

  /** A request waits now, so wide, in a queue that is so long with it. */
  enqueued(width: number, length: number): void {
    this.#waiting.inc();
    this.#waitingSeats.inc(width);
    this.#queueLength.observe(length);
  }

  /** One waits no longer. */
  dequeued(width: number): void {
    this.#waiting.dec();
    this.#waitingSeats.dec(width);
  }

  /** One has begun. */
  began(width: number): void {
    this.#dispatched.inc();
    this.#running.inc();
    this.#runningSeats.inc(width);
  }

  /** How long one waited, and whether it began then. */
  waited(began: boolean, seconds: number): void {
    (began ? this.#waited : this.#waitedInVain()).observe(seconds);
  }

  /** One is over; its seats may linger. */
  finished(isWatch: boolean, seconds: number): void {
    this.#running.dec();
    (isWatch ? this.#watchTook() : this.#took).observe(seconds);
  }

  /** Its seats are free. */
  left(width: number): void {
    this.#runningSeats.dec(width);
  }

  /** One is sent away. */
  rejected(why: Refusal): void {
    this.#rejected[why]().inc();
  }

  /** The one that is next has to wait for more seats than there are. */
  noRoom(): void {
    this.#noRoom().inc();
  }

  /** How wide one is believed to be. */
  estimated(width: number): void {
    this.#estimated.observe(width);
  }

  /** How many watches are told of a write. */
  watchers(count: number): void {
    this.#watchCount().observe(count);
  }
}

/** Of a level. */
export interface LevelMetrics {
  readonly nominal: number;
  readonly least: number;
  readonly most: number;
  readonly current: number;
  readonly target: number;
  readonly highWatermark: number;
  readonly average: number;
  readonly deviation: number;
  readonly smoothed: number;
}

type Families = ReturnType<typeof declareFamilies>;

/** All metrics of flow control. */
export class FlowControlMetrics {
  readonly #families: Families;
  readonly #levels: Readonly<Record<keyof LevelMetrics, LevelGauge>>;
  readonly #fairShare: Gauge;
  readonly #known = new Map<string, FlowMetrics>();

  constructor(registry: Registry) {
    this.#families = declareFamilies(registry);
    const gauge = (name: string, help: string, stability: "ALPHA" | "BETA" = "ALPHA") =>
      registry.gauge({
        name: `apiserver_flowcontrol_${name}`,
        help,
        stability,
        labels: ["priority_level"],
      });
    this.#levels = {
      nominal: gauge("nominal_limit_seats", "Seats that each level has by its shares.", "BETA"),
      least: gauge("lower_limit_seats", "Seats that each level keeps whatever it lends."),
      most: gauge(
        "upper_limit_seats",
        "Seats that each level has at most, borrowed ones included.",
      ),
      current: gauge("current_limit_seats", "Seats that each level has now."),
      target: gauge("target_seats", "Seats that each level was to have at the last adjustment."),
      highWatermark: gauge(
        "demand_seats_high_watermark",
        "The most seats that each level could have used, between the last two adjustments.",
      ),
      average: gauge(
        "demand_seats_average",
        "Seats that each level could have used, on average between the last two adjustments.",
      ),
      deviation: gauge(
        "demand_seats_stdev",
        "Standard deviation of the seats that each level could have used, between the last two adjustments.",
      ),
      smoothed: gauge(
        "demand_seats_smoothed",
        "Seats that each level could use, coming down slowly.",
      ),
    };
    this.#fairShare = registry.gauge({
      name: "apiserver_flowcontrol_seat_fair_frac",
      help: "The share of its target that each level has where no bound is in the way.",
    }).with({});
  }

  /** Those of a schema at a level; the same ones for the same names. */
  of(level: string, schema: string): FlowMetrics {
    const key = `${level}\0${schema}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = new FlowMetrics(this.#families, level, schema);
    if (this.#known.size < KNOWN) this.#known.set(key, made);
    return made;
  }

  /** A level is like this now. */
  level(name: string, values: LevelMetrics): void {
    for (const [key, gauge] of Object.entries(this.#levels)) {
      gauge.with({ priority_level: name }).set(values[key as keyof LevelMetrics]);
    }
  }

  /** There is no such level any more. */
  forget(name: string): void {
    for (const gauge of Object.values(this.#levels)) gauge.remove({ priority_level: name });
  }

  fairShare(value: number): void {
    this.#fairShare.set(value);
  }
}

type LevelGauge = ReturnType<typeof Registry.prototype.gauge<"priority_level">>;

/** More schemas than this share what the registry has for all that are too many. */
const KNOWN = 2000;

function declareFamilies(registry: Registry) {
  const labels = ["priority_level", "flow_schema"] as const;
  const name = (end: string) => `apiserver_flowcontrol_${end}`;
  return {
    rejected: registry.counter({
      name: name("rejected_requests_total"),
      help: "Number of requests that were sent away, by level, schema and reason.",
      stability: "BETA",
      labels: [...labels, "reason"],
    }),
    dispatched: registry.counter({
      name: name("dispatched_requests_total"),
      help: "Number of requests that were let in, by level and schema.",
      stability: "BETA",
      labels,
    }),
    waiting: registry.gauge({
      name: name("current_inqueue_requests"),
      help: "Number of requests that wait in queues now, by level and schema.",
      stability: "BETA",
      labels,
    }),
    waitingSeats: registry.gauge({
      name: name("current_inqueue_seats"),
      help: "Number of seats that waiting requests ask for now, by level and schema.",
      labels,
    }),
    queueLength: registry.histogram({
      name: name("request_queue_length_after_enqueue"),
      help: "Length of the queue that each request came into, with it, by level and schema.",
      labels,
      buckets: [0, 10, 25, 50, 100, 250, 500, 1000],
    }),
    running: registry.gauge({
      name: name("current_executing_requests"),
      help:
        "Number of requests that are worked on now, watches only while they begin, by level and schema.",
      stability: "BETA",
      labels,
    }),
    runningSeats: registry.gauge({
      name: name("current_executing_seats"),
      help: "Number of seats in use now, by level and schema.",
      stability: "BETA",
      labels,
    }),
    waited: registry.histogram({
      name: name("request_wait_duration_seconds"),
      help: "How long requests waited, in seconds, by level, schema and whether they began then.",
      stability: "BETA",
      labels: [...labels, "execute"],
      buckets: SECONDS,
    }),
    took: registry.histogram({
      name: name("request_execution_seconds"),
      help:
        "How long requests were worked on, in seconds, watches only while they began, by level, schema and type.",
      labels: [...labels, "type"],
      buckets: SECONDS,
    }),
    estimated: registry.histogram({
      name: name("work_estimated_seats"),
      help: "How many seats requests were believed to take, by level and schema.",
      labels,
      buckets: [1, 2, 4, 8, 16, 32, 64, 100],
    }),
    watchCount: registry.histogram({
      name: name("watch_count_samples"),
      help: "How many watches are told of a write, by level and schema.",
      labels,
      buckets: [0, 1, 10, 100, 1000, 10_000],
    }),
    noRoom: registry.counter({
      name: name("request_dispatch_no_accommodation_total"),
      help:
        "Number of times that the next request had to wait for more seats, by level and schema.",
      labels,
    }),
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => made ??= make();
}
