/**
 * Brings what happens in the cluster to the cache of nodes and to the queue.
 *
 * @module
 */

import {
  type AnyKind,
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
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
import type { Clock } from "../../toolkit/clock.ts";
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
import { ASSIGNED_CHANGED, POD_ADDED, POD_DELETED, podChanges } from "./pod_changes.ts";
import { MOVES } from "./framework/cluster_event.ts";
import { ACTION, type ClusterEvent } from "./framework/mod.ts";
import type { Nominations } from "./queue/nominations.ts";
import type { SchedulingQueue } from "./queue/scheduling_queue.ts";
import type { WaitingPods } from "./framework/waiting_pods.ts";

/** Kinds that plugins may want to hear of. */
const OTHERS: readonly AnyKind[] = [
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  PersistentVolume,
  PersistentVolumeClaim,
  StorageClass,
  VolumeAttachment,
  resourceV1.ResourceClaim,
  resourceV1.ResourceSlice,
  resourceV1.DeviceClass,
];

const OTHER_CHANGES = {
  Added: { action: ACTION.add, change: "Add" },
  Updated: { action: ACTION.other, change: "Update" },
  Deleted: { action: ACTION.delete, change: "Delete" },
} as const;

/** A pod without a node is gone, or has one now. */
const PENDING_DELETED = "UnschedulablePodDelete";

/** Where it is brought to. */
export interface FollowOptions {
  readonly informers: SharedInformers;
  readonly names: Names;
  readonly cache: ClusterCache;
  readonly queue: SchedulingQueue;
  readonly nominations: Nominations;
  readonly waiting: WaitingPods;
  readonly clock: Clock;
  /** Whether pods of a scheduler name are ours to give nodes to. */
  isOurs(schedulerName: string): boolean;
  /** Whether any plugin wants to hear of a kind. */
  isLookedAt(kind: string): boolean;
  /** Told how long it took to deal with an event. */
  dealtWith(event: string, ms: number): void;
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
    const beganMs = this.#now();
    const { action, change } = OTHER_CHANGES[type];
    const label = `${resource}${change}`;
    const [before, after] = type === "Deleted"
      ? [delta.object, undefined]
      : [delta.previous, delta.object];
    queue.happened({ resource, action, label }, before, after);
    this.#dealtWith(label, beganMs);
  }

  /** Something happened to a node. */
  node({ type, object }: Pick<Delta<LiveNode>, "type" | "object">): void {
    const { cache, queue, names } = this.#options;
    const { name } = object.metadata;
    const beganMs = this.#now();
    const before = cache.node(name)?.node;
    if (type === "Deleted") {
      cache.deleteNode(name);
      queue.happened(NODE_DELETED, before, undefined);
      this.#dealtWith(NODE_DELETED.label, beganMs);
      return;
    }
    const view = nodeViewOf(object, names);
    if (before === undefined) {
      cache.putNode(view);
      queue.happened(NODE_ADDED, undefined, view);
      this.#dealtWith(NODE_ADDED.label, beganMs);
      return;
    }
    if (isSameNode(before, view)) return;
    cache.putNode(view);
    this.#changed(nodeChanges(before, view), before, view, beganMs);
  }

  /** Each change is told of: what came before that is part of how long it takes. */
  #changed(
    events: readonly ClusterEvent[],
    before: unknown,
    after: unknown,
    beganMs: number,
  ): void {
    let toldMs = this.#now();
    const commonMs = toldMs - beganMs;
    for (const event of events) {
      this.#options.queue.happened(event, before, after);
      this.#dealtWith(event.label, toldMs - commonMs);
      toldMs = this.#now();
    }
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
    const beganMs = this.#now();
    const before = cache.pod(uid);
    if (before === undefined) return;
    // One that is only assumed there has been bound and is gone, or can't be bound any more.
    cache.deletePod(uid);
    queue.happened(POD_DELETED, before, undefined);
    this.#dealtWith(POD_DELETED.label, beganMs);
  }

  #pendingGone(pod: PendingPod): void {
    const beganMs = this.#now();
    this.#forgetPending(pod);
    if (this.#options.isOurs(pod.schedulerName)) this.#dealtWith(PENDING_DELETED, beganMs);
  }

  #forgetPending(pod: PendingPod): void {
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
    const { cache, queue, nominations, isOurs } = this.#options;
    const beganMs = this.#now();
    if (this.#pending.delete(key)) {
      queue.delete(key);
      if (isOurs(pod.schedulerName)) this.#dealtWith(PENDING_DELETED, beganMs);
    }
    nominations.delete(pod.uid);
    const before = cache.isAssumed(pod.uid) ? undefined : cache.pod(pod.uid);
    if (before?.resourceVersion === pod.resourceVersion) return;
    cache.putPod(pod);
    if (before === undefined) {
      queue.happened(POD_ADDED, undefined, pod);
      this.#dealtWith(POD_ADDED.label, beganMs);
      return;
    }
    const changes = podChanges(before, pod);
    this.#changed(changes, before, pod, beganMs);
    if (!changes.some(({ label }) => label === ASSIGNED_CHANGED)) {
      this.#dealtWith(ASSIGNED_CHANGED, beganMs);
    }
  }

  #waits(key: string, pod: PendingPod): void {
    const before = this.#pending.get(key);
    if (before?.resourceVersion === pod.resourceVersion) return;
    const beganMs = this.#now();
    const changes = before === undefined ? [] : podChanges(before, pod);
    this.#putPending(key, pod, before, changes);
    if (!this.#options.isOurs(pod.schedulerName)) return;
    if (before === undefined) this.#dealtWith(MOVES.added, beganMs);
    else {
      for (const { label } of changes) if (label !== MOVES.changed) this.#dealtWith(label, beganMs);
      this.#dealtWith(MOVES.changed, beganMs);
    }
  }

  #putPending(
    key: string,
    pod: PendingPod,
    before: PendingPod | undefined,
    changes: readonly ClusterEvent[],
  ): void {
    const { cache, queue, nominations, isOurs } = this.#options;
    this.#pending.set(key, pod);
    if (cache.isAssumed(pod.uid)) {
      if (pod.isDeleting && before?.isDeleting !== true) this.#assumedGoes(pod);
      return;
    }
    const nominated = before === undefined ? "" : before.nominatedNodeName;
    if (pod.nominatedNodeName === nominated) nominations.update(pod);
    else if (pod.nominatedNodeName !== "") nominations.put(pod, pod.nominatedNodeName);
    else nominations.delete(pod.uid);
    if (nominated !== "" && nominated !== pod.nominatedNodeName) this.#roomIsFree(before!);
    if (!isOurs(pod.schedulerName)) return;
    if (before === undefined) queue.add(pod);
    else queue.update(pod, before, changes);
  }

  /** A pod that is being bound is deleted: it can't be bound any more, and others may have its room. */
  #assumedGoes({ uid }: PendingPod): void {
    const { cache, queue, waiting } = this.#options;
    if (waiting.reject(uid, "", "the pod is being deleted")) return;
    const assumed = cache.pod(uid);
    cache.forget(uid);
    queue.happened(POD_DELETED, assumed, undefined);
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }

  #dealtWith(event: string, beganMs: number): void {
    this.#options.dealtWith(event, this.#now() - beganMs);
  }
}
