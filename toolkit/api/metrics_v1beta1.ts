// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "./core_v1.ts";
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of metrics/v1beta1. */
export declare namespace metricsV1beta1 {
  /** The usage of a container. */
  interface ContainerMetrics {
    /** The name of the container. */
    name: string;
    /** The usage of the container: cpu and memory. */
    usage: coreV1.ResourceList;
  }

  /** The usage of a node, measured lately. */
  interface NodeMetrics {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "NodeMetrics";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The end of the time in which the usage was measured. */
    timestamp: scalars.Time | null;
    /** The length of that time, which ends at timestamp. */
    window: scalars.Duration;
    /** The usage of the node: cpu and memory. */
    usage: coreV1.ResourceList;
  }

  /** A list of NodeMetrics objects. */
  interface NodeMetricsList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "NodeMetricsList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: NodeMetrics[];
  }

  /** The usage of a pod's containers, measured lately. */
  interface PodMetrics {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodMetrics";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The end of the time in which the usage was measured. */
    timestamp: scalars.Time | null;
    /** The length of that time, which ends at timestamp. */
    window: scalars.Duration;
    /** The usage of each container, all measured in the same time. */
    containers: ContainerMetrics[];
  }

  /** A list of PodMetrics objects. */
  interface PodMetricsList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodMetricsList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: PodMetrics[];
  }
}

export type ContainerMetrics = metricsV1beta1.ContainerMetrics;
export type NodeMetrics = metricsV1beta1.NodeMetrics;
export type NodeMetricsList = metricsV1beta1.NodeMetricsList;
export type PodMetrics = metricsV1beta1.PodMetrics;
export type PodMetricsList = metricsV1beta1.PodMetricsList;
