/**
 * How fast bytes may go: `--max-connection-bytes-per-sec`.
 *
 * @module
 */

import { type Clock, sleep } from "../../toolkit/clock.ts";
import { type Throttle, unthrottled } from "./join_streams.ts";

/** What goes out at once, in parts of a second. */
const PARTS_PER_SECOND = 10;

/**
 * Hands on so many bytes a second at most, each way of each connection by itself; 0: as they come. Large pieces
 * are cut, so that what is slow goes evenly, and ends at once when nobody reads it any more.
 */
export function byteRate(bytesPerSecond: number, clock: Clock): Throttle {
  if (bytesPerSecond === 0) return unthrottled;
  const most = Math.max(1, Math.floor(bytesPerSecond / PARTS_PER_SECOND));
  return async function* (pieces) {
    /** When all that was handed on would have gone at this rate. */
    let doneAt = clock.monotonic();
    for await (const piece of pieces) {
      for (let from = 0; from < piece.length; from += most) {
        const part = piece.subarray(from, from + most);
        const waitMs = doneAt - clock.monotonic();
        if (waitMs > 0) await sleep(clock, waitMs);
        yield part;
        doneAt = Math.max(doneAt, clock.monotonic()) + part.length / bytesPerSecond * 1000;
      }
    }
  };
}
