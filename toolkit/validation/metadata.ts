/**
 * The rules for the metadata that every object has. Objects are validated after their names were
 * generated.
 *
 * @module
 */

import { addAll } from "../add_all.ts";
import type { ManagedFieldsEntry, ObjectMeta, OwnerReference } from "../api/meta_v1.ts";
import { FieldError } from "../errors/field_error.ts";
import type { FieldPath } from "../errors/field_path.ts";
import { NAMES } from "../names.ts";
import { quoteText } from "../values/quote.ts";
import { checkNameIsLabel, type NameCheck } from "./dns.ts";
import { checkPathSegmentPrefix } from "./formats.ts";
import { checkLabelKey, checkLabelValue } from "./label.ts";
import { areLongerThan, isLongerThan, type Messages } from "./messages.ts";
import { validateFieldManager } from "./options.ts";

/** The most bytes that keys and values of an object's annotations have in all. */
export const ANNOTATIONS_LIMIT_BYTES = 256 * 1024;
/** The most bytes of a subresource's name in managed fields. */
const SUBRESOURCE_LIMIT_BYTES = 256;

/** The finalizer of an object whose dependents are to live on without it. */
export const FINALIZER_ORPHAN = "orphan";
/** The finalizer of an object that waits for its dependents to be deleted. */
export const FINALIZER_FOREGROUND = "foregroundDeletion";

const IMMUTABLE = "field is immutable";

/** Adds an "Invalid value" of `value` for each message. */
export function addInvalid(
  errors: FieldError[],
  path: FieldPath,
  value: unknown,
  messages: Messages,
): void {
  for (const message of messages) errors.push(FieldError.invalid(path, value, message));
}

/** The rules for labels. */
export function validateLabels(
  labels: Readonly<Record<string, string>> | undefined,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  for (const [key, value] of Object.entries(labels ?? {})) {
    addInvalid(errors, path, key, checkLabelKey(key));
    addInvalid(errors, path, value, checkLabelValue(value));
  }
  return errors;
}

/** The rules for annotations: keys are those of labels, in any case, and their size is bounded. */
export function validateAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  const entries = Object.entries(annotations ?? {});
  for (const [key] of entries) addInvalid(errors, path, key, checkLabelKey(key.toLowerCase()));
  if (areLongerThan(entries.flat(), ANNOTATIONS_LIMIT_BYTES)) {
    errors.push(FieldError.tooLong(path, ANNOTATIONS_LIMIT_BYTES));
  }
  return errors;
}

/** The rules for finalizers of any kind. */
function validateFinalizers(
  finalizers: readonly string[] | undefined,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  for (const finalizer of finalizers ?? []) {
    addInvalid(errors, path, finalizer, checkLabelKey(finalizer));
  }
  if (finalizers?.includes(FINALIZER_ORPHAN) && finalizers.includes(FINALIZER_FOREGROUND)) {
    const message = `finalizer ${FINALIZER_ORPHAN} and ${FINALIZER_FOREGROUND} cannot be both set`;
    errors.push(FieldError.invalid(path, finalizers, message));
  }
  return errors;
}

const STANDARD_FINALIZERS: ReadonlySet<string> = new Set([
  FINALIZER_ORPHAN,
  FINALIZER_FOREGROUND,
  ...Object.values(NAMES).map((names) => names.finalizerNamespaceContent),
]);

/** The further rule for finalizers of built-in kinds: each has a domain, or is well known. */
export function validateQualifiedFinalizers(
  finalizers: readonly string[] | undefined,
  path: FieldPath,
): FieldError[] {
  const message = "name is neither a standard finalizer name nor is it fully qualified";
  return (finalizers ?? [])
    .filter(isUnqualifiedFinalizer)
    .map((finalizer) => FieldError.invalid(path, finalizer, message));
}

/** Whether others may mean something else by a finalizer: it has no domain, and is not well known. */
export function isUnqualifiedFinalizer(finalizer: string): boolean {
  return !finalizer.includes("/") && !STANDARD_FINALIZERS.has(finalizer);
}

/** The rules for the objects that own another. */
function validateOwnerReferences(
  references: readonly OwnerReference[] | undefined,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  let controller: OwnerReference | undefined;
  for (const reference of references ?? []) {
    addAll(errors, validateOwnerReference(reference, path));
    if (!reference.controller) continue;
    if (controller !== undefined) {
      const message = 'Only one reference can have Controller set to true. Found "true" in ' +
        `references for ${kindAndName(controller)} and ${kindAndName(reference)}`;
      errors.push(FieldError.invalid(path, references, message));
    }
    controller ??= reference;
  }
  return errors;
}

function kindAndName(reference: OwnerReference): string {
  return `${reference.kind}/${reference.name}`;
}

/** `path` is that of the list, as in the reference: clients compare paths. */
function validateOwnerReference(reference: OwnerReference, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const { apiVersion = "", kind } = reference;
  if (!/^(?:[^/]*\/)?[^/]+$/.test(apiVersion)) {
    const message = "version must not be empty";
    errors.push(FieldError.invalid(path.child("apiVersion"), apiVersion, message));
  }
  for (const field of ["kind", "name", "uid"] as const) {
    if (reference[field]) continue;
    errors.push(FieldError.invalid(path.child(field), "", "must not be empty"));
  }
  // Events are deleted in masses and by age; the collector must not look for theirs.
  if ((apiVersion === "v1" || apiVersion === "/v1") && kind === "Event") {
    const message = "/v1, Kind=Event is disallowed from being an owner";
    errors.push(FieldError.invalid(path, reference, message));
  }
  return errors;
}

