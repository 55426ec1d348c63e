// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "./core_v1.ts";
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of batch/v1. */
export declare namespace batchV1 {
  /**
   * Whether the pods of a job are alike (NonIndexed), or each has an index and each index must
   * succeed once (Indexed).
   */
  type CompletionMode = "NonIndexed" | "Indexed";

  /**
   * What happens if a job is due while the one before runs. Allow: both run. Forbid: the new one is
   * skipped. Replace: the old one is ended.
   */
  type ConcurrencyPolicy = "Allow" | "Forbid" | "Replace";

  /** Creates jobs on a schedule. */
  interface CronJob {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CronJob";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: CronJobSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: CronJobStatus;
  }

  /** A list of CronJob objects. */
  interface CronJobList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "CronJobList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: CronJob[];
  }

  /** The schedule and the jobs to create. */
  interface CronJobSpec {
    /**
     * The schedule in cron format: minute, hour, day of the month, month, day of the week (0 is
     * Sunday). Or `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`.
     */
    schedule: string;
    /**
     * The time zone of the schedule, such as Europe/Berlin. If unset, that of the controller manager.
     */
    timeZone?: string;
    /**
     * The deadline in seconds for starting a job after its scheduled time; later it counts as missed.
     * If unset, there is no deadline.
     */
    startingDeadlineSeconds?: scalars.Int64;
    /**
     * What to do if the previous job is still running: Allow (the default) starts the new job too,
     * Forbid skips it, Replace terminates the previous one.
     */
    concurrencyPolicy?: ConcurrencyPolicy;
    /** True starts no more jobs; running ones continue. Default: false. */
    suspend?: boolean;
    /** The template of the jobs. */
    jobTemplate: JobTemplateSpec;
    /** How many successful jobs to keep. Default: 3. */
    successfulJobsHistoryLimit?: number;
    /** How many failed jobs to keep. Default: 1. */
    failedJobsHistoryLimit?: number;
  }

  /** The observed state of a cron job. */
  interface CronJobStatus {
    /** The jobs that are running. */
    active?: coreV1.ObjectReference[];
    /** The scheduled time of the last job that was started. */
    lastScheduleTime?: scalars.Time;
    /** When a job last completed successfully. */
    lastSuccessfulTime?: scalars.Time;
  }

  /** Runs pods until a number of them succeed. */
  interface Job {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Job";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: JobSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: JobStatus;
  }

  /** A condition of a job. */
  interface JobCondition {
    /** Complete, Failed, Suspended, SuccessCriteriaMet or FailureTarget. */
    type: JobConditionType;
    /** Whether the condition holds: True, False or Unknown. */
    status: coreV1.ConditionStatus;
    /** When the condition was last checked, whether it changed or not. */
    lastProbeTime?: scalars.Time | null;
    /** When the status last changed from one value to another. */
    lastTransitionTime?: scalars.Time | null;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
  }

  /**
   * A condition of a job. Complete and Failed: it has ended. SuccessCriteriaMet and FailureTarget: it
   * will, once its pods have. Suspended: it waits.
   */
  type JobConditionType = "Suspended" | "Complete" | "Failed" | "FailureTarget" | "SuccessCriteriaMet" | (string & Record<never, never>);

  /** A list of Job objects. */
  interface JobList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "JobList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: Job[];
  }

  /** The pods to run, how many of them, and when the job fails. */
  interface JobSpec {
    /** The maximum number of pods that run at the same time; 0 pauses the job. Default: 1. */
    parallelism?: number;
    /**
     * The number of pods that must succeed. Default: 1 if parallelism is unset too; otherwise the job
     * completes once one pod has succeeded and the others have ended. Can't be changed, except with
     * parallelism in an Indexed job.
     */
    completions?: number;
    /**
     * How many seconds after its start the job is terminated and fails. If unset, there is no limit.
     */
    activeDeadlineSeconds?: scalars.Int64;
    /**
     * How failed pods are handled, by exit code or condition. The template's restart policy must be
     * Never. Can't be changed.
     */
    podFailurePolicy?: PodFailurePolicy;
    /**
     * When an Indexed job succeeds before all indexes have succeeded. If unset, all must succeed.
     * Can't be changed.
     */
    successPolicy?: SuccessPolicy;
    /**
     * How often failed pods are retried before the job fails. Default: 6, or no limit if
     * backoffLimitPerIndex is set.
     */
    backoffLimit?: number;
    /**
     * How often each index of an Indexed job is retried before it fails. The template's restart
     * policy must be Never. Can't be changed.
     */
    backoffLimitPerIndex?: number;
    /**
     * The maximum number of failed indexes; if more fail, the job fails. If unset, the job runs all
     * indexes.
     */
    maxFailedIndexes?: number;
    /**
     * Selects the pods of the job. Normally unset: the server then chooses a label that is unique to
     * the job. Can't be changed.
     */
    selector?: metaV1.LabelSelector;
    /**
     * Whether selector and labels are set by the user, who must make sure that they are unique.
     * Default: false.
     */
    manualSelector?: boolean;
    /**
     * The template of the pods. Its restart policy must be Never or OnFailure. Most of it can't be
     * changed.
     */
    template: coreV1.PodTemplateSpec;
    /**
     * How many seconds after it has finished the job is deleted; 0 means at once. If unset, never.
     */
    ttlSecondsAfterFinished?: number;
    /**
     * NonIndexed (the default): all pods are alike. Indexed: each pod gets an index from 0 to
     * completions - 1, and each index must succeed once. Can't be changed.
     */
    completionMode?: CompletionMode;
    /** True deletes all running pods and creates none until it is false again. Default: false. */
    suspend?: boolean;
    /**
     * When a pod is replaced: TerminatingOrFailed once it is terminating or has failed, Failed only
     * once it has failed. Default: TerminatingOrFailed, but Failed with podFailurePolicy. Can't be
     * changed.
     */
    podReplacementPolicy?: PodReplacementPolicy;
    /**
     * The controller that manages the job: DOMAIN/PATH. If unset, the built-in job controller. Can't
     * be changed.
     */
    managedBy?: string;
  }

  /** The observed state of a job. */
  interface JobStatus {
    /** Whether the job is complete, failed or suspended, or about to become so. */
    conditions?: JobCondition[];
    /** When the job was started, or last resumed. */
    startTime?: scalars.Time;
    /** When the job completed successfully. Unset for failed jobs. */
    completionTime?: scalars.Time;
    /** The number of pods that are pending or running and not terminating. */
    active?: number;
    /** The number of pods that have succeeded. */
    succeeded?: number;
    /** The number of pods that have failed. */
    failed?: number;
    /** The number of pods that are terminating. */
    terminating?: number;
    /** The indexes that have succeeded, such as 1,3-5. For Indexed jobs. */
    completedIndexes?: string;
    /** The indexes that have failed, such as 1,3-5. For jobs with backoffLimitPerIndex. */
    failedIndexes?: string;
    /** The pods that have ended but are not counted yet. */
    uncountedTerminatedPods?: UncountedTerminatedPods;
    /** The number of pods that are ready. */
    ready?: number;
  }

  /** The template of the jobs that a cron job creates. */
  interface JobTemplateSpec {
    /** The labels and annotations of the jobs. */
    metadata?: metaV1.ObjectMeta;
    /** The spec of the jobs. */
    spec?: JobSpec;
  }

  /** How failed pods are handled. */
  interface PodFailurePolicy {
    /**
     * The rules in order: the first match applies. At most 20. If none matches, the failure counts
     * towards backoffLimit.
     */
    rules: PodFailurePolicyRule[];
  }

  /**
   * What happens after a pod failed. FailJob: the job fails. FailIndex: the index fails. Ignore: the
   * pod is replaced and not counted. Count: it counts.
   */
  type PodFailurePolicyAction = "FailJob" | "FailIndex" | "Ignore" | "Count";

  /** Whether an exit code must be among values or not. */
  type PodFailurePolicyOnExitCodesOperator = "In" | "NotIn";

  /** Matches pods by the exit codes of their failed containers. */
  interface PodFailurePolicyOnExitCodesRequirement {
    /** The name of the container. If unset, any container. */
    containerName?: string;
    /**
     * In: a failed container has one of the values as its exit code. NotIn: its exit code is not
     * among them.
     */
    operator: PodFailurePolicyOnExitCodesOperator;
    /** The exit codes: 1 to 255 of them, ascending and unique. 0 is not allowed with In. */
    values: number[];
  }

  /** Matches pods by a condition. */
  interface PodFailurePolicyOnPodConditionsPattern {
    /** The type of the condition, such as DisruptionTarget. */
    type: coreV1.PodConditionType;
    /** The status of the condition. Default: True. */
    status?: coreV1.ConditionStatus;
  }

  /** A rule about failed pods. Either onExitCodes or onPodConditions is set. */
  interface PodFailurePolicyRule {
    /**
     * FailJob fails the job, FailIndex the pod's index (requires backoffLimitPerIndex), Ignore
     * replaces the pod without counting the failure, Count counts it.
     */
    action: PodFailurePolicyAction;
    /** Matches the exit codes of containers. */
    onExitCodes?: PodFailurePolicyOnExitCodesRequirement;
    /** Matches pods that have any of these conditions: at most 20. */
    onPodConditions?: PodFailurePolicyOnPodConditionsPattern[];
  }

  /** When a pod is replaced: once it is terminating or has failed, or only once it has failed. */
  type PodReplacementPolicy = "TerminatingOrFailed" | "Failed";

  /** When an Indexed job succeeds early. */
  interface SuccessPolicy {
    /**
     * The rules: at most 20. Once one is met, the job succeeds and its remaining pods are terminated.
     */
    rules: SuccessPolicyRule[];
  }

  /** A rule for success. At least one of the fields must be set. */
  interface SuccessPolicyRule {
    /** The indexes that count, such as 1,3-5. If unset, all. */
    succeededIndexes?: string;
    /** How many of these indexes must succeed. If unset, all of them. */
    succeededCount?: number;
  }

  /** The UIDs of pods that have ended but are not counted yet. */
  interface UncountedTerminatedPods {
    /** The UIDs of pods that succeeded. */
    succeeded?: string[];
    /** The UIDs of pods that failed. */
    failed?: string[];
  }
}

