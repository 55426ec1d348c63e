/**
 * Namespaces.
 *
 * @module
 */

import type { Namespace } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import {
  addInvalid,
  checkLabelKey,
  checkNameIsLabel,
  validateQualifiedFinalizers,
} from "../../../toolkit/validation/mod.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";

interface Spec {
  finalizers?: string[];
}

function specOf(object: JsonObject): Spec {
  return (object.spec ??= {}) as Spec;
}

const FINALIZERS = FieldPath.of("spec", "finalizers");
const PHASE = FieldPath.of("status", "Phase");

function validateFinalizer(errors: FieldError[], path: FieldPath, finalizer: string): void {
  addInvalid(errors, path, finalizer, checkLabelKey(finalizer));
  errors.push(...validateQualifiedFinalizers([finalizer], path));
}

function validate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  for (const finalizer of specOf(object).finalizers ?? []) {
    validateFinalizer(errors, FINALIZERS, finalizer);
  }
  return errors;
}

/** New namespaces are told of the list, those that end of the item. */
function validateFinalize(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, finalizer] of (specOf(object).finalizers ?? []).entries()) {
    validateFinalizer(errors, FINALIZERS.index(index), finalizer);
  }
  return errors;
}

/** A namespace says that it ends if, and only if, it does. */
function validateStatus(object: JsonObject): FieldError[] {
  const { metadata, status } = object as unknown as Namespace;
  const ends = metadata?.deletionTimestamp !== undefined;
  const phase = status?.phase ?? "";
  if (phase === (ends ? "Terminating" : "Active")) return [];
  const why = ends
    ? "may only be 'Terminating' if `deletionTimestamp` is not empty"
    : "may only be 'Active' if `deletionTimestamp` is empty";
  return [FieldError.invalid(PHASE, phase, why)];
}

/**
 * The rules for namespaces. A namespace begins `Active`, with a label of its own name and a
 * finalizer; it goes when the finalizer is removed through the subresource `finalize`.
 */
export function namespaceRules(names: Names): KindRules {
  const { finalizerNamespaceContent, labelNamespaceName } = names;
  /** Each is selected by its name as by a label. */
  const setName = (object: JsonObject) => {
    const metadata = object.metadata as { name?: string; labels?: Record<string, string> };
    if (metadata.name) (metadata.labels ??= {})[labelNamespaceName] = metadata.name;
  };
  const setDefaults = (object: JsonObject) => {
    setName(object);
    const status = (object.status ??= {}) as { phase?: string };
    status.phase ||= "Active";
  };
  return {
    checkName: checkNameIsLabel,
    fields: { "status.phase": true },
    columns: columnsOf(
      NAME_COLUMN,
      {
        name: "Status",
        description: "The phase of the namespace: Active or Terminating",
        cell: (object) => (object as unknown as Namespace).status?.phase ?? "",
      },
      AGE_COLUMN,
    ),
    setDefaults,
    prepareForCreate(object) {
      object.status = { phase: "Active" };
      const spec = specOf(object);
      if (!spec.finalizers?.includes(finalizerNamespaceContent)) {
        spec.finalizers = [...spec.finalizers ?? [], finalizerNamespaceContent];
      }
    },
    prepareForUpdate(object, old) {
      // Only `finalize` changes them.
      object.spec = old.spec;
    },
    validate,
    canonicalize: setName,
    holdsDeletion: (object) => (specOf(object).finalizers?.length ?? 0) > 0,
    deletesByTime: true,
    whileDeleting(object) {
      object.status = { ...object.status as object, phase: "Terminating" };
    },
    subresources: {
      status: { setDefaults, validateUpdate: validateStatus },
      finalize: {
        setDefaults,
        changes: ["spec"],
        verbs: ["update"],
        validateUpdate: validateFinalize,
      },
    },
  };
}
