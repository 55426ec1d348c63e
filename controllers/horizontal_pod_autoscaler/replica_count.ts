/**
 * How many replicas a metric asks for.
 *
 * @module
 */

import { ceilInt64, toInt32, toInt64 } from "./int64.ts";
import type { PodGroups, Samples } from "./pod_groups.ts";
import { isWithin, type Tolerances } from "./tolerances.ts";

/** What values say together. Amounts are thousandths. */
export interface Measured {
  /** What is used, as a multiple of what should be. */
  readonly ratio: number;
  /** For each pod. */
  readonly average: bigint;
  /** In percent of what was requested. Undefined: it was not compared with that. */
  readonly utilization: number | undefined;
}

/** A number of replicas, and what it was made of. */
export interface ReplicaCount extends Omit<Measured, "ratio"> {
  readonly replicas: number;
}

/** What a metric of pods is compared with. */
export interface Target {
  /** What values by the names of pods say together; there is one at least. */
  measure(values: ReadonlyMap<string, bigint>): Measured;
  /** What is thought of a pod without a sample where there may be too many. */
  assumed(name: string): bigint;
}

/**
 * What pods have requested as a target: each shall use so many percent of it. Values of pods without a request
 * don't count.
 */
export function utilizationTarget(
  requests: ReadonlyMap<string, bigint>,
  percent: number,
): Target {
  return {
    measure(values) {
      let used = 0n;
      let requested = 0n;
      let pods = 0n;
      for (const [name, value] of values) {
        const request = requests.get(name);
        if (request === undefined) continue;
        used += value;
        requested += request;
        pods++;
      }
      if (requested === 0n) throw new Error("no metrics returned matched known pods");
      const utilization = toInt32(Number(used * 100n / requested));
      return { ratio: utilization / percent, average: toInt64(used / pods), utilization };
    },
    assumed: (name) => (requests.get(name) ?? 0n) * BigInt(Math.max(100, percent)) / 100n,
  };
}

/** An amount as a target: each pod shall use so much on average. */
export function averageTarget(target: bigint): Target {
  return {
    measure(values) {
      let used = 0n;
      for (const value of values.values()) used += value;
      const average = toInt64(used / BigInt(values.size));
      return { ratio: Number(average) / Number(target), average, utilization: undefined };
    },
    assumed: () => target,
  };
}

/**
 * The replicas that samples of pods ask for. Pods without a sample, and those that are not ready, hold a change
 * back: they are thought to use what makes it smallest, and it never goes the other way because of them. Throws
 * where no sample counts; `target` is asked for only after that.
 */
export function countByPods(
  samples: Samples,
  { ready, unready, missing, ignored }: PodGroups,
  current: number,
  tolerances: Tolerances,
  target: () => Target,
): ReplicaCount {
  const values = new Map<string, bigint>();
  for (const [name, { value }] of samples) {
    if (!ignored.has(name) && !unready.has(name)) values.set(name, value);
  }
  if (values.size === 0) {
    throw new Error("did not receive metrics for targeted pods (pods might be unready)");
  }
  const { measure, assumed } = target();
  const { ratio, average, utilization } = measure(values);
  const count = (replicas: number) => ({ replicas: toInt32(replicas), average, utilization });
  const startsMore = unready.size > 0 && ratio > 1;
  if (!startsMore && missing.size === 0) {
    return count(isWithin(tolerances, ratio) ? current : Math.ceil(ratio * ready));
  }
  for (const name of missing) {
    if (ratio < 1) values.set(name, assumed(name));
    else if (ratio > 1) values.set(name, 0n);
  }
  if (startsMore) {
    for (const name of unready) values.set(name, 0n);
  }
  const { ratio: careful } = measure(values);
  const hasTurned = (ratio < 1 && careful > 1) || (ratio > 1 && careful < 1);
  if (isWithin(tolerances, careful) || hasTurned) return count(current);
  const replicas = Math.ceil(careful * values.size);
  const goesBack = (careful < 1 && replicas > current) || (careful > 1 && replicas < current);
  return count(goesBack ? current : replicas);
}

/** The replicas that a metric of something else asks for. `readyPods` is asked for only where it counts. */
export function countByRatio(
  ratio: number,
  current: number,
  tolerances: Tolerances,
  readyPods: () => number,
): number {
  if (current === 0) return toInt32(Math.ceil(ratio));
  if (isWithin(tolerances, ratio)) return current;
  return toInt32(Math.ceil(ratio * readyPods()));
}

/** The replicas among which a metric of something else is to be shared, so that each has so much of it. */
export function countByShare(
  usage: bigint,
  share: bigint,
  replicas: number,
  tolerances: Tolerances,
): { readonly replicas: number; readonly average: bigint } {
  const ratio = Number(usage) / (Number(share) * replicas);
  const average = ceilInt64(Number(usage) / replicas);
  if (isWithin(tolerances, ratio)) return { replicas, average };
  return { replicas: toInt32(Math.ceil(Number(usage) / Number(share))), average };
}
