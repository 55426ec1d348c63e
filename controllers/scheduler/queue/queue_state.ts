/**
 * What a scheduler says of a pod that it has not bound yet.
 *
 * @module
 */

/** What the queue knows of a pod, as JSON. */
export interface QueueState {
  /**
   * `active`: it is among the next; `backoff`: it rests; `unschedulable`: it waits for something to happen;
   * `in flight`: a node is looked for, or it is being bound.
   */
  readonly place: "active" | "backoff" | "unschedulable" | "in flight";
  /** How often a node was looked for. */
  readonly attempts?: number;
  /** How often in a row something went wrong. */
  readonly errors?: number;
  /** The plugins that turned it down last. */
  readonly rejectedBy?: readonly string[];
  /** Of those, the ones that wait for something that is under way. */
  readonly pendingBy?: readonly string[];
  /** The plugin that does not let it be tried. */
  readonly gatedBy?: string;
  /** Since it came, or since the last attempt. */
  readonly waitedMs?: number;
  /** How long it rests yet. */
  readonly restsMs?: number;
  /** The node that it is given, where that is not told yet. */
  readonly nodeName?: string;
}