export type CompletionMode = batchV1.CompletionMode;
export type ConcurrencyPolicy = batchV1.ConcurrencyPolicy;
export type CronJob = batchV1.CronJob;
export type CronJobList = batchV1.CronJobList;
export type CronJobSpec = batchV1.CronJobSpec;
export type CronJobStatus = batchV1.CronJobStatus;
export type Job = batchV1.Job;
export type JobCondition = batchV1.JobCondition;
export type JobConditionType = batchV1.JobConditionType;
export type JobList = batchV1.JobList;
export type JobSpec = batchV1.JobSpec;
export type JobStatus = batchV1.JobStatus;
export type JobTemplateSpec = batchV1.JobTemplateSpec;
export type PodFailurePolicy = batchV1.PodFailurePolicy;
export type PodFailurePolicyAction = batchV1.PodFailurePolicyAction;
export type PodFailurePolicyOnExitCodesOperator = batchV1.PodFailurePolicyOnExitCodesOperator;
export type PodFailurePolicyOnExitCodesRequirement = batchV1.PodFailurePolicyOnExitCodesRequirement;
export type PodFailurePolicyOnPodConditionsPattern = batchV1.PodFailurePolicyOnPodConditionsPattern;
export type PodFailurePolicyRule = batchV1.PodFailurePolicyRule;
export type PodReplacementPolicy = batchV1.PodReplacementPolicy;
export type SuccessPolicy = batchV1.SuccessPolicy;
export type SuccessPolicyRule = batchV1.SuccessPolicyRule;
export type UncountedTerminatedPods = batchV1.UncountedTerminatedPods;
