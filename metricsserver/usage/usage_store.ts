/**
 * What nodes and pods use, as the agents of the nodes told last.
 *
 * @module
 */

import type { NodePlace, PodPlace } from "../places.ts";
import type { Reading } from "./reading.ts";
import { Track, type Usage } from "./track.ts";

/** A container's. */
export interface ContainerUsage {
  readonly name: string;
  readonly usage: Usage;
}

interface PodRecord {
  readonly uid: string;
  readonly containers: Map<string, Track>;
}

interface NodeRecord {
  readonly uid: string;
  readonly node: Track | undefined;
  readonly pods: Map<string, PodRecord>;
  readonly seenMs: number;
}

/**
 * The usage of nodes and of the pods that run on them. What an agent says of pods that are not on its node is not
 * looked at, nor of containers that its pods don't have: what is kept is bounded by what the cluster has.
 */
export class UsageStore {
  readonly #nodes = new Map<string, NodeRecord>();
  readonly #staleMs: number;

  /** `staleMs`: a node that has not answered for so long is left out, with its pods. */
  constructor(staleMs: number) {
    this.#staleMs = staleMs;
  }

  /** Takes in what the agent of a node said at `nowMs`. `pods`: those on the node. */
  take(node: NodePlace, pods: readonly PodPlace[], reading: Reading, nowMs: number): void {
    const last = this.#nodes.get(node.name);
    const before = last?.uid === node.uid ? last : undefined;
    const records = new Map<string, PodRecord>();
    for (const pod of pods) {
      const containers = reading.pods.get(pod.key);
      if (containers === undefined) continue;
      const known = before?.pods.get(pod.key);
      const tracks = new Map<string, Track>();
      for (const name of pod.containers) {
        const sample = containers.get(name);
        if (sample === undefined) continue;
        const own = known?.uid === pod.uid ? known.containers.get(name) : undefined;
        const track = Track.after(own, sample);
        // A pod of which a part is unknown would seem to use less than it does.
        if (track === undefined) {
          tracks.clear();
          break;
        }
        tracks.set(name, track);
      }
      if (tracks.size > 0) records.set(pod.key, { uid: pod.uid, containers: tracks });
    }
    this.#nodes.set(node.name, {
      uid: node.uid,
      node: Track.after(before?.node, reading.node),
      pods: records,
      seenMs: nowMs,
    });
  }

  /** Forgets a node that has not answered for long: what it counts from then on begins anew. */
  missed(name: string, nowMs: number): void {
    if (this.#isStale(this.#nodes.get(name), nowMs)) this.#nodes.delete(name);
  }

  /** Forgets the nodes for which `isThere` is false. */
  keepOnly(isThere: (name: string) => boolean): void {
    for (const name of this.#nodes.keys()) if (!isThere(name)) this.#nodes.delete(name);
  }

  /** What a node uses; undefined: it is not known. */
  ofNode({ name, uid }: NodePlace, nowMs: number): Usage | undefined {
    const record = this.#nodes.get(name);
    return record?.uid === uid && !this.#isStale(record, nowMs) ? record.node?.usage : undefined;
  }

  /** What the containers of a pod use; undefined: it is not known of all that run. */
  ofPod({ key, uid, node }: PodPlace, nowMs: number): readonly ContainerUsage[] | undefined {
    const record = this.#nodes.get(node);
    const pod = record?.pods.get(key);
    if (pod?.uid !== uid || this.#isStale(record, nowMs)) return undefined;
    const all: ContainerUsage[] = [];
    for (const [name, { usage }] of pod.containers) {
      if (usage === undefined) return undefined;
      all.push({ name, usage });
    }
    return all;
  }

  /** Nodes and containers that are kept. */
  get size(): { readonly nodes: number; readonly containers: number } {
    let containers = 0;
    for (const { pods } of this.#nodes.values()) {
      for (const pod of pods.values()) containers += pod.containers.size;
    }
    return { nodes: this.#nodes.size, containers };
  }

  #isStale(record: NodeRecord | undefined, nowMs: number): boolean {
    return record === undefined || nowMs - record.seenMs > this.#staleMs;
  }
}
