// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "./core_v1.ts";
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of autoscaling/v2. */
export declare namespace autoscalingV2 {
  /** The CPU or memory usage of one container of each pod. */
  interface ContainerResourceMetricSource {
    /** The resource: cpu or memory. */
    name: coreV1.ResourceName;
    /** The target value. */
    target: MetricTarget;
    /** The name of the container. */
    container: string;
  }

  /** The CPU or memory usage of one container of each pod. */
  interface ContainerResourceMetricStatus {
    /** The resource: cpu or memory. */
    name: coreV1.ResourceName;
    /** The current value. */
    current: MetricValueStatus;
    /** The name of the container. */
    container: string;
  }

  /** A reference to an object in the same namespace, by kind and name. */
  interface CrossVersionObjectReference {
    /** The kind of the object. */
    kind: string;
    /** The name of the object. */
    name: string;
    /** The group and version of the object. */
    apiVersion?: string;
  }

  /** A metric from outside the cluster. */
  interface ExternalMetricSource {
    /** The name and selector of the metric. */
    metric: MetricIdentifier;
    /** The target value. */
    target: MetricTarget;
  }

  /** A metric from outside the cluster. */
  interface ExternalMetricStatus {
    /** The name and selector of the metric. */
    metric: MetricIdentifier;
    /** The current value. */
    current: MetricValueStatus;
  }

  /** A limit on the change within a period. */
  interface HPAScalingPolicy {
    /** Pods: value is a number of pods. Percent: value is a percentage of the current replicas. */
    type: HPAScalingPolicyType;
    /** The maximum change: greater than 0. */
    value: number;
    /** The length of the period in seconds: 1 to 1800. */
    periodSeconds: number;
  }

  /** Whether a limit is a number of pods or a percentage of the replicas. */
  type HPAScalingPolicyType = "Pods" | "Percent" | (string & Record<never, never>);

  /** Rules for scaling in one direction. */
  interface HPAScalingRules {
    /**
     * For how many past seconds calculated replica counts are considered, to avoid fluctuation: 0 to
     * 3600. Default: 0 for scaling up, 300 for scaling down.
     */
    stabilizationWindowSeconds?: number;
    /**
     * Which policy applies: Max (the default) the one that allows the largest change, Min the
     * smallest; Disabled forbids scaling in this direction.
     */
    selectPolicy?: ScalingPolicySelect;
    /** Limits on the change within a period. */
    policies?: HPAScalingPolicy[];
    /**
     * By what fraction the metric may differ from its target without scaling: 0.1 is 10%. If unset,
     * the setting of the controller.
     */
    tolerance?: scalars.Quantity;
  }

  /**
   * Scales a deployment, or another object with a scale subresource, so that metrics meet their
   * targets.
   */
  interface HorizontalPodAutoscaler {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "HorizontalPodAutoscaler";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: HorizontalPodAutoscalerSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: HorizontalPodAutoscalerStatus;
  }

  /** How fast to scale up and down. */
  interface HorizontalPodAutoscalerBehavior {
    /**
     * Rules for scaling up. Default: without delay, by up to 4 pods or 100% per 15 seconds, whichever
     * is more.
     */
    scaleUp?: HPAScalingRules;
    /**
     * Rules for scaling down. Default: by any amount, after a stabilization window of 300 seconds.
     */
    scaleDown?: HPAScalingRules;
  }

  /** A condition of an autoscaler. */
  interface HorizontalPodAutoscalerCondition {
    /** AbleToScale, ScalingActive or ScalingLimited. */
    type: HorizontalPodAutoscalerConditionType;
    /** Whether the condition holds: True, False or Unknown. */
    status: coreV1.ConditionStatus;
    /** When the status last changed from one value to another. */
    lastTransitionTime?: scalars.Time | null;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
  }

  /**
   * A condition of an autoscaler. AbleToScale: it can read and set the number of replicas.
   * ScalingActive: it has a number to scale to. ScalingLimited: a limit holds it back. ScaledToZero:
   * there are no replicas, and so no metrics of pods.
   */
  type HorizontalPodAutoscalerConditionType = "ScalingActive" | "AbleToScale" | "ScalingLimited" | "ScaledToZero" | (string & Record<never, never>);

