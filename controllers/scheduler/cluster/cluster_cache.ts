/**
 * The nodes and the pods on them, as they are known, and as they are taken to be.
 *
 * @module
 */

import type { Selector } from "../../../toolkit/selectors/mod.ts";
import type { PodInfo } from "../pod/pod_info.ts";
import { LabelPlaces } from "./label_places.ts";
import { NodeInfo, type NodeView } from "./node_info.ts";
import { NodeOrder } from "./node_order.ts";
import type { ImageState, NodeChange, Snapshot } from "./snapshot.ts";

/** So many changes are remembered: who has missed more looks at all nodes. */
const REMEMBERED = 16_384;

/** A pod on a node. */
interface Placed {
  readonly pod: PodInfo;
  /** Taken to be there; nobody has said so yet. */
  readonly isAssumed: boolean;
}

/** What is counted of an image. */
interface ImageCount {
  sizeBytes: number;
  nodes: number;
}

/**
 * Counts what pods take of nodes: those that the server says are there, and those that were given a node a
 * moment ago. A pod is on one node at a time, and counts once.
 */
export class ClusterCache {
  readonly #nodes = new Map<string, NodeInfo>();
  /** Pods on nodes that are not known, or not any more. */
  readonly #strays = new Map<string, Map<string, PodInfo>>();
  readonly #pods = new Map<string, Placed>();
  readonly #order = new NodeOrder();
  readonly #images = new Map<string, ImageCount>();
  readonly #labelPlaces = new LabelPlaces();
  readonly #changes: NodeChange[] = [];
  /** How many changes were forgotten. */
  #forgotten = 0;
  /** Nodes that have changed since the last snapshot. */
  readonly #changed = new Set<string>();
  #orderChanged = false;
  #assumed = 0;
  #listed: NodeInfo[] = [];
  #byName = new Map<string, NodeInfo>();
  #places = new Map<string, number>();

  /** How many nodes there are. */
  get size(): number {
    return this.#nodes.size;
  }

  /** How many pods are on nodes. */
  get pods(): number {
    return this.#pods.size;
  }

  /** How many of these are taken to be there, and nobody has said so yet. */
  get assumedPods(): number {
    return this.#assumed;
  }

  /** What is known of a node now. */
  node(name: string): NodeInfo | undefined {
    return this.#nodes.get(name);
  }

