/**
 * Cron jobs: jobs by the clock.
 *
 * @module
 */

import type {
  CronJob,
  CronJobSpec,
  CronJobStatus,
  JobSpec,
} from "../../../toolkit/api/batch_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { isTimeZone } from "../../../toolkit/schedule/mod.ts";
import { Since } from "../../bodies/since.ts";
import { metadataOf } from "../../resource/metadata.ts";
import { gatedPodFields } from "../pod/gated.ts";
import type { KindRules } from "../declaration.ts";
import { requireChoice } from "../validation/choices.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { checkSchedule } from "./cron_schedule.ts";
import { validateCounts } from "../validation/numbers.ts";
import { setPodTemplateDefaults } from "../workloads/pod_template.ts";
import { CONTAINERS_COLUMN, IMAGES_COLUMN, selectorText } from "../columns/workload_columns.ts";
import { jobAt, jobWarnings } from "./job_warnings.ts";
import { setFailurePolicyDefaults } from "./job_policies.ts";
import { validateJobSpec } from "./job_spec.ts";

const SPEC = FieldPath.of("spec");
const JOB = SPEC.child("jobTemplate", "spec");
const PLACE = jobAt(JOB);
/** Leaves room for the time that ends the names of its jobs. */
const NAME_LIMIT = 52;

function specOf(object: JsonObject): CronJobSpec {
  return (object as unknown as Required<CronJob>).spec;
}

function statusOf(object: JsonObject): CronJobStatus {
  return (object.status ?? {}) as CronJobStatus;
}

/**
 * The rules for cron jobs: schedule and time zone are checked, and the job template as a job would
 * be.
 */
export function cronJobRules(names: Names): KindRules {
  const zoneInSchedule = "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, " +
    `see https://${names.domain}/docs/concepts/workloads/controllers/cron-jobs/ for more details`;
  return {
    hasGeneration: true,
    columns,
    gated: gatedPodFields("spec.jobTemplate.spec.template.spec"),
    setDefaults(object) {
      const spec = specOf(object);
      spec.concurrencyPolicy ||= "Allow";
      spec.suspend ??= false;
      spec.successfulJobsHistoryLimit ??= 3;
      spec.failedJobsHistoryLimit ??= 1;
      const { template, podFailurePolicy } = spec.jobTemplate.spec ?? {};
      setFailurePolicyDefaults(podFailurePolicy);
      if (template !== undefined) setPodTemplateDefaults(template);
    },
    validate(object) {
      const errors = validateSpec(specOf(object), undefined, names);
      const { name = "" } = metadataOf(object);
      if (name.length > NAME_LIMIT) {
        const why = `must be no more than ${NAME_LIMIT} characters`;
        errors.push(FieldError.invalid(FieldPath.of("metadata", "name"), name, why));
      }
      return errors;
    },
    validateUpdate: (object, old) => validateSpec(specOf(object), specOf(old), names),
    warnings(object, old) {
      const { jobTemplate, schedule } = specOf(object);
      const warnings = jobWarnings(object, old, jobTemplate.spec, PLACE);
      if (old !== undefined && schedule?.includes("TZ")) warnings.push(zoneInSchedule);
      return warnings;
    },
    // Nothing of a status is judged.
    subresources: { status: { takesBareFinalizers: true } },
  };
}

function validateSpec(
  spec: CronJobSpec,
  old: CronJobSpec | undefined,
  names: Names,
): FieldError[] {
  const errors: FieldError[] = [];
  const { schedule, timeZone, jobTemplate: { spec: job } } = spec;
  if (!schedule) errors.push(FieldError.required(SPEC.child("schedule")));
  else validateSchedule(errors, schedule, old?.schedule, timeZone);
  validateCounts(errors, SPEC, spec, ["startingDeadlineSeconds"]);
  if (timeZone !== undefined && timeZone !== old?.timeZone) validateZone(errors, timeZone);
  const policies = ["Allow", "Forbid", "Replace"];
  requireChoice(errors, SPEC.child("concurrencyPolicy"), spec.concurrencyPolicy, policies);
  if (job !== undefined) validateJobs(errors, job, old?.jobTemplate.spec, names);
  validateCounts(errors, SPEC, spec, ["successfulJobsHistoryLimit", "failedJobsHistoryLimit"]);
  return errors;
}