  /** A list of HorizontalPodAutoscaler objects. */
  interface HorizontalPodAutoscalerList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "HorizontalPodAutoscalerList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: HorizontalPodAutoscaler[];
  }

  /** The object to scale, the limits, the metrics and the scaling behavior. */
  interface HorizontalPodAutoscalerSpec {
    /** The object to scale. It must have the scale subresource. */
    scaleTargetRef: CrossVersionObjectReference;
    /** The minimum number of replicas: at least 1. Default: 1. */
    minReplicas?: number;
    /** The maximum number of replicas: not less than minReplicas. */
    maxReplicas: number;
    /**
     * The metrics. The one that requires the most replicas decides. Default: CPU usage at 80% of the
     * requests.
     */
    metrics?: MetricSpec[];
    /** How fast to scale up and down. */
    behavior?: HorizontalPodAutoscalerBehavior;
  }

  /** The observed state of an autoscaler. */
  interface HorizontalPodAutoscalerStatus {
    /**
     * The metadata.generation of the object that this status describes. If it is less than the
     * object's, the latest change of the spec has not been processed yet.
     */
    observedGeneration?: scalars.Int64;
    /** When the autoscaler last changed the number of replicas. */
    lastScaleTime?: scalars.Time;
    /** The number of replicas that the autoscaler last observed. */
    currentReplicas?: number;
    /** The number of replicas that the autoscaler last calculated. */
    desiredReplicas: number;
    /** The values of the metrics when they were last read. */
    currentMetrics?: MetricStatus[] | null;
    /** Whether the autoscaler can scale, is scaling, and is held back by a limit. */
    conditions?: HorizontalPodAutoscalerCondition[];
  }

  /** The name of a metric, and a selector for it. */
  interface MetricIdentifier {
    /** The name of the metric. */
    name: string;
    /** Labels of the metric's series that count. If unset, all. */
    selector?: metaV1.LabelSelector;
  }

  /**
   * Where a metric is from. Object: one object. Pods: each pod. Resource: CPU or memory of the pods.
   * ContainerResource: that of one container of each pod. External: outside the cluster.
   */
  type MetricSourceType = "Object" | "Pods" | "Resource" | "ContainerResource" | "External" | (string & Record<never, never>);

  /** A metric to scale by, and its target. */
  interface MetricSpec {
    /**
     * The type of the metric: Resource, ContainerResource, Pods, Object or External. The field of
     * that name is set.
     */
    type: MetricSourceType;
    /** A metric of one object, such as the requests of an ingress. */
    object?: ObjectMetricSource;
    /** A metric of each pod; the average counts. */
    pods?: PodsMetricSource;
    /** The CPU or memory usage of the pods. */
    resource?: ResourceMetricSource;
    /** The CPU or memory usage of one container of each pod. */
    containerResource?: ContainerResourceMetricSource;
    /** A metric from outside the cluster, such as the length of a queue. */
    external?: ExternalMetricSource;
  }

  /** The last value of a metric. */
  interface MetricStatus {
    /**
     * The type of the metric: Resource, ContainerResource, Pods, Object or External. The field of
     * that name is set.
     */
    type: MetricSourceType;
    /** A metric of one object, such as the requests of an ingress. */
    object?: ObjectMetricStatus;
    /** A metric of each pod; the average counts. */
    pods?: PodsMetricStatus;
    /** The CPU or memory usage of the pods. */
    resource?: ResourceMetricStatus;
    /** The CPU or memory usage of one container of each pod. */
    containerResource?: ContainerResourceMetricStatus;
    /** A metric from outside the cluster, such as the length of a queue. */
    external?: ExternalMetricStatus;
  }

  /** The target value of a metric. */
  interface MetricTarget {
    /** The type of the target: Utilization, Value or AverageValue. */
    type: MetricTargetType;
    /** The target for the metric as a whole. */
    value?: scalars.Quantity;
    /** The target for the metric divided by the number of pods. */
    averageValue?: scalars.Quantity;
    /**
     * The target for the average over the pods, in percent of their requests. For CPU and memory
     * only.
     */
    averageUtilization?: number;
  }

  /**
   * What a target is compared with. Utilization: the average in percent of the requests. Value: the
   * metric as a whole. AverageValue: the metric divided by the number of pods.
   */
  type MetricTargetType = "Utilization" | "Value" | "AverageValue" | (string & Record<never, never>);

  /** A metric's latest value. */
  interface MetricValueStatus {
    /** The value of the metric as a whole. */
    value?: scalars.Quantity;
    /** The value of the metric divided by the number of pods. */
    averageValue?: scalars.Quantity;
    /** The average over the pods, in percent of their requests. */
    averageUtilization?: number;
  }

  /** A metric of one object. */
  interface ObjectMetricSource {
    /** The object that the metric describes. */
    describedObject: CrossVersionObjectReference;
    /** The target value. */
    target: MetricTarget;
    /** The name and selector of the metric. */
    metric: MetricIdentifier;
  }

  /** A metric of one object. */
  interface ObjectMetricStatus {
    /** The name and selector of the metric. */
    metric: MetricIdentifier;
    /** The current value. */
    current: MetricValueStatus;
    /** The object that the metric describes. */
    describedObject: CrossVersionObjectReference;
  }

  /** A metric of each pod; the average counts. */
  interface PodsMetricSource {
    /** The name and selector of the metric. */
    metric: MetricIdentifier;
    /** The target value. */
    target: MetricTarget;
  }

  /** A metric of each pod; the average counts. */
  interface PodsMetricStatus {
    /** The name and selector of the metric. */
    metric: MetricIdentifier;
    /** The current value. */
    current: MetricValueStatus;
  }

  /** The CPU or memory usage of the pods. */
  interface ResourceMetricSource {
    /** The resource: cpu or memory. */
    name: coreV1.ResourceName;
    /** The target value. */
    target: MetricTarget;
  }

  /** The CPU or memory usage of the pods. */
  interface ResourceMetricStatus {
    /** The resource: cpu or memory. */
    name: coreV1.ResourceName;
    /** The current value. */
    current: MetricValueStatus;
  }

  /**
   * Which of several policies applies. Max: the one that allows the largest change. Min: the
   * smallest. Disabled: no scaling in this direction.
   */
  type ScalingPolicySelect = "Max" | "Min" | "Disabled" | (string & Record<never, never>);
}

