/**
 * A pod that waits for a node.
 *
 * @module
 */

import type { PendingPod } from "./pod_info.ts";

/** A pod in the queue, and what became of it so far. */
export interface QueuedPod {
  /** As it is now. */
  pod: PendingPod;
  /** Since when it waits, by the monotonic clock. */
  sinceMs: number;
  /** When it was ready to be tried for the first time; undefined: it was not let in yet. */
  readySinceMs: number | undefined;
  /** Grows from pod to pod: those of one moment keep their order. */
  order: number;
  /** How often a node was looked for. */
  attempts: number;
  /** How often plugins turned it down. */
  rejections: number;
  /** How often in a row it failed by no plugin's word: something went wrong, or there are no nodes. */
  errors: number;
  /** The plugins that turned it down last. */
  rejectedBy: ReadonlySet<string>;
  /** Of those, the ones that wait for something that is under way. */
  pendingBy: ReadonlySet<string>;
  /** The plugin that does not let it be tried. */
  gatedBy: string | undefined;
  /** Nothing had helped it for so long that it is tried all the same. */
  isFlushed: boolean;
}
