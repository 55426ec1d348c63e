/**
 * What each node may see for the sake of the pods that it runs.
 *
 * @module
 */

import type { PersistentVolume, Pod } from "../../../toolkit/api/core_v1.ts";
import type { ResourceSlice } from "../../../toolkit/api/resource_v1.ts";
import type { VolumeAttachment } from "../../../toolkit/api/storage_v1.ts";
import * as kinds from "../../../toolkit/kinds/built_in.ts";
import { type Dialect, NAMES } from "../../../toolkit/names.ts";
import type { ServerContext } from "../../server_context.ts";
import { needsOfPod, type NeedSort } from "../../../toolkit/pods/pod_needs.ts";
import { Reach } from "./reach.ts";
import { secretsOfVolume } from "./volume_secrets.ts";

/** Sorts of things that nodes may see some of. */
export type ThingSort = NeedSort | "volume" | "pod" | "attachment" | "slice";

/** A pod that is bound, or a volume that is claimed, by what it makes others needed. */
interface Holder {
  /** "" of a volume. */
  readonly node: string;
  readonly needs: readonly string[];
}

/**
 * Which node needs which things: pods are needed by their nodes, what pods name by the nodes of the pods, a
 * volume by the nodes of its claim, its secrets with it; attachments and slices name their node. It changes
 * in the turn in which the server's caches change, by no more than what has changed.
 */
export class NodeGraph {
  readonly #mirror: string;
  /** Things that may be needed in several ways. */
  readonly #things = new Map<string, Reach>();
  /** Things that are one node's. */
  readonly #owned = new Map<string, string>();
  readonly #pods = new Map<string, Holder>();
  readonly #volumes = new Map<string, Holder>();

  constructor(dialect: Dialect) {
    this.#mirror = NAMES[dialect].annotationMirrorPod;
  }

  /** Takes in what is there, and all that changes. What can't be read is needed by nobody. */
  static open({ follow, dialect }: Pick<ServerContext, "follow" | "dialect">): NodeGraph {
    const graph = new NodeGraph(dialect);
    follow(kinds.Pod, {
      put: (pod) => graph.putPod(pod),
      delete: ({ namespace, name }) => graph.deletePod(namespace, name),
    });
    follow(kinds.PersistentVolume, {
      put: (volume) => graph.putVolume(volume),
      delete: ({ name }) => graph.deleteVolume(name),
    });
    follow(kinds.VolumeAttachment, {
      put: (attachment) => graph.putAttachment(attachment),
      delete: ({ name }) => graph.#own("attachment", name, ""),
    });
    follow(kinds.ResourceSlice, {
      put: (slice) => graph.putSlice(slice),
      delete: ({ name }) => graph.#own("slice", name, ""),
    });
    return graph;
  }

  /** Whether a node needs a thing. `namespace`: "" for what is in none. */
  isNeededBy(node: string, sort: ThingSort, namespace: string, name: string): boolean {
    switch (sort) {
      case "pod":
        return this.#pods.get(keyOf(sort, namespace, name))?.node === node;
      case "attachment":
      case "slice":
        return this.#owned.get(keyOf(sort, namespace, name)) === node;
      default:
        return this.#things.get(keyOf(sort, namespace, name))?.has(node) ?? false;
    }
  }

  /** How many things are remembered: for tests of what is forgotten. */
  get size(): number {
    return this.#things.size + this.#owned.size + this.#pods.size + this.#volumes.size;
  }

  /** A pod, in the place of the one that had its name. One that is bound to no node is nobody's. */
  putPod(pod: Pod): void {
    const { namespace = "", name = "", annotations } = pod.metadata ?? {};
    const node = pod.spec?.nodeName ?? "";
    if (node === "") return this.deletePod(namespace, name);
    // A node makes its mirror pods itself: nothing that they name is to be seen for that.
    const isMirror = annotations?.[this.#mirror] !== undefined;
    const needs = new Set<string>();
    if (!isMirror) {
      for (const [sort, need] of needsOfPod(pod)) needs.add(keyOf(sort, namespace, need));
    }
    const key = keyOf("pod", namespace, name);
    const next: Holder = { node, needs: [...needs] };
    const last = this.#pods.get(key);
    if (last !== undefined && isSame(last, next)) return;
    this.#pods.set(key, next);
    for (const need of next.needs) this.#thing(need).add(node);
    if (last !== undefined) this.#leave(last);
  }

  /** There is no such pod. */
  deletePod(namespace: string, name: string): void {
    const key = keyOf("pod", namespace, name);
    const last = this.#pods.get(key);
    if (last === undefined) return;
    this.#pods.delete(key);
    this.#leave(last);
  }

  /** A volume, in the place of the one that had its name. One that nobody has claimed is nobody's. */
  putVolume(volume: PersistentVolume): void {
    const name = volume.metadata?.name ?? "";
    const { claimRef } = volume.spec ?? {};
    if (!claimRef) return this.deleteVolume(name);
    const claim = keyOf("claim", claimRef.namespace ?? "", claimRef.name ?? "");
    const secrets = new Set<string>();
    for (const { namespace, name } of secretsOfVolume(volume)) {
      secrets.add(keyOf("secret", namespace, name));
    }
    const next: Holder = { node: "", needs: [claim, ...secrets] };
    const last = this.#volumes.get(name);
    if (last !== undefined && isSame(last, next)) return;
    this.deleteVolume(name);
    this.#volumes.set(name, next);
    const thing = this.#thing(keyOf("volume", "", name));
    this.#thing(claim).need(thing);
    for (const secret of secrets) thing.need(this.#thing(secret));
  }

  /** There is no such volume. */
  deleteVolume(name: string): void {
    const last = this.#volumes.get(name);
    if (last === undefined) return;
    this.#volumes.delete(name);
    const thing = this.#thing(keyOf("volume", "", name));
    const [claim = "", ...secrets] = last.needs;
    this.#thing(claim).release(thing);
    for (const secret of secrets) thing.release(this.#thing(secret));
    for (const need of last.needs) this.#tidy(need);
    this.#tidy(thing.key);
  }

  /** A volume that is attached to a node. */
  putAttachment({ metadata, spec }: VolumeAttachment): void {
    this.#own("attachment", metadata?.name ?? "", spec?.nodeName ?? "");
  }

  /** A slice of devices: one node's, or of no node in particular. */
  putSlice({ metadata, spec }: ResourceSlice): void {
    this.#own("slice", metadata?.name ?? "", spec?.nodeName ?? "");
  }

  #own(sort: "attachment" | "slice", name: string, node: string): void {
    const key = keyOf(sort, "", name);
    if (node === "") this.#owned.delete(key);
    else this.#owned.set(key, node);
  }

  #leave({ node, needs }: Holder): void {
    for (const need of needs) {
      this.#things.get(need)?.remove(node);
      this.#tidy(need);
    }
  }

  #thing(key: string): Reach {
    let thing = this.#things.get(key);
    if (thing === undefined) this.#things.set(key, thing = new Reach(key));
    return thing;
  }

  #tidy(key: string): void {
    if (this.#things.get(key)?.isIdle) this.#things.delete(key);
  }
}

/** No name of an object has a slash. */
function keyOf(sort: ThingSort, namespace: string, name: string): string {
  return `${sort}/${namespace}/${name}`;
}

function isSame(one: Holder, other: Holder): boolean {
  return one.node === other.node && one.needs.length === other.needs.length &&
    one.needs.every((need, index) => need === other.needs[index]);
}
