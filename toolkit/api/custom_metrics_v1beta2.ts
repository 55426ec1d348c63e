// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "./core_v1.ts";
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of custom_metrics/v1beta2. */
export declare namespace customMetricsV1beta2 {
  /** The name of a metric, and a selector for its series. */
  interface MetricIdentifier {
    /** The name of the metric. */
    name: string;
    /** The labels of the series that count. If unset, all. */
    selector?: metaV1.LabelSelector | null;
  }

  /** Which objects and which series are asked for. */
  interface MetricListOptions {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "MetricListOptions";
    /** Restricts the objects by their labels. Empty: all. */
    labelSelector?: string;
    /** Restricts the series by their labels. Empty: all. */
    metricLabelSelector?: string;
  }

  /** The value of a metric for one object. */
  interface MetricValue {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "MetricValue";
    /** The object that the value belongs to. */
    describedObject: coreV1.ObjectReference;
    /** The name of the metric, and the series that count. */
    metric: MetricIdentifier;
    /** When the value was measured, or the end of the time over which it was calculated. */
    timestamp: scalars.Time | null;
    /**
     * The length in seconds of the time over which the value was calculated; it ends at timestamp.
     * Unset for a value of one moment.
     */
    windowSeconds?: scalars.Int64;
    /** The value. */
    value: scalars.Quantity;
  }

  /** The values of a metric, one for each object. */
  interface MetricValueList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "MetricValueList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: MetricValue[];
  }
}

export type MetricIdentifier = customMetricsV1beta2.MetricIdentifier;
export type MetricListOptions = customMetricsV1beta2.MetricListOptions;
export type MetricValue = customMetricsV1beta2.MetricValue;
export type MetricValueList = customMetricsV1beta2.MetricValueList;
