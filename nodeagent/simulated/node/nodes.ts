/**
 * The nodes of one process, found by their names.
 *
 * @module
 */

import { ownRange, type Settings } from "../options.ts";
import { NodeLoad } from "./node_load.ts";
import { PodAddresses } from "./pod_addresses.ts";

/** One node. */
export interface SimulatedNode {
  /** From 0 on. */
  readonly index: number;
  readonly name: string;
  readonly addresses: PodAddresses;
  /** The keys of the pods that are not over. */
  readonly pods: Set<string>;
  /** What they ask for together. */
  readonly load: NodeLoad;
  /** Seconds of processors that pods have used that are over. */
  pastCpu: number;
}

/** All of them. */
export class SimulatedNodeTable {
  readonly #nodes: readonly SimulatedNode[];
  readonly #byName: ReadonlyMap<string, SimulatedNode>;

  constructor(settings: Settings) {
    this.#nodes = Array.from({ length: settings.count }, (_, index) => ({
      index,
      name: `${settings.namePrefix}${index + 1}`,
      addresses: new PodAddresses(ownRange(settings, index)),
      pods: new Set(),
      load: new NodeLoad(),
      pastCpu: 0,
    }));
    this.#byName = new Map(this.#nodes.map((node) => [node.name, node]));
  }

  get size(): number {
    return this.#nodes.length;
  }

  /** One by its name; undefined: it is none of these. */
  get(name: string): SimulatedNode | undefined {
    return this.#byName.get(name);
  }

  [Symbol.iterator](): Iterator<SimulatedNode> {
    return this.#nodes[Symbol.iterator]();
  }
}
