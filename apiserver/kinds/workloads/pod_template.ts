/**
 * Templates of pods, which every kind that makes pods has.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type { PodTemplateSpec } from "../../../toolkit/api/core_v1.ts";
import type { LabelSelector } from "../../../toolkit/api/meta_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { type Selector, SelectorError, selectorOf } from "../../../toolkit/selectors/mod.ts";
import {
  validateAnnotations,
  validateLabels,
  validateLabelSelector,
} from "../../../toolkit/validation/mod.ts";
import { validatePodAnnotations, validateProfilesAgree } from "../pod/annotations.ts";
import { setPodSpecDefaults } from "../pod/defaults.ts";
import { validatePodSpec } from "../pod/spec.ts";

/** Fills in a template. */
export function setPodTemplateDefaults({ spec }: PodTemplateSpec): void {
  if (spec !== undefined) setPodSpecDefaults(spec);
}

/** The rules for a template; `old`: the one before, if there was one. */
export function validatePodTemplate(
  errors: FieldError[],
  path: FieldPath,
  { metadata, spec = { containers: [] } }: PodTemplateSpec,
  old: PodTemplateSpec | undefined,
  names: Names,
): void {
  const { annotations } = metadata ?? {};
  validateTemplateMetadata(errors, path, metadata);
  validatePodAnnotations(errors, path.child("annotations"), annotations, spec, names);
  validatePodSpec(errors, path.child("spec"), spec, names, { before: old?.spec });
  validateProfilesAgree(errors, path.child("spec"), annotations, spec, names);
  if (spec.ephemeralContainers?.length) {
    const why = "ephemeral containers not allowed in pod template";
    errors.push(FieldError.forbidden(path.child("spec").child("ephemeralContainers"), why));
  }
}

/** The rules for what is written on pods. The reference names the fields without `metadata`. */
export function validateTemplateMetadata(
  errors: FieldError[],
  path: FieldPath,
  metadata: PodTemplateSpec["metadata"],
): void {
  const { labels, annotations } = metadata ?? {};
  if (labels !== undefined) addAll(errors, validateLabels(labels, path.child("labels")));
  if (annotations !== undefined) {
    addAll(errors, validateAnnotations(annotations, path.child("annotations")));
  }
}

/** The rules for the selector by which a kind finds its pods: some, not all. */
export function validateOwnSelector(
  errors: FieldError[],
  path: FieldPath,
  selector: LabelSelector | null | undefined,
  kind: string,
  whyUnreadable?: string,
): void {
  // Null where it was not given: the schema has no other word for it.
  if (selector === undefined || selector === null) {
    errors.push(FieldError.required(path));
    return;
  }
  addAll(errors, validateLabelSelector(selector, {}, path));
  if (isEmptySelector(selector)) {
    errors.push(FieldError.invalid(path, selector, `empty selector is invalid for ${kind}`));
  } else if (whyUnreadable !== undefined && readSelector(selector) === undefined) {
    errors.push(FieldError.invalid(path, selector, whyUnreadable));
  }
}

/** What a kind asks of the template of pods that it keeps running. */
export interface TemplateDemands {
  readonly selector: LabelSelector | null | undefined;
  /** The template before, if there was one. */
  readonly old: PodTemplateSpec | undefined;
  /** The kind that pods are said to belong to when they have a deadline. */
  readonly owner: string;
}

/** The rules for a template of pods that run for good and are found by a selector. */
export function validateLastingTemplate(
  errors: FieldError[],
  path: FieldPath,
  template: PodTemplateSpec,
  { selector, old, owner }: TemplateDemands,
  names: Names,
): void {
  validateSelected(errors, path, template, selector);
  validatePodTemplate(errors, path, template, old, names);
  const { restartPolicy, activeDeadlineSeconds } = template.spec ?? {};
  const spec = path.child("spec");
  if (restartPolicy !== "Always") {
    errors.push(FieldError.notSupported(spec.child("restartPolicy"), restartPolicy, ["Always"]));
  }
  if (activeDeadlineSeconds !== undefined) {
    const why = `activeDeadlineSeconds in ${owner} is not Supported`;
    errors.push(FieldError.forbidden(spec.child("activeDeadlineSeconds"), why));
  }
}

/** A selector has to find what is made of its template. */
export function validateSelected(
  errors: FieldError[],
  path: FieldPath,
  { metadata }: PodTemplateSpec,
  selector: LabelSelector | null | undefined,
): void {
  const labels = metadata?.labels ?? {};
  // No selector selects nothing, other than an empty one.
  if (selector) {
    if (isEmptySelector(selector)) return;
    const found = readSelector(selector);
    // What is wrong with the selector itself was said already.
    if (found === undefined || found.matches(labels)) return;
  }
  const why = "`selector` does not match template `labels`";
  errors.push(
    FieldError.invalid(path.child("metadata").child("labels"), metadata?.labels ?? null, why),
  );
}

/** Whether a selector selects everything. */
function isEmptySelector({ matchLabels, matchExpressions }: LabelSelector): boolean {
  return Object.keys(matchLabels ?? {}).length + (matchExpressions?.length ?? 0) === 0;
}

/** Whether a selector has a meaning; one that is not there selects nothing. */
export function canBeRead(selector: LabelSelector | null | undefined): boolean {
  return !selector || readSelector(selector) !== undefined;
}

/** Each is asked for several times; null: it can't be read. */
const selectors = new WeakMap<LabelSelector, Selector | null>();

function readSelector(selector: LabelSelector): Selector | undefined {
  let found = selectors.get(selector);
  if (found === undefined) selectors.set(selector, found = reading(selector));
  return found ?? undefined;
}

function reading(selector: LabelSelector): Selector | null {
  try {
    return selectorOf(selector);
  } catch (error) {
    if (error instanceof SelectorError) return null;
    throw error;
  }
}