  /** A node that is there, or that has changed. */
  putNode(view: NodeView): void {
    const { name } = view;
    const before = this.#nodes.get(name);
    if (before !== undefined && before.node.images !== view.images) {
      this.#countImages(before.node, -1);
    }
    if (before === undefined || before.node.images !== view.images) this.#countImages(view, 1);
    let info = before?.withNode(view) ?? NodeInfo.of(view);
    for (const pod of this.#strays.get(name)?.values() ?? []) info = info.withPod(pod);
    this.#strays.delete(name);
    if (this.#order.put(name, view.zone)) this.#orderChanged = true;
    this.#put(info, { name });
  }

  /** A node that is gone. Its pods count again if it comes back. */
  deleteNode(name: string): void {
    const before = this.#nodes.get(name);
    if (before === undefined) return;
    this.#countImages(before.node, -1);
    this.#nodes.delete(name);
    this.#order.delete(name);
    this.#orderChanged = true;
    if (before.pods.length > 0) {
      this.#strays.set(name, new Map(before.pods.map((pod) => [pod.uid, pod])));
    }
    this.#mark({ name });
  }

  /** A pod that the server says is on a node, in the place of what was known or assumed of it. */
  putPod(pod: PodInfo): void {
    this.#take(pod.uid);
    this.#place({ pod, isAssumed: false });
  }

  /** A pod that is gone, or over. */
  deletePod(uid: string): void {
    this.#take(uid);
  }

  /** A pod that is about to be bound to a node counts there from now on. Throws where it is on one already. */
  assume(pod: PodInfo): void {
    if (this.#pods.has(pod.uid)) {
      throw new Error(`assume pod ${pod.key} on node ${pod.nodeName}: it is on a node already`);
    }
    this.#place({ pod, isAssumed: true });
  }

  /** A pod was not bound after all. What the server has said of it holds. */
  forget(uid: string): void {
    if (this.isAssumed(uid)) this.#take(uid);
  }

  /** Whether a pod is taken to be on a node, and nobody has said so yet. */
  isAssumed(uid: string): boolean {
    return this.#pods.get(uid)?.isAssumed ?? false;
  }

  /** The pod on a node. */
  pod(uid: string): PodInfo | undefined {
    return this.#pods.get(uid)?.pod;
  }

  /** The cluster as it is now. The one before must not be looked at any more. */
  snapshot(): Snapshot {
    if (this.#orderChanged) this.#list();
    else for (const name of this.#changed) this.#refresh(name);
    this.#changed.clear();
    const position = this.#forgotten + this.#changes.length;
    return {
      nodes: this.#listed,
      get: (name) => this.#byName.get(name),
      image: (name): ImageState | undefined => this.#images.get(name),
      nodesWith: (namespace, selector) => this.#nodesWith(namespace, selector),
      position,
      changesSince: (from) =>
        from < this.#forgotten ? undefined : this.#changesFrom(from, position),
    };
  }

  #list(): void {
    this.#orderChanged = false;
    this.#listed = this.#order.names().map((name) => this.#nodes.get(name)!);
    this.#byName = new Map(this.#nodes);
    this.#places = new Map(this.#listed.map(({ name }, place) => [name, place]));
  }

  #refresh(name: string): void {
    const info = this.#nodes.get(name);
    const place = this.#places.get(name);
    if (info === undefined || place === undefined) return;
    this.#listed[place] = info;
    this.#byName.set(name, info);
  }

  *#changesFrom(from: number, to: number): Iterable<NodeChange> {
    for (let at = from - this.#forgotten; at < to - this.#forgotten; at++) yield this.#changes[at]!;
  }

  #nodesWith(namespace: string, selector: Selector): NodeInfo[] | undefined {
    const names = this.#labelPlaces.of(namespace, selector);
    if (names === undefined) return undefined;
    const nodes: NodeInfo[] = [];
    for (const name of names) {
      const node = this.#byName.get(name);
      if (node !== undefined) nodes.push(node);
    }
    return nodes;
  }

  #place(placed: Placed): void {
    const { pod } = placed;
    this.#pods.set(pod.uid, placed);
    if (placed.isAssumed) this.#assumed++;
    this.#labelPlaces.count(pod, 1);
    const info = this.#nodes.get(pod.nodeName);
    if (info !== undefined) {
      this.#put(info.withPod(pod), { name: pod.nodeName, pod, by: 1 });
      return;
    }
    const strays = this.#strays.get(pod.nodeName) ?? new Map();
    this.#strays.set(pod.nodeName, strays.set(pod.uid, pod));
  }

  #take(uid: string): void {
    const placed = this.#pods.get(uid);
    if (placed === undefined) return;
    this.#pods.delete(uid);
    if (placed.isAssumed) this.#assumed--;
    const { pod } = placed;
    const { nodeName } = pod;
    this.#labelPlaces.count(pod, -1);
    const info = this.#nodes.get(nodeName);
    if (info !== undefined) {
      this.#put(info.withoutPod(uid), { name: nodeName, pod, by: -1 });
      return;
    }
    const strays = this.#strays.get(nodeName);
    strays?.delete(uid);
    if (strays?.size === 0) this.#strays.delete(nodeName);
  }

  #put(info: NodeInfo, change: NodeChange): void {
    this.#nodes.set(info.name, info);
    this.#mark(change);
  }

  #mark(change: NodeChange): void {
    this.#changed.add(change.name);
    this.#changes.push(change);
    if (this.#changes.length < 2 * REMEMBERED) return;
    this.#changes.splice(0, REMEMBERED);
    this.#forgotten += REMEMBERED;
  }

  #countImages({ images }: NodeView, by: 1 | -1): void {
    for (const [name, sizeBytes] of images) {
      const count = this.#images.get(name) ?? { sizeBytes, nodes: 0 };
      count.nodes += by;
      if (by === 1) count.sizeBytes = sizeBytes;
      if (count.nodes === 0) this.#images.delete(name);
      else this.#images.set(name, count);
    }
  }
}
