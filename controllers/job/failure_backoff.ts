/**
 * How long a job waits after failures before it makes pods again.
 *
 * @module
 */

import type { JobPod } from "./job_pod.ts";

const FIRST_MS = 10_000;
const MOST_MS = 10 * 60_000;

/** Failures since the last success. */
export interface Failures {
  readonly count: number;
  /** When the last one was. Undefined where there was none. */
  readonly lastMs: number | undefined;
}

/** None. */
export const NO_FAILURES: Failures = { count: 0, lastMs: undefined };

/** What there is after pods have ended that had not been looked at. */
export function failuresAfter(
  before: Failures,
  succeeded: readonly JobPod[],
  failed: readonly JobPod[],
): Failures {
  if (succeeded.length > 0) {
    const lastSuccess = lastEnd(succeeded);
    return failuresAfter(
      NO_FAILURES,
      [],
      failed.filter(({ finishedMs }) => finishedMs > lastSuccess),
    );
  }
  if (failed.length === 0) return before;
  const { count, lastMs = -Infinity } = before;
  return { count: count + failed.length, lastMs: Math.max(lastMs, lastEnd(failed)) };
}

function lastEnd(pods: readonly JobPod[]): number {
  return pods.reduce((last, { finishedMs }) => Math.max(last, finishedMs), -Infinity);
}

/** In how many milliseconds the next pod may be made. */
export function restMs({ count, lastMs }: Failures, nowMs: number): number {
  if (count === 0 || lastMs === undefined) return 0;
  // A power that is too large is Infinity.
  const rest = Math.min(FIRST_MS * 2 ** (count - 1), MOST_MS);
  return Math.max(0, rest - (nowMs - lastMs));
}

/** In how many milliseconds a pod may take the place of one of its index that has failed. */
export function restOfIndexMs(failed: JobPod | undefined, nowMs: number): number {
  if (failed === undefined) return 0;
  const { failures, ignored, finishedMs } = failed;
  return restMs({ count: failures + ignored + 1, lastMs: finishedMs }, nowMs);
}

/** What is known of the failures of jobs, by the jobs' uids. */
export class KnownFailures {
  readonly #byKey = new Map<string, { readonly uid: string; readonly failures: Failures }>();

  of(key: string, uid: string): Failures {
    const known = this.#byKey.get(key);
    return known?.uid === uid ? known.failures : NO_FAILURES;
  }

  set(key: string, uid: string, failures: Failures): void {
    if (failures.count === 0) this.#byKey.delete(key);
    else this.#byKey.set(key, { uid, failures });
  }

  forget(key: string): void {
    this.#byKey.delete(key);
  }
}
