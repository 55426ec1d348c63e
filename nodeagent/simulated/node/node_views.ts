/**
 * What of nodes is looked at before they take a pod.
 *
 * @module
 */

import { type Client, type coreV1, isNotFound, Node, type ObjectOf } from "../../../toolkit/mod.ts";
import { type Resources, resourcesOf, wholeAmountOf } from "../../../toolkit/pods/resources.ts";
import type { Settings } from "../options.ts";
import { labelsOf } from "./node_object.ts";
import type { SimulatedNode } from "./nodes.ts";

/** A node, as pods see it. */
export interface NodeView {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly coreV1.Taint[];
  readonly allocatable: Resources;
  /** So many pods it takes. */
  readonly mostPods: number;
}

type LiveNode = ObjectOf<typeof Node>;

/** The nodes of a process. A view is made when a pod comes, and kept until its node changes. */
export class NodeViews {
  readonly #client: Client;
  readonly #settings: Settings;
  readonly #views = new Map<string, NodeView>();
  /** The node as it was seen last; until then a node is what it registers as. */
  #find: (name: string) => LiveNode | undefined = () => undefined;

  constructor(client: Client, settings: Settings) {
    this.#client = client;
    this.#settings = settings;
  }

  /** From now on nodes are found so. */
  findBy(find: (name: string) => LiveNode | undefined): void {
    this.#find = find;
    this.#views.clear();
  }

  of(node: SimulatedNode): NodeView {
    const known = this.#views.get(node.name);
    if (known !== undefined) return known;
    const view = this.#viewOf(node, this.#find(node.name));
    this.#views.set(node.name, view);
    return view;
  }

  /** The same as the server has it now: what was changed just before a pod came may not have been heard of yet. */
  async asked(node: SimulatedNode, signal: AbortSignal): Promise<NodeView> {
    try {
      return this.#viewOf(node, await this.#client.get(Node, node.name, { signal }));
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return this.of(node);
    }
  }

  /** The node is not what it was. */
  changed(name: string): void {
    this.#views.delete(name);
  }

  /** What a node says of itself holds where nobody else has said anything yet. */
  #viewOf(node: SimulatedNode, live: LiveNode | undefined): NodeView {
    const settings = this.#settings;
    const allocatable = { ...settings.allocatable, ...live?.status?.allocatable };
    return {
      name: node.name,
      labels: { ...live?.metadata.labels, ...labelsOf(node, settings, this.#client.names) },
      // Of one that is there and has none somebody has taken them away.
      taints: live === undefined ? settings.taints : live.spec?.taints ?? [],
      allocatable: resourcesOf(allocatable),
      mostPods: wholeAmountOf(allocatable, "pods"),
    };
  }
}
