/**
 * Descriptions of autoscalers and scales.
 *
 * @module
 */

import type { FieldWords, StructWords, Words } from "./words.ts";

const IS = "Scales a deployment, or another object with a scale subresource, so that metrics " +
  "meet their targets.";

const TARGET: StructWords = ["A reference to an object in the same namespace, by kind and name.", {
  kind: "The kind of the object.",
  name: "The name of the object.",
  apiVersion: "The group and version of the object.",
}];

const SPEC: FieldWords = {
  scaleTargetRef: "The object to scale. It must have the scale subresource.",
  minReplicas: "The minimum number of replicas: at least 1. Default: 1.",
  maxReplicas: "The maximum number of replicas: not less than minReplicas.",
};

const STATUS: FieldWords = {
  lastScaleTime: "When the autoscaler last changed the number of replicas.",
  currentReplicas: "The number of replicas that the autoscaler last observed.",
  desiredReplicas: "The number of replicas that the autoscaler last calculated.",
};

const METRICS: FieldWords = {
  type: "The type of the metric: Resource, ContainerResource, Pods, Object or External. The " +
    "field of that name is set.",
  object: "A metric of one object, such as the requests of an ingress.",
  pods: "A metric of each pod; the average counts.",
  resource: "The CPU or memory usage of the pods.",
  containerResource: "The CPU or memory usage of one container of each pod.",
  external: "A metric from outside the cluster, such as the length of a queue.",
};

/** What metrics have in version 1, where newer ones are kept in an annotation. */
const OLD_METRIC: FieldWords = {
  name: "The resource: cpu or memory.",
  container: "The name of the container.",
  target: "The object that the metric describes.",
  metricName: "The name of the metric.",
  selector: "Labels of the metric's series that count. If unset, all.",
  metricSelector: "Labels of the metric's series that count. If unset, all.",
  targetValue: "The target for the metric as a whole.",
  targetAverageValue: "The target for the average over the pods.",
  targetAverageUtilization: "The target for the average over the pods, in percent of their " +
    "requests.",
  averageValue: "The target for the metric divided by the number of pods.",
  currentValue: "The current value.",
  currentAverageValue: "The current average over the pods.",
  currentAverageUtilization: "The current average over the pods, in percent of their requests. " +
    "Set only where the target is one too.",
};

/** The source of a metric in version 1: fields of these names. */
function oldMetric(is: string, ...names: string[]): StructWords {
  return [is, Object.fromEntries(names.map((name) => [name, OLD_METRIC[name] ?? ""]))];
}

const SELECTED = ["metricName", "selector"];
const TARGETS = ["name", "targetAverageUtilization", "targetAverageValue"];
const CURRENT = ["name", "currentAverageUtilization", "currentAverageValue"];
const OF_OBJECT = "A metric of one object.";
const OF_PODS = "A metric of each pod; the average counts.";
const OF_USAGE = "The CPU or memory usage of the pods.";
const OF_CONTAINER = "The CPU or memory usage of one container of each pod.";
const OF_OUTSIDE = "A metric from outside the cluster.";

/** Of version 1. */
export const AUTOSCALING_V1: Words = {
  HorizontalPodAutoscaler: [IS],
  HorizontalPodAutoscalerSpec: ["The object to scale, the limits and the CPU target.", {
    ...SPEC,
    targetCPUUtilizationPercentage: "The target for the average CPU usage of the pods, in " +
      "percent of their CPU requests. Default: 80.",
  }],
  HorizontalPodAutoscalerStatus: ["The observed state of an autoscaler.", {
    ...STATUS,
    currentCPUUtilizationPercentage: "The average CPU usage of the pods, in percent of their CPU " +
      "requests.",
  }],
  CrossVersionObjectReference: TARGET,
  HorizontalPodAutoscalerCondition: ["A condition of an autoscaler.", {
    type: "AbleToScale, ScalingActive or ScalingLimited.",
  }],
  MetricSpec: ["A metric to scale by, and its target.", METRICS],
  MetricStatus: ["The last value of a metric.", METRICS],
  ObjectMetricSource: oldMetric(OF_OBJECT, ...SELECTED, "target", "targetValue", "averageValue"),
  ObjectMetricStatus: [OF_OBJECT, {
    ...oldMetric(OF_OBJECT, ...SELECTED, "target", "currentValue")[1],
    averageValue: "The current value divided by the number of pods.",
  }],
  PodsMetricSource: oldMetric(OF_PODS, ...SELECTED, "targetAverageValue"),
  PodsMetricStatus: oldMetric(OF_PODS, ...SELECTED, "currentAverageValue"),
  ResourceMetricSource: oldMetric(OF_USAGE, ...TARGETS),
  ResourceMetricStatus: oldMetric(OF_USAGE, ...CURRENT),
  ContainerResourceMetricSource: oldMetric(OF_CONTAINER, ...TARGETS, "container"),
  ContainerResourceMetricStatus: oldMetric(OF_CONTAINER, ...CURRENT, "container"),
  ExternalMetricSource: [OF_OUTSIDE, {
    ...oldMetric(OF_OUTSIDE, "metricName", "metricSelector", "targetValue")[1],
    targetAverageValue: "The target for the metric divided by the number of pods.",
  }],
  ExternalMetricStatus: [OF_OUTSIDE, {
    ...oldMetric(OF_OUTSIDE, "metricName", "metricSelector", "currentValue")[1],
    currentAverageValue: "The current value divided by the number of pods.",
  }],
  Scale: ["The number of replicas of an object, as its scale subresource shows and sets it."],
  ScaleSpec: ["The desired number of replicas.", {
    replicas: "The desired number of replicas: 0 or more.",
  }],
  ScaleStatus: ["The observed number of replicas.", {
    replicas: "The number of replicas that the controller last observed.",
    selector: "The selector of the object's pods, as a string.",
  }],
};

