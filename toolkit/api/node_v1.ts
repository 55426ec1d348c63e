// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "./core_v1.ts";
import type { metaV1 } from "./meta_v1.ts";

/** The types of node/v1. */
export declare namespace nodeV1 {
  /** The resources that a pod uses in addition to its containers. */
  interface Overhead {
    /** The fixed amount per pod, by resource. */
    podFixed?: coreV1.ResourceList;
  }

  /** A configuration of the container runtime, which pods select by name. */
  interface RuntimeClass {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "RuntimeClass";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The name of the configuration in the container runtime: a DNS label. Can't be changed. */
    handler: string;
    /** The resources that a pod uses in addition to its containers. */
    overhead?: Overhead;
    /** The nodes that support the class. If unset, all nodes. */
    scheduling?: Scheduling;
  }

  /** A list of RuntimeClass objects. */
  interface RuntimeClassList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "RuntimeClassList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: RuntimeClass[];
  }

  /** The nodes that support a runtime class. */
  interface Scheduling {
    /** Labels of the supporting nodes; merged with the pod's own nodeSelector. */
    nodeSelector?: Record<string, string>;
    /** Tolerations that are added to the pod's own. */
    tolerations?: coreV1.Toleration[];
  }
}

export type Overhead = nodeV1.Overhead;
export type RuntimeClass = nodeV1.RuntimeClass;
export type RuntimeClassList = nodeV1.RuntimeClassList;
export type Scheduling = nodeV1.Scheduling;
