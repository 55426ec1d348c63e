/**
 * What a plugin of the scheduler is.
 *
 * @module
 */

import type { Client, Logger } from "../../../toolkit/mod.ts";
import type { Clock } from "../../../toolkit/clock.ts";
import type { Registry } from "../../../toolkit/metrics/mod.ts";
import type { NodeInfo } from "../cluster/node_info.ts";
import type { Snapshot } from "../cluster/snapshot.ts";
import type { SharedInformers } from "../../loop/mod.ts";
import type { PendingPod, PodInfo } from "../pod/pod_info.ts";
import type { QueuedPod } from "../pod/queued_pod.ts";
import type { CycleState } from "./cycle_state.ts";
import type { EventInterest } from "./cluster_event.ts";
import type { NodeExtender, Victims } from "./node_extender.ts";
import type { Rejection, Verdict } from "./status.ts";

/** A value, or one to wait for. */
export type Awaitable<T> = T | Promise<T>;

/** What the first look at a pod leaves: the only nodes that come into question. */
export interface Narrowed {
  readonly nodes: ReadonlySet<string>;
}

/** Why nodes were turned down, for a pod that found none. */
export interface FilterVerdicts {
  /** By the name of the node. */
  readonly rejections: ReadonlyMap<string, Rejection>;
  /** Of all nodes that are not in `rejections`. */
  readonly absent: Rejection | undefined;
}

/** What came of trying to make room for a pod. */
export interface RoomMade {
  /** The node that room is made on; "" takes back one that was said before; undefined leaves it. */
  readonly nominatedNodeName?: string | undefined;
  /** Undefined: room is being made. */
  readonly verdict: Verdict;
  /** Who has to go from the node, where that is known. */
  readonly victims?: Victims | undefined;
}

/** A pod has to wait for somebody's word, so long at most. */
export interface PermitWait {
  readonly waitMs: number;
}

/**
 * A plugin: any of these functions, asked in the order of the profile. What one throws is an error of the
 * attempt, which is told of and made again later. `filter` and `score` are asked for each node and answer at
 * once; what has to be asked of others is asked in `preFilter` or `preScore`, once for each pod.
 */
export interface Plugin {
  /** What profiles and messages call it. */
  readonly name: string;
  /** What may help pods that it turned down. Default: nothing but time. */
  readonly events?: readonly EventInterest[];
  /** The order of pods that wait: negative where `one` goes first. Of one plugin of all profiles. */
  compare?(one: QueuedPod, other: QueuedPod): number;
  /** Whether a pod may be tried at all. */
  preEnqueue?(pod: PendingPod): Verdict;
  /** The first look at a pod; Skip: its `filter` need not be asked. */
  preFilter?(
    cycle: CycleState,
    pod: PendingPod,
    snapshot: Snapshot,
  ): Awaitable<Verdict | Narrowed>;
  /** What the first look found, as if another pod were on a node too. */
  addPod?(cycle: CycleState, pod: PendingPod, other: PodInfo, node: NodeInfo): void;
  /** What the first look found, as if another pod were not on its node. */
  removePod?(cycle: CycleState, pod: PendingPod, other: PodInfo, node: NodeInfo): void;
  /** Whether a pod can be on a node. */
  filter?(cycle: CycleState, pod: PendingPod, node: NodeInfo): Verdict;
  /** Tries to make room for a pod that found no node. */
  postFilter?(
    cycle: CycleState,
    pod: PendingPod,
    verdicts: FilterVerdicts,
  ): Awaitable<RoomMade>;
  /** The look at the nodes that are left; Skip: its `score` need not be asked. */
  preScore?(
    cycle: CycleState,
    pod: PendingPod,
    nodes: readonly NodeInfo[],
  ): Awaitable<Verdict>;
  /** How good a node is; from 0 to 100 once normalized. */
  score?(cycle: CycleState, pod: PendingPod, node: NodeInfo): number;
  /** Brings the scores of all nodes to 0 to 100, in their place. */
  normalize?(
    cycle: CycleState,
    pod: PendingPod,
    scores: number[],
    nodes: readonly NodeInfo[],
  ): void;
  /** Keeps what the pod will need on the node. */
  reserve?(cycle: CycleState, pod: PendingPod, nodeName: string): Awaitable<Verdict>;
  /** Takes back what `reserve` did, or began to do. */
  unreserve?(cycle: CycleState, pod: PendingPod, nodeName: string): void;
  /** The last word: yes, no, or wait. */
  permit?(
    cycle: CycleState,
    pod: PendingPod,
    nodeName: string,
  ): Awaitable<Verdict | PermitWait>;
  /** Whether `preBind` has anything to do. Default: it has. */
  needsPreBind?(cycle: CycleState, pod: PendingPod, nodeName: string): boolean;
  /** What has to be done before the pod is bound. */
  preBind?(
    cycle: CycleState,
    pod: PendingPod,
    nodeName: string,
    signal: AbortSignal,
  ): Promise<Verdict>;
  /** Binds the pod; Skip leaves it to the next one. */
  bind?(
    cycle: CycleState,
    pod: PendingPod,
    nodeName: string,
    signal: AbortSignal,
  ): Promise<Verdict>;
  /** Told of a pod that was bound. */
  postBind?(cycle: CycleState, pod: PendingPod, nodeName: string): void;
}

