/**
 * Descriptions of what metrics servers tell: usage of pods and nodes, and metrics to scale by.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const MEASURED: FieldWords = {
  timestamp: "The end of the time in which the usage was measured.",
  window: "The length of that time, which ends at timestamp.",
};

const SECONDS =
  "The length in seconds of the time over which the value was calculated; it ends at " +
  "timestamp. Unset for a value of one moment.";

/** The descriptions of the usage of pods and nodes. */
export const USAGE: Words = {
  NodeMetrics: ["The usage of a node, measured lately.", {
    ...MEASURED,
    usage: "The usage of the node: cpu and memory.",
  }],
  PodMetrics: ["The usage of a pod's containers, measured lately.", {
    ...MEASURED,
    containers: "The usage of each container, all measured in the same time.",
  }],
  ContainerMetrics: ["The usage of a container.", {
    name: "The name of the container.",
    usage: "The usage of the container: cpu and memory.",
  }],
};

/** The descriptions of metrics of objects. */
export const CUSTOM_METRICS: Words = {
  MetricValueList: ["The values of a metric, one for each object."],
  MetricValue: ["The value of a metric for one object.", {
    describedObject: "The object that the value belongs to.",
    metric: "The name of the metric, and the series that count.",
    timestamp: "When the value was measured, or the end of the time over which it was calculated.",
    windowSeconds: SECONDS,
    value: "The value.",
  }],
  MetricIdentifier: ["The name of a metric, and a selector for its series.", {
    name: "The name of the metric.",
    selector: "The labels of the series that count. If unset, all.",
  }],
  MetricListOptions: ["Which objects and which series are asked for.", {
    labelSelector: "Restricts the objects by their labels. Empty: all.",
    metricLabelSelector: "Restricts the series by their labels. Empty: all.",
  }],
};

/** The descriptions of metrics from outside the cluster. */
export const EXTERNAL_METRICS: Words = {
  ExternalMetricValueList: [
    "The values of a metric from outside the cluster, one for each series.",
  ],
  ExternalMetricValue: ["The value of a metric from outside the cluster.", {
    metricName: "The name of the metric.",
    metricLabels: "The labels of the series.",
    timestamp: "When the value was measured, or the end of the time over which it was calculated.",
    window: SECONDS,
    value: "The value.",
  }],
};
