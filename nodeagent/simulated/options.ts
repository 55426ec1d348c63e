/**
 * What simulated nodes are like.
 *
 * @module
 */

import { type IpRange, parseCidr } from "../../toolkit/validation/mod.ts";
import { canonicalQuantity } from "../../toolkit/values/mod.ts";
import type { UsualBehaviour } from "./pod/behaviour.ts";
import { partOf } from "./node/pod_addresses.ts";

/** A taint that nodes are made with. */
export interface NodeTaint {
  readonly key: string;
  readonly value?: string;
  readonly effect: "NoSchedule" | "PreferNoSchedule" | "NoExecute";
}

/** What nodes are told. */
export interface SimulatedNodesOptions {
  /** How many there are. */
  readonly count: number;
  /** Before their number, from 1 on. Default `node-`. */
  readonly namePrefix?: string;
  /** Where the agent is reached: the address of all nodes. Default 127.0.0.1. */
  readonly address?: string;
  /** Where the agent listens; 0: it does not. Default 0. */
  readonly port?: number;
  /** Besides those that nodes have anyway. Default: none. */
  readonly labels?: Readonly<Record<string, string>>;
  /** When they are made. Default: none. */
  readonly taints?: readonly NodeTaint[];
  /** Default true. */
  readonly isSchedulable?: boolean;
  /** What each has. Default: 8 processors, 16Gi of memory, 100Gi of disk, 110 pods. */
  readonly capacity?: Readonly<Record<string, string>>;
  /** What of that is for pods. Default: all. */
  readonly allocatable?: Readonly<Record<string, string>>;
  /** Where pods' addresses come from on nodes that have no range: /24 for each, of IPv6 /112. Default 10.128.0.0/10. */
  readonly podRange?: string;
  /** How long a lease holds; it is renewed four times as often. Default 40 s. */
  readonly leaseMs?: number;
  /** How often the status is written though nothing is new. Default 5 minutes. */
  readonly statusEveryMs?: number;
  /** What pods do where their annotations say nothing. Default: all at once; the pods of jobs run for a second. */
  readonly usual?: Partial<UsualBehaviour>;
  /** Whether nodes tell in events what happens to the containers of pods: three for each that starts. Default false. */
  readonly recordsEvents?: boolean;
  /** How many pods are written at once. Default 16. */
  readonly podWriters?: number;
  /** How many nodes, and leases, are written at once. Default 8. */
  readonly nodeWriters?: number;
}

/** Options, with all that nobody said. */
export type Settings = Required<Omit<SimulatedNodesOptions, "usual" | "podRange">> & {
  readonly usual: UsualBehaviour;
  readonly podRange: IpRange;
};

/** More nodes than that have not been measured. */
export const NODES_LIMIT = 20_000;
const CAPACITY = { cpu: "8", memory: "16Gi", "ephemeral-storage": "100Gi", pods: "110" };
/** Of each node's part of the range. */
const PART_BITS = { 4: 24, 6: 112 };

/** Throws a TypeError that names the option that can't be. */
export function settingsOf(options: SimulatedNodesOptions): Settings {
  const { count, podRange = "10.128.0.0/10", capacity = CAPACITY } = options;
  if (!Number.isSafeInteger(count) || count < 0 || count > NODES_LIMIT) {
    throw new TypeError(`count is ${count}: write a whole number from 0 to ${NODES_LIMIT}`);
  }
  const range = parseCidr(podRange);
  if (range === undefined) throw new TypeError(`podRange is ${podRange}: write one as 10.1.0.0/16`);
  if (partOf(range, PART_BITS[range.first.family], Math.max(0, count - 1)) === undefined) {
    throw new TypeError(`podRange is ${podRange}, too small for ${count} nodes`);
  }
  return {
    count,
    namePrefix: options.namePrefix ?? "node-",
    address: options.address ?? "127.0.0.1",
    port: options.port ?? 0,
    labels: options.labels ?? {},
    taints: options.taints ?? [],
    isSchedulable: options.isSchedulable ?? true,
    capacity: canonical(capacity, "capacity"),
    allocatable: canonical(options.allocatable ?? capacity, "allocatable"),
    podRange: range,
    leaseMs: options.leaseMs ?? 40_000,
    statusEveryMs: options.statusEveryMs ?? 300_000,
    usual: {
      startAfterMs: 0,
      readyAfterMs: 0,
      stopAfterMs: 0,
      jobsRunForMs: 1000,
      ...options.usual,
    },
    recordsEvents: options.recordsEvents ?? false,
    podWriters: options.podWriters ?? 16,
    nodeWriters: options.nodeWriters ?? 8,
  };
}

/** Amounts as the server gives them back. */
function canonical(
  amounts: Readonly<Record<string, string>>,
  option: string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => {
      try {
        return [name, canonicalQuantity(amount)];
      } catch (error) {
        throw new TypeError(`${option}: ${name} is ${amount}: ${(error as Error).message}`);
      }
    }),
  );
}

/** The range of a node's pods where the cluster gives it none; `index`: from 0 on. */
export function ownRange({ podRange }: Settings, index: number): IpRange {
  return parseCidr(partOf(podRange, PART_BITS[podRange.first.family], index)!)!;
}
