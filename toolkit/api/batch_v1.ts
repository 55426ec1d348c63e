// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "./core_v1.ts";
import type * as metaV1 from "./meta_v1.ts";
import type { Int64, Time } from "./scalars.ts";

export type CompletionMode = "NonIndexed" | "Indexed";

export type ConcurrencyPolicy = "Allow" | "Forbid" | "Replace";

export interface CronJob {
  apiVersion?: string;
  kind?: "CronJob";
  metadata?: metaV1.ObjectMeta;
  spec?: CronJobSpec;
  status?: CronJobStatus;
}

export interface CronJobList {
  apiVersion?: string;
  kind?: "CronJobList";
  metadata?: metaV1.ListMeta;
  items: CronJob[];
}

export interface CronJobSpec {
  schedule: string;
  timeZone?: string;
  startingDeadlineSeconds?: Int64;
  concurrencyPolicy?: ConcurrencyPolicy;
  suspend?: boolean;
  jobTemplate: JobTemplateSpec;
  successfulJobsHistoryLimit?: number;
  failedJobsHistoryLimit?: number;
}

export interface CronJobStatus {
  active?: coreV1.ObjectReference[];
  lastScheduleTime?: Time;
  lastSuccessfulTime?: Time;
}

export interface Job {
  apiVersion?: string;
  kind?: "Job";
  metadata?: metaV1.ObjectMeta;
  spec?: JobSpec;
  status?: JobStatus;
}

export interface JobCondition {
  type: JobConditionType;
  status: coreV1.ConditionStatus;
  lastProbeTime?: Time | null;
  lastTransitionTime?: Time | null;
  reason?: string;
  message?: string;
}

export type JobConditionType = "Suspended" | "Complete" | "Failed" | "FailureTarget" | "SuccessCriteriaMet" | (string & Record<never, never>);

export interface JobList {
  apiVersion?: string;
  kind?: "JobList";
  metadata?: metaV1.ListMeta;
  items: Job[];
}

export interface JobSpec {
  parallelism?: number;
  completions?: number;
  activeDeadlineSeconds?: Int64;
  podFailurePolicy?: PodFailurePolicy;
  successPolicy?: SuccessPolicy;
  backoffLimit?: number;
  backoffLimitPerIndex?: number;
  maxFailedIndexes?: number;
  selector?: metaV1.LabelSelector;
  manualSelector?: boolean;
  template: coreV1.PodTemplateSpec;
  ttlSecondsAfterFinished?: number;
  completionMode?: CompletionMode;
  suspend?: boolean;
  podReplacementPolicy?: PodReplacementPolicy;
  managedBy?: string;
}

export interface JobStatus {
  conditions?: JobCondition[];
  startTime?: Time;
  completionTime?: Time;
  active?: number;
  succeeded?: number;
  failed?: number;
  terminating?: number;
  completedIndexes?: string;
  failedIndexes?: string;
  uncountedTerminatedPods?: UncountedTerminatedPods;
  ready?: number;
}

export interface JobTemplateSpec {
  metadata?: metaV1.ObjectMeta;
  spec?: JobSpec;
}

export interface PodFailurePolicy {
  rules: PodFailurePolicyRule[];
}

export type PodFailurePolicyAction = "FailJob" | "FailIndex" | "Ignore" | "Count";

export type PodFailurePolicyOnExitCodesOperator = "In" | "NotIn";

export interface PodFailurePolicyOnExitCodesRequirement {
  containerName?: string;
  operator: PodFailurePolicyOnExitCodesOperator;
  values: number[];
}

export interface PodFailurePolicyOnPodConditionsPattern {
  type: coreV1.PodConditionType;
  status?: coreV1.ConditionStatus;
}

export interface PodFailurePolicyRule {
  action: PodFailurePolicyAction;
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
}

export type PodReplacementPolicy = "TerminatingOrFailed" | "Failed";

export interface SuccessPolicy {
  rules: SuccessPolicyRule[];
}

export interface SuccessPolicyRule {
  succeededIndexes?: string;
  succeededCount?: number;
}

export interface UncountedTerminatedPods {
  succeeded?: string[];
  failed?: string[];
}
