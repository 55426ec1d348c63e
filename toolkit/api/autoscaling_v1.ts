// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "./core_v1.ts";
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of autoscaling/v1. */
export declare namespace autoscalingV1 {
  /** The CPU or memory usage of one container of each pod. */
  interface ContainerResourceMetricSource {
    /** The resource: cpu or memory. */
    name: coreV1.ResourceName;
    /** The target for the average over the pods, in percent of their requests. */
    targetAverageUtilization?: number;
    /** The target for the average over the pods. */
    targetAverageValue?: scalars.Quantity;
    /** The name of the container. */
    container: string;
  }

  /** The CPU or memory usage of one container of each pod. */
  interface ContainerResourceMetricStatus {
    /** The resource: cpu or memory. */
    name: coreV1.ResourceName;
    /**
     * The current average over the pods, in percent of their requests. Set only where the target is
     * one too.
     */
    currentAverageUtilization?: number;
    /** The current average over the pods. */
    currentAverageValue: scalars.Quantity;
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
    /** The name of the metric. */
    metricName: string;
    /** Labels of the metric's series that count. If unset, all. */
    metricSelector?: metaV1.LabelSelector;
    /** The target for the metric as a whole. */
    targetValue?: scalars.Quantity;
    /** The target for the metric divided by the number of pods. */
    targetAverageValue?: scalars.Quantity;
  }

  /** A metric from outside the cluster. */
  interface ExternalMetricStatus {
    /** The name of the metric. */
    metricName: string;
    /** Labels of the metric's series that count. If unset, all. */
    metricSelector?: metaV1.LabelSelector;
    /** The current value. */
    currentValue: scalars.Quantity;
    /** The current value divided by the number of pods. */
    currentAverageValue?: scalars.Quantity;
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

  /** The object to scale, the limits and the CPU target. */
  interface HorizontalPodAutoscalerSpec {
    /** The object to scale. It must have the scale subresource. */
    scaleTargetRef: CrossVersionObjectReference;
    /** The minimum number of replicas: at least 1. Default: 1. */
    minReplicas?: number;
    /** The maximum number of replicas: not less than minReplicas. */
    maxReplicas: number;
    /**
     * The target for the average CPU usage of the pods, in percent of their CPU requests. Default:
     * 80.
     */
    targetCPUUtilizationPercentage?: number;
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
    currentReplicas: number;
    /** The number of replicas that the autoscaler last calculated. */
    desiredReplicas: number;
    /** The average CPU usage of the pods, in percent of their CPU requests. */
    currentCPUUtilizationPercentage?: number;
  }

  /**
   * Where a metric is from. Object: one object. Pods: each pod. Resource: CPU or memory of the pods.
   * ContainerResource: that of one container of each pod. External: outside the cluster.
   */
  type MetricSourceType = "Object" | "Pods" | "Resource" | "ContainerResource" | "External";

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

  /** A metric of one object. */
  interface ObjectMetricSource {
    /** The object that the metric describes. */
    target: CrossVersionObjectReference;
    /** The name of the metric. */
    metricName: string;
    /** The target for the metric as a whole. */
    targetValue: scalars.Quantity;
    /** Labels of the metric's series that count. If unset, all. */
    selector?: metaV1.LabelSelector;
    /** The target for the metric divided by the number of pods. */
    averageValue?: scalars.Quantity;
  }

  /** A metric of one object. */
  interface ObjectMetricStatus {
    /** The object that the metric describes. */
    target: CrossVersionObjectReference;
    /** The name of the metric. */
    metricName: string;
    /** The current value. */
    currentValue: scalars.Quantity;
    /** Labels of the metric's series that count. If unset, all. */
    selector?: metaV1.LabelSelector;
    /** The current value divided by the number of pods. */
    averageValue?: scalars.Quantity;
  }

  /** A metric of each pod; the average counts. */
  interface PodsMetricSource {
    /** The name of the metric. */
    metricName: string;
    /** The target for the average over the pods. */
    targetAverageValue: scalars.Quantity;
    /** Labels of the metric's series that count. If unset, all. */
    selector?: metaV1.LabelSelector;
  }

  /** A metric of each pod; the average counts. */
  interface PodsMetricStatus {
    /** The name of the metric. */
    metricName: string;
    /** The current average over the pods. */
    currentAverageValue: scalars.Quantity;
    /** Labels of the metric's series that count. If unset, all. */
    selector?: metaV1.LabelSelector;
  }

  /** The CPU or memory usage of the pods. */
  interface ResourceMetricSource {
    /** The resource: cpu or memory. */
    name: coreV1.ResourceName;
    /** The target for the average over the pods, in percent of their requests. */
    targetAverageUtilization?: number;
    /** The target for the average over the pods. */
    targetAverageValue?: scalars.Quantity;
  }

  /** The CPU or memory usage of the pods. */
  interface ResourceMetricStatus {
    /** The resource: cpu or memory. */
    name: coreV1.ResourceName;
    /**
     * The current average over the pods, in percent of their requests. Set only where the target is
     * one too.
     */
    currentAverageUtilization?: number;
    /** The current average over the pods. */
    currentAverageValue: scalars.Quantity;
  }

  /** The number of replicas of an object, as its scale subresource shows and sets it. */
  interface Scale {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Scale";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: ScaleSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: ScaleStatus;
  }

  /** The desired number of replicas. */
  interface ScaleSpec {
    /** The desired number of replicas: 0 or more. */
    replicas?: number;
  }

  /** The observed number of replicas. */
  interface ScaleStatus {
    /** The number of replicas that the controller last observed. */
    replicas: number;
    /** The selector of the object's pods, as a string. */
    selector?: string;
  }
}

export type ContainerResourceMetricSource = autoscalingV1.ContainerResourceMetricSource;
export type ContainerResourceMetricStatus = autoscalingV1.ContainerResourceMetricStatus;
export type CrossVersionObjectReference = autoscalingV1.CrossVersionObjectReference;
export type ExternalMetricSource = autoscalingV1.ExternalMetricSource;
export type ExternalMetricStatus = autoscalingV1.ExternalMetricStatus;
export type HorizontalPodAutoscaler = autoscalingV1.HorizontalPodAutoscaler;
export type HorizontalPodAutoscalerCondition = autoscalingV1.HorizontalPodAutoscalerCondition;
export type HorizontalPodAutoscalerConditionType = autoscalingV1.HorizontalPodAutoscalerConditionType;
export type HorizontalPodAutoscalerList = autoscalingV1.HorizontalPodAutoscalerList;
export type HorizontalPodAutoscalerSpec = autoscalingV1.HorizontalPodAutoscalerSpec;
export type HorizontalPodAutoscalerStatus = autoscalingV1.HorizontalPodAutoscalerStatus;
export type MetricSourceType = autoscalingV1.MetricSourceType;
export type MetricSpec = autoscalingV1.MetricSpec;
export type MetricStatus = autoscalingV1.MetricStatus;
export type ObjectMetricSource = autoscalingV1.ObjectMetricSource;
export type ObjectMetricStatus = autoscalingV1.ObjectMetricStatus;
export type PodsMetricSource = autoscalingV1.PodsMetricSource;
export type PodsMetricStatus = autoscalingV1.PodsMetricStatus;
export type ResourceMetricSource = autoscalingV1.ResourceMetricSource;
export type ResourceMetricStatus = autoscalingV1.ResourceMetricStatus;
export type Scale = autoscalingV1.Scale;
export type ScaleSpec = autoscalingV1.ScaleSpec;
export type ScaleStatus = autoscalingV1.ScaleStatus;