/** The rules for what server-side apply remembers of the managers of fields. */
function validateManagedFields(
  entries: readonly ManagedFieldsEntry[] | undefined,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, entry] of (entries ?? []).entries()) {
    const at = path.index(index);
    const { operation = "" } = entry;
    if (operation !== "Apply" && operation !== "Update") {
      const message = "must be `Apply` or `Update`";
      errors.push(FieldError.invalid(at.child("operation"), operation, message));
    }
    if (entry.fieldsType && entry.fieldsType !== "FieldsV1") {
      const message = "must be `FieldsV1`";
      errors.push(FieldError.invalid(at.child("fieldsType"), entry.fieldsType, message));
    }
    errors.push(...validateFieldManager(entry.manager ?? "", at.child("manager")));
    if (isLongerThan(entry.subresource ?? "", SUBRESOURCE_LIMIT_BYTES)) {
      errors.push(FieldError.tooLong(at.child("subresource"), SUBRESOURCE_LIMIT_BYTES));
    }
  }
  return errors;
}

/** What a kind says of its metadata. */
export interface ObjectMetaRules {
  /** Whether objects of the kind live in namespaces. */
  namespaced: boolean;
  /** The rules for names of the kind. */
  checkName: NameCheck;
}

/** The rules for the metadata of an object that is created. */
export function validateObjectMeta(
  meta: ObjectMeta,
  rules: ObjectMetaRules,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  const { generateName, name } = meta;
  if (generateName) {
    const messages = rules.checkName(generateName, { prefix: true });
    addInvalid(errors, path.child("generateName"), generateName, messages);
  }
  if (!name) {
    errors.push(FieldError.required(path.child("name"), "name or generateName is required"));
  } else {
    addInvalid(errors, path.child("name"), name, rules.checkName(name));
  }
  errors.push(...validateNamespace(meta.namespace ?? "", rules.namespaced, path));
  errors.push(...validateGeneration(meta, path));
  addAll(errors, validateLabels(meta.labels, path.child("labels")));
  addAll(errors, validateAnnotations(meta.annotations, path.child("annotations")));
  addAll(errors, validateOwnerReferences(meta.ownerReferences, path.child("ownerReferences")));
  addAll(errors, validateFinalizers(meta.finalizers, path.child("finalizers")));
  addAll(errors, validateManagedFields(meta.managedFields, path.child("managedFields")));
  return errors;
}

function validateNamespace(namespace: string, namespaced: boolean, path: FieldPath): FieldError[] {
  const at = path.child("namespace");
  if (!namespaced) {
    return namespace === "" ? [] : [FieldError.forbidden(at, "not allowed on this type")];
  }
  if (namespace === "") return [FieldError.required(at)];
  return checkNameIsLabel(namespace).map((message) => FieldError.invalid(at, namespace, message));
}

function validateGeneration(meta: ObjectMeta, path: FieldPath): FieldError[] {
  if ((meta.generation ?? 0) >= 0) return [];
  const message = "must be greater than or equal to 0";
  return [FieldError.invalid(path.child("generation"), meta.generation, message)];
}

/** The fields that an update may not change, whatever the kind. */
const FIXED_FIELDS = [
  "name",
  "namespace",
  "uid",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
] as const;

/** The rules for the metadata of an object that replaces `old`. */
export function validateObjectMetaUpdate(
  meta: ObjectMeta,
  old: ObjectMeta,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  // Kinds have no say here: what a name begins with has to fit into a path all the same.
  const { generateName = "" } = meta;
  const prefix = path.child("generateName");
  addInvalid(errors, prefix, generateName, checkPathSegmentPrefix(generateName));
  if (old.deletionTimestamp !== undefined) {
    const finalizers = path.child("finalizers");
    errors.push(...validateNoNewFinalizers(meta.finalizers, old.finalizers, finalizers));
  }
  if (!meta.resourceVersion) {
    const message = "must be specified for an update";
    errors.push(FieldError.invalid(path.child("resourceVersion"), "", message));
  }
  errors.push(...validateGeneration(meta, path));
  if ((meta.generation ?? 0) < (old.generation ?? 0)) {
    const message = "must not be decremented";
    errors.push(FieldError.invalid(path.child("generation"), meta.generation ?? 0, message));
  }
  for (const field of FIXED_FIELDS) {
    errors.push(...validateImmutable(meta[field], old[field], path.child(field)));
  }
  addAll(errors, validateLabels(meta.labels, path.child("labels")));
  addAll(errors, validateAnnotations(meta.annotations, path.child("annotations")));
  addAll(errors, validateOwnerReferences(meta.ownerReferences, path.child("ownerReferences")));
  addAll(errors, validateFinalizers(meta.finalizers, path.child("finalizers")));
  addAll(errors, validateManagedFields(meta.managedFields, path.child("managedFields")));
  return errors;
}

/** An object that is being deleted gets no new finalizers. */
function validateNoNewFinalizers(
  finalizers: readonly string[] = [],
  old: readonly string[] = [],
  path: FieldPath,
): FieldError[] {
  const extra = [...new Set(finalizers).difference(new Set(old))].sort();
  if (extra.length === 0) return [];
  const list = `[]string{${extra.map(quoteText).join(", ")}}`;
  return [
    FieldError.forbidden(
      path,
      `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`,
    ),
  ];
}

/** A scalar field that keeps the value it was created with. */
function validateImmutable<T extends string | number | bigint | boolean | undefined>(
  value: T,
  old: T,
  path: FieldPath,
): FieldError[] {
  return value === old || (!value && !old) ? [] : [FieldError.invalid(path, value, IMMUTABLE)];
}
