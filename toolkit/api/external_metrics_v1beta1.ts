// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as metaV1 from "./meta_v1.ts";
import type { Int64, Quantity, Time } from "./scalars.ts";

export interface ExternalMetricValue {
  apiVersion?: string;
  kind?: "ExternalMetricValue";
  metricName: string;
  metricLabels: Record<string, string>;
  timestamp: Time | null;
  window?: Int64;
  value: Quantity;
}

export interface ExternalMetricValueList {
  apiVersion?: string;
  kind?: "ExternalMetricValueList";
  metadata?: metaV1.ListMeta;
  items: ExternalMetricValue[];
}
