/**
 * From a kind's declaration to the strategies of writes: what all built-in kinds have in common is
 * here, a status that is the server's own side of the object above all.
 *
 * @module
 */

import { canonicalObject, type JsonObject } from "../../toolkit/codec/mod.ts";
import { type FieldError, FieldPath } from "../../toolkit/errors/mod.ts";
import type { StructType } from "../../toolkit/schema/mod.ts";
import { checkNameIsSubdomain, validateQualifiedFinalizers } from "../../toolkit/validation/mod.ts";
import { copyJson } from "../../toolkit/values/json.ts";
import { metadataOf } from "../resource/metadata.ts";
import { setSchemaDefaults } from "../resource/schema_defaults.ts";
import type { Strategy } from "../resource/strategy.ts";
import type { KindRules, SubresourceRules } from "./declaration.ts";
import { DEFAULT_FEATURES, type Feature } from "../flags/features.ts";
import { type Dropping, droppingOf } from "./gated_fields.ts";

/** What of a declaration is a part of its strategy: everything else in it is for somebody else. */
const HOOKS: Readonly<Record<keyof Strategy, true>> = {
  canonicalize: true,
  checkName: true,
  createsOnUpdate: true,
  defaultPropagation: true,
  deletesByTime: true,
  deletionWarnings: true,
  gracePeriodSeconds: true,
  hasGeneration: true,
  holdsDeletion: true,
  intentHasStatus: true,
  prepareForCreate: true,
  prepareForUpdate: true,
  resetFields: true,
  returnsDeleted: true,
  setDefaults: true,
  updatesUnconditionally: true,
  validate: true,
  validateInSteps: true,
  validateUpdate: true,
  warnings: true,
  whileDeleting: true,
  whyKept: true,
};

function hooksOf(declaration: KindRules | SubresourceRules): Partial<Strategy> {
  return Object.fromEntries(Object.entries(declaration).filter(([name]) => name in HOOKS));
}

/** The strategy of writes to a kind's objects, with `features` on. */
export function strategyOfObjects(
  rules: KindRules,
  type: StructType,
  hasStatus: boolean,
  features: ReadonlySet<Feature> = DEFAULT_FEATURES,
): Strategy {
  const dropGated = droppingOf(rules.gated, features);
  const { takesBareFinalizers = false, beginsWithStatus = false } = rules;
  // The fields of most types are never asked for.
  let unset: { readonly status: JsonObject | undefined } | undefined;
  return {
    checkName: checkNameIsSubdomain,
    createsOnUpdate: false,
    updatesUnconditionally: true,
    returnsDeleted: false,
    hasGeneration: false,
    defaultPropagation: "background",
    resetFields: hasStatus ? [["status"]] : [],
    ...hooksOf(rules),
    setDefaults(object) {
      setSchemaDefaults(type, object);
      rules.setDefaults?.(object);
    },
    validate(object) {
      const errors = takesBareFinalizers ? [] : validateFinalizers(object);
      return [...errors, ...rules.validate?.(object) ?? []];
    },
    validateUpdate(object, old) {
      const errors = takesBareFinalizers ? [] : validateFinalizers(object);
      return [...errors, ...rules.validateUpdate?.(object, old) ?? []];
    },
    prepareForCreate(object, writing) {
      if (hasStatus && !beginsWithStatus) {
        const { status } = unset ??= { status: unsetStatus(type) };
        if (status === undefined) delete object.status;
        else object.status = copyJson(status);
      }
      dropGated?.(object, undefined);
      rules.prepareForCreate?.(object, writing);
    },
    prepareForUpdate(object, old, writing) {
      if (hasStatus) keep(object, old, "status");
      dropGated?.(object, old);
      rules.prepareForUpdate?.(object, old, writing);
    },
  };
}

/** What of a status is written of an object that has none; undefined: nothing is. */
function unsetStatus(type: StructType): JsonObject | undefined {
  const field = type.properties.get("status");
  if (field?.type.kind !== "struct" || field.pointer || field.omitZero) return undefined;
  return canonicalObject(field.type, {});
}

const FINALIZERS = FieldPath.of("metadata", "finalizers");

function validateFinalizers(object: JsonObject): FieldError[] {
  const { finalizers } = metadataOf(object);
  if (finalizers === undefined) return [];
  return (finalizers as string[]).flatMap((finalizer, index) =>
    validateQualifiedFinalizers([finalizer], FINALIZERS.index(index))
  );
}

/**
 * The strategy of writes through a subresource: all but what it changes stays as it is. `dropGated`
 * leaves out what is behind features that are off; `takesBareFinalizers` as of the whole object.
 */
export function strategyOfSubresource(
  name: string,
  part: SubresourceRules,
  whole: Strategy,
  type: StructType,
  { dropGated, takesBareFinalizers = false }: {
    dropGated?: Dropping | undefined;
    takesBareFinalizers?: boolean | undefined;
  } = {},
): Strategy {
  const { checkName, returnsDeleted, defaultPropagation, updatesUnconditionally } = whole;
  const { changes = [name], keepsMetadata = false, prepareForUpdate, setDefaults } = part;
  const judgesFinalizers = !keepsMetadata && !(part.takesBareFinalizers ?? takesBareFinalizers);
  let resetFields: Strategy["resetFields"] | undefined;
  return {
    checkName,
    returnsDeleted,
    defaultPropagation,
    updatesUnconditionally,
    createsOnUpdate: false,
    hasGeneration: false,
    // The fields of most types are never asked for.
    get resetFields() {
      const isOther = (field: string) =>
        field !== "" && field !== "metadata" && !changes.includes(field);
      return resetFields ??= [
        ...type.fields.map(({ name }) => name).filter(isOther),
        ...keepsMetadata ? ["metadata"] : [],
      ].map((field) => [field]);
    },
    ...hooksOf(part),
    validateUpdate(object, old) {
      const errors = judgesFinalizers ? validateFinalizers(object) : [];
      return [...errors, ...part.validateUpdate?.(object, old) ?? []];
    },
    // Of a status there are no defaults in the schema.
    ...setDefaults !== undefined && changes.includes("spec") && {
      setDefaults(object: JsonObject) {
        setSchemaDefaults(type, object);
        setDefaults(object);
      },
    },
    prepareForUpdate(object, old, writing) {
      for (const field of new Set([...Object.keys(object), ...Object.keys(old)])) {
        if (field !== "metadata" && !changes.includes(field)) keep(object, old, field);
      }
      if (keepsMetadata) {
        for (const field of KEPT_METADATA) keep(metadataOf(object), metadataOf(old), field);
      }
      dropGated?.(object, old);
      prepareForUpdate?.(object, old, writing);
    },
  };
}

/** What else is said of an object. */
const KEPT_METADATA = [
  "deletionTimestamp",
  "labels",
  "annotations",
  "finalizers",
  "ownerReferences",
] as const;

/** Takes back what a write did to a field. */
function keep<F extends string>(
  object: Partial<Record<F, unknown>>,
  old: Partial<Record<F, unknown>>,
  field: F,
): void {
  if (old[field] === undefined) delete object[field];
  else object[field] = old[field];
}
