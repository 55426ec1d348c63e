/**
 * The cluster as one attempt sees it.
 *
 * @module
 */

import type { NodeInfo } from "./node_info.ts";

/** How many nodes have an image, and how large it is. */
export interface ImageState {
  readonly sizeBytes: number;
  readonly nodes: number;
}

/**
 * All nodes that there are, as of the moment when the attempt began. From one attempt to the next only what
 * has changed is put in: nothing is copied.
 */
export interface Snapshot {
  /** In the order in which they are looked at: of each zone one in turn. */
  readonly nodes: readonly NodeInfo[];
  get(name: string): NodeInfo | undefined;
  /** An image by its name. */
  image(name: string): ImageState | undefined;
  /** Where {@link changedSince} goes on from. */
  readonly position: number;
  /**
   * The names of nodes that have changed, come or gone since a position; undefined where that is too long
   * ago to be known.
   */
  changedSince(position: number): Iterable<string> | undefined;
}
