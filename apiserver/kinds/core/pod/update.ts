/**
 * What may change of a pod that is there: images, deadlines, added tolerations, removed gates.
 *
 * @module
 */

import type { Container, PodSpec, Toleration } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import { addInvalid, checkRange } from "../../../../toolkit/validation/mod.ts";
import { equalJson } from "../../../registry/equal.ts";
import { MAX_INT32 } from "../../rules/numbers.ts";

const CHANGEABLE = "pod updates may not change fields other than `spec.containers[*].image`," +
  "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`," +
  "`spec.tolerations` (only additions to existing tolerations)," +
  "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

/** The rules for a changed specification. */
export function validatePodSpecUpdate(
  errors: FieldError[],
  path: FieldPath,
  spec: PodSpec,
  old: PodSpec,
): void {
  for (const list of ["containers", "initContainers"] as const) {
    if (!validateImages(errors, path.child(list), spec[list] ?? [], old[list] ?? [])) return;
  }
  if (!validateDeadline(errors, path.child("activeDeadlineSeconds"), spec, old)) return;
  validateAddedOnly(errors, path.child("tolerations"), spec.tolerations, old.tolerations);
  const gated = (old.schedulingGates?.length ?? 0) > 0;
  const gates = new Set((old.schedulingGates ?? []).map(({ name }) => name));
  for (const [index, { name }] of (spec.schedulingGates ?? []).entries()) {
    if (gates.has(name)) continue;
    const why = "only deletion is allowed, but found new scheduling gate '" + name + "'";
    errors.push(FieldError.forbidden(path.child("schedulingGates").index(index), why));
  }
  const changed = changedFields(spec, old, gated);
  if (changed.length === 0) return;
  errors.push(FieldError.forbidden(path, `${CHANGEABLE}\nchanged: ${changed.join(", ")}`));
}

/** False where the lists can't be compared any further. */
function validateImages(
  errors: FieldError[],
  path: FieldPath,
  containers: readonly Container[],
  old: readonly Container[],
): boolean {
  if (containers.length !== old.length) {
    errors.push(FieldError.forbidden(path, "pod updates may not add or remove containers"));
    return false;
  }
  for (const [index, { image }] of containers.entries()) {
    if (!image) errors.push(FieldError.required(path.index(index).child("image")));
  }
  return true;
}

function validateDeadline(
  errors: FieldError[],
  path: FieldPath,
  { activeDeadlineSeconds: deadline }: PodSpec,
  { activeDeadlineSeconds: before }: PodSpec,
): boolean {
  if (deadline === undefined) {
    if (before === undefined) return true;
    const why = "must not update from a positive integer to nil value";
    errors.push(FieldError.invalid(path, null, why));
    return true;
  }
  const wrong = checkRange(Number(deadline), 0, MAX_INT32);
  addInvalid(errors, path, deadline, wrong);
  if (wrong.length > 0) return false;
  if (before === undefined || before >= deadline) return true;
  errors.push(FieldError.invalid(path, deadline, "must be less than or equal to previous value"));
  return false;
}

function validateAddedOnly(
  errors: FieldError[],
  path: FieldPath,
  tolerations: readonly Toleration[] = [],
  old: readonly Toleration[] = [],
): void {
  const kept = old.every((one) =>
    tolerations.some((other) =>
      equalJson({ ...one, tolerationSeconds: 0 }, {
        ...other,
        tolerationSeconds: 0,
      })
    )
  );
  if (kept) return;
  const why = "existing toleration can not be modified except its tolerationSeconds";
  errors.push(FieldError.forbidden(path, why));
}

/** Fields of the specification that have rules of their own, or none. */
const FREE = new Set([
  "containers",
  "initContainers",
  "activeDeadlineSeconds",
  "tolerations",
  "schedulingGates",
]);

/** The fields that are not what they were, and may not be. */
function changedFields(spec: PodSpec, old: PodSpec, gated: boolean): string[] {
  const names = new Set([...Object.keys(spec), ...Object.keys(old)]) as Set<keyof PodSpec>;
  const changed: string[] = [];
  for (const name of names) {
    if (FREE.has(name) || equalJson(spec[name], old[name])) continue;
    if (name === "terminationGracePeriodSeconds" && endsNegative(spec, old)) continue;
    if (gated && name === "nodeSelector" && addsOnly(spec.nodeSelector, old.nodeSelector)) continue;
    // Where the pod may run is open until the scheduler looks at it.
    if (gated && name === "affinity" && changesNodesOnly(spec, old)) continue;
    changed.push(`spec.${name}`);
  }
  for (const list of ["containers", "initContainers"] as const) {
    for (const [index, container] of (spec[list] ?? []).entries()) {
      const { image } = container;
      const before = old[list]?.[index];
      if (before !== undefined && equalJson(container, { ...before, ...(image && { image }) })) {
        continue;
      }
      changed.push(`spec.${list}[${index}]`);
    }
  }
  return changed;
}

function endsNegative(spec: PodSpec, old: PodSpec): boolean {
  return spec.terminationGracePeriodSeconds === 1 &&
    Number(old.terminationGracePeriodSeconds ?? 0) < 0;
}

function addsOnly(
  now: Readonly<Record<string, string>> = {},
  old: Readonly<Record<string, string>> = {},
): boolean {
  return Object.entries(old).every(([key, value]) => now[key] === value);
}

function changesNodesOnly(
  { affinity: now = {} }: PodSpec,
  { affinity: old = {} }: PodSpec,
): boolean {
  return equalJson(now.podAffinity, old.podAffinity) &&
    equalJson(now.podAntiAffinity, old.podAntiAffinity) && narrows(now, old);
}

/** Whether a pod that could run on a node before is the most that can run there now. */
function narrows(now: NonNullable<PodSpec["affinity"]>, old: NonNullable<PodSpec["affinity"]>) {
  const terms = (affinity: typeof now) =>
    affinity.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const before = terms(old);
  if (before.length === 0) return true;
  const after = terms(now);
  if (after.length !== before.length) return false;
  return before.every((term, index) => {
    const other = after[index]!;
    const includes = (many: readonly unknown[] = [], few: readonly unknown[] = []) =>
      few.every((one) => many.some((another) => equalJson(one, another)));
    return includes(other.matchExpressions, term.matchExpressions) &&
      includes(other.matchFields, term.matchFields);
  });
}
