/**
 * What is counted of encryption: values that are transformed, and files that say how.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import { codeName, GrpcError } from "../../toolkit/grpc/mod.ts";
import type { Counter, Family, Histogram, Registry } from "../../toolkit/metrics/mod.ts";

/** Which way a value goes. */
export type Direction = "from_storage" | "to_storage";

/** The prefix of values that no provider knows. */
const UNKNOWN = "unknown";
/** The status of what failed before anybody outside was asked. */
const FAILED_HERE = "unknown-non-grpc";

/** The status that the metrics give a failure; without one, that of success. */
export function statusOf(error: unknown): string {
  if (error === undefined) return "OK";
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof GrpcError) return codeName(cause.code);
  }
  return FAILED_HERE;
}

interface TransformationFamilies {
  readonly seconds: Family<"transformation_type" | "transformer_prefix", Histogram>;
  readonly operations: Family<
    "resource" | "transformation_type" | "transformer_prefix" | "status",
    Counter
  >;
}

/** Buckets that double. */
export function doubling(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first * 2 ** at);
}

/** Declares the metrics of transformations; what is returned counts those of one resource. */
export function declareTransformationMetrics(
  metrics: Registry,
  clock: Clock,
): (resource: string) => TransformationMeasures {
  const families: TransformationFamilies = {
    seconds: metrics.histogram({
      name: "apiserver_storage_transformation_duration_seconds",
      help: "How long it took to encrypt or decrypt a value, in seconds, " +
        "by direction and by what the value begins with in the store.",
      labels: ["transformation_type", "transformer_prefix"],
      buckets: doubling(5e-6, 25),
    }),
    operations: metrics.counter({
      name: "apiserver_storage_transformation_operations_total",
      help: "Number of values that were encrypted or decrypted, or could not be, " +
        "by resource, direction, what they begin with in the store, and status.",
      labels: ["resource", "transformation_type", "transformer_prefix", "status"],
    }),
  };
  return (resource) => new TransformationMeasures(families, resource, clock);
}

/** Counts the transformations of the values of one resource. */
export class TransformationMeasures {
  readonly #families: TransformationFamilies;
  readonly #resource: string;
  readonly #clock: Clock;
  readonly #succeeded = new Map<string, { readonly total: Counter; readonly seconds: Histogram }>();
  /** What takes away each series that was made. */
  readonly #removals = new Map<string, () => void>();

  constructor(families: TransformationFamilies, resource: string, clock: Clock) {
    this.#families = families;
    this.#resource = resource;
    this.#clock = clock;
  }

  /** When a transformation begins. */
  start(): number {
    return this.#clock.monotonic();
  }

  /** A transformation that began at `start` went well, through each of these prefixes. */
  succeeded(direction: Direction, prefixes: readonly string[], start: number): void {
    const seconds = (this.#clock.monotonic() - start) / 1000;
    for (const prefix of prefixes) {
      const children = this.#childrenOf(direction, prefix);
      children.total.inc();
      children.seconds.observe(seconds);
    }
  }

  /** One failed. */
  failed(direction: Direction, prefixes: readonly string[], error: unknown): void {
    const status = statusOf(error);
    for (const prefix of prefixes) this.#operation(direction, prefix, status).inc();
  }

  /** A value begins with what no provider knows. */
  unknown(error: unknown): void {
    this.failed("from_storage", [UNKNOWN], error);
  }

  /** Takes away what is shown of the resource. */
  remove(): void {
    for (const remove of this.#removals.values()) remove();
    this.#removals.clear();
    this.#succeeded.clear();
  }

  #childrenOf(direction: Direction, prefix: string) {
    const name = `${direction} ${prefix}`;
    const known = this.#succeeded.get(name);
    if (known !== undefined) return known;
    const labels = { transformation_type: direction, transformer_prefix: prefix };
    const made = {
      total: this.#operation(direction, prefix, statusOf(undefined)),
      seconds: this.#families.seconds.with(labels),
    };
    this.#succeeded.set(name, made);
    return made;
  }

  #operation(direction: Direction, prefix: string, status: string): Counter {
    const { operations } = this.#families;
    const labels = {
      resource: this.#resource,
      transformation_type: direction,
      transformer_prefix: prefix,
      status,
    };
    this.#removals.set(Object.values(labels).join(" "), () => operations.remove(labels));
    return operations.with(labels);
  }
}
