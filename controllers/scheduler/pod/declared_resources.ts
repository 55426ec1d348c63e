/**
 * What a pod asks for and what it may take at most, as its spec says: of all resources, and whatever it was
 * given meanwhile.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import { thousandthsOf } from "../../../toolkit/pods/resources.ts";

/** Amounts in thousandths, by resource. */
export type Amounts = ReadonlyMap<string, number>;

type List = Readonly<Record<string, string>> | undefined;
type Part = "requests" | "limits";

/** What it asks for, its overhead included. */
export function declaredRequests(spec: coreV1.PodSpec): Amounts {
  const all = declared(spec, "requests");
  add(all, spec.overhead);
  return all;
}

/** What it may take at most. The overhead counts for resources that have a limit. */
export function declaredLimits(spec: coreV1.PodSpec): Amounts {
  const all = declared(spec, "limits");
  const isLimited = ([name]: [string, string]) => (all.get(name) ?? 0) !== 0;
  if (spec.overhead !== undefined) {
    add(all, Object.fromEntries(Object.entries(spec.overhead).filter(isLimited)));
  }
  return all;
}

/** Of containers together, or of those that start first if that is more; then of the pod as a whole. */
function declared(spec: coreV1.PodSpec, part: Part): Map<string, number> {
  const all = new Map<string, number>();
  for (const { resources } of spec.containers) add(all, resources?.[part]);
  let peak: Map<string, number> | undefined;
  const sidecars = new Map<string, number>();
  for (const { resources, restartPolicy } of spec.initContainers ?? []) {
    const own = resources?.[part];
    const isSidecar = restartPolicy === "Always";
    if (isSidecar) {
      add(all, own);
      add(sidecars, own);
    }
    const meanwhile = isSidecar ? sidecars : add(new Map(sidecars), own);
    peak = raise(peak ?? new Map(), meanwhile);
  }
  if (peak !== undefined) raise(all, peak);
  for (const [name, text] of Object.entries(spec.resources?.[part] ?? {})) {
    if (isOfWhole(name)) all.set(name, thousandthsOf(text));
  }
  return all;
}

/** Whether a pod as a whole may say how much it takes of a resource. */
function isOfWhole(name: string): boolean {
  return name === "cpu" || name === "memory" || name.startsWith("hugepages-");
}

function add(to: Map<string, number>, list: List): Map<string, number> {
  for (const name in list) to.set(name, (to.get(name) ?? 0) + thousandthsOf(list[name]!));
  return to;
}

function raise(to: Map<string, number>, others: Amounts): Map<string, number> {
  for (const [name, amount] of others) to.set(name, Math.max(to.get(name) ?? amount, amount));
  return to;
}
