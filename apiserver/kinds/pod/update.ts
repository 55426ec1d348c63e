/**
 * What may change of a pod that is there: images, deadlines, added tolerations, removed gates.
 *
 * @module
 */

import type {
  Container,
  NodeSelectorTerm,
  PodSpec,
  Toleration,
} from "../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkRange } from "../../../toolkit/validation/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { MAX_INT32 } from "../validation/numbers.ts";
import { keyOfJson } from "../validation/same.ts";
import { validateTolerations } from "./scheduling.ts";

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
  validateGates(errors, path.child("schedulingGates"), spec, old);
  if (equalStored(spec, old)) return;
  // Where the pod may run is open until the scheduler looks at it.
  const gated = (old.schedulingGates?.length ?? 0) > 0;
  if (gated) validateNarrowed(errors, path, spec, old);
  const changed = changedFields(spec, old, gated);
  if (changed.length === 0) return;
  errors.push(FieldError.forbidden(path, `${CHANGEABLE}\nchanged: ${changed.join(", ")}`));
}

function validateGates(errors: FieldError[], path: FieldPath, spec: PodSpec, old: PodSpec): void {
  const known = new Set((old.schedulingGates ?? []).map(({ name }) => name));
  const places = new Map((spec.schedulingGates ?? []).map(({ name }, index) => [name, index]));
  for (const [name, index] of places) {
    if (known.has(name)) continue;
    const why = `only deletion is allowed, but found new scheduling gate '${name}'`;
    errors.push(FieldError.forbidden(path.index(index).child("name"), why));
  }
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
    const at = path.index(index).child("image");
    if (!image) errors.push(FieldError.required(at));
    else if (image.trim() !== image) {
      const why = "must not have leading or trailing whitespace";
      errors.push(FieldError.invalid(at, image, why));
    }
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
  if (equalStored(tolerations, old) || keepsAll(tolerations, old)) {
    return validateTolerations(errors, path, tolerations);
  }
  const why = "existing toleration can not be modified except its tolerationSeconds";
  errors.push(FieldError.forbidden(path, why));
}

function keepsAll(tolerations: readonly Toleration[], old: readonly Toleration[]): boolean {
  const keyOf = (one: Toleration) => keyOfJson({ ...one, tolerationSeconds: 0 });
  const found = new Set(tolerations.map(keyOf));
  return old.every((one) => found.has(keyOf(one)));
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
    if (FREE.has(name) || equalStored(spec[name], old[name])) continue;
    if (name === "terminationGracePeriodSeconds" && endsNegative(spec, old)) continue;
    // These were judged by themselves.
    if (
      gated && (name === "nodeSelector" || (name === "affinity" && changesNodesOnly(spec, old)))
    ) {
      continue;
    }
    changed.push(`spec.${name}`);
  }
  for (const list of ["containers", "initContainers"] as const) {
    for (const [index, container] of (spec[list] ?? []).entries()) {
      const before = old[list]?.[index];
      if (before === undefined) continue;
      const { image: _, ...rest } = container;
      const { image: _image, ...restBefore } = before;
      if (!equalStored(rest, restBefore)) changed.push(`spec.${list}[${index}]`);
    }
  }
  return changed;
}

function endsNegative(spec: PodSpec, old: PodSpec): boolean {
  return spec.terminationGracePeriodSeconds === 1 &&
    Number(old.terminationGracePeriodSeconds ?? 0) < 0;
}

function changesNodesOnly(
  { affinity: now = {} }: PodSpec,
  { affinity: old = {} }: PodSpec,
): boolean {
  return !equalStored(now.nodeAffinity, old.nodeAffinity) &&
    equalStored(now.podAffinity, old.podAffinity) &&
    equalStored(now.podAntiAffinity, old.podAntiAffinity);
}

/** The rules for where a pod may run that nobody has looked at: nowhere that it could not before. */
function validateNarrowed(
  errors: FieldError[],
  path: FieldPath,
  spec: PodSpec,
  old: PodSpec,
): void {
  const kept = Object.entries(old.nodeSelector ?? {})
    .every(([key, value]) => spec.nodeSelector?.[key] === value);
  if (!kept) {
    const why = "only additions to spec.nodeSelector are allowed (no mutations or deletions)";
    errors.push(FieldError.invalid(path.child("nodeSelector"), spec.nodeSelector ?? null, why));
  }
  const before = termsOf(old) ?? [];
  const after = termsOf(spec) ?? [];
  if (before.length === 0) return;
  const at = path.child("affinity", "nodeAffinity", REQUIRED, "nodeSelectorTerms");
  if (after.length !== before.length) {
    const why = "no additions/deletions to non-empty NodeSelectorTerms list are allowed";
    errors.push(FieldError.invalid(at, termsOf(spec) ?? null, why));
    return;
  }
  for (const [index, term] of before.entries()) {
    const other = after[index]!;
    if (addsOnly(other, term)) continue;
    const why = "only additions are allowed (no mutations or deletions)";
    errors.push(FieldError.invalid(at.index(index), other, why));
  }
}

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

function termsOf({ affinity }: PodSpec): readonly NodeSelectorTerm[] | null | undefined {
  return affinity?.nodeAffinity?.[REQUIRED]?.nodeSelectorTerms;
}

/** Whether a term asks for all that it did before, in that order, and perhaps for more. */
function addsOnly(now: NodeSelectorTerm, old: NodeSelectorTerm): boolean {
  const lists = ["matchExpressions", "matchFields"] as const;
  const asks = (term: NodeSelectorTerm) => lists.some((list) => (term[list]?.length ?? 0) > 0);
  // What asks for nothing selects nothing: more is another thing.
  if (!asks(old)) return !asks(now);
  return lists.every((list) => {
    const before = old[list] ?? [];
    return equalStored((now[list] ?? []).slice(0, before.length), before);
  });
}
