/** When jobs are made, and what of. */
import { testKind } from "../../../testing/kind_tables.ts";

type Fields = Record<string, unknown>;

const TEMPLATE = {
  spec: { containers: [{ name: "main", image: "a:1" }], restartPolicy: "Never" },
};
const spec = (fields: Fields) => ({ spec: fields });
const job = (fields: Fields) => spec({ jobTemplate: { spec: fields } });

testKind({
  group: "batch",
  resource: "cronjobs",
  valid: { spec: { schedule: "* * * * *", jobTemplate: { spec: { template: TEMPLATE } } } },
  good: [
    ["a time of the week", spec({ schedule: "30 4 1,15 * 5" })],
    ["every hour", spec({ schedule: "@hourly" })],
    ["a zone", spec({ timeZone: "Europe/Paris" })],
  ],
  bad: [
    ["no time", spec({ schedule: "" }), "spec.schedule: Required value"],
    [
      "an hour that is none",
      spec({ schedule: "0 25 * * *" }),
      'spec.schedule: Invalid value: "0 25 * * *": end of range (25) above maximum (23): 25',
    ],
    [
      "too few fields",
      spec({ schedule: "* * *" }),
      'spec.schedule: Invalid value: "* * *": expected exactly 5 fields, found 3: [* * *]',
    ],
    [
      "a zone in the schedule",
      spec({ schedule: "TZ=UTC * * * * *" }),
      'spec.schedule: Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in ' +
      "schedule, use timeZone field instead",
    ],
    [
      "a zone in the schedule and beside",
      spec({ schedule: "CRON_TZ=UTC * * * * *", timeZone: "Etc/UTC" }),
      'spec.schedule: Invalid value: "CRON_TZ=UTC * * * * *": cannot use TZ or CRON_TZ in ' +
      "schedule, use timeZone field instead",
    ],
    [
      "no zone",
      spec({ timeZone: "" }),
      'spec.timeZone: Invalid value: "": timeZone must be nil or non-empty string',
    ],
    [
      "the server's zone",
      spec({ timeZone: "LOCAL" }),
      'spec.timeZone: Invalid value: "LOCAL": timeZone must be an explicit time zone as ' +
      "defined in https://www.iana.org/time-zones",
      'spec.timeZone: Invalid value: "LOCAL": unknown time zone LOCAL',
    ],
    [
      "a zone that is none",
      spec({ timeZone: "Europe/Rungholt" }),
      'spec.timeZone: Invalid value: "Europe/Rungholt": unknown time zone Europe/Rungholt',
    ],
    [
      "a zone outside",
      spec({ timeZone: "../zone" }),
      'spec.timeZone: Invalid value: "../zone": unknown time zone ../zone',
    ],
    [
      "a zone with dots",
      spec({ timeZone: "a..b" }),
      'spec.timeZone: Invalid value: "a..b": time: invalid location name',
    ],
    [
      "another policy",
      spec({ concurrencyPolicy: "Sometimes" }),
      'spec.concurrencyPolicy: Unsupported value: "Sometimes": supported values: "Allow", ' +
      '"Forbid", "Replace"',
    ],
    [
      "less than nothing",
      spec({
        startingDeadlineSeconds: -1,
        successfulJobsHistoryLimit: -1,
        failedJobsHistoryLimit: -1,
      }),
      "spec.startingDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0",
      "spec.successfulJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0",
      "spec.failedJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0",
    ],
    [
      "a long name",
      { metadata: { name: "a".repeat(53) } },
      "metadata.name: Invalid value: " +
      '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": must be no more than 52 ' +
      "characters",
    ],
    [
      "jobs of a selector",
      job({ selector: { matchLabels: { a: "b" } } }),
      'spec.jobTemplate.spec.selector: Invalid value: {"matchLabels":{"a":"b"}}: ' +
      "`selector` will be auto-generated",
    ],
    [
      "jobs of a selector by hand",
      job({ manualSelector: true }),
      "spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: " +
      '"nil", "false"',
    ],
    [
      "jobs of pods that never end",
      job({ template: { spec: { restartPolicy: "Always" } } }),
      "spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: " +
      '"OnFailure", "Never"',
    ],
    [
      "jobs of pods without containers",
      job({ template: { spec: { containers: null } } }),
      "spec.jobTemplate.spec.template.spec.containers: Required value",
    ],
    [
      "jobs of less than nothing",
      job({ parallelism: -1, backoffLimit: -1, ttlSecondsAfterFinished: -1 }),
      "spec.jobTemplate.spec.parallelism: Invalid value: -1: must be greater than or equal " +
      "to 0",
      "spec.jobTemplate.spec.backoffLimit: Invalid value: -1: must be greater than or " +
      "equal to 0",
      "spec.jobTemplate.spec.ttlSecondsAfterFinished: Invalid value: -1: must be greater " +
      "than or equal to 0",
    ],
  ],
  defaults: [[
    "a condition that is looked for",
    job({ podFailurePolicy: { rules: [{ action: "Ignore", onPodConditions: [{ type: "a" }] }] } }),
    job({
      podFailurePolicy: {
        rules: [{ action: "Ignore", onPodConditions: [{ type: "a", status: "True" }] }],
      },
    }),
  ]],
  updates: [
    {
      name: "a status with a finalizer of nobody",
      through: "status",
      to: { metadata: { finalizers: ["nobody"] } },
    },
    {
      name: "a zone in the schedule as before",
      from: spec({ schedule: "TZ=UTC * * * * *" }),
      to: spec({ schedule: "TZ=UTC * * * * *", suspend: true }),
    },
    {
      name: "another zone in the schedule",
      from: spec({ schedule: "TZ=UTC * * * * *" }),
      to: spec({ schedule: "TZ=UTC 1 * * * *" }),
    },
    {
      name: "a bad zone as before",
      from: spec({ timeZone: "Europe/Rungholt" }),
      to: spec({ timeZone: "Europe/Rungholt", suspend: true }),
    },
  ],
});
