/**
 * Brings what happens in the cluster to the cache of nodes and to the queue.
 *
 * @module
 */

import {
  type AnyKind,
  CSINode,
  type Delta,
  type Names,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  resourceV1,
  StorageClass,
  VolumeAttachment,
} from "../../toolkit/mod.ts";
import type { SharedInformers } from "../loop/mod.ts";
import type { ClusterCache } from "./cluster/cluster_cache.ts";
import { type LiveNode, nodeViewOf } from "./cluster/node_info.ts";
import { isSameNode, NODE_ADDED, NODE_DELETED, nodeChanges } from "./node_changes.ts";
import {
  isOver,
  type LivePod,
  type PendingPod,
  pendingPodOf,
  type PodInfo,
  podInfoOf,
} from "./pod/pod_info.ts";
import { POD_ADDED, POD_DELETED, podChanges } from "./pod_changes.ts";
import { ACTION } from "./framework/mod.ts";
import type { Nominations } from "./queue/nominations.ts";
import type { SchedulingQueue } from "./queue/scheduling_queue.ts";
import type { WaitingPods } from "./framework/waiting_pods.ts";

/** Kinds that plugins may want to hear of. */
const OTHERS: readonly AnyKind[] = [
  CSINode,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
  VolumeAttachment,
  resourceV1.ResourceClaim,
  resourceV1.ResourceSlice,
  resourceV1.DeviceClass,
];

/** Where it is brought to. */
export interface FollowOptions {
  readonly informers: SharedInformers;
  readonly names: Names;
  readonly cache: ClusterCache;
  readonly queue: SchedulingQueue;
  readonly nominations: Nominations;
  readonly waiting: WaitingPods;
  /** Whether pods of a scheduler name are ours to give nodes to. */
  isOurs(schedulerName: string): boolean;
  /** Whether any plugin wants to hear of a kind. */
  isLookedAt(kind: string): boolean;
}

/** Follows pods and nodes; the informers have been asked for, and have all that there is. */
export class ClusterFollower {
  readonly #options: FollowOptions;
  /** Pods that have no node, ours and those of others that room is made for. */
  readonly #pending = new Map<string, PendingPod>();

  constructor(options: FollowOptions) {
    this.#options = options;
  }

  /** A pod without a node, as the server has it. */
  pending(key: string): PendingPod | undefined {
    return this.#pending.get(key);
  }

  /** Begins to listen. */
  listen(): Disposable[] {
    const { informers } = this.#options;
    return [
      informers.of(Node).subscribe((delta) => this.node(delta)),
      informers.of(Pod).subscribe((delta) => this.pod(delta)),
      ...OTHERS.filter(({ kind }) => this.#options.isLookedAt(kind)).map((kind) =>
        informers.of(kind).subscribe((delta) => this.#other(kind.kind, delta))
      ),
    ];
  }

  /** Something happened to what is only of interest to pods that were turned down for it. */
  #other(resource: string, delta: Delta<unknown>): void {
    if (delta.initial || delta.resync) return;
    const { type } = delta;
    const { queue } = this.#options;
    const action = type === "Added"
      ? ACTION.add
      : type === "Deleted"
      ? ACTION.delete
      : ACTION.other;
    const [before, after] = type === "Deleted"
      ? [delta.object, undefined]
      : [delta.previous, delta.object];
    queue.happened({ resource, action, label: `${resource}${type}` }, before, after);
  }

  /** Something happened to a node. */
  node({ type, object }: Pick<Delta<LiveNode>, "type" | "object">): void {
    const { cache, queue, names } = this.#options;
    const { name } = object.metadata;
    const before = cache.node(name)?.node;
    if (type === "Deleted") {
      cache.deleteNode(name);
      queue.happened(NODE_DELETED, before, undefined);
      return;
    }
    const view = nodeViewOf(object, names);
    if (before === undefined) {
      cache.putNode(view);
      queue.happened(NODE_ADDED, undefined, view);
      return;
    }
    if (isSameNode(before, view)) return;
    cache.putNode(view);
    for (const event of nodeChanges(before, view)) queue.happened(event, before, view);
  }

  /** Something happened to a pod. */
  pod({ type, key, object }: Pick<Delta<LivePod>, "type" | "key" | "object">): void {
    const { uid } = object.metadata;
    const isGone = type === "Deleted" || isOver(object);
    const pending = this.#pending.get(key);
    // Another one of the same name.
    if (pending !== undefined && pending.uid !== uid) this.#pendingGone(pending);
    if (isGone) return this.#gone(key, uid);
    if (object.spec.nodeName) this.#assigned(key, podInfoOf(object));
    else this.#waits(key, pendingPodOf(object));
  }

  #gone(key: string, uid: string): void {
    const { cache, queue } = this.#options;
    const pending = this.#pending.get(key);
    if (pending !== undefined) this.#pendingGone(pending);
    const before = cache.pod(uid);
    if (before === undefined) return;
    // One that is only assumed there has been bound and is gone, or can't be bound any more.
    cache.deletePod(uid);
    queue.happened(POD_DELETED, before, undefined);
  }

  #pendingGone(pod: PendingPod): void {
    const { queue, nominations, waiting, cache } = this.#options;
    this.#pending.delete(pod.key);
    queue.delete(pod.key);
    const nominated = nominations.nodeOf(pod.uid);
    nominations.delete(pod.uid);
    if (waiting.reject(pod.uid, "", "the pod is gone")) return;
    // What is assumed of it ends with the attempt to bind it.
    if (nominated !== undefined && !cache.isAssumed(pod.uid)) this.#roomIsFree(pod);
  }

  /** Pods that are no more important may take the room that was made. */
  #roomIsFree(pod: PodInfo): void {
    this.#options.queue.happened(
      POD_DELETED,
      pod,
      undefined,
      ({ priority }) => priority <= pod.priority,
    );
  }

  #assigned(key: string, pod: PodInfo): void {
    const { cache, queue, nominations } = this.#options;
    if (this.#pending.delete(key)) queue.delete(key);
    nominations.delete(pod.uid);
    const before = cache.isAssumed(pod.uid) ? undefined : cache.pod(pod.uid);
    if (before?.resourceVersion === pod.resourceVersion) return;
    cache.putPod(pod);
    if (before === undefined) {
      queue.happened(POD_ADDED, undefined, pod);
      return;
    }
    for (const event of podChanges(before, pod)) queue.happened(event, before, pod);
  }

  #waits(key: string, pod: PendingPod): void {
    const { cache, queue, nominations, waiting, isOurs } = this.#options;
    const before = this.#pending.get(key);
    if (before?.resourceVersion === pod.resourceVersion) return;
    this.#pending.set(key, pod);
    if (cache.isAssumed(pod.uid)) {
      if (pod.isDeleting) waiting.reject(pod.uid, "", "the pod is being deleted");
      return;
    }
    const nominated = before === undefined ? "" : before.nominatedNodeName;
    if (pod.nominatedNodeName !== "") {
      if (nominated !== pod.nominatedNodeName) nominations.put(pod, pod.nominatedNodeName);
    } else if (nominated !== "") {
      nominations.delete(pod.uid);
    }
    if (nominated !== "" && nominated !== pod.nominatedNodeName) this.#roomIsFree(before!);
    if (!isOurs(pod.schedulerName)) return;
    if (before === undefined) queue.add(pod);
    else queue.update(pod, before, podChanges(before, pod));
  }
}
