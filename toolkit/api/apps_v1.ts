// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "./core_v1.ts";
import type * as metaV1 from "./meta_v1.ts";
import type { Int64, IntOrString, JsonValue, Time } from "./scalars.ts";

export interface ControllerRevision {
  apiVersion?: string;
  kind?: "ControllerRevision";
  metadata?: metaV1.ObjectMeta;
  data?: JsonValue;
  revision: Int64;
}

export interface ControllerRevisionList {
  apiVersion?: string;
  kind?: "ControllerRevisionList";
  metadata?: metaV1.ListMeta;
  items: ControllerRevision[];
}

export interface DaemonSet {
  apiVersion?: string;
  kind?: "DaemonSet";
  metadata?: metaV1.ObjectMeta;
  spec?: DaemonSetSpec;
  status?: DaemonSetStatus;
}

export interface DaemonSetCondition {
  type: DaemonSetConditionType;
  status: coreV1.ConditionStatus;
  lastTransitionTime?: Time | null;
  reason?: string;
  message?: string;
}

export type DaemonSetConditionType = string;

export interface DaemonSetList {
  apiVersion?: string;
  kind?: "DaemonSetList";
  metadata?: metaV1.ListMeta;
  items: DaemonSet[];
}

export interface DaemonSetSpec {
  selector: metaV1.LabelSelector | null;
  template: coreV1.PodTemplateSpec;
  updateStrategy?: DaemonSetUpdateStrategy;
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
}

export interface DaemonSetStatus {
  currentNumberScheduled: number;
  numberMisscheduled: number;
  desiredNumberScheduled: number;
  numberReady: number;
  observedGeneration?: Int64;
  updatedNumberScheduled?: number;
  numberAvailable?: number;
  numberUnavailable?: number;
  collisionCount?: number;
  conditions?: DaemonSetCondition[];
}

export interface DaemonSetUpdateStrategy {
  type?: DaemonSetUpdateStrategyType;
  rollingUpdate?: RollingUpdateDaemonSet;
}

export type DaemonSetUpdateStrategyType = "RollingUpdate" | "OnDelete";

export interface Deployment {
  apiVersion?: string;
  kind?: "Deployment";
  metadata?: metaV1.ObjectMeta;
  spec?: DeploymentSpec;
  status?: DeploymentStatus;
}

export interface DeploymentCondition {
  type: DeploymentConditionType;
  status: coreV1.ConditionStatus;
  lastUpdateTime?: Time | null;
  lastTransitionTime?: Time | null;
  reason?: string;
  message?: string;
}

export type DeploymentConditionType = "Available" | "Progressing" | "ReplicaFailure" | (string & Record<never, never>);

export interface DeploymentList {
  apiVersion?: string;
  kind?: "DeploymentList";
  metadata?: metaV1.ListMeta;
  items: Deployment[];
}

export interface DeploymentSpec {
  replicas?: number;
  selector: metaV1.LabelSelector | null;
  template: coreV1.PodTemplateSpec;
  strategy?: DeploymentStrategy;
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
  paused?: boolean;
  progressDeadlineSeconds?: number;
}

export interface DeploymentStatus {
  observedGeneration?: Int64;
  replicas?: number;
  updatedReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  unavailableReplicas?: number;
  terminatingReplicas?: number;
  conditions?: DeploymentCondition[];
  collisionCount?: number;
}

export interface DeploymentStrategy {
  type?: DeploymentStrategyType;
  rollingUpdate?: RollingUpdateDeployment;
}

export type DeploymentStrategyType = "Recreate" | "RollingUpdate";

export type PersistentVolumeClaimRetentionPolicyType = "Retain" | "Delete" | (string & Record<never, never>);

export type PodManagementPolicyType = "OrderedReady" | "Parallel";

export interface ReplicaSet {
  apiVersion?: string;
  kind?: "ReplicaSet";
  metadata?: metaV1.ObjectMeta;
  spec?: ReplicaSetSpec;
  status?: ReplicaSetStatus;
}

export interface ReplicaSetCondition {
  type: ReplicaSetConditionType;
  status: coreV1.ConditionStatus;
  lastTransitionTime?: Time | null;
  reason?: string;
  message?: string;
}

export type ReplicaSetConditionType = "ReplicaFailure" | (string & Record<never, never>);

export interface ReplicaSetList {
  apiVersion?: string;
  kind?: "ReplicaSetList";
  metadata?: metaV1.ListMeta;
  items: ReplicaSet[];
}

export interface ReplicaSetSpec {
  replicas?: number;
  minReadySeconds?: number;
  selector: metaV1.LabelSelector | null;
  template?: coreV1.PodTemplateSpec;
}

export interface ReplicaSetStatus {
  replicas: number;
  fullyLabeledReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  terminatingReplicas?: number;
  observedGeneration?: Int64;
  conditions?: ReplicaSetCondition[];
}

export interface RollingUpdateDaemonSet {
  maxUnavailable?: IntOrString;
  maxSurge?: IntOrString;
}

export interface RollingUpdateDeployment {
  maxUnavailable?: IntOrString;
  maxSurge?: IntOrString;
}

export interface RollingUpdateStatefulSetStrategy {
  partition?: number;
  maxUnavailable?: IntOrString;
}

export interface StatefulSet {
  apiVersion?: string;
  kind?: "StatefulSet";
  metadata?: metaV1.ObjectMeta;
  spec?: StatefulSetSpec;
  status?: StatefulSetStatus;
}

export interface StatefulSetCondition {
  type: StatefulSetConditionType;
  status: coreV1.ConditionStatus;
  lastTransitionTime?: Time | null;
  reason?: string;
  message?: string;
}

export type StatefulSetConditionType = string;

export interface StatefulSetList {
  apiVersion?: string;
  kind?: "StatefulSetList";
  metadata?: metaV1.ListMeta;
  items: StatefulSet[];
}

export interface StatefulSetOrdinals {
  start?: number;
}

export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  whenDeleted?: PersistentVolumeClaimRetentionPolicyType;
  whenScaled?: PersistentVolumeClaimRetentionPolicyType;
}

export interface StatefulSetSpec {
  replicas?: number;
  selector: metaV1.LabelSelector | null;
  template: coreV1.PodTemplateSpec;
  volumeClaimTemplates?: coreV1.PersistentVolumeClaim[];
  serviceName?: string;
  podManagementPolicy?: PodManagementPolicyType;
  updateStrategy?: StatefulSetUpdateStrategy;
  revisionHistoryLimit?: number;
  minReadySeconds?: number;
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy;
  ordinals?: StatefulSetOrdinals;
}

export interface StatefulSetStatus {
  observedGeneration?: Int64;
  replicas: number;
  readyReplicas?: number;
  currentReplicas?: number;
  updatedReplicas?: number;
  currentRevision?: string;
  updateRevision?: string;
  collisionCount?: number;
  conditions?: StatefulSetCondition[];
  availableReplicas?: number;
}

export interface StatefulSetUpdateStrategy {
  type?: StatefulSetUpdateStrategyType;
  rollingUpdate?: RollingUpdateStatefulSetStrategy;
}

export type StatefulSetUpdateStrategyType = "RollingUpdate" | "OnDelete";
