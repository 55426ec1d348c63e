// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as metaV1 from "./meta_v1.ts";
import type { Int64, IntOrString, Time } from "./scalars.ts";

export interface Eviction {
  apiVersion?: string;
  kind?: "Eviction";
  metadata?: metaV1.ObjectMeta;
  deleteOptions?: metaV1.DeleteOptions;
}

export interface PodDisruptionBudget {
  apiVersion?: string;
  kind?: "PodDisruptionBudget";
  metadata?: metaV1.ObjectMeta;
  spec?: PodDisruptionBudgetSpec;
  status?: PodDisruptionBudgetStatus;
}

export interface PodDisruptionBudgetList {
  apiVersion?: string;
  kind?: "PodDisruptionBudgetList";
  metadata?: metaV1.ListMeta;
  items: PodDisruptionBudget[];
}

export interface PodDisruptionBudgetSpec {
  minAvailable?: IntOrString;
  selector?: metaV1.LabelSelector;
  maxUnavailable?: IntOrString;
  unhealthyPodEvictionPolicy?: UnhealthyPodEvictionPolicyType;
}

export interface PodDisruptionBudgetStatus {
  observedGeneration?: Int64;
  disruptedPods?: Record<string, Time>;
  disruptionsAllowed?: number;
  currentHealthy?: number;
  desiredHealthy?: number;
  expectedPods?: number;
  conditions?: metaV1.Condition[];
}

export type UnhealthyPodEvictionPolicyType = "IfHealthyBudget" | "AlwaysAllow";
