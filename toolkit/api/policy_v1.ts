// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of policy/v1. */
export declare namespace policyV1 {
  /**
   * Evicts a pod if its disruption budgets allow it, through the pod's eviction subresource.
   * Otherwise the request fails with status 429 and can be retried.
   */
  interface Eviction {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Eviction";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** Options for the deletion of the pod. */
    deleteOptions?: metaV1.DeleteOptions;
  }

  /**
   * Limits how many pods of an application can be evicted at the same time, for example when nodes
   * are drained. Other failures and deletions count, but are not prevented.
   */
  interface PodDisruptionBudget {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodDisruptionBudget";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: PodDisruptionBudgetSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: PodDisruptionBudgetStatus;
  }

  /** A list of PodDisruptionBudget objects. */
  interface PodDisruptionBudgetList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodDisruptionBudgetList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: PodDisruptionBudget[];
  }

  /** The selected pods and the limit: either minAvailable or maxUnavailable. */
  interface PodDisruptionBudgetSpec {
    /**
     * How many pods must remain available: a number, or a percentage of the expected pods, rounded
     * up.
     */
    minAvailable?: scalars.IntOrString;
    /** Selects pods in the namespace. Empty selects all; if unset, none. */
    selector?: metaV1.LabelSelector;
    /**
     * How many pods may be unavailable: a number, or a percentage of the expected pods, rounded up.
     * The pods must have a controller with a replica count.
     */
    maxUnavailable?: scalars.IntOrString;
    /**
     * When running pods that are not ready can be evicted: IfHealthyBudget (the default) only if
     * enough other pods are ready, AlwaysAllow always.
     */
    unhealthyPodEvictionPolicy?: UnhealthyPodEvictionPolicyType;
  }

  /** The observed state of a disruption budget. */
  interface PodDisruptionBudgetStatus {
    /**
     * The metadata.generation of the object that this status describes. If it is less than the
     * object's, the latest change of the spec has not been processed yet.
     */
    observedGeneration?: scalars.Int64;
    /**
     * Pods whose eviction was accepted but that are not deleted yet, with the time of the eviction.
     */
    disruptedPods?: Record<string, scalars.Time>;
    /** The number of pods that can be evicted now. */
    disruptionsAllowed?: number;
    /** The number of ready pods. */
    currentHealthy?: number;
    /** The minimum number of ready pods. */
    desiredHealthy?: number;
    /** The number of pods that should exist according to their controllers. */
    expectedPods?: number;
    /** Whether evictions are allowed, and if not, why. */
    conditions?: metaV1.Condition[];
  }

  /**
   * When running pods that are not ready may be evicted. IfHealthyBudget: while enough others are
   * ready. AlwaysAllow: always.
   */
  type UnhealthyPodEvictionPolicyType = "IfHealthyBudget" | "AlwaysAllow";
}

export type Eviction = policyV1.Eviction;
export type PodDisruptionBudget = policyV1.PodDisruptionBudget;
export type PodDisruptionBudgetList = policyV1.PodDisruptionBudgetList;
export type PodDisruptionBudgetSpec = policyV1.PodDisruptionBudgetSpec;
export type PodDisruptionBudgetStatus = policyV1.PodDisruptionBudgetStatus;
export type UnhealthyPodEvictionPolicyType = policyV1.UnhealthyPodEvictionPolicyType;
