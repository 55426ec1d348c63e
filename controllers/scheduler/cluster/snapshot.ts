/**
 * The cluster as one attempt sees it.
 *
 * @module
 */

import type { Selector } from "../../../toolkit/selectors/mod.ts";
import type { PodInfo } from "../pod/pod_info.ts";
import type { NodeInfo } from "./node_info.ts";

/** What has changed of a node. */
export interface NodeChange {
  readonly name: string;
  /** The pod that has come or left; where none is said, anything may have changed, and the node may be new or gone. */
  readonly pod?: PodInfo;
  /** 1: it has come; -1: it has left. */
  readonly by?: 1 | -1;
}

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
  /**
   * The only nodes that can have pods of a namespace that match; undefined where only a look at all of them
   * tells. A node whose last such pod has left since the attempt began can be missing.
   */
  nodesWith(namespace: string, selector: Selector): Iterable<NodeInfo> | undefined;
  /** Where {@link changesSince} goes on from. */
  readonly position: number;
  /** What has changed since a position, in order; undefined where that is too long ago to be known. */
  changesSince(position: number): Iterable<NodeChange> | undefined;
}
