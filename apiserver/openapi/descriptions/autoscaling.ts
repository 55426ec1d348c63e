/**
 * Autoscalers and scales. One stored autoscaler shows in both versions.
 *
 * @module
 */

import type { FieldWords, StructWords, Words } from "./words.ts";

const IS = "Sets the replicas of a deployment, or of another object with a scale, by what " +
  "metrics say of its pods.";

const TARGET: StructWords = ["An object of the same namespace, of some version.", {
  kind: "The kind of the object.",
  name: "The name of the object.",
  apiVersion: "The group and version of the object.",
}];

const SPEC: FieldWords = {
  scaleTargetRef: "The object to scale, by its subresource scale.",
  minReplicas: "The least number of replicas: at least 1. Default: 1.",
  maxReplicas: "The greatest number of replicas: not less than minReplicas.",
};

const STATUS: FieldWords = {
  lastScaleTime: "When the number of replicas was last changed by it.",
  currentReplicas: "How many replicas there were when it last looked.",
  desiredReplicas: "How many replicas it last found right.",
};

/** Of version 1. */
export const AUTOSCALING_V1: Words = {
  HorizontalPodAutoscaler: [IS],
  HorizontalPodAutoscalerSpec: ["What to scale, within which bounds, by what.", {
    ...SPEC,
    targetCPUUtilizationPercentage: "How much cpu the pods should use on average, in percent of " +
      "their requests. Left out: 80.",
  }],
  HorizontalPodAutoscalerStatus: ["What became of it.", {
    ...STATUS,
    currentCPUUtilizationPercentage: "How much cpu the pods use on average, in percent of their " +
      "requests.",
  }],
  CrossVersionObjectReference: TARGET,
  Scale: ["How many replicas an object has: the form of the subresource scale."],
  ScaleSpec: ["How many replicas are wanted.", { replicas: "The number wanted: 0 or more." }],
  ScaleStatus: ["How many replicas there are.", {
    replicas: "How many replicas there were when the controller last looked.",
    selector: "The pods of the object, as a label selector in text form.",
  }],
};

const METRICS: FieldWords = {
  type: "Which one of the others is set: Resource, ContainerResource, Pods, Object or External.",
  object: "A metric of one object, such as the requests of an ingress.",
  pods: "A metric of each pod, averaged.",
  resource: "The cpu or memory of the pods.",
  containerResource: "The cpu or memory of one container of each pod.",
  external: "A metric from outside the cluster, such as the length of a queue.",
};

const METRIC: FieldWords = {
  metric: "The metric.",
  name: "The resource: cpu or memory.",
  container: "The name of the container.",
  target: "What it should be.",
  current: "What it is.",
  describedObject: "The object that the metric is of.",
};

/** The source of a metric, or what is known of it: fields of these names. */
function metric(is: string, ...names: string[]): StructWords {
  return [is, Object.fromEntries(names.map((name) => [name, METRIC[name] ?? ""]))];
}

/** Of version 2. */
export const AUTOSCALING_V2: Words = {
  HorizontalPodAutoscaler: [IS],
  HorizontalPodAutoscalerSpec: ["What to scale, within which bounds, by what, how fast.", {
    ...SPEC,
    metrics: "What to scale by: the one that asks for most replicas counts. Default: cpu at 80% " +
      "of the requests.",
    behavior: "How fast to go up and down.",
  }],
  HorizontalPodAutoscalerBehavior: ["How fast to go up and down.", {
    scaleUp: "How fast up. Default: the more of 4 pods and 100% each 15 seconds, at once.",
    scaleDown: "How fast down. Default: as far as needed, after 300 seconds.",
  }],
  HPAScalingRules: ["How fast to go in one direction.", {
    stabilizationWindowSeconds: "Over how many seconds to look back for the most careful number: " +
      "0 to 3600. Default: 0 for up, 300 for down.",
    selectPolicy: "Which policy counts: Max (the default) the one that changes most, Min the one " +
      "that changes least, Disabled forbids the direction.",
    policies: "How much may change in which time.",
    tolerance: "How far the metric may be from its target without a change: 0.1 is 10%. Left " +
      "out: as the controller is told.",
  }],
  HPAScalingPolicy: ["How much may change in which time.", {
    type: "Pods: value is a number of pods. Percent: it is a percentage of those there are.",
    value: "How much may change: at least 1.",
    periodSeconds: "In how many seconds: 1 to 1800.",
  }],
  MetricSpec: ["Something to scale by.", METRICS],
  ObjectMetricSource: metric("A metric of one object.", "describedObject", "target", "metric"),
  PodsMetricSource: metric("A metric of each pod, averaged.", "metric", "target"),
  ResourceMetricSource: metric("The cpu or memory of the pods.", "name", "target"),
  ContainerResourceMetricSource: metric(
    "The cpu or memory of one container of each pod.",
    "name",
    "target",
    "container",
  ),
  ExternalMetricSource: metric("A metric from outside the cluster.", "metric", "target"),
  MetricIdentifier: ["Names a metric.", {
    name: "The name of the metric.",
    selector: "Narrows the metric down by labels of its series. Left out: by name alone.",
  }],
  MetricTarget: ["What a metric should be.", {
    type: "Which one of the others is set: Utilization, Value or AverageValue.",
    value: "The metric as a whole.",
    averageValue: "The metric divided by the number of pods.",
    averageUtilization: "The average of the pods in percent of their requests. For cpu and " +
      "memory only.",
  }],
  CrossVersionObjectReference: TARGET,
  HorizontalPodAutoscalerStatus: ["What became of it.", {
    ...STATUS,
    currentMetrics: "The metrics as it last saw them.",
    conditions: "Whether it can scale, whether it does, and whether a bound holds it back.",
  }],
  HorizontalPodAutoscalerCondition: ["One aspect of an autoscaler's state.", {
    type: "AbleToScale, ScalingActive or ScalingLimited.",
  }],
  MetricStatus: ["A metric as it was last seen.", METRICS],
  ObjectMetricStatus: metric("A metric of one object.", "metric", "current", "describedObject"),
  PodsMetricStatus: metric("A metric of each pod, averaged.", "metric", "current"),
  ResourceMetricStatus: metric("The cpu or memory of the pods.", "name", "current"),
  ContainerResourceMetricStatus: metric(
    "The cpu or memory of one container of each pod.",
    "name",
    "current",
    "container",
  ),
  ExternalMetricStatus: metric("A metric from outside the cluster.", "metric", "current"),
  MetricValueStatus: ["What a metric is.", {
    value: "The metric as a whole.",
    averageValue: "The metric divided by the number of pods.",
    averageUtilization: "The average of the pods in percent of their requests.",
  }],
};
