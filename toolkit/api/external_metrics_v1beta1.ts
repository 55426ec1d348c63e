// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of external_metrics/v1beta1. */
export declare namespace externalMetricsV1beta1 {
  /** The value of a metric from outside the cluster. */
  interface ExternalMetricValue {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ExternalMetricValue";
    /** The name of the metric. */
    metricName: string;
    /** The labels of the series. */
    metricLabels: Record<string, string>;
    /** When the value was measured, or the end of the time over which it was calculated. */
    timestamp: scalars.Time | null;
    /**
     * The length in seconds of the time over which the value was calculated; it ends at timestamp.
     * Unset for a value of one moment.
     */
    window?: scalars.Int64;
    /** The value. */
    value: scalars.Quantity;
  }

  /** The values of a metric from outside the cluster, one for each series. */
  interface ExternalMetricValueList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ExternalMetricValueList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ExternalMetricValue[];
  }
}

export type ExternalMetricValue = externalMetricsV1beta1.ExternalMetricValue;
export type ExternalMetricValueList = externalMetricsV1beta1.ExternalMetricValueList;
