/**
 * Why a pod gets the node that it gets, or none, as JSON.
 *
 * @module
 */

import type { Code } from "../framework/mod.ts";
import type { QueueState } from "../queue/queue_state.ts";

/** The pod, as the server has it. */
export interface ExplainedPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly schedulerName: string;
  /** Whether one of the profiles is its scheduler's; else it is explained as if the first one were. */
  readonly isOfProfile: boolean;
  readonly priority: number;
  /** Where it is. */
  readonly nodeName?: string;
  /** Where room is made for it. */
  readonly nominatedNodeName?: string;
  readonly isDeleting?: true;
  /** What a deletion waits for: its pod stays until they are gone. */
  readonly finalizers?: readonly string[];
  /** Why it is over or not what it should be, by whoever ended it. */
  readonly phase?: { readonly name: string; readonly reason?: string; readonly message?: string };
  /** Containers that do not run, on the node that it has. */
  readonly waiting?: readonly WaitingContainer[];
  /** Containers that keep it, as it runs, from being ready. */
  readonly unready?: readonly UnreadyContainer[];
  /** Conditions that somebody else has yet to set to True before it is ready. */
  readonly closedGates?: readonly string[];
  /** Its condition `PodScheduled`: what a scheduler said last. */
  readonly condition?: {
    readonly status: string;
    readonly reason?: string;
    readonly message?: string;
    readonly since?: string;
  };
}

/** What its node says of a container that does not run. */
export interface WaitingContainer {
  readonly name: string;
  readonly reason: string;
  readonly message?: string;
  /** How it ended before. */
  readonly last?: { readonly exitCode: number; readonly reason?: string };
}

/** A container that runs and is not ready, or has ended. */
export interface UnreadyContainer {
  readonly name: string;
  readonly why: string;
}

/** What the pod names and can't start without, and is not as it has to be. */
export interface UnmetNeed {
  /** As people say it: `config map`. */
  readonly kind: string;
  readonly name: string;
  readonly problem: string;
}

/** What plugins say of a node. */
export interface ExplainedNode {
  readonly name: string;
  readonly fits: boolean;
  /** The sum of its scores, each times its weight. */
  readonly total?: number;
  /** From 0 to 100. Only of plugins that have something to say of the pod. */
  readonly scores?: readonly {
    readonly plugin: string;
    readonly weight: number;
    readonly score: number;
  }[];
  /** The first one is the scheduler's answer; it does not ask the others. */
  readonly rejections?: readonly {
    readonly plugin: string;
    readonly code: Code;
    readonly reasons: readonly string[];
  }[];
}

/** What trying to make room comes to. */
export interface RoomForPod {
  readonly nodeName?: string;
  /** Who would have to go, the most important first. */
  readonly victims: readonly {
    readonly namespace: string;
    readonly name: string;
    readonly priority: number;
  }[];
  /** How many of them a disruption budget would rather keep. */
  readonly violations: number;
  /** Why no room can be made. */
  readonly why?: string;
}

/** All that is found out. */
export interface Explanation {
  readonly pod: ExplainedPod;
  /** What it waits for besides, before it can start. */
  readonly needs?: readonly UnmetNeed[];
  /** The plugin that does not let it be tried. */
  readonly gate?: { readonly plugin: string; readonly why: string };
  /** The node that it would get now; of equal ones the first. */
  readonly best?: string;
  /** Where no node fits: what the scheduler would say. */
  readonly message?: string;
  readonly nodes: readonly ExplainedNode[];
  readonly room?: RoomForPod;
  /** What the scheduler said of it; null: nothing is known of it there. Missing where it was not asked. */
  readonly queue?: QueueState | null;
}
