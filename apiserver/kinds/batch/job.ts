/**
 * Jobs: pods that end.
 *
 * @module
 */

import type { Job, JobSpec, JobStatus } from "../../../toolkit/api/batch_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { checkDns1123Label } from "../../../toolkit/validation/mod.ts";
import { humanDuration } from "../../codec/human_duration.ts";
import { Since } from "../../codec/since.ts";
import { metadataOf } from "../../registry/metadata.ts";
import { gatedPodFields } from "../core/pod/gated.ts";
import type { KindRules } from "../declaration.ts";
import { at } from "../fields.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../rules/column.ts";
import { validateUnchanged } from "../rules/immutable.ts";
import { MAX_INT32 } from "../rules/numbers.ts";
import { setPodTemplateDefaults, validateSelected } from "../rules/pod_template.ts";
import { CONTAINERS_COLUMN, IMAGES_COLUMN, SELECTOR_COLUMN } from "../rules/workload_columns.ts";
import { validateJobSpec } from "./job_spec.ts";
import { jobAt, jobWarnings } from "./job_warnings.ts";
import { validateJobStatus } from "./job_status.ts";

const SPEC = FieldPath.of("spec");
const PLACE = jobAt(SPEC);
/** The labels of a job's pods before they had a domain. */
const OLD_UID = "controller-uid";
const OLD_NAME = "job-name";

function specOf(object: JsonObject): JobSpec {
  return (object as unknown as Required<Job>).spec;
}

function statusOf(object: JsonObject): JobStatus {
  return (object.status ?? {}) as JobStatus;
}

/** See the module's comment. */
export function jobRules(names: Names): KindRules {
  return {
    hasGeneration: true,
    defaultPropagation: "orphan",
    fields: { "status.successful": (object) => at(object, "status.succeeded") ?? 0 },
    columns,
    gated: gatedPodFields("spec.template.spec"),
    setDefaults,
    prepareForCreate: (object) => setSelector(object, names),
    validate: (object) => validateJob(object, names),
    validateUpdate: (object, old) => [
      ...validateJob(object, names),
      ...validateFixed(specOf(object), specOf(old), statusOf(old)),
    ],
    warnings: (object, old) => jobWarnings(object, old, specOf(object), PLACE),
    parts: {
      status: {
        validateUpdate: validateJobStatus,
      },
    },
  };
}

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
  for (const { onPodConditions } of spec.podFailurePolicy?.rules ?? []) {
    for (const pattern of onPodConditions ?? []) pattern.status ||= "True";
  }
  setPodTemplateDefaults(spec.template);
  const metadata = metadataOf(object);
  const labels = spec.template.metadata?.labels;
  if (labels !== undefined && Object.keys(metadata.labels ?? {}).length === 0) {
    metadata.labels = { ...labels };
  }
}

/** A job finds its pods by its own id, unless people want to do that by hand. */
function setSelector(object: JsonObject, { labelControllerUid, labelJobName }: Names): void {
  const spec = specOf(object);
  if (spec.manualSelector) return;
  const { name = "", uid = "" } = metadataOf(object);
  const metadata = spec.template.metadata ??= {};
  metadata.labels = {
    ...metadata.labels,
    [OLD_NAME]: name,
    [labelJobName]: name,
    [OLD_UID]: uid,
    [labelControllerUid]: uid,
  };
  spec.selector ??= {};
  spec.selector.matchLabels = { ...spec.selector.matchLabels, [labelControllerUid]: uid };
}

function validateJob(object: JsonObject, names: Names): FieldError[] {
  const errors: FieldError[] = [];
  const spec = specOf(object);
  const { selector } = spec;
  if (selector === undefined) errors.push(FieldError.required(SPEC.child("selector")));
  validateJobSpec(errors, SPEC, spec, names);
  validateSelected(errors, SPEC.child("template"), spec.template, selector);
  if (spec.completionMode === "Indexed" && (spec.completions ?? 0) > 0) {
    const host = `${metadataOf(object).name}-${spec.completions! - 1}`;
    for (const why of checkDns1123Label(host)) {
      const text = `will not able to create pod with invalid DNS name: ${host}: ${why}`;
      errors.push(FieldError.invalid(FieldPath.of("metadata", "name"), host, text));
    }
  }
  return errors;
}

/** Where a job's pods may run is open until it starts. */
const OPEN_WHILE_SUSPENDED = [
  "affinity",
  "nodeSelector",
  "tolerations",
  "schedulingGates",
] as const;

function validateFixed(spec: JobSpec, old: JobSpec, status: JobStatus): FieldError[] {
  const errors: FieldError[] = [];
  const unchanged = (field: keyof JobSpec) =>
    validateUnchanged(errors, SPEC.child(field), spec[field], old[field]);
  const elastic = old.completionMode === "Indexed" && spec.completions !== undefined &&
    spec.completions === spec.parallelism;
  if (!elastic) unchanged("completions");
  unchanged("selector");
  let { template } = spec;
  if (old.suspend && status.startTime === undefined && template.spec !== undefined) {
    const kept = { ...template.spec };
    for (const field of OPEN_WHILE_SUSPENDED) {
      delete kept[field];
      const before = old.template.spec?.[field];
      if (before !== undefined) Object.assign(kept, { [field]: before });
    }
    template = { ...template, spec: kept };
  }
  validateUnchanged(errors, SPEC.child("template"), template, old.template);
  unchanged("completionMode");
  unchanged("podFailurePolicy");
  unchanged("backoffLimitPerIndex");
  unchanged("managedBy");
  unchanged("successPolicy");
  return errors;
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
  { name: "Status", description: "How far it got, in a word", cell: stateOf },
  { name: "Completions", description: "How many pods succeeded, of how many", cell: completionsOf },
  {
    name: "Duration",
    description: "How long it took, or has taken so far",
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
