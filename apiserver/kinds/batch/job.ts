/**
 * Jobs: pods that run to completion.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type { Job, JobSpec, JobStatus } from "../../../toolkit/api/batch_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { checkDns1123Label, validateLabelSelector } from "../../../toolkit/validation/mod.ts";
import { humanDuration } from "../../bodies/human_duration.ts";
import { Since } from "../../bodies/since.ts";
import { metadataOf } from "../../resource/metadata.ts";
import { gatedPodFields } from "../pod/gated.ts";
import type { KindRules } from "../declaration.ts";
import { at } from "../fields.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { MAX_INT32 } from "../validation/numbers.ts";
import { setPodTemplateDefaults, validateSelected } from "../workloads/pod_template.ts";
import { CONTAINERS_COLUMN, IMAGES_COLUMN, SELECTOR_COLUMN } from "../columns/workload_columns.ts";
import { setFailurePolicyDefaults } from "./job_policies.ts";
import { validateJobSpec } from "./job_spec.ts";
import { setSelector, validateSetSelector } from "./job_selector.ts";
import { jobAt, jobWarnings } from "./job_warnings.ts";
import { validateJobStatus } from "./job_status.ts";
import { validateChangedJob } from "./job_update.ts";

const SPEC = FieldPath.of("spec");
const PLACE = jobAt(SPEC);

function specOf(object: JsonObject): JobSpec {
  return (object as unknown as Required<Job>).spec;
}

function statusOf(object: JsonObject): JobStatus {
  return (object.status ?? {}) as JobStatus;
}

/**
 * The rules for jobs. The selector is filled in on creation; with `manualSelector` it is the
 * client's own.
 */
export function jobRules(names: Names): KindRules {
  return {
    hasGeneration: true,
    defaultPropagation: "orphan",
    fields: { "status.successful": (object) => at(object, "status.succeeded") ?? 0 },
    columns,
    gated: gatedPodFields("spec.template.spec"),
    setDefaults,
    prepareForCreate(object) {
      setSelector(object, names);
    },
    canonicalize: setLabels,
    deletionWarnings: ({ propagationPolicy, orphanDependents }) =>
      propagationPolicy === undefined && orphanDependents === undefined ? [PODS_STAY] : [],
    validate: (object) => validateJob(object, undefined, names),
    validateUpdate: (object, old) => validateJob(object, old, names),
    warnings: (object, old) => jobWarnings(object, old, specOf(object), PLACE),
    subresources: {
      status: {
        setDefaults: setLabels,
        canonicalize: setLabels,
        validateUpdate: validateJobStatus,
      },
    },
  };
}

const PODS_STAY = "child pods are preserved by default when jobs are deleted; set " +
  "propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning";

function setDefaults(object: JsonObject): void {
  const spec = specOf(object);
  if (spec.completions === undefined && spec.parallelism === undefined) spec.completions = 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : MAX_INT32;
  spec.completionMode ??= "NonIndexed";
  spec.suspend ??= false;
  spec.manualSelector ??= false;
  spec.podReplacementPolicy ??= spec.podFailurePolicy === undefined
    ? "TerminatingOrFailed"
    : "Failed";
  setFailurePolicyDefaults(spec.podFailurePolicy);
  setPodTemplateDefaults(spec.template);
  setLabels(object);
}

/** One without labels has those of its pods. */
function setLabels(object: JsonObject): void {
  const metadata = metadataOf(object);
  // A status may be sent without anything else.
  const labels = (object as Job).spec?.template?.metadata?.labels;
  if (labels !== undefined && Object.keys(metadata.labels ?? {}).length === 0) {
    // The same labels, not only equal ones: what a new job's pods get besides, the job gets.
    metadata.labels = labels;
  }
}

function validateJob(
  object: JsonObject,
  old: JsonObject | undefined,
  names: Names,
): FieldError[] {
  const errors: FieldError[] = [];
  const spec = specOf(object);
  const before = old && specOf(old);
  const { name = "" } = metadataOf(object);
  validateSetSelector(errors, object, old, names);
  validateWholeSpec(errors, spec, before, names);
  if (spec.completionMode === "Indexed" && (spec.completions ?? 0) > 0) {
    const host = `${name}-${spec.completions! - 1}`;
    if (checkDns1123Label(host).length > 0) {
      const why = `will not able to create pod with invalid DNS label: ${host}`;
      errors.push(FieldError.invalid(FieldPath.of("metadata", "name"), name, why));
    }
  }
  if (old === undefined) return errors;
  // Said for the second time, as the reference does.
  validateWholeSpec(errors, spec, before, names);
  validateChangedJob(errors, spec, old);
  return errors;
}

function validateWholeSpec(
  errors: FieldError[],
  spec: JobSpec,
  old: JobSpec | undefined,
  names: Names,
): void {
  const { selector } = spec;
  validateJobSpec(errors, SPEC, spec, old, names);
  const at = SPEC.child("selector");
  if (selector === undefined) errors.push(FieldError.required(at));
  else addAll(errors, validateLabelSelector(selector, {}, at));
  validateSelected(errors, SPEC.child("template"), spec.template, selector);
}

function stateOf(object: JsonObject): string {
  const holds = (type: string) =>
    statusOf(object).conditions?.some((one) => one.type === type && one.status === "True");
  if (holds("Complete")) return "Complete";
  if (holds("Failed")) return "Failed";
  if (metadataOf(object).deletionTimestamp !== undefined) return "Terminating";
  return ["Suspended", "FailureTarget", "SuccessCriteriaMet"].find(holds) ?? "Running";
}

function completionsOf(object: JsonObject): string {
  const { completions, parallelism = 0 } = specOf(object);
  const { succeeded = 0 } = statusOf(object);
  if (completions !== undefined) return `${succeeded}/${completions}`;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

const columns = columnsOf(
  NAME_COLUMN,
  { name: "Status", description: "The state of the job, in a word", cell: stateOf },
  {
    name: "Completions",
    description: "The number of successful pods, and the desired number",
    cell: completionsOf,
  },
  {
    name: "Duration",
    description: "How long the job took, or has been running",
    cell(object) {
      const { startTime, completionTime } = statusOf(object);
      if (startTime === undefined) return "";
      if (completionTime === undefined) return new Since(startTime);
      return humanDuration(Date.parse(completionTime) - Date.parse(startTime));
    },
  },
  AGE_COLUMN,
  CONTAINERS_COLUMN,
  IMAGES_COLUMN,
  SELECTOR_COLUMN,
);
