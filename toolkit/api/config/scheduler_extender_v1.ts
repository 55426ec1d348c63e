// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "../core_v1.ts";
import type { scalars } from "../scalars.ts";

/** The types of scheduler.extender/v1. */
export declare namespace schedulerExtenderV1 {
  interface ExtenderArgs {
    Pod: coreV1.Pod | null;
    Nodes: coreV1.NodeList | null;
    NodeNames: string[] | null;
  }

  interface ExtenderBindingArgs {
    PodName: string;
    PodNamespace: string;
    PodUID: string;
    Node: string;
  }

  interface ExtenderBindingResult {
    Error: string;
  }

  interface ExtenderFilterResult {
    Nodes: coreV1.NodeList | null;
    NodeNames: string[] | null;
    FailedNodes: FailedNodesMap;
    FailedAndUnresolvableNodes: FailedNodesMap;
    Error: string;
  }

  interface ExtenderPreemptionArgs {
    Pod: coreV1.Pod | null;
    NodeNameToVictims: Record<string, Victims | null>;
    NodeNameToMetaVictims: Record<string, MetaVictims | null>;
  }

  interface ExtenderPreemptionResult {
    NodeNameToMetaVictims: Record<string, MetaVictims | null>;
  }

  type FailedNodesMap = Record<string, string>;

  interface HostPriority {
    Host: string;
    Score: scalars.Int64;
  }

  type HostPriorityList = HostPriority[];

  interface MetaPod {
    UID: string;
  }

  interface MetaVictims {
    Pods: (MetaPod | null)[];
    NumPDBViolations: scalars.Int64;
  }

  interface Victims {
    Pods: (coreV1.Pod | null)[];
    NumPDBViolations: scalars.Int64;
  }
}

export type ExtenderArgs = schedulerExtenderV1.ExtenderArgs;
export type ExtenderBindingArgs = schedulerExtenderV1.ExtenderBindingArgs;
export type ExtenderBindingResult = schedulerExtenderV1.ExtenderBindingResult;
export type ExtenderFilterResult = schedulerExtenderV1.ExtenderFilterResult;
export type ExtenderPreemptionArgs = schedulerExtenderV1.ExtenderPreemptionArgs;
export type ExtenderPreemptionResult = schedulerExtenderV1.ExtenderPreemptionResult;
export type FailedNodesMap = schedulerExtenderV1.FailedNodesMap;
export type HostPriority = schedulerExtenderV1.HostPriority;
export type HostPriorityList = schedulerExtenderV1.HostPriorityList;
export type MetaPod = schedulerExtenderV1.MetaPod;
export type MetaVictims = schedulerExtenderV1.MetaVictims;
export type Victims = schedulerExtenderV1.Victims;
