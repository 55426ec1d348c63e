/**
 * Jobs and cron jobs.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of jobs and cron jobs. */
export const BATCH: Words = {
  Job: ["Runs pods until enough of them have succeeded."],
  JobSpec: ["What to run, how often, and when to give up.", {
    parallelism: "How many pods may run at once: 0 pauses. Default: 1.",
    completions: "How many pods have to succeed. With neither this nor parallelism given: 1. " +
      "Left out beside parallelism: once one pod has succeeded no more are started, and the job " +
      "is complete when the others have ended. Can't be changed, but together with parallelism " +
      "for an Indexed job.",
    activeDeadlineSeconds: "After how many seconds from its start the job is ended and counts as " +
      "failed. Left out: never.",
    podFailurePolicy: "What failed pods mean, by exit code or condition. Takes the template's " +
      "restart policy to be Never. Can't be changed.",
    successPolicy: "When an Indexed job has succeeded though not all indexes have. Left out: " +
      "when all have. Can't be changed.",
    backoffLimit: "How many failures of pods there may be. Default: 6; without bound when " +
      "backoffLimitPerIndex is given.",
    backoffLimitPerIndex: "How many failures each index may have, for an Indexed job. Takes the " +
      "restart policy Never. Can't be changed.",
    maxFailedIndexes: "How many indexes may fail before the job as a whole does. Left out: all.",
    selector: "The pods that belong to the job. Left to the server, which picks a label that is " +
      "the job's own. Can't be changed.",
    manualSelector: "Whether the selector and the labels are given by hand, at your own risk. " +
      "Default: false.",
    template: "What pods are made from. Its restart policy is Never or OnFailure. Mostly can't " +
      "be changed.",
    ttlSecondsAfterFinished: "How many seconds after its end the job is deleted: 0 at once. Left " +
      "out: never.",
    completionMode: "NonIndexed (the default): pods are alike. Indexed: each gets a number from " +
      "0 to completions - 1, and each number has to succeed once. Can't be changed.",
    suspend: "True ends all pods and makes none, until it is false again. Default: false.",
    podReplacementPolicy: "When a pod is replaced: TerminatingOrFailed as soon as it is being " +
      "deleted, Failed once it has ended. Default: TerminatingOrFailed, and Failed with a " +
      "podFailurePolicy. Can't be changed.",
    managedBy: "Who runs the job: DOMAIN/PATH. Left out: the job controller. Can't be changed.",
  }],
  PodFailurePolicy: ["What failed pods mean.", {
    rules: "The rules, at most 20: the first that fits counts. None: the failure counts towards " +
      "backoffLimit.",
  }],
  PodFailurePolicyRule: ["What some failures mean. Either onExitCodes or onPodConditions.", {
    action: "FailJob fails the job, FailIndex the pod's index (with backoffLimitPerIndex), " +
      "Ignore replaces the pod without counting, Count counts it as usual.",
    onExitCodes: "Failures by the exit codes of containers.",
    onPodConditions: "Failures by conditions of the pod, any of these: at most 20.",
  }],
  PodFailurePolicyOnExitCodesRequirement: ["Failures by exit codes.", {
    containerName: "The container that counts. Left out: any one of them.",
    operator: "In: a failed container's code is among the values. NotIn: it is not.",
    values: "The codes, in order, without repeats: 1 to 255 of them. 0 is not allowed for In.",
  }],
  PodFailurePolicyOnPodConditionsPattern: ["Failures by a condition of the pod.", {
    type: "The type of the condition: DisruptionTarget.",
    status: "Its status. Default: True.",
  }],
  SuccessPolicy: ["When an Indexed job has succeeded.", {
    rules: "The rules, at most 20: one that is met is enough. Pods that still run are then ended.",
  }],
  SuccessPolicyRule: ["When an Indexed job has succeeded. At least one of the two.", {
    succeededIndexes: "Indexes that have to succeed: 1,3-5. Left out: any.",
    succeededCount: "How many indexes (of succeededIndexes) have to succeed. Left out: all of " +
      "them.",
  }],
  JobStatus: ["How far a job has got.", {
    conditions: "Whether it is complete, failed or suspended, and whether it is about to be.",
    startTime: "When it was started, or last went on after being suspended.",
    completionTime: "When it succeeded. Not set when it failed.",
    active: "How many of its pods run or wait, those being deleted aside.",
    succeeded: "How many of its pods have succeeded.",
    failed: "How many of its pods have failed.",
    terminating: "How many of its pods are being deleted.",
    completedIndexes: "The indexes that have succeeded: 1,3-5. For Indexed jobs.",
    failedIndexes: "The indexes that have failed: 1,3-5. With backoffLimitPerIndex.",
    uncountedTerminatedPods: "Pods that have ended and are about to be counted.",
    ready: "How many of its pods are ready.",
  }],
  JobCondition: ["One aspect of a job's state.", {
    type: "Complete, Failed, Suspended, SuccessCriteriaMet or FailureTarget.",
  }],
  UncountedTerminatedPods: ["Pods that have ended and are about to be counted, by uid.", {
    succeeded: "Those that have succeeded.",
    failed: "Those that have failed.",
  }],
  JobTemplateSpec: ["What jobs are made from.", {
    metadata: "Labels and annotations of the jobs to make.",
    spec: "What the jobs to make are like.",
  }],
  CronJob: ["Makes a job whenever its schedule says so."],
  CronJobSpec: ["What to run, and when.", {
    schedule: "Five fields: minute, hour, day of the month, month, day of the week (0 is " +
      "Sunday). Or @hourly, @daily, @weekly, @monthly, @yearly.",
    timeZone: "The time zone of the schedule: Europe/Berlin. Left out: that of the controller.",
    startingDeadlineSeconds: "How many seconds late a job may still be started; later counts as " +
      "missed. Left out: there is no such bound.",
    concurrencyPolicy: "What to do while the job before still runs: Allow (the default) starts " +
      "the next beside it, Forbid leaves the next out, Replace ends the one before.",
    suspend: "True starts no further jobs; those that run go on. Default: false.",
    jobTemplate: "What jobs are made from.",
    successfulJobsHistoryLimit: "How many jobs that succeeded to keep. Default: 3.",
    failedJobsHistoryLimit: "How many jobs that failed to keep. Default: 1.",
  }],
  CronJobStatus: ["What became of a cron job.", {
    active: "Its jobs that run now.",
    lastScheduleTime: "When it was last time for a job, as far as one was started.",
    lastSuccessfulTime: "When one of its jobs last succeeded.",
  }],
};
