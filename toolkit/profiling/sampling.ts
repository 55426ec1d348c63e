/**
 * Profiles of this process over a time: where it spends it, and where it allocates.
 *
 * @module
 */

import inspector from "node:inspector";
import { type Clock, sleep } from "../clock.ts";

/** Told when a profile is asked for while another one of its kind is being taken. */
export class ProfileInProgress extends Error {
  override name = "ProfileInProgress";

  constructor(kind: string) {
    super(`Could not enable ${kind} profiling: ${kind} profiling already in use`);
  }
}

interface Sampler {
  readonly kind: string;
  /** What is asked of the runtime, in order; the last one's answer has the profile. */
  readonly start: readonly [method: string, options?: object][];
  readonly stop: string;
}

const CPU: Sampler = {
  kind: "cpu",
  start: [["Profiler.enable"], ["Profiler.start"]],
  stop: "Profiler.stop",
};

/** Bytes between two samples: fine enough for single requests, at some percent of their time. */
const ALLOCATED_BYTES = 32 * 1024;

const ALLOCATIONS: Sampler = {
  kind: "allocation",
  start: [["HeapProfiler.startSampling", {
    samplingInterval: ALLOCATED_BYTES,
    // What was allocated counts, whether or not it is still there.
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  }]],
  stop: "HeapProfiler.stopSampling",
};

const running = new Set<Sampler>();

/**
 * Profiles this process for `ms` and returns a `.cpuprofile`, which browsers' and editors'
 * developer tools open. Ends early, with the signal's reason, when `signal` aborts.
 */
export function cpuProfile(clock: Clock, ms: number, signal: AbortSignal): Promise<string> {
  return sample(CPU, clock, ms, signal);
}

/** The same for what was allocated meanwhile, and by which functions, as a `.heapprofile`. */
export function allocationProfile(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
): Promise<string> {
  return sample(ALLOCATIONS, clock, ms, signal);
}

async function sample(
  sampler: Sampler,
  clock: Clock,
  ms: number,
  signal: AbortSignal,
): Promise<string> {
  if (running.has(sampler)) throw new ProfileInProgress(sampler.kind);
  running.add(sampler);
  const session = new inspector.Session();
  try {
    session.connect();
    for (const [method, options] of sampler.start) await post(session, method, options);
    await sleep(clock, ms, signal);
    const { profile } = await post(session, sampler.stop) as { profile: unknown };
    return JSON.stringify(profile);
  } finally {
    session.disconnect();
    running.delete(sampler);
  }
}

function post(session: inspector.Session, method: string, options = {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    session.post(method, options, (error: Error | null, result?: unknown) => {
      if (error === null) resolve(result);
      else reject(error);
    });
  });
}