const METRIC: FieldWords = {
  metric: "The name and selector of the metric.",
  name: "The resource: cpu or memory.",
  container: "The name of the container.",
  target: "The target value.",
  current: "The current value.",
  describedObject: "The object that the metric describes.",
};

/** The source of a metric, or what is known of it: fields of these names. */
function metric(is: string, ...names: string[]): StructWords {
  return [is, Object.fromEntries(names.map((name) => [name, METRIC[name] ?? ""]))];
}

/** Of version 2. */
export const AUTOSCALING_V2: Words = {
  HorizontalPodAutoscaler: [IS],
  HorizontalPodAutoscalerSpec: [
    "The object to scale, the limits, the metrics and the scaling behavior.",
    {
      ...SPEC,
      metrics: "The metrics. The one that requires the most replicas decides. Default: CPU usage " +
        "at 80% of the requests.",
      behavior: "How fast to scale up and down.",
    },
  ],
  HorizontalPodAutoscalerBehavior: ["How fast to scale up and down.", {
    scaleUp: "Rules for scaling up. Default: without delay, by up to 4 pods or 100% per 15 " +
      "seconds, whichever is more.",
    scaleDown: "Rules for scaling down. Default: by any amount, after a stabilization window of " +
      "300 seconds.",
  }],
  HPAScalingRules: ["Rules for scaling in one direction.", {
    stabilizationWindowSeconds: "For how many past seconds calculated replica counts are " +
      "considered, to avoid fluctuation: 0 to 3600. Default: 0 for scaling up, 300 for scaling " +
      "down.",
    selectPolicy: "Which policy applies: Max (the default) the one that allows the largest " +
      "change, Min the smallest; Disabled forbids scaling in this direction.",
    policies: "Limits on the change within a period.",
    tolerance: "By what fraction the metric may differ from its target without scaling: 0.1 is " +
      "10%. If unset, the setting of the controller.",
  }],
  HPAScalingPolicy: ["A limit on the change within a period.", {
    type: "Pods: value is a number of pods. Percent: value is a percentage of the current " +
      "replicas.",
    value: "The maximum change: greater than 0.",
    periodSeconds: "The length of the period in seconds: 1 to 1800.",
  }],
  MetricSpec: ["A metric to scale by, and its target.", METRICS],
  ObjectMetricSource: metric(OF_OBJECT, "describedObject", "target", "metric"),
  PodsMetricSource: metric(OF_PODS, "metric", "target"),
  ResourceMetricSource: metric(OF_USAGE, "name", "target"),
  ContainerResourceMetricSource: metric(
    OF_CONTAINER,
    "name",
    "target",
    "container",
  ),
  ExternalMetricSource: metric(OF_OUTSIDE, "metric", "target"),
  MetricIdentifier: ["The name of a metric, and a selector for it.", {
    name: "The name of the metric.",
    selector: "Labels of the metric's series that count. If unset, all.",
  }],
  MetricTarget: ["The target value of a metric.", {
    type: "The type of the target: Utilization, Value or AverageValue.",
    value: "The target for the metric as a whole.",
    averageValue: "The target for the metric divided by the number of pods.",
    averageUtilization: "The target for the average over the pods, in percent of their requests. " +
      "For CPU and memory only.",
  }],
  CrossVersionObjectReference: TARGET,
  HorizontalPodAutoscalerStatus: ["The observed state of an autoscaler.", {
    ...STATUS,
    currentMetrics: "The values of the metrics when they were last read.",
    conditions: "Whether the autoscaler can scale, is scaling, and is held back by a limit.",
  }],
  HorizontalPodAutoscalerCondition: ["A condition of an autoscaler.", {
    type: "AbleToScale, ScalingActive or ScalingLimited.",
  }],
  MetricStatus: ["The last value of a metric.", METRICS],
  ObjectMetricStatus: metric(OF_OBJECT, "metric", "current", "describedObject"),
  PodsMetricStatus: metric(OF_PODS, "metric", "current"),
  ResourceMetricStatus: metric(OF_USAGE, "name", "current"),
  ContainerResourceMetricStatus: metric(
    OF_CONTAINER,
    "name",
    "current",
    "container",
  ),
  ExternalMetricStatus: metric(OF_OUTSIDE, "metric", "current"),
  MetricValueStatus: ["A metric's latest value.", {
    value: "The value of the metric as a whole.",
    averageValue: "The value of the metric divided by the number of pods.",
    averageUtilization: "The average over the pods, in percent of their requests.",
  }],
};
