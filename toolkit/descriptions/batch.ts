/**
 * Descriptions of jobs and cron jobs.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of jobs and cron jobs. */
export const BATCH: Words = {
  Job: ["Runs pods until a number of them succeed."],
  JobSpec: ["The pods to run, how many of them, and when the job fails.", {
    parallelism: "The maximum number of pods that run at the same time; 0 pauses the job. " +
      "Default: 1.",
    completions: "The number of pods that must succeed. Default: 1 if parallelism is unset too; " +
      "otherwise the job completes once one pod has succeeded and the others have ended. Can't " +
      "be changed, except with parallelism in an Indexed job.",
    activeDeadlineSeconds: "How many seconds after its start the job is terminated and fails. If " +
      "unset, there is no limit.",
    podFailurePolicy: "How failed pods are handled, by exit code or condition. The template's " +
      "restart policy must be Never. Can't be changed.",
    successPolicy: "When an Indexed job succeeds before all indexes have succeeded. If unset, " +
      "all must succeed. Can't be changed.",
    backoffLimit: "How often failed pods are retried before the job fails. Default: 6, or no " +
      "limit if backoffLimitPerIndex is set.",
    backoffLimitPerIndex: "How often each index of an Indexed job is retried before it fails. " +
      "The template's restart policy must be Never. Can't be changed.",
    maxFailedIndexes: "The maximum number of failed indexes; if more fail, the job fails. If " +
      "unset, the job runs all indexes.",
    selector: "Selects the pods of the job. Normally unset: the server then chooses a label that " +
      "is unique to the job. Can't be changed.",
    manualSelector: "Whether selector and labels are set by the user, who must make sure that " +
      "they are unique. Default: false.",
    template: "The template of the pods. Its restart policy must be Never or OnFailure. Most of " +
      "it can't be changed.",
    ttlSecondsAfterFinished: "How many seconds after it has finished the job is deleted; 0 means " +
      "at once. If unset, never.",
    completionMode: "NonIndexed (the default): all pods are alike. Indexed: each pod gets an " +
      "index from 0 to completions - 1, and each index must succeed once. Can't be changed.",
    suspend: "True deletes all running pods and creates none until it is false again. Default: " +
      "false.",
    podReplacementPolicy: "When a pod is replaced: TerminatingOrFailed once it is terminating or " +
      "has failed, Failed only once it has failed. Default: TerminatingOrFailed, but Failed with " +
      "podFailurePolicy. Can't be changed.",
    managedBy: "The controller that manages the job: DOMAIN/PATH. If unset, the built-in job " +
      "controller. Can't be changed.",
  }],
  PodFailurePolicy: ["How failed pods are handled.", {
    rules: "The rules in order: the first match applies. At most 20. If none matches, the " +
      "failure counts towards backoffLimit.",
  }],
  PodFailurePolicyRule: [
    "A rule about failed pods. Either onExitCodes or onPodConditions is set.",
    {
      action: "FailJob fails the job, FailIndex the pod's index (requires backoffLimitPerIndex), " +
        "Ignore replaces the pod without counting the failure, Count counts it.",
      onExitCodes: "Matches the exit codes of containers.",
      onPodConditions: "Matches pods that have any of these conditions: at most 20.",
    },
  ],
  PodFailurePolicyOnExitCodesRequirement: [
    "Matches pods by the exit codes of their failed containers.",
    {
      containerName: "The name of the container. If unset, any container.",
      operator: "In: a failed container has one of the values as its exit code. NotIn: its exit " +
        "code is not among them.",
      values: "The exit codes: 1 to 255 of them, ascending and unique. 0 is not allowed with In.",
    },
  ],
  PodFailurePolicyOnPodConditionsPattern: ["Matches pods by a condition.", {
    type: "The type of the condition, such as DisruptionTarget.",
    status: "The status of the condition. Default: True.",
  }],
  SuccessPolicy: ["When an Indexed job succeeds early.", {
    rules: "The rules: at most 20. Once one is met, the job succeeds and its remaining pods are " +
      "terminated.",
  }],
  SuccessPolicyRule: ["A rule for success. At least one of the fields must be set.", {
    succeededIndexes: "The indexes that count, such as 1,3-5. If unset, all.",
    succeededCount: "How many of these indexes must succeed. If unset, all of them.",
  }],
  JobStatus: ["The observed state of a job.", {
    conditions: "Whether the job is complete, failed or suspended, or about to become so.",
    startTime: "When the job was started, or last resumed.",
    completionTime: "When the job completed successfully. Unset for failed jobs.",
    active: "The number of pods that are pending or running and not terminating.",
    succeeded: "The number of pods that have succeeded.",
    failed: "The number of pods that have failed.",
    terminating: "The number of pods that are terminating.",
    completedIndexes: "The indexes that have succeeded, such as 1,3-5. For Indexed jobs.",
    failedIndexes: "The indexes that have failed, such as 1,3-5. For jobs with " +
      "backoffLimitPerIndex.",
    uncountedTerminatedPods: "The pods that have ended but are not counted yet.",
    ready: "The number of pods that are ready.",
  }],
  JobCondition: ["A condition of a job.", {
    type: "Complete, Failed, Suspended, SuccessCriteriaMet or FailureTarget.",
  }],
  UncountedTerminatedPods: ["The UIDs of pods that have ended but are not counted yet.", {
    succeeded: "The UIDs of pods that succeeded.",
    failed: "The UIDs of pods that failed.",
  }],
  JobTemplateSpec: ["The template of the jobs that a cron job creates.", {
    metadata: "The labels and annotations of the jobs.",
    spec: "The spec of the jobs.",
  }],
  CronJob: ["Creates jobs on a schedule."],
  CronJobSpec: ["The schedule and the jobs to create.", {
    schedule: "The schedule in cron format: minute, hour, day of the month, month, day of the " +
      "week (0 is Sunday). Or @hourly, @daily, @weekly, @monthly, @yearly.",
    timeZone: "The time zone of the schedule, such as Europe/Berlin. If unset, that of the " +
      "controller manager.",
    startingDeadlineSeconds: "The deadline in seconds for starting a job after its scheduled " +
      "time; later it counts as missed. If unset, there is no deadline.",
    concurrencyPolicy: "What to do if the previous job is still running: Allow (the default) " +
      "starts the new job too, Forbid skips it, Replace terminates the previous one.",
    suspend: "True starts no more jobs; running ones continue. Default: false.",
    jobTemplate: "The template of the jobs.",
    successfulJobsHistoryLimit: "How many successful jobs to keep. Default: 3.",
    failedJobsHistoryLimit: "How many failed jobs to keep. Default: 1.",
  }],
  CronJobStatus: ["The observed state of a cron job.", {
    active: "The jobs that are running.",
    lastScheduleTime: "The scheduled time of the last job that was started.",
    lastSuccessfulTime: "When a job last completed successfully.",
  }],
};
