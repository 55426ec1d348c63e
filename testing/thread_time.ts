/**
 * How long a test computes: on a machine that does much else, time passes while it does nothing.
 *
 * @module
 */

import { systemClock } from "../toolkit/clock.ts";

/** What the system tells of the thread that reads it; Linux alone has it. */
const STATUS = "/proc/thread-self/stat";
/** Of a tick, in which all systems of that kind count. */
const TICK_MS = 10;

/**
 * Milliseconds for which processors have worked on this thread, on a scale of its own; where the system does not tell,
 * all that pass.
 */
export function threadMs(): number {
  let text;
  try {
    text = Deno.readTextFileSync(STATUS);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return systemClock.monotonic();
    throw error;
  }
  // The second field is the thread's name in parentheses, which may hold anything; the fields are 14 and 15.
  const [own, system] = text.slice(text.lastIndexOf(")") + 2).split(" ").slice(11, 13).map(Number);
  return (own! + system!) * TICK_MS;
}
