/**
 * What is counted of the addresses and ports that services get.
 *
 * @module
 */

import type { Counter, Family, Histogram, Registry } from "../../toolkit/metrics/mod.ts";
import type { Names } from "../../toolkit/names.ts";

/** Whether a certain address or port was asked for, or any. */
export type Scope = "static" | "dynamic";

/** What the repair of ports finds wrong. */
export type PortProblem = "repair" | "duplicate" | "outOfRange" | "leak";

/** How much of something there is. */
export interface Filling {
  readonly allocated: number;
  readonly available: number;
}

/** What is to be shown. */
export interface Shown {
  /** Each range of addresses, in canonical form. */
  ranges(): ReadonlyMap<string, Filling>;
  ports(): Filling;
}

/** What is counted of one range of addresses. */
interface RangeChildren {
  readonly seconds: Histogram;
  readonly allocations: ReadonlyMap<Scope, Counter>;
}

const SCOPES: readonly Scope[] = ["static", "dynamic"];

/** Declares the metrics, and counts in them. */
export class AllocationMetrics {
  readonly #metrics: Registry;
  readonly #addresses: ReturnType<typeof declareAddressMetrics>;
  readonly #ports: ReturnType<typeof declarePortMetrics>;
  readonly #ranges = new Map<string, RangeChildren>();

  constructor(metrics: Registry, names: Names) {
    this.#metrics = metrics;
    const prefix = `${names.metricPrefix}apiserver`;
    this.#addresses = declareAddressMetrics(metrics, prefix);
    this.#ports = declarePortMetrics(metrics, prefix);
  }

  /** An address of a range was taken, which took so long. */
  addressTaken(cidr: string, scope: Scope, ms: number): void {
    const { seconds, allocations } = this.#rangeOf(cidr);
    seconds.observe(ms / 1000);
    allocations.get(scope)!.inc();
  }

  /** An address of a range could not be taken. */
  addressRefused(cidr: string, scope: Scope): void {
    this.#addresses.errors.with({ cidr, scope }).inc();
  }

  /** A port was taken for a service, or could not be. */
  portAsked(scope: Scope, isTaken: boolean): void {
    const { allocations, errors } = this.#ports;
    (isTaken ? allocations : errors).with({ scope }).inc();
  }

  /** The repair of ports has found something. */
  portProblem(type: PortProblem): void {
    this.#ports.problems.with({ type }).inc();
  }

  /** What services have taken could not be looked at, or not be repaired. */
  repairFailed(): void {
    this.#ports.failures.inc();
  }

  /** Shows how much there is, until what is returned is disposed. */
  show(shown: Shown): Disposable {
    const { allocated, available } = this.#addresses;
    const before = new Set<string>();
    return this.#metrics.beforeRender(() => {
      const ports = shown.ports();
      this.#ports.allocated.set(ports.allocated);
      this.#ports.available.set(ports.available);
      const ranges = shown.ranges();
      for (const [cidr, filling] of ranges) {
        allocated.with({ cidr }).set(filling.allocated);
        available.with({ cidr }).set(filling.available);
        before.add(cidr);
      }
      for (const cidr of before) {
        if (ranges.has(cidr)) continue;
        before.delete(cidr);
        this.#forget(cidr);
      }
    });
  }

  #rangeOf(cidr: string): RangeChildren {
    const known = this.#ranges.get(cidr);
    if (known !== undefined) return known;
    const { seconds, allocations } = this.#addresses;
    const made = {
      seconds: seconds.with({ cidr }),
      allocations: new Map(SCOPES.map((scope) => [scope, allocations.with({ cidr, scope })])),
    };
    this.#ranges.set(cidr, made);
    return made;
  }

  /** A range that is gone takes its series along. */
  #forget(cidr: string): void {
    const { allocated, available, seconds, allocations, errors } = this.#addresses;
    this.#ranges.delete(cidr);
    for (const family of [allocated, available, seconds] as Family<"cidr", unknown>[]) {
      family.remove({ cidr });
    }
    for (const scope of SCOPES) {
      allocations.remove({ cidr, scope });
      errors.remove({ cidr, scope });
    }
  }
}

function declareAddressMetrics(metrics: Registry, prefix: string) {
  const named = (name: string) => `${prefix}_clusterip_allocator_${name}`;
  return {
    allocated: metrics.gauge({
      name: named("allocated_ips"),
      help: "Number of addresses that services have, by range.",
      labels: ["cidr"],
    }),
    available: metrics.gauge({
      name: named("available_ips"),
      help: "Number of addresses that services can still have, by range.",
      labels: ["cidr"],
    }),
    allocations: metrics.counter({
      name: named("allocation_total"),
      help: "Number of addresses that were taken for services, by range, " +
        "and by whether it was a certain one (static) or any (dynamic).",
      labels: ["cidr", "scope"],
    }),
    errors: metrics.counter({
      name: named("allocation_errors_total"),
      help: "Number of addresses that could not be taken for services, by range and scope.",
      labels: ["cidr", "scope"],
    }),
    seconds: metrics.histogram({
      name: named("allocation_duration_seconds"),
      help: "How long it took to take an address for a service, in seconds, by range.",
      labels: ["cidr"],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    }),
  };
}

function declarePortMetrics(metrics: Registry, prefix: string) {
  const named = (name: string) => `${prefix}_nodeport_allocator_${name}`;
  return {
    allocated: metrics.gauge({
      name: named("allocated_ports"),
      help: "Number of node ports that services have.",
    }).with({}),
    available: metrics.gauge({
      name: named("available_ports"),
      help: "Number of node ports that services can still have.",
    }).with({}),
    allocations: metrics.counter({
      name: named("allocation_total"),
      help: "Number of node ports that were taken for services, " +
        "by whether it was a certain one (static) or any (dynamic).",
      labels: ["scope"],
    }),
    errors: metrics.counter({
      name: named("allocation_errors_total"),
      help: "Number of node ports that could not be taken for services, by scope.",
      labels: ["scope"],
    }),
    problems: metrics.counter({
      name: "apiserver_nodeport_repair_port_errors_total",
      help:
        "Number of node ports that did not fit to their services when these were looked at, by what was wrong.",
      labels: ["type"],
    }),
    failures: metrics.counter({
      name: "apiserver_nodeport_repair_reconcile_errors_total",
      help: "Number of times that what services have taken could not be looked at or repaired.",
    }).with({}),
  };
}
