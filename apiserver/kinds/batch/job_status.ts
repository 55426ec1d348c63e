/**
 * The rules for the status of a job: what it says must hold together, and what is over stays over.
 *
 * Statuses that were written by older rules stay: a rule looks at what a write changes.
 *
 * @module
 */

import type { Job, JobSpec, JobStatus } from "../../../toolkit/api/batch_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { IMMUTABLE } from "../validation/immutable.ts";
import { validateCounts } from "../validation/numbers.ts";
import { firstCommon, IndexesError, readableIndexes, readIndexes } from "./indexes.ts";

const STATUS = FieldPath.of("status");
const CONDITIONS = STATUS.child("conditions");
const COUNTS = ["active", "succeeded", "failed", "ready", "terminating"] as const;
/** What a job never stops being. */
const TERMINAL = ["Failed", "Complete", "FailureTarget"];

/** A job's status in a form that rules can ask. */
class View {
  readonly status: JobStatus;

  constructor(object: JsonObject) {
    this.status = (object as unknown as Job).status ?? {};
  }

  is(type: string): boolean {
    const { conditions = [] } = this.status;
    return conditions.some((one) => one.type === type && one.status === "True");
  }

  get isFinished(): boolean {
    return this.is("Complete") || this.is("Failed");
  }
}

/**
 * What an update of a job's status breaks: the counts must agree with each other and with the
 * conditions, and a finished job stays finished. A rule is checked only where the write changes
 * what it is about, so statuses written by older rules stay. Errors come in the reference's order.
 */
export function validateJobStatus(object: JsonObject, old: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const [now, before] = [new View(object), new View(old)];
  const { spec } = object as unknown as Required<Job>;
  const { ready, active = 0, terminating = 0 } = now.status;
  validateCounts(errors, STATUS, now.status, COUNTS);
  validateUncounted(errors, now.status);
  validateCompletion(errors, now, before);
  validateConsequences(errors, now, before);
  validateFinished(errors, spec, now, before);
  validateIndexes(errors, spec, now.status, before.status);
  const isNewlyOver = now.isFinished !== before.isFinished;
  if ((isNewlyOver || changes(now, before, ["terminating"])) && now.isFinished && terminating > 0) {
    const why = "terminating>0 is invalid for finished job";
    errors.push(FieldError.invalid(STATUS.child("terminating"), terminating, why));
  }
  if (changes(now, before, ["ready", "active"]) && ready !== undefined && ready > active) {
    const why = "cannot set more ready pods than active";
    errors.push(FieldError.invalid(STATUS.child("ready"), ready, why));
  }
  validateSuccess(errors, spec, now);
  validateTransition(errors, spec, now, before);
  return errors;
}

function changes(now: View, before: View, fields: readonly (keyof JobStatus)[]): boolean {
  return fields.some((field) => !equalStored(now.status[field], before.status[field]));
}

function changesBeing(now: View, before: View, types: readonly string[]): boolean {
  return types.some((type) => now.is(type) !== before.is(type));
}

function validateUncounted(errors: FieldError[], { uncountedTerminatedPods }: JobStatus): void {
  if (uncountedTerminatedPods === undefined) return;
  const seen = new Set<string>();
  for (const list of ["succeeded", "failed"] as const) {
    for (const [index, uid] of (uncountedTerminatedPods[list] ?? []).entries()) {
      const at = STATUS.child("uncountedTerminatedPods", list).index(index);
      if (uid === "") errors.push(FieldError.invalid(at, uid, "must not be empty"));
      else if (seen.has(uid)) errors.push(FieldError.duplicate(at, uid));
      seen.add(uid);
    }
  }
}

function refuse(errors: FieldError[], why: string): void {
  errors.push(FieldError.unshown(CONDITIONS, why));
}

