/**
 * How nodes are given up that are not ready.
 *
 * @module
 */

import type { NodeView } from "./node_view.ts";

/**
 * What is done to nodes that are not ready. Zones say when, and how many: `isDue` is asked again and again, `giveUp`
 * called once a node has its turn.
 */
export interface GivingUp {
  /**
   * Does what needs no turn. `mayGiveUp`: whether any node is given up now. Settles with whether the node is to wait
   * for its turn.
   */
  tend(node: NodeView, mayGiveUp: boolean): Promise<boolean>;
  /** Whether a node that had to wait still has to be given up. */
  isDue(node: NodeView): boolean;
  /** Gives a node up. */
  giveUp(node: NodeView): Promise<void>;
  /** No node is given up any more: those that were count as if they had not been. */
  relent(): void;
}
