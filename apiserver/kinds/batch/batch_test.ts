import { testKind } from "../../../testing/kind_tables.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";

const POD = { containers: [{ name: "main", image: "a:1" }], restartPolicy: "Never" };
const TEMPLATE = { spec: POD };
const NEGATIVE = "Invalid value: -1: must be greater than or equal to 0";

testKind({
  group: "batch",
  resource: "jobs",
  valid: { metadata: { uid: "u" }, spec: { template: TEMPLATE } } as unknown as JsonObject,
  good: [["by index", { spec: { completionMode: "Indexed", completions: 3 } }]],
  bad: [
    ["no pods at once", { spec: { parallelism: -1 } }, `spec.parallelism: ${NEGATIVE}`],
    ["no ends", { spec: { completions: -1 } }, `spec.completions: ${NEGATIVE}`],
    ["no time", { spec: { activeDeadlineSeconds: -1 } }, `spec.activeDeadlineSeconds: ${NEGATIVE}`],
    ["no failures", { spec: { backoffLimit: -1 } }, `spec.backoffLimit: ${NEGATIVE}`],
    [
      "no rest",
      { spec: { ttlSecondsAfterFinished: -1 } },
      `spec.ttlSecondsAfterFinished: ${NEGATIVE}`,
    ],
    [
      "pods that never end",
      { spec: { template: { spec: { restartPolicy: null } } } },
      'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
    ],
    [
      "indexes without an end",
      { spec: { completionMode: "Indexed", parallelism: 2 } },
      "spec.completions: Required value: when completion mode is Indexed",
    ],
    [
      "another mode",
      { spec: { completionMode: "Odd" } },
      'spec.completionMode: Unsupported value: "Odd": supported values: "NonIndexed", "Indexed"',
    ],
    [
      "failures by index without any",
      { spec: { backoffLimitPerIndex: 1 } },
      "spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode",
    ],
    [
      "failed indexes without a limit of each",
      { spec: { maxFailedIndexes: 1 } },
      "spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified",
    ],
    [
      "a selector by hand that there is none of",
      { spec: { manualSelector: true } },
      "spec.selector: Required value",
    ],
    [
      "rules of failures with restarts",
      {
        spec: {
          podFailurePolicy: {
            rules: [{ action: "FailJob", onExitCodes: { operator: "In", values: [1] } }],
          },
          template: { spec: { restartPolicy: "OnFailure" } },
        },
      },
      'spec.template.spec.restartPolicy: Invalid value: "OnFailure": ' +
      'only "Never" is supported when podFailurePolicy is specified',
    ],
  ],
  defaults: [["everything", {}, {
    spec: {
      completions: 1,
      parallelism: 1,
      backoffLimit: 6,
      completionMode: "NonIndexed",
      suspend: false,
      podReplacementPolicy: "TerminatingOrFailed",
      selector: { matchLabels: { "batch.kubernetes.io/controller-uid": "u" } },
      template: {
        metadata: {
          labels: {
            "job-name": "x",
            "batch.kubernetes.io/job-name": "x",
            "controller-uid": "u",
            "batch.kubernetes.io/controller-uid": "u",
          },
        },
      },
    },
  }]],
  rows: [["just made", {}, { Status: "Running", Completions: "0/1", Duration: "" }]],
});

testKind({
  group: "batch",
  resource: "cronjobs",
  valid: {
    spec: { schedule: "*/5 * * * *", jobTemplate: { spec: { template: TEMPLATE } } },
  } as unknown as JsonObject,
  good: [
    ["a word", { spec: { schedule: "@hourly" } }],
    ["days by name", { spec: { schedule: "0 8-18/2 1,15 jan mon-fri" } }],
    ["a time zone", { spec: { timeZone: "Europe/Berlin" } }],
  ],
  bad: [
    ["no schedule", { spec: { schedule: "" } }, "spec.schedule: Required value"],
    [
      "too few fields",
      { spec: { schedule: "* * *" } },
      'spec.schedule: Invalid value: "* * *": expected exactly 5 fields, found 3: [* * *]',
    ],
    [
      "a minute too many",
      { spec: { schedule: "60 * * * *" } },
      'spec.schedule: Invalid value: "60 * * * *": end of range (60) above maximum (59): 60',
    ],
    [
      "a word that nobody knows",
      { spec: { schedule: "@often" } },
      'spec.schedule: Invalid value: "@often": unrecognized descriptor: @often',
    ],
    [
      "a zone in the schedule",
      { spec: { schedule: "TZ=UTC * * * * *" } },
      'spec.schedule: Invalid value: "TZ=UTC * * * * *": ' +
      "cannot use TZ or CRON_TZ in schedule, use timeZone field instead",
    ],
    [
      "a zone that is none",
      { spec: { timeZone: "Mars/North" } },
      'spec.timeZone: Invalid value: "Mars/North": unknown time zone Mars/North',
    ],
    [
      "another policy",
      { spec: { concurrencyPolicy: "Queue" } },
      'spec.concurrencyPolicy: Unsupported value: "Queue": ' +
      'supported values: "Allow", "Forbid", "Replace"',
    ],
    [
      "a deadline before the start",
      { spec: { startingDeadlineSeconds: -1 } },
      `spec.startingDeadlineSeconds: ${NEGATIVE}`,
    ],
    [
      "a history below zero",
      { spec: { failedJobsHistoryLimit: -1 } },
      `spec.failedJobsHistoryLimit: ${NEGATIVE}`,
    ],
    [
      "a name that leaves no room",
      { metadata: { name: "x".repeat(53) } },
      `metadata.name: Invalid value: "${"x".repeat(53)}": must be no more than 52 characters`,
    ],
    [
      "a selector by hand",
      { spec: { jobTemplate: { spec: { manualSelector: true } } } },
      "spec.jobTemplate.spec.manualSelector: Unsupported value: true: " +
      'supported values: "nil", "false"',
    ],
    [
      "pods that never end",
      { spec: { jobTemplate: { spec: { template: { spec: { restartPolicy: null } } } } } },
      "spec.jobTemplate.spec.template.spec.restartPolicy: Required value: " +
      'valid values: "OnFailure", "Never"',
    ],
  ],
  defaults: [["everything", {}, {
    spec: {
      concurrencyPolicy: "Allow",
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    },
  }]],
  rows: [["just made", {}, {
    Schedule: "*/5 * * * *",
    Timezone: "<none>",
    Suspend: "False",
    Active: 0,
    "Last Schedule": "<none>",
    Images: "a:1",
    Selector: "<none>",
  }]],
});
