// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "./core_v1.ts";
import type * as metaV1 from "./meta_v1.ts";
import type { Int64, Quantity, Time } from "./scalars.ts";

export interface ContainerResourceMetricSource {
  name: coreV1.ResourceName;
  targetAverageUtilization?: number;
  targetAverageValue?: Quantity;
  container: string;
}

export interface ContainerResourceMetricStatus {
  name: coreV1.ResourceName;
  currentAverageUtilization?: number;
  currentAverageValue: Quantity;
  container: string;
}

export interface CrossVersionObjectReference {
  kind: string;
  name: string;
  apiVersion?: string;
}

export interface ExternalMetricSource {
  metricName: string;
  metricSelector?: metaV1.LabelSelector;
  targetValue?: Quantity;
  targetAverageValue?: Quantity;
}

export interface ExternalMetricStatus {
  metricName: string;
  metricSelector?: metaV1.LabelSelector;
  currentValue: Quantity;
  currentAverageValue?: Quantity;
}

export interface HorizontalPodAutoscaler {
  apiVersion?: string;
  kind?: "HorizontalPodAutoscaler";
  metadata?: metaV1.ObjectMeta;
  spec?: HorizontalPodAutoscalerSpec;
  status?: HorizontalPodAutoscalerStatus;
}

export interface HorizontalPodAutoscalerCondition {
  type: HorizontalPodAutoscalerConditionType;
  status: coreV1.ConditionStatus;
  lastTransitionTime?: Time | null;
  reason?: string;
  message?: string;
}

export type HorizontalPodAutoscalerConditionType = "ScalingActive" | "AbleToScale" | "ScalingLimited" | "ScaledToZero" | (string & Record<never, never>);

export interface HorizontalPodAutoscalerList {
  apiVersion?: string;
  kind?: "HorizontalPodAutoscalerList";
  metadata?: metaV1.ListMeta;
  items: HorizontalPodAutoscaler[];
}

export interface HorizontalPodAutoscalerSpec {
  scaleTargetRef: CrossVersionObjectReference;
  minReplicas?: number;
  maxReplicas: number;
  targetCPUUtilizationPercentage?: number;
}

export interface HorizontalPodAutoscalerStatus {
  observedGeneration?: Int64;
  lastScaleTime?: Time;
  currentReplicas: number;
  desiredReplicas: number;
  currentCPUUtilizationPercentage?: number;
}

export type MetricSourceType = "Object" | "Pods" | "Resource" | "ContainerResource" | "External";

export interface MetricSpec {
  type: MetricSourceType;
  object?: ObjectMetricSource;
  pods?: PodsMetricSource;
  resource?: ResourceMetricSource;
  containerResource?: ContainerResourceMetricSource;
  external?: ExternalMetricSource;
}

export interface MetricStatus {
  type: MetricSourceType;
  object?: ObjectMetricStatus;
  pods?: PodsMetricStatus;
  resource?: ResourceMetricStatus;
  containerResource?: ContainerResourceMetricStatus;
  external?: ExternalMetricStatus;
}

export interface ObjectMetricSource {
  target: CrossVersionObjectReference;
  metricName: string;
  targetValue: Quantity;
  selector?: metaV1.LabelSelector;
  averageValue?: Quantity;
}

export interface ObjectMetricStatus {
  target: CrossVersionObjectReference;
  metricName: string;
  currentValue: Quantity;
  selector?: metaV1.LabelSelector;
  averageValue?: Quantity;
}

export interface PodsMetricSource {
  metricName: string;
  targetAverageValue: Quantity;
  selector?: metaV1.LabelSelector;
}

export interface PodsMetricStatus {
  metricName: string;
  currentAverageValue: Quantity;
  selector?: metaV1.LabelSelector;
}

export interface ResourceMetricSource {
  name: coreV1.ResourceName;
  targetAverageUtilization?: number;
  targetAverageValue?: Quantity;
}

export interface ResourceMetricStatus {
  name: coreV1.ResourceName;
  currentAverageUtilization?: number;
  currentAverageValue: Quantity;
}

export interface Scale {
  apiVersion?: string;
  kind?: "Scale";
  metadata?: metaV1.ObjectMeta;
  spec?: ScaleSpec;
  status?: ScaleStatus;
}

export interface ScaleSpec {
  replicas?: number;
}

export interface ScaleStatus {
  replicas: number;
  selector?: string;
}