export type ContainerResourceMetricSource = autoscalingV2.ContainerResourceMetricSource;
export type ContainerResourceMetricStatus = autoscalingV2.ContainerResourceMetricStatus;
export type CrossVersionObjectReference = autoscalingV2.CrossVersionObjectReference;
export type ExternalMetricSource = autoscalingV2.ExternalMetricSource;
export type ExternalMetricStatus = autoscalingV2.ExternalMetricStatus;
export type HPAScalingPolicy = autoscalingV2.HPAScalingPolicy;
export type HPAScalingPolicyType = autoscalingV2.HPAScalingPolicyType;
export type HPAScalingRules = autoscalingV2.HPAScalingRules;
export type HorizontalPodAutoscaler = autoscalingV2.HorizontalPodAutoscaler;
export type HorizontalPodAutoscalerBehavior = autoscalingV2.HorizontalPodAutoscalerBehavior;
export type HorizontalPodAutoscalerCondition = autoscalingV2.HorizontalPodAutoscalerCondition;
export type HorizontalPodAutoscalerConditionType = autoscalingV2.HorizontalPodAutoscalerConditionType;
export type HorizontalPodAutoscalerList = autoscalingV2.HorizontalPodAutoscalerList;
export type HorizontalPodAutoscalerSpec = autoscalingV2.HorizontalPodAutoscalerSpec;
export type HorizontalPodAutoscalerStatus = autoscalingV2.HorizontalPodAutoscalerStatus;
export type MetricIdentifier = autoscalingV2.MetricIdentifier;
export type MetricSourceType = autoscalingV2.MetricSourceType;
export type MetricSpec = autoscalingV2.MetricSpec;
export type MetricStatus = autoscalingV2.MetricStatus;
export type MetricTarget = autoscalingV2.MetricTarget;
export type MetricTargetType = autoscalingV2.MetricTargetType;
export type MetricValueStatus = autoscalingV2.MetricValueStatus;
export type ObjectMetricSource = autoscalingV2.ObjectMetricSource;
export type ObjectMetricStatus = autoscalingV2.ObjectMetricStatus;
export type PodsMetricSource = autoscalingV2.PodsMetricSource;
export type PodsMetricStatus = autoscalingV2.PodsMetricStatus;
export type ResourceMetricSource = autoscalingV2.ResourceMetricSource;
export type ResourceMetricStatus = autoscalingV2.ResourceMetricStatus;
export type ScalingPolicySelect = autoscalingV2.ScalingPolicySelect;