/** The rules for a job that is complete, and since when. */
function validateCompletion(errors: FieldError[], now: View, before: View): void {
  for (const other of ["Failed", "FailureTarget"]) {
    if (!changesBeing(now, before, ["Complete", other])) continue;
    if (!now.is("Complete") || !now.is(other)) continue;
    const shown = other === "Failed" ? "Failed=true" : "FailureTarget=true";
    refuse(errors, `cannot set Complete=True and ${shown} conditions`);
  }
  const { startTime, completionTime } = now.status;
  const at = STATUS.child("completionTime");
  if (changes(now, before, ["completionTime"]) || changesBeing(now, before, ["Complete"])) {
    if (completionTime !== undefined && !now.is("Complete")) {
      const why = "cannot set completionTime when there is no Complete=True condition";
      errors.push(FieldError.invalid(at, completionTime, why));
    } else if (completionTime === undefined && now.is("Complete")) {
      errors.push(FieldError.required(at, "completionTime is required for Complete jobs"));
    }
  }
  if (!changes(now, before, ["completionTime", "startTime"])) return;
  if (startTime === undefined || completionTime === undefined) return;
  if (Date.parse(completionTime) < Date.parse(startTime)) {
    const why = "must be equal to or after `startTime`";
    errors.push(FieldError.invalid(at, completionTime, why));
  }
}

/** Conditions that follow on another. */
function validateConsequences(errors: FieldError[], now: View, before: View): void {
  const failing = changesBeing(now, before, ["Failed"]) || changes(now, before, ["failedIndexes"]);
  if (failing && now.is("Failed") && !now.is("FailureTarget")) {
    refuse(errors, "cannot set Failed=True condition without the FailureTarget=true condition");
  }
  const completing = changesBeing(now, before, ["Complete", "SuccessCriteriaMet"]);
  if (completing && now.is("Complete") && !now.is("SuccessCriteriaMet")) {
    const why = "cannot set Complete=True condition without the SuccessCriteriaMet=true condition";
    refuse(errors, why);
  }
}

