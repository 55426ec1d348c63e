/**
 * Giving nodes their blocks.
 *
 * @module
 */

import {
  type DerivedValues,
  isConflict,
  isNotFound,
  isOutcomeUnknown,
  Node,
  type ObjectOf,
} from "../../toolkit/mod.ts";
import { Recorder } from "../../toolkit/events/recorder.ts";
import type { LoopParts, SharedInformer, SyncWork, Wake } from "../loop/mod.ts";
import type { NodeBlocks } from "./node_blocks.ts";

type LiveNode = ObjectOf<typeof Node>;

interface NodeOfBlocks {
  readonly name: string;
  readonly uid: string;
  readonly isDeleting: boolean;
  readonly blocks: readonly string[];
}

/** What wakes nodes, and a turn of each. */
export class AssignBlocks {
  readonly #parts: LoopParts;
  readonly #blocks: NodeBlocks;
  readonly #nodes: SharedInformer<LiveNode>;
  readonly #events: Recorder;
  /** Nodes for which there was no block, in the order in which they came. */
  readonly #waiting = new Set<string>();
  #wake: Wake = () => {};

  constructor(parts: LoopParts, blocks: NodeBlocks) {
    const { client, informers, clock, logger } = parts;
    this.#parts = parts;
    this.#blocks = blocks;
    this.#nodes = informers.of(Node);
    this.#events = new Recorder({ client, component: "cidrAllocator", clock, logger });
  }

  /** Begins to listen; what nodes have already is taken in before any is given something. */
  listen(wake: Wake): Disposable[] {
    this.#wake = wake;
    return [
      this.#nodes.subscribe(({ type, key }) => {
        const node = type === "Deleted" ? undefined : this.#views.get(key);
        if (node === undefined) this.#forget(key);
        else if (node.blocks.length > 0) this.#keep(node);
        else if (!this.#waiting.has(key)) wake(key);
      }),
    ];
  }

  /** One turn of a node. */
  async sync(name: string, { signal }: SyncWork): Promise<void> {
    const node = this.#views.get(name);
    if (node === undefined || node.isDeleting) return;
    if (node.blocks.length > 0) return this.#keep(node);
    const taken = this.#blocks.take(name);
    if ("exhausted" in taken) {
      const { logger } = this.#parts;
      logger.warning("No block of addresses is left for a node", {
        node: name,
        range: String(taken.exhausted),
      });
      this.#waiting.add(name);
      return this.#tell(node, "CIDRNotAvailable");
    }
    await this.#write(node, taken.blocks, signal);
    this.#waiting.delete(name);
    this.#wakeNext();
  }

  get #views(): DerivedValues<LiveNode, NodeOfBlocks> {
    return this.#nodes.derive(nodeOfBlocks);
  }

  #keep({ name, blocks }: NodeOfBlocks): void {
    const { logger } = this.#parts;
    this.#waiting.delete(name);
    const strange = this.#blocks.keep(name, blocks);
    if (strange.length > 0) {
      const message = "A node has addresses that are in no range of the cluster's";
      logger.warning(message, { node: name, blocks: strange.join() });
    }
    this.#wakeNext();
  }

  #forget(name: string): void {
    this.#waiting.delete(name);
    this.#blocks.release(name);
    this.#wakeNext();
  }

  /** Whoever has waited for longest has what has become free. */
  #wakeNext(): void {
    if (!this.#blocks.hasFree) return;
    for (const name of this.#waiting) return this.#wake(name);
  }

  async #write(
    node: NodeOfBlocks,
    podCIDRs: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const { client } = this.#parts;
    const { name, uid } = node;
    const patch = { metadata: { uid }, spec: { podCIDR: podCIDRs[0], podCIDRs } };
    try {
      await client.patch(Node, name, patch as never, { signal });
    } catch (error) {
      if (isNotFound(error)) return;
      // Another one of its name begins anew when it is seen.
      if (isConflict(error)) throw error;
      // The block stays the node's: it is tried again, and somebody else may have given it others.
      if (!isOutcomeUnknown(error)) this.#tell(node, "CIDRAssignmentFailed");
      throw error;
    }
  }

  #tell({ name, uid }: NodeOfBlocks, reason: string): void {
    const node = { apiVersion: "v1", kind: "Node", metadata: { name, uid } };
    this.#events.normal(node, reason, `Node ${name} status is now: ${reason}`);
  }
}

function nodeOfBlocks({ metadata, spec }: LiveNode): NodeOfBlocks {
  const { name, uid, deletionTimestamp } = metadata;
  return {
    name,
    uid,
    isDeleting: deletionTimestamp !== undefined,
    blocks: spec?.podCIDRs ?? [],
  };
}
