// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "./core_v1.ts";
import type { metaV1 } from "./meta_v1.ts";

/** The types of scheduling/v1. */
export declare namespace schedulingV1 {
  /** Maps a name to a priority for pods. */
  interface PriorityClass {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PriorityClass";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /**
     * The priority: pods with higher values are scheduled first. At most 1000000000, except for
     * system classes. Can't be changed.
     */
    value?: number;
    /**
     * Whether this is the class of pods that specify none. Only one class should be. Default: false.
     */
    globalDefault?: boolean;
    /** A human-readable description of when to use the class. */
    description?: string;
    /**
     * PreemptLowerPriority (the default) lets pods preempt pods of lower priority, Never does not.
     * Can't be changed.
     */
    preemptionPolicy?: coreV1.PreemptionPolicy;
  }

  /** A list of PriorityClass objects. */
  interface PriorityClassList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PriorityClassList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: PriorityClass[];
  }
}

export type PriorityClass = schedulingV1.PriorityClass;
export type PriorityClassList = schedulingV1.PriorityClassList;