/** What the scheduler does for its plugins. */
export interface SchedulerHandle {
  readonly client: Client;
  /** To be asked for kinds while a plugin is made. */
  readonly informers: SharedInformers;
  readonly clock: Clock;
  readonly logger: Logger;
  /** To declare in what a plugin counts, while it is made. */
  readonly metrics: Registry;
  random(): number;
  /** The cluster as the attempt under way sees it. */
  snapshot(): Snapshot;
  /** The pods that room is made for on a node. */
  nominatedOn(nodeName: string): readonly PodInfo[];
  /** Takes back that room is made for a pod. */
  clearNomination(pod: PodInfo): void;
  /** Pods that wait for a permit, by uid: what a plugin says of one. */
  readonly permits: Permits;
  /** Has pods that wait for something to happen tried again. */
  activate(pods: readonly Pick<PodInfo, "key">[]): void;
  /** Tells those who watch events of a pod, in the name of a scheduler. */
  tell(pod: PodInfo, event: PodEvent, schedulerName: string): void;
  /** A pod that is on a node, or taken to be, as it is now. */
  podOnNode(uid: string): PodInfo | undefined;
  /** Work that goes on while nodes are found for others; the scheduler waits for it when it ends. */
  beside(work: () => Promise<void>): void;
  /** Whether it is only asked what would be: nothing may be written. */
  readonly onlyAsks: boolean;
  /** Programs elsewhere that have a say. */
  extenders(): readonly NodeExtender[];
  /**
   * Whether all filters let a pod onto a node as it is given, with the pods that room is made for there, and
   * without them.
   */
  filterWithNominated(cycle: CycleState, pod: PendingPod, node: NodeInfo): Rejection | undefined;
  /** The same of what plugins remember, as if another pod were on a node too. */
  addPod(cycle: CycleState, pod: PendingPod, other: PodInfo, node: NodeInfo): void;
  /** The same of what plugins remember, as if another pod were not on its node. */
  removePod(cycle: CycleState, pod: PendingPod, other: PodInfo, node: NodeInfo): void;
}

/** Something that is told of a pod. */
export interface PodEvent {
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly action: string;
  readonly message: string;
  /** Whom it has to do with besides. */
  readonly related?: Pick<PodInfo, "namespace" | "name" | "uid">;
}

/** Pods that wait for a permit. */
export interface Permits {
  /** A plugin says yes. */
  allow(uid: string, plugin: string): boolean;
  /** A plugin says no. Whether the pod waited. */
  reject(uid: string, plugin: string, message: string): boolean;
  /** A plugin gives its room to another pod: it is tried again after a rest. Whether the pod waited. */
  preempt(uid: string, plugin: string): boolean;
}

/** How a plugin is made for a profile. */
export interface PluginMaker {
  readonly name: string;
  /** `args`: what the profile's configuration says of it; undefined where it says nothing. */
  make(handle: SchedulerHandle, args: unknown): Plugin;
}
