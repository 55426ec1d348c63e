// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "./core_v1.ts";
import type * as metaV1 from "./meta_v1.ts";

export interface PriorityClass {
  apiVersion?: string;
  kind?: "PriorityClass";
  metadata?: metaV1.ClusterObjectMeta;
  value?: number;
  globalDefault?: boolean;
  description?: string;
  preemptionPolicy?: coreV1.PreemptionPolicy;
}

export interface PriorityClassList {
  apiVersion?: string;
  kind?: "PriorityClassList";
  metadata?: metaV1.ListMeta;
  items: PriorityClass[];
}
