/**
 * Programs elsewhere that have a say in which node a pod gets.
 *
 * @module
 */

import type { NodeInfo } from "../cluster/node_info.ts";
import type { Status } from "./status.ts";
import type { PendingPod, PodInfo } from "../pod/pod_info.ts";

/** What is left of nodes. */
export interface ExtenderVerdicts {
  readonly nodes: readonly NodeInfo[];
  /** Why others are not. */
  readonly rejections: ReadonlyMap<string, Status>;
}

/** Who is to go, so that there is room. */
export interface Victims {
  /** The most important first. */
  readonly pods: readonly PodInfo[];
  /** How many of them a disruption budget would rather keep. */
  readonly violations: number;
}

/** An extender, as it is asked. */
export interface NodeExtender {
  readonly name: string;
  readonly filters: boolean;
  readonly prioritizes: boolean;
  readonly binds: boolean;
  /** Whether a pod is any business of it. */
  isInterested(pod: PendingPod): boolean;
  /** The nodes that it leaves. Rejects where it can't be asked, unless that is to be ignored. */
  filter(pod: PendingPod, nodes: readonly NodeInfo[]): Promise<ExtenderVerdicts>;
  /** What it adds to the score of nodes; nothing where it can't be asked. */
  prioritize(pod: PendingPod, nodes: readonly NodeInfo[]): Promise<ReadonlyMap<string, number>>;
  /** Whether it is asked whose pods are to go. */
  readonly preempts: boolean;
  /** Of the ways to make room for a pod, by the node, those that it agrees with. */
  preempt(
    pod: PendingPod,
    victims: ReadonlyMap<string, Victims>,
  ): Promise<ReadonlyMap<string, Victims>>;
  /** Binds a pod; false: it can't, and is to be ignored. Rejects where it can't, and is not. */
  bind(pod: PendingPod, nodeName: string): Promise<boolean>;
}
