/**
 * Storage classes.
 *
 * @module
 */

import type { TopologySelectorTerm } from "../../../toolkit/api/core_v1.ts";
import type { StorageClass } from "../../../toolkit/api/storage_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { addInvalid, checkLabelKey } from "../../../toolkit/validation/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import type { KindRules } from "../declaration.ts";
import { validateChoice } from "../validation/choices.ts";
import { AGE_COLUMN, classNameColumn, columnsOf } from "../columns/column.ts";
import { ENOUGH } from "../validation/enough.ts";
import { IMMUTABLE, validateUnchanged } from "../validation/immutable.ts";
import { OLD_NODE_LABELS } from "../validation/deprecated_node_labels.ts";
import { keyOfJson } from "../validation/same.ts";
import { validateParameters } from "./parameters.ts";
import { validateProvisioner } from "./provisioner.ts";

const PROVISIONER = FieldPath.of("provisioner");
const BINDING_MODE = FieldPath.of("volumeBindingMode");
const RECLAIM_POLICIES = ["Delete", "Retain"];
const BINDING_MODES = ["Immediate", "WaitForFirstConsumer"];

const view = (object: JsonObject) => object as unknown as StorageClass;

function validate(object: JsonObject): FieldError[] {
  const { provisioner, parameters, reclaimPolicy, volumeBindingMode } = view(object);
  const errors: FieldError[] = [];
  validateProvisioner(errors, PROVISIONER, provisioner);
  validateParameters(errors, FieldPath.of("parameters"), parameters);
  if (reclaimPolicy) {
    validateChoice(errors, FieldPath.of("reclaimPolicy"), reclaimPolicy, RECLAIM_POLICIES);
  }
  validateChoice(errors, BINDING_MODE, volumeBindingMode, BINDING_MODES);
  validateTopologies(errors, view(object));
  return errors;
}

function validateTopologies(errors: FieldError[], { allowedTopologies = [] }: StorageClass): void {
  const told = new Map<string, number>();
  for (const [index, term] of allowedTopologies.entries()) {
    const at = FieldPath.of("allowedTopologies").index(index).child("matchLabelExpressions");
    const keys = new Set<string>();
    for (const [position, { key, values }] of (term.matchLabelExpressions ?? []).entries()) {
      const path = at.index(position);
      if (!values?.length) errors.push(FieldError.required(path.child("values")));
      const seen = new Set<string>();
      for (const [place, value] of (values ?? []).entries()) {
        if (seen.has(value)) {
          errors.push(FieldError.duplicate(path.child("values").index(place), value));
        }
        seen.add(value);
      }
      addInvalid(errors, path.child("key"), key, checkLabelKey(key));
      if (keys.has(key)) errors.push(FieldError.duplicate(path.child("key"), key));
      keys.add(key);
    }
    // To the reference a term of nothing is the same as each that it has not looked at before.
    const blank = keys.size === 0 ? allowedTopologies.length : 0;
    const places = keyOfJson(placesOf(term));
    const same = told.get(places) ?? 0;
    told.set(places, same + 1);
    for (let count = blank + same; count > 0 && errors.length < ENOUGH; count--) {
      errors.push(FieldError.duplicate(at, ""));
    }
  }
}

function topologyWarnings({ allowedTopologies = [] }: StorageClass): string[] {
  const warnings: string[] = [];
  for (const [index, { matchLabelExpressions = [] }] of allowedTopologies.entries()) {
    for (const [place, { key }] of matchLabelExpressions.entries()) {
      const why = OLD_NODE_LABELS.get(key);
      if (why === undefined) continue;
      const term = FieldPath.of("allowedTopologies").index(index);
      warnings.push(`${term.child("matchLabelExpressions").index(place).child("key")}: ${why}`);
    }
  }
  return warnings;
}

/** What a term is about, whatever the order in which it says so. */
function placesOf({ matchLabelExpressions }: TopologySelectorTerm): Record<string, string[]> {
  return Object.fromEntries(
    (matchLabelExpressions ?? []).map(({ key, values }) => [key, [...new Set(values)].sort()]),
  );
}

const FIXED = ["parameters", "provisioner", "reclaimPolicy"] as const;

/**
 * The rules for storage classes. Provisioner, parameters, reclaim policy and binding mode never
 * change.
 */
export function storageClassRules(names: Names): KindRules {
  const { annotationDefaultStorageClass: key } = names;
  const old = key.replace(/^storageclass\./, "storageclass.beta.");
  return {
    returnsDeleted: true,
    columns: columnsOf(
      classNameColumn((annotations) => annotations[key] === "true" || annotations[old] === "true"),
      {
        name: "Provisioner",
        description: "The provisioner that creates volumes of this class",
        cell: (object) => view(object).provisioner,
      },
      {
        name: "ReclaimPolicy",
        description: "What happens to a volume when its claim is deleted",
        cell: (object) => view(object).reclaimPolicy ?? "Delete",
      },
      {
        name: "VolumeBindingMode",
        description: "When volumes are provisioned and bound to claims",
        cell: (object) => view(object).volumeBindingMode ?? "Immediate",
      },
      {
        name: "AllowVolumeExpansion",
        description: "Whether volumes of this class can be expanded",
        cell: (object) => view(object).allowVolumeExpansion ?? false,
      },
      AGE_COLUMN,
    ),
    setDefaults(object) {
      const storageClass = view(object);
      storageClass.reclaimPolicy ??= "Delete";
      storageClass.volumeBindingMode ??= "Immediate";
    },
    validate,
    warnings: (object) => topologyWarnings(view(object)),
    validateUpdate(object, before) {
      const errors = validate(object);
      for (const field of FIXED) {
        if (equalStored(object[field] ?? {}, before[field] ?? {})) continue;
        errors.push(FieldError.invalid(FieldPath.of(field), object[field], IMMUTABLE));
      }
      const { volumeBindingMode } = before;
      validateUnchanged(errors, BINDING_MODE, object.volumeBindingMode, volumeBindingMode);
      return errors;
    },
  };
}
