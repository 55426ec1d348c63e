/**
 * CPU profiles of this process.
 *
 * @module
 */

import inspector from "node:inspector";
import { type Clock, sleep } from "../clock.ts";

/** Told when a profile is asked for while another one is being taken. */
export class ProfileInProgress extends Error {
  override name = "ProfileInProgress";
  override message = "Could not enable CPU profiling: cpu profiling already in use";
}

let running = false;

/**
 * Profiles this process for `ms` and returns a `.cpuprofile`, which browsers' and editors'
 * developer tools open. Ends early, with the signal's reason, when `signal` aborts.
 */
export async function cpuProfile(clock: Clock, ms: number, signal: AbortSignal): Promise<string> {
  if (running) throw new ProfileInProgress();
  running = true;
  const session = new inspector.Session();
  try {
    session.connect();
    await post(session, "Profiler.enable");
    await post(session, "Profiler.start");
    await sleep(clock, ms, signal);
    const { profile } = await post(session, "Profiler.stop") as { profile: unknown };
    return JSON.stringify(profile);
  } finally {
    session.disconnect();
    running = false;
  }
}

function post(session: inspector.Session, method: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    session.post(method, (error: Error | null, result?: unknown) => {
      if (error === null) resolve(result);
      else reject(error);
    });
  });
}
