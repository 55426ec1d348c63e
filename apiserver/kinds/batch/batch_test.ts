import { testKind } from "../../../testing/kind_tables.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";

const POD = { containers: [{ name: "main", image: "a:1" }], restartPolicy: "Never" };
const TEMPLATE = { spec: POD };
const CODES = "spec.podFailurePolicy.rules[0].onExitCodes";
const ENOUGH = "spec.successPolicy.rules[0]";
const failing = (rule: Record<string, unknown>) => ({
  spec: { podFailurePolicy: { rules: [{ action: "FailJob", ...rule }] } },
});
const codes = (operator: string, ...values: number[]) =>
  failing({ onExitCodes: { operator, values } });
const indexed = (fields: Record<string, unknown>) => ({
  spec: { completionMode: "Indexed", completions: 5, ...fields },
});
const enough = (rule: Record<string, unknown>) => indexed({ successPolicy: { rules: [rule] } });
const labelled = (labels: object) => ({ spec: { template: { metadata: { labels } } } });
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
      "spec.maxFailedIndexes: Invalid value: 1: requires indexed completion mode",
    ],
    [
      "a selector by hand that there is none of",
      { spec: { manualSelector: true } },
      "spec.selector: Required value",
      "spec.template.metadata.labels: Invalid value: null: `selector` does not match template " +
      "`labels`",
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
    ["no codes", codes("In"), `${CODES}.values: Invalid value: []: at least one value is required`],
    [
      "codes of success, twice, and in no order",
      codes("In", 2, 0, 2),
      `${CODES}.values[1]: Invalid value: 0: must not be 0 for the In operator`,
      `${CODES}.values[2]: Duplicate value: 2`,
      `${CODES}.values: Invalid value: [2,0,2]: must be ordered`,
    ],
    [
      "codes of a container that is not there",
      failing({ onExitCodes: { operator: "In", values: [1], containerName: "other" } }),
      `${CODES}.containerName: Invalid value: "other": must be one of the container or ` +
      "initContainer names in the pod template",
    ],
    [
      "a rule of nothing",
      failing({}),
      "spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and " +
      "OnPodConditions is required",
    ],
    [
      "a rule of an index that has no limit",
      failing({ action: "FailIndex", onPodConditions: [{ type: "DisruptionTarget" }] }),
      'spec.podFailurePolicy.rules[0].action: Invalid value: "FailIndex": requires the ' +
      "backoffLimitPerIndex to be set",
    ],
    [
      "a rule of a condition without a type",
      failing({ onPodConditions: [{ type: "/a" }] }),
      'spec.podFailurePolicy.rules[0].onPodConditions[0].type: Invalid value: "/a": prefix part ' +
      "must be non-empty",
    ],
    [
      "enough pods where none has a number",
      { spec: { successPolicy: { rules: [{ succeededCount: 1 }] } } },
      'spec.successPolicy: Invalid value: {"rules":[{"succeededCount":1}]}: requires indexed ' +
      "completion mode",
    ],
    [
      "enough of nothing",
      enough({}),
      `${ENOUGH}: Required value: at least one of succeededCount or succeededIndexes must be specified`,
    ],
    [
      "enough of indexes that are none",
      enough({ succeededIndexes: "1-x" }),
      `${ENOUGH}.succeededIndexes: Invalid value: "1-x": error parsing succeededIndexes: cannot ` +
      'convert string to integer for index: "x"',
    ],
    [
      "more than enough",
      enough({ succeededIndexes: "0,2-3", succeededCount: 6 }),
      `${ENOUGH}.succeededCount: Invalid value: 6: must be less than or equal to 5 (the number of ` +
      "specified completions)",
      `${ENOUGH}.succeededCount: Invalid value: 6: must be less than or equal to 3 (the number of ` +
      "indexes in the specified succeededIndexes field)",
    ],
    [
      "more failed indexes than there are",
      indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: 6 }),
      "spec.maxFailedIndexes: Invalid value: 6: must be less than or equal to completions",
    ],
    [
      "very many indexes",
      indexed({ backoffLimitPerIndex: 1, completions: 100_001, parallelism: 10_001 }),
      "spec.maxFailedIndexes: Required value: must be specified when completions is above 100000",
      "spec.parallelism: Invalid value: 10001: must be less than or equal to 10000 when completions " +
      "are above 100000 and used with backoff limit per index",
    ],
    [
      "pods that are another job's",
      labelled({ "job-name": "y" }),
      'spec.template.metadata.labels[job-name]: Invalid value: {"batch.kubernetes.io/controller-uid' +
      '":"u","batch.kubernetes.io/job-name":"x","controller-uid":"u","job-name":"y"}: must be \'x\'',
    ],
    [
      "a selector with terms of one's own, which come behind the label",
      { spec: { selector: { matchExpressions: [{ key: "a", operator: "Exists" }] } } },
      'spec.selector: Invalid value: {"matchLabels":{"batch.kubernetes.io/controller-uid":"u"},' +
      '"matchExpressions":[{"key":"a","operator":"Exists"}]}: `selector` not auto-generated',
      'spec.template.metadata.labels: Invalid value: {"batch.kubernetes.io/controller-uid":"u",' +
      '"batch.kubernetes.io/job-name":"x","controller-uid":"u","job-name":"x"}: `selector` does not ' +
      "match template `labels`",
    ],
    [
      "a selector of one's own",
      { spec: { selector: { matchLabels: { a: "b" } } } },
      'spec.selector: Invalid value: {"matchLabels":{"a":"b","batch.kubernetes.io/controller-uid":' +
      '"u"}}: `selector` not auto-generated',
      'spec.template.metadata.labels: Invalid value: {"batch.kubernetes.io/controller-uid":"u",' +
      '"batch.kubernetes.io/job-name":"x","controller-uid":"u","job-name":"x"}: `selector` does not ' +
      "match template `labels`",
    ],
    [
      "a selector that can't be read",
      { spec: { selector: { matchExpressions: [{ key: "a", operator: "Like" }] } } },
      'spec.selector.matchExpressions[0].operator: Invalid value: "Like": not a valid selector ' +
      "operator",
    ],
    [
      "a name that no pod can have",
      { metadata: { name: "a.b" }, spec: { completionMode: "Indexed", completions: 2 } },
      'metadata.name: Invalid value: "a.b": will not able to create pod with invalid DNS label: ' +
      "a.b-1",
    ],
    [
      "another controller with a long name",
      { spec: { managedBy: `example.com/${"a".repeat(60)}` } },
      "spec.managedBy: Too long: may not be more than 63 bytes",
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
      "a zone in another case",
      { spec: { timeZone: "europe/Berlin" } },
      'spec.timeZone: Invalid value: "europe/Berlin": unknown time zone europe/Berlin',
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
