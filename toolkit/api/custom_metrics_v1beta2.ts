// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "./core_v1.ts";
import type * as metaV1 from "./meta_v1.ts";
import type { Int64, Quantity, Time } from "./scalars.ts";

export interface MetricIdentifier {
  name: string;
  selector?: metaV1.LabelSelector | null;
}

export interface MetricListOptions {
  apiVersion?: string;
  kind?: "MetricListOptions";
  labelSelector?: string;
  metricLabelSelector?: string;
}

export interface MetricValue {
  apiVersion?: string;
  kind?: "MetricValue";
  describedObject: coreV1.ObjectReference;
  metric: MetricIdentifier;
  timestamp: Time | null;
  windowSeconds?: Int64;
  value: Quantity;
}

export interface MetricValueList {
  apiVersion?: string;
  kind?: "MetricValueList";
  metadata?: metaV1.ListMeta;
  items: MetricValue[];
}
