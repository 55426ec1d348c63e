// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "./core_v1.ts";
import type * as metaV1 from "./meta_v1.ts";
import type { Int64, Quantity, Time } from "./scalars.ts";

export interface ContainerResourceMetricSource {
  name: coreV1.ResourceName;
  target: MetricTarget;
  container: string;
}

export interface ContainerResourceMetricStatus {
  name: coreV1.ResourceName;
  current: MetricValueStatus;
  container: string;
}

export interface CrossVersionObjectReference {
  kind: string;
  name: string;
  apiVersion?: string;
}

export interface ExternalMetricSource {
  metric: MetricIdentifier;
  target: MetricTarget;
}

export interface ExternalMetricStatus {
  metric: MetricIdentifier;
  current: MetricValueStatus;
}

export interface HPAScalingPolicy {
  type: HPAScalingPolicyType;
  value: number;
  periodSeconds: number;
}

export type HPAScalingPolicyType = "Pods" | "Percent" | (string & Record<never, never>);

export interface HPAScalingRules {
  stabilizationWindowSeconds?: number;
  selectPolicy?: ScalingPolicySelect;
  policies?: HPAScalingPolicy[];
  tolerance?: Quantity;
}

export interface HorizontalPodAutoscaler {
  apiVersion?: string;
  kind?: "HorizontalPodAutoscaler";
  metadata?: metaV1.ObjectMeta;
  spec?: HorizontalPodAutoscalerSpec;
  status?: HorizontalPodAutoscalerStatus;
}

export interface HorizontalPodAutoscalerBehavior {
  scaleUp?: HPAScalingRules;
  scaleDown?: HPAScalingRules;
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
  metrics?: MetricSpec[];
  behavior?: HorizontalPodAutoscalerBehavior;
}

export interface HorizontalPodAutoscalerStatus {
  observedGeneration?: Int64;
  lastScaleTime?: Time;
  currentReplicas?: number;
  desiredReplicas: number;
  currentMetrics?: MetricStatus[] | null;
  conditions?: HorizontalPodAutoscalerCondition[];
}

export interface MetricIdentifier {
  name: string;
  selector?: metaV1.LabelSelector;
}

export type MetricSourceType = "Object" | "Pods" | "Resource" | "ContainerResource" | "External" | (string & Record<never, never>);

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

export interface MetricTarget {
  type: MetricTargetType;
  value?: Quantity;
  averageValue?: Quantity;
  averageUtilization?: number;
}

export type MetricTargetType = "Utilization" | "Value" | "AverageValue" | (string & Record<never, never>);

export interface MetricValueStatus {
  value?: Quantity;
  averageValue?: Quantity;
  averageUtilization?: number;
}

export interface ObjectMetricSource {
  describedObject: CrossVersionObjectReference;
  target: MetricTarget;
  metric: MetricIdentifier;
}

export interface ObjectMetricStatus {
  metric: MetricIdentifier;
  current: MetricValueStatus;
  describedObject: CrossVersionObjectReference;
}

export interface PodsMetricSource {
  metric: MetricIdentifier;
  target: MetricTarget;
}

export interface PodsMetricStatus {
  metric: MetricIdentifier;
  current: MetricValueStatus;
}

export interface ResourceMetricSource {
  name: coreV1.ResourceName;
  target: MetricTarget;
}

export interface ResourceMetricStatus {
  name: coreV1.ResourceName;
  current: MetricValueStatus;
}

export type ScalingPolicySelect = "Max" | "Min" | "Disabled" | (string & Record<never, never>);