/** The rules for the jobs that it makes, which choose their pods themselves. */
function validateJobs(
  errors: FieldError[],
  job: JobSpec,
  old: JobSpec | undefined,
  names: Names,
): void {
  validateJobSpec(errors, JOB, job, old, names);
  if (job.selector !== undefined) {
    const why = "`selector` will be auto-generated";
    errors.push(FieldError.invalid(JOB.child("selector"), job.selector, why));
  }
  if (job.manualSelector) {
    const manual = JOB.child("manualSelector");
    errors.push(FieldError.notSupported(manual, true, ["nil", "false"]));
  }
}

/** What older servers took stays: a zone in the schedule, without one beside it. */
function validateSchedule(
  errors: FieldError[],
  schedule: string,
  old: string | undefined,
  zone: string | undefined,
): void {
  const at = SPEC.child("schedule");
  const wrong = checkSchedule(schedule);
  if (wrong !== undefined) errors.push(FieldError.invalid(at, schedule, wrong));
  if (!schedule.includes("TZ")) return;
  if (!old?.includes("TZ")) {
    const why = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead";
    errors.push(FieldError.invalid(at, schedule, why));
  } else if (zone !== undefined) {
    const why = "cannot use both timeZone field and TZ or CRON_TZ in schedule";
    errors.push(FieldError.invalid(at, schedule, why));
  }
}

/** What a zone's name may look like: parts that are no steps through folders. */
const ZONE_PART = "(?!-|\\.{1,2}(?:/|$))[A-Za-z0-9._+-]{1,14}";
const ZONE_PATTERN = new RegExp(`^${ZONE_PART}(?:/${ZONE_PART})*$`);

function validateZone(errors: FieldError[], zone: string): void {
  const at = SPEC.child("timeZone");
  if (zone === "") {
    const why = "timeZone must be nil or non-empty string";
    errors.push(FieldError.invalid(at, zone, why));
    return;
  }
  if (zone.toLowerCase() === "local") {
    const why = "timeZone must be an explicit time zone as defined in " +
      "https://www.iana.org/time-zones";
    errors.push(FieldError.invalid(at, zone, why));
  }
  // The reference knows its own zone under this name, and no other way to write it.
  if (zone !== "Local" && !isTimeZone(zone)) {
    // Two dots within a part only get as far as the reference's search for a file.
    const isSearched = zone.includes("..") && ZONE_PATTERN.test(zone);
    const why = isSearched ? "time: invalid location name" : `unknown time zone ${zone}`;
    errors.push(FieldError.invalid(at, zone, why));
  }
}

const columns = columnsOf(
  NAME_COLUMN,
  {
    name: "Schedule",
    description: "The schedule, in cron format",
    cell: (it) => specOf(it).schedule ?? "",
  },
  {
    name: "Timezone",
    description: "The time zone of the schedule",
    cell: (object) => specOf(object).timeZone ?? "<none>",
  },
  {
    name: "Suspend",
    type: "boolean",
    description: "Whether new runs are suspended",
    cell: (object) => specOf(object).suspend === true ? "True" : "False",
  },
  {
    name: "Active",
    type: "integer",
    description: "The number of jobs that are running",
    cell: (object) => statusOf(object).active?.length ?? 0,
  },
  {
    name: "Last Schedule",
    description: "The time since a job was last scheduled",
    cell(object) {
      const { lastScheduleTime } = statusOf(object);
      return lastScheduleTime === undefined ? "<none>" : new Since(lastScheduleTime);
    },
  },
  AGE_COLUMN,
  CONTAINERS_COLUMN,
  IMAGES_COLUMN,
  {
    name: "Selector",
    description: "The selector of the pods of its jobs",
    wide: true,
    cell: (object) => selectorText(specOf(object).jobTemplate.spec?.selector),
  },
);
