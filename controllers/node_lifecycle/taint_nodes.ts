/**
 * Giving nodes up by taints, for which others delete their pods.
 *
 * @module
 */

import { isConflict, isNotFound, Node } from "../../toolkit/mod.ts";
import { NAMES, type Names } from "../../toolkit/names.ts";
import type { LoopParts } from "../loop/mod.ts";
import type { GivingUp } from "./giving_up.ts";
import {
  changedTaints,
  drivingTaint,
  drivingTaintChange,
  isNoChange,
  type TaintChange,
} from "./node_taints.ts";
import type { LiveNode, NodeView } from "./node_view.ts";
import { timeText } from "./time_text.ts";
import { writeNode } from "./write_node.ts";

const MOST_TRIES = 5;

/**
 * A node that has been given up has a taint that says why, and only the turn from none to one is given out by zones:
 * one taint takes the place of the other, and goes, at once.
 */
export class TaintNodes implements GivingUp {
  readonly #parts: LoopParts;
  readonly #viewOf: (node: LiveNode) => NodeView;
  readonly #names: Names;

  constructor(parts: LoopParts, viewOf: (node: LiveNode) => NodeView) {
    this.#parts = parts;
    this.#viewOf = viewOf;
    this.#names = NAMES[parts.client.dialect];
  }

  async tend(node: NodeView, mayGiveUp: boolean): Promise<boolean> {
    const changeOf = (now: NodeView) => this.#changeOf(now, mayGiveUp);
    const { add, remove } = changeOf(node);
    if (remove.length > 0) await this.#write(node, changeOf);
    return add.length > 0 && remove.length === 0;
  }

  isDue(node: NodeView): boolean {
    return this.#changeOf(node).add.length > 0;
  }

  async giveUp(node: NodeView): Promise<void> {
    await this.#write(node, (now) => this.#changeOf(now));
  }

  relent(): void {}

  #changeOf({ taints, ready }: NodeView, mayGiveUp = true): TaintChange {
    const wanted = mayGiveUp ? drivingTaint(ready?.status, this.#names) : undefined;
    return drivingTaintChange(taints, wanted, this.#names);
  }

  /** Writes a change; where somebody else was faster, the change that it takes then. */
  async #write(node: NodeView, changeOf: (node: NodeView) => TaintChange): Promise<void> {
    const { client, clock } = this.#parts;
    let current = node;
    for (let attempt = 1;; attempt++) {
      const change = changeOf(current);
      if (isNoChange(change)) return;
      const taints = changedTaints(current.taints, change, timeText(clock.now()));
      try {
        await writeNode(client, current, { taints });
        return;
      } catch (error) {
        if (isNotFound(error)) return;
        if (!isConflict(error) || attempt === MOST_TRIES) throw error;
      }
      const live = await client.find(Node, node.name);
      if (live === undefined || live.metadata.uid !== node.uid) return;
      current = this.#viewOf(live);
    }
  }
}
