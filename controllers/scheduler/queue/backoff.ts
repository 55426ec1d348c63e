/**
 * How long pods rest after an attempt that failed.
 *
 * @module
 */

import type { QueuedPod } from "../pod/queued_pod.ts";

/** Pods come out of their rest together, once in so long. */
export const WINDOW_MS = 1000;

/** How long pods rest. */
export interface BackoffTimes {
  readonly initialMs: number;
  /** 0: no pod rests. */
  readonly maxMs: number;
}

/** The beginning of the window that a moment is in. */
export function windowOf(ms: number): number {
  return Math.floor(ms / WINDOW_MS) * WINDOW_MS;
}

/** The window in which the rest of a pod ends; undefined where it does not rest. */
export function restUntil(
  { sinceMs, rejections, errors }: QueuedPod,
  { initialMs, maxMs }: BackoffTimes,
): number | undefined {
  const count = errors > 0 ? errors : rejections;
  if (count === 0 || maxMs === 0) return undefined;
  // Past 2^31 times the first rest, the exact number is of no use.
  const ms = Math.min(initialMs * 2 ** Math.min(count - 1, 31), maxMs);
  return windowOf(sinceMs + ms);
}

/** Whether a pod rests now. */
export function isResting(queued: QueuedPod, times: BackoffTimes, nowMs: number): boolean {
  const until = restUntil(queued, times);
  return until !== undefined && until >= windowOf(nowMs);
}