/** The rules for a job whose success is decided, whatever was written. */
function validateSuccess(errors: FieldError[], { successPolicy }: JobSpec, now: View): void {
  const isMet = now.is("SuccessCriteriaMet");
  if (isMet && now.is("Failed")) {
    refuse(errors, "cannot set SuccessCriteriaMet=True and Failed=true conditions");
  }
  if (isMet && now.is("FailureTarget")) {
    refuse(errors, "cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
  }
  if (successPolicy !== undefined && !isMet && now.is("Complete")) {
    const why =
      "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True";
    refuse(errors, why);
  }
}

/** What a job that is over has no more. */
function validateFinished(errors: FieldError[], spec: JobSpec, now: View, before: View): void {
  if (!now.isFinished) return;
  const isNew = !before.isFinished;
  const looksAt = (field: keyof JobStatus) => isNew || changes(now, before, [field]);
  const { active = 0, startTime, uncountedTerminatedPods: uncounted } = now.status;
  if (looksAt("active") && active > 0) {
    const why = "active>0 is invalid for finished job";
    errors.push(FieldError.invalid(STATUS.child("active"), active, why));
  }
  // A job of no pods is over without having begun.
  const neverBegins = spec.suspend === true && spec.completions === 0;
  if (looksAt("startTime") && startTime === undefined && !neverBegins) {
    const why = "startTime is required for finished job";
    errors.push(FieldError.required(STATUS.child("startTime"), why));
  }
  const left = (uncounted?.succeeded?.length ?? 0) + (uncounted?.failed?.length ?? 0);
  if (looksAt("uncountedTerminatedPods") && left > 0) {
    const why = "must be empty for finished job";
    errors.push(FieldError.invalid(STATUS.child("uncountedTerminatedPods"), uncounted, why));
  }
}

function validateIndexes(
  errors: FieldError[],
  { completions, completionMode, backoffLimitPerIndex }: JobSpec,
  now: JobStatus,
  before: JobStatus,
): void {
  const { completedIndexes = "", failedIndexes } = now;
  const changed = completedIndexes !== (before.completedIndexes ?? "");
  const changedFailed = failedIndexes !== before.failedIndexes;
  if (!changed && !changedFailed) return;
  const at = STATUS.child("completedIndexes");
  const atFailed = STATUS.child("failedIndexes");
  const judge = (path: FieldPath, name: string, text: string) => {
    const wrong = wrongIndexes(text, completions ?? 0);
    if (wrong === undefined) return;
    errors.push(FieldError.invalid(path, text, `error parsing ${name}: ${wrong}`));
  };
  if (completions !== undefined) {
    if (changed) judge(at, "completedIndexes", completedIndexes);
    if (changedFailed && backoffLimitPerIndex !== undefined) {
      judge(atFailed, "failedIndexes", failedIndexes ?? "");
    }
  }
  if (changed && completedIndexes !== "" && completionMode !== "Indexed") {
    const why = "cannot set non-empty completedIndexes when non-indexed completion mode";
    errors.push(FieldError.invalid(at, completedIndexes, why));
  }
  if (changedFailed && failedIndexes !== undefined && backoffLimitPerIndex === undefined) {
    const why = "cannot set non-null failedIndexes when backoffLimitPerIndex is null";
    errors.push(FieldError.invalid(atFailed, failedIndexes, why));
  }
  if (completions === undefined) return;
  // A job may have been larger: what is told of indexes that it has lost says nothing of the others.
  const common = firstCommon(
    readableIndexes(completedIndexes, completions),
    readableIndexes(failedIndexes ?? "", completions),
  );
  if (common === undefined) return;
  const why = `failedIndexes and completedIndexes overlap at index: ${common}`;
  errors.push(FieldError.invalid(atFailed, failedIndexes, why));
}

function wrongIndexes(text: string, completions: number): string | undefined {
  try {
    readIndexes(text, completions);
    return undefined;
  } catch (error) {
    if (error instanceof IndexesError) return error.message;
    throw error;
  }
}

function validateTransition(errors: FieldError[], spec: JobSpec, now: View, before: View): void {
  for (const type of TERMINAL) {
    if (!before.is(type) || now.is(type)) continue;
    refuse(errors, `cannot disable the terminal ${type}=True condition`);
  }
  // Jobs that were made smaller on purpose count less.
  const { completionMode, completions, parallelism, suspend } = spec;
  const isElastic = completionMode === "Indexed" && completions !== undefined &&
    completions === parallelism;
  for (const field of ["failed", "succeeded"] as const) {
    const count = now.status[field] ?? 0;
    if (count >= (before.status[field] ?? 0) || (field === "succeeded" && isElastic)) continue;
    const why = `cannot decrease the ${field} counter`;
    errors.push(FieldError.invalid(STATUS.child(field), count, why));
  }
  const { completionTime, startTime } = now.status;
  const { completionTime: ended, startTime: started } = before.status;
  if (completionTime !== undefined && ended !== undefined && completionTime !== ended) {
    const at = STATUS.child("completionTime");
    errors.push(FieldError.invalid(at, completionTime, IMMUTABLE));
  }
  const suspended = (view: View, state: "True" | "False") =>
    view.status.conditions?.some(({ type, status }) => type === "Suspended" && status === state);
  const resumes = suspended(before, "True") && suspended(now, "False");
  if (started !== undefined && startTime !== started && !suspend && !resumes) {
    const why = "field is immutable for unsuspended job once set";
    errors.push(FieldError.invalid(STATUS.child("startTime"), startTime ?? null, why));
  }
  const met = "SuccessCriteriaMet";
  if (before.is(met) && !now.is(met)) {
    refuse(errors, "cannot disable the SuccessCriteriaMet=True condition");
  } else if (before.is("Complete") && !before.is(met) && now.is(met)) {
    const why = "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions";
    refuse(errors, why);
  }
}
