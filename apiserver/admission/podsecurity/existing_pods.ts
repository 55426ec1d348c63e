/**
 * What a namespace that becomes stricter is told of the pods that it has.
 *
 * @module
 */

import type { Pod } from "../../../toolkit/api/core_v1.ts";
import type { Clock } from "../../../toolkit/clock.ts";
import { compareUtf8 } from "../../../toolkit/codec/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { TimeSlice } from "../../../toolkit/time_slice.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { objectOf } from "../../resource/object_coder.ts";
import type { ResourceSource } from "../../resource/resource_source.ts";
import type { CachedObject } from "../../storage/cache/mod.ts";
import { checkedPod } from "./checks/mod.ts";
import { judge, printReasons } from "./judge.ts";
import { type LevelVersion, printLevel } from "./level.ts";

/** Most pods that are judged. */
const MOST_PODS = 3000;
/** How long it may take, in milliseconds. */
const LIMIT_MS = 1000;

/** What it takes to look at pods. */
export interface PodsOfNamespace {
  readonly source: Pick<ResourceSource, "find">;
  readonly names: Names;
  readonly clock: Clock;
  /** Whether pods of a runtime class are left alone. */
  isExempt(runtimeClass: string | undefined): boolean;
}

/** Pods that are beyond the level in the same way. */
interface Alike {
  /** The first of their names. */
  first: string;
  count: number;
}

/**
 * Warnings about the pods of a namespace that are beyond a level. Of the pods of a controller the first
 * comes before all others, as the rest is likely to be the same: there is a limit to how many are
 * judged, and for how long, and it is said where that was not enough.
 */
export async function warningsOfPods(
  { source, names, clock, isExempt }: PodsOfNamespace,
  namespace: string,
  level: LevelVersion,
  signal: AbortSignal,
): Promise<string[]> {
  const storage = source.find("", "v1", "pods")?.storage;
  if (storage === undefined) return [];
  const until = clock.monotonic() + LIMIT_MS;
  const slice = new TimeSlice(clock, signal);
  const { entries } = await storage.cache.list({ prefix: storage.namespacePrefix(namespace) });
  const kinds = new Map<string, Alike>();
  const controllers = new Set<string>();
  const later: CachedObject[] = [];
  let [judged, exempt, isOver] = [0, 0, false];

  const judgeOne = (pod: Pod) => {
    judged++;
    const reasons = printReasons(judge(level, checkedPod(pod, names)));
    if (reasons !== "") note(kinds, reasons, pod.metadata?.name ?? "");
  };
  const pause = async () => {
    isOver = clock.monotonic() >= until;
    if (!isOver) await slice.yieldIfOver();
  };

  for (const entry of entries) {
    const pod = objectOf(entry) as Pod;
    const controller = pod.metadata?.ownerReferences?.find((one) => one.controller === true)?.uid;
    if (isExempt(pod.spec?.runtimeClassName)) exempt++;
    else if (controller !== undefined && controllers.has(controller)) later.push(entry);
    else if (judged < MOST_PODS) {
      if (controller !== undefined) controllers.add(controller);
      judgeOne(pod);
    }
    await pause();
    if (isOver) break;
  }
  for (const entry of later) {
    if (isOver || judged >= MOST_PODS) break;
    judgeOne(objectOf(entry) as Pod);
    await pause();
  }
  return printed(namespace, level, kinds, { judged, all: entries.length - exempt });
}

function note(kinds: Map<string, Alike>, reasons: string, name: string): void {
  const alike = kinds.get(reasons);
  if (alike === undefined) kinds.set(reasons, { first: name, count: 1 });
  else {
    alike.count++;
    if (compareUtf8(name, alike.first) < 0) alike.first = name;
  }
}

function printed(
  namespace: string,
  level: LevelVersion,
  kinds: ReadonlyMap<string, Alike>,
  { judged, all }: { readonly judged: number; readonly all: number },
): string[] {
  const warnings: string[] = [];
  if (judged < all) {
    warnings.push(
      `new PodSecurity enforce level only checked against the first ${judged} of ${all} existing pods`,
    );
  }
  if (kinds.size > 0) {
    warnings.push(
      `existing pods in namespace ${quoteText(namespace)} violate the new PodSecurity enforce ` +
        `level ${quoteText(printLevel(level))}`,
    );
  }
  const lines = [...kinds].map(([reasons, { first, count }]) =>
    `${first}${others(count - 1)}: ${reasons}`
  );
  return [...warnings, ...lines.sort(compareUtf8)];
}

function others(count: number): string {
  return count === 0 ? "" : ` (and ${count} other pod${count === 1 ? "" : "s"})`;
}
