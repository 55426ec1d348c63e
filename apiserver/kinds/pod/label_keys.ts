/**
 * Labels of a pod that its selectors of other pods take over: "those with the same revision as me".
 *
 * @module
 */

import type { PodAffinityTerm, PodSpec } from "../../../toolkit/api/core_v1.ts";
import type { LabelSelector } from "../../../toolkit/api/meta_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkLabelKey } from "../../../toolkit/validation/mod.ts";

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

/** A selector, and the keys whose values it gets from the pod itself. */
export type OwnLabelKeys = Pick<
  PodAffinityTerm,
  "labelSelector" | "matchLabelKeys" | "mismatchLabelKeys"
>;

/** Writes the pod's own labels into its selectors, so that the scheduler finds them there. */
export function mergeLabelKeys(spec: PodSpec, labels: Readonly<Record<string, string>> = {}): void {
  const { podAffinity, podAntiAffinity } = spec.affinity ?? {};
  for (const affinity of [podAffinity, podAntiAffinity]) {
    for (const term of affinity?.[REQUIRED] ?? []) merge(term, labels);
    for (const { podAffinityTerm } of affinity?.[PREFERRED] ?? []) merge(podAffinityTerm, labels);
  }
  for (const constraint of spec.topologySpreadConstraints ?? []) merge(constraint, labels);
}

function merge(
  { labelSelector, matchLabelKeys, mismatchLabelKeys }: OwnLabelKeys,
  labels: Readonly<Record<string, string>>,
): void {
  // Without a selector no pod is meant, whatever its labels.
  if (labelSelector === undefined || labelSelector === null) return;
  add(labelSelector, "In", matchLabelKeys, labels);
  add(labelSelector, "NotIn", mismatchLabelKeys, labels);
}

function add(
  selector: LabelSelector,
  operator: "In" | "NotIn",
  keys: readonly string[] = [],
  labels: Readonly<Record<string, string>>,
): void {
  for (const key of keys) {
    if (!Object.hasOwn(labels, key)) continue;
    (selector.matchExpressions ??= []).push({ key, operator, values: [labels[key] ?? ""] });
  }
}

/** The rules for such keys, before or after their labels were written into the selector. */
export function validateLabelKeys(errors: FieldError[], path: FieldPath, own: OwnLabelKeys): void {
  const { labelSelector, matchLabelKeys = [], mismatchLabelKeys = [] } = own;
  const at = path.child("matchLabelKeys");
  validateKeys(errors, at, matchLabelKeys, labelSelector);
  validateKeys(errors, path.child("mismatchLabelKeys"), mismatchLabelKeys, labelSelector);
  if (matchLabelKeys.length === 0) return;
  const lastOf = new Map(matchLabelKeys.map((key, index) => [key, index]));
  const seen = new Set(Object.keys(labelSelector?.matchLabels ?? {}));
  for (const { key } of labelSelector?.matchExpressions ?? []) {
    const index = lastOf.get(key);
    // Once is what came of the key itself.
    if (index !== undefined && seen.has(key)) {
      const why = "exists in both matchLabelKeys and labelSelector";
      // The reference leaves the field's name out here, and clients compare paths.
      errors.push(FieldError.invalid(path.index(index), key, why));
    }
    seen.add(key);
  }
  const mismatched = new Set(mismatchLabelKeys);
  for (const [index, key] of matchLabelKeys.entries()) {
    if (!mismatched.has(key)) continue;
    const why = "exists in both matchLabelKeys and mismatchLabelKeys";
    errors.push(FieldError.invalid(at.index(index), key, why));
  }
}

function validateKeys(
  errors: FieldError[],
  path: FieldPath,
  keys: readonly string[],
  selector: LabelSelector | undefined,
): void {
  if (keys.length === 0) return;
  if (selector === undefined) {
    const why = "must not be specified when labelSelector is not set";
    errors.push(FieldError.forbidden(path, why));
    return;
  }
  for (const [index, key] of keys.entries()) {
    addInvalid(errors, path.index(index), key, checkLabelKey(key));
  }
}
