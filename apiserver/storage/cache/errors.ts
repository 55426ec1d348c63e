/**
 * What reads and watches of the cache fail with, besides the store's own errors.
 *
 * @module
 */

import { StoreError } from "../errors.ts";

/** The cache did not see a revision in time; it may not exist. */
export class NotYetSeen extends StoreError {
  override name = "NotYetSeen";

  constructor(readonly requested: number, readonly seen: number) {
    super(`revision ${requested} was not seen in time: the newest one known is ${seen}`);
  }
}

/** A watcher did not take its events; it may watch again from the last one that it got. */
export class SlowWatcher extends StoreError {
  override name = "SlowWatcher";

  constructor(readonly waitingBytes: number) {
    super(`the watcher is too slow: ${waitingBytes} bytes of events are waiting for it`);
  }
}
