/**
 * How a job finds its pods: by its own id, unless people want to choose them by hand.
 *
 * @module
 */

import type { Job, JobSpec } from "../../../toolkit/api/batch_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { selectorOf } from "../../../toolkit/selectors/mod.ts";
import { metadataOf } from "../../resource/metadata.ts";
import { canBeRead } from "../workloads/pod_template.ts";

const SPEC = FieldPath.of("spec");
const LABELS = SPEC.child("template", "metadata", "labels");
/** The labels of a job's pods before they had a domain. */
const OLD_UID = "controller-uid";
const OLD_NAME = "job-name";

function specOf(object: JsonObject): JobSpec {
  return (object as unknown as Required<Job>).spec;
}

/** Chooses the pods of a new job. What is there already stays, and is refused where it is wrong. */
export function setSelector(object: JsonObject, { labelControllerUid, labelJobName }: Names): void {
  const spec = specOf(object);
  if (spec.manualSelector) return;
  const { name = "", uid = "" } = metadataOf(object);
  const metadata = spec.template.metadata ??= {};
  const isJobsToo = metadata.labels !== undefined && metadata.labels === metadataOf(object).labels;
  metadata.labels = sorted({
    [OLD_NAME]: name,
    [labelJobName]: name,
    [OLD_UID]: uid,
    [labelControllerUid]: uid,
    ...metadata.labels,
  });
  if (isJobsToo) metadataOf(object).labels = { ...metadata.labels };
  const matchLabels = sorted({ [labelControllerUid]: uid, ...spec.selector?.matchLabels });
  const { matchExpressions } = spec.selector ?? {};
  spec.selector = { matchLabels, ...(matchExpressions !== undefined && { matchExpressions }) };
}

/** Labels in the order in which they are shown. */
function sorted(labels: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).sort(([a], [b]) => a < b ? -1 : 1));
}

/** The rules for a selector that was not chosen by hand; `old`: the job before, if it was there. */
export function validateSetSelector(
  errors: FieldError[],
  object: JsonObject,
  old: JsonObject | undefined,
  { labelControllerUid, labelJobName }: Names,
): void {
  const { selector, template, manualSelector } = specOf(object);
  if (manualSelector || selector === undefined) return;
  const { name = "", uid = "" } = metadataOf(object);
  if (uid === "") errors.push(FieldError.required(FieldPath.of("metadata", "uid")));
  const expected: Record<string, string> = { [OLD_UID]: uid, [OLD_NAME]: name };
  const before = old && (specOf(old).template.metadata?.labels ?? {});
  // Jobs of older servers have the old labels only.
  if (
    !before || (Object.hasOwn(before, labelJobName) && Object.hasOwn(before, labelControllerUid))
  ) {
    expected[labelControllerUid] = uid;
    expected[labelJobName] = name;
  }
  const labels = template.metadata?.labels ?? {};
  for (const [key, value] of Object.entries(expected)) {
    const why = `must be '${value}'`;
    const at = LABELS.key(key);
    if (labels[key] === undefined) errors.push(FieldError.required(at, why));
    else if (labels[key] !== value) errors.push(FieldError.invalid(at, labels, why));
  }
  if (canBeRead(selector) && !selectorOf(selector).matches(expected)) {
    const why = "`selector` not auto-generated";
    errors.push(FieldError.invalid(SPEC.child("selector"), selector, why));
  }
}
