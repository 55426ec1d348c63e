// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "./core_v1.ts";
import type * as metaV1 from "./meta_v1.ts";

export interface Overhead {
  podFixed?: coreV1.ResourceList;
}

export interface RuntimeClass {
  apiVersion?: string;
  kind?: "RuntimeClass";
  metadata?: metaV1.ClusterObjectMeta;
  handler: string;
  overhead?: Overhead;
  scheduling?: Scheduling;
}

export interface RuntimeClassList {
  apiVersion?: string;
  kind?: "RuntimeClassList";
  metadata?: metaV1.ListMeta;
  items: RuntimeClass[];
}

export interface Scheduling {
  nodeSelector?: Record<string, string>;
  tolerations?: coreV1.Toleration[];
}
