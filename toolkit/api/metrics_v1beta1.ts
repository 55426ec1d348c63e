// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "./core_v1.ts";
import type * as metaV1 from "./meta_v1.ts";
import type { Duration, Time } from "./scalars.ts";

export interface ContainerMetrics {
  name: string;
  usage: coreV1.ResourceList;
}

export interface NodeMetrics {
  apiVersion?: string;
  kind?: "NodeMetrics";
  metadata?: metaV1.ClusterObjectMeta;
  timestamp: Time | null;
  window: Duration;
  usage: coreV1.ResourceList;
}

export interface NodeMetricsList {
  apiVersion?: string;
  kind?: "NodeMetricsList";
  metadata?: metaV1.ListMeta;
  items: NodeMetrics[];
}

export interface PodMetrics {
  apiVersion?: string;
  kind?: "PodMetrics";
  metadata?: metaV1.ObjectMeta;
  timestamp: Time | null;
  window: Duration;
  containers: ContainerMetrics[];
}

export interface PodMetricsList {
  apiVersion?: string;
  kind?: "PodMetricsList";
  metadata?: metaV1.ListMeta;
  items: PodMetrics[];
}
