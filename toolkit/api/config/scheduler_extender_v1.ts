// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "../core_v1.ts";
import type { Int64 } from "../scalars.ts";

export interface ExtenderArgs {
  Pod: coreV1.Pod | null;
  Nodes: coreV1.NodeList | null;
  NodeNames: string[] | null;
}

export interface ExtenderBindingArgs {
  PodName: string;
  PodNamespace: string;
  PodUID: string;
  Node: string;
}

export interface ExtenderBindingResult {
  Error: string;
}

export interface ExtenderFilterResult {
  Nodes: coreV1.NodeList | null;
  NodeNames: string[] | null;
  FailedNodes: FailedNodesMap;
  FailedAndUnresolvableNodes: FailedNodesMap;
  Error: string;
}

export interface ExtenderPreemptionArgs {
  Pod: coreV1.Pod | null;
  NodeNameToVictims: Record<string, Victims | null>;
  NodeNameToMetaVictims: Record<string, MetaVictims | null>;
}

export interface ExtenderPreemptionResult {
  NodeNameToMetaVictims: Record<string, MetaVictims | null>;
}

export type FailedNodesMap = Record<string, string>;

export interface HostPriority {
  Host: string;
  Score: Int64;
}

export type HostPriorityList = HostPriority[];

export interface MetaPod {
  UID: string;
}

export interface MetaVictims {
  Pods: (MetaPod | null)[];
  NumPDBViolations: Int64;
}

export interface Victims {
  Pods: (coreV1.Pod | null)[];
  NumPDBViolations: Int64;
}
