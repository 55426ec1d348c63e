/**
 * What is counted of calls of a store, whichever it is.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { Counter, Family, Histogram, Registry } from "../../toolkit/metrics/mod.ts";
import { Conflict } from "./errors.ts";
import type { ResourceSeries } from "./resource_series.ts";

/** What a call does, in the words of the metrics. */
export type Operation = "get" | "list" | "create" | "update" | "delete";

const LABELS = ["operation", "group", "resource"] as const;

/** Declares the metrics; what is returned counts calls for one resource in them. */
export function declareStoreMetrics(
  metrics: Registry,
  clock: Clock,
): (series: ResourceSeries) => StoreMeasures {
  const families: Families = {
    seconds: metrics.histogram({
      name: "etcd_request_duration_seconds",
      help:
        "How long calls of the store took, whichever store it is, in seconds, by operation and resource.",
      labels: LABELS,
      buckets: [
        ...[0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2],
        ...[3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
      ],
    }),
    calls: metrics.counter({
      name: "etcd_requests_total",
      help: "Number of calls of the store, whichever store it is, by operation and resource.",
      labels: LABELS,
    }),
    failures: metrics.counter({
      name: "etcd_request_errors_total",
      help: "Number of calls of the store that failed; a conflict is an answer, and no failure.",
      labels: LABELS,
    }),
  };
  return (series) => new StoreMeasures(families, series, clock);
}

type Label = typeof LABELS[number];

interface Families {
  readonly seconds: Family<Label, Histogram>;
  readonly calls: Family<Label, Counter>;
  readonly failures: Family<Label, Counter>;
}

/** Where one operation is counted. */
interface Children {
  readonly seconds: Histogram;
  readonly calls: Counter;
  /** Made with the first failure. */
  failures?: Counter;
}

/** Counts the calls for one resource. */
export class StoreMeasures {
  readonly #families: Families;
  readonly #series: ResourceSeries;
  readonly #clock: Clock;
  readonly #operations = new Map<Operation, Children>();

  constructor(families: Families, series: ResourceSeries, clock: Clock) {
    this.#families = families;
    this.#series = series;
    this.#clock = clock;
  }

  /** Calls, and counts when that settles; hands on what the call gave. */
  counted<T>(operation: Operation, call: () => Promise<T>): Promise<T> {
    const clock = this.#clock;
    const start = clock.monotonic();
    const settled = call();
    settled.then(
      () => void this.#ended(operation, start),
      (error: unknown) => {
        const children = this.#ended(operation, start);
        if (error instanceof Conflict) return;
        children.failures ??= this.#series.of(this.#families.failures, { operation });
        children.failures.inc();
      },
    );
    return settled;
  }

  #ended(operation: Operation, start: number): Children {
    const children = this.#childrenOf(operation);
    children.seconds.observe((this.#clock.monotonic() - start) / 1000);
    children.calls.inc();
    return children;
  }

  #childrenOf(operation: Operation): Children {
    const known = this.#operations.get(operation);
    if (known !== undefined) return known;
    const { seconds, calls } = this.#families;
    const made = {
      seconds: this.#series.of(seconds, { operation }),
      calls: this.#series.of(calls, { operation }),
    };
    this.#operations.set(operation, made);
    return made;
  }
}
