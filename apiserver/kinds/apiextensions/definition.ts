/**
 * Definitions of custom resources.
 *
 * @module
 */

import type {
  CustomResourceDefinition,
  CustomResourceDefinitionSpec,
} from "../../../toolkit/api/apiextensions_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import type { SlicedTask } from "../../../toolkit/time_slice.ts";
import { checkDns1123Subdomain } from "../../../toolkit/validation/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { aboutApproval, approvalOf } from "../../customresources/approval.ts";
import { findUnknownFormats, hasDefaults } from "../../customresources/schema/mod.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { Writing } from "../../resource/strategy.ts";
import type { KindRules } from "../declaration.ts";
import { columnsOf, CREATED_AT_COLUMN, NAME_COLUMN } from "../columns/column.ts";
import { validateUnchanged } from "../validation/immutable.ts";
import { setWebhookClientDefaults } from "../validation/webhook_client.ts";
import { bundleProblem } from "../../callout/client_config.ts";
import { isAnyReviewVersion, validateConversion } from "./conversion.ts";
import { validateDeclaredConversion } from "./declared_conversion.ts";
import { definitionDeletion } from "./deletion.ts";
import { setNameDefaults, validateNames, validateNamesAreThere } from "./names.ts";
import { validateVersions } from "./versions.ts";

const SPEC = FieldPath.of("spec");
const NAMES_PATH = SPEC.child("names");
const PRESERVES = SPEC.child("preserveUnknownFields");
const STATUS = FieldPath.of("status");
const STORED = STATUS.child("storedVersions");
const METADATA = FieldPath.of("metadata");
const ANNOTATIONS = METADATA.child("annotations");
const SCOPES = ["Cluster", "Namespaced"];

const view = (object: JsonObject) => object as unknown as CustomResourceDefinition;
const specOf = (object: JsonObject): Partial<CustomResourceDefinitionSpec> =>
  view(object).spec ?? {};

function isEstablished(object: JsonObject): boolean {
  const conditions = view(object).status?.conditions ?? [];
  return conditions.find(({ type }) => type === "Established")?.status === "True";
}

function setDefaults(object: JsonObject): void {
  const { spec } = view(object);
  if (spec === undefined) return;
  if (spec.names !== undefined) setNameDefaults(spec.names);
  spec.conversion ??= { strategy: "None" };
  setWebhookClientDefaults(spec.conversion.webhook?.clientConfig);
}

/** A webhook of which nothing is said is not kept. */
function dropEmptyWebhook(object: JsonObject): void {
  const { conversion } = specOf(object);
  const { clientConfig, conversionReviewVersions } = conversion?.webhook ?? {};
  if (!clientConfig && !conversionReviewVersions?.length) delete conversion?.webhook;
}

/** The version that objects are stored in. */
function storageVersion(object: JsonObject): string | undefined {
  return specOf(object).versions?.find(({ storage }) => storage)?.name;
}

function* validateSpec(
  errors: FieldError[],
  object: JsonObject,
  old?: JsonObject,
): SlicedTask<void> {
  const spec = specOf(object);
  const { group = "", scope = "", names, conversion } = spec;
  validateGroup(errors, group);
  yield* validateDefaultsOfUnknown(errors, spec);
  const at = SPEC.child("scope");
  if (scope === "") errors.push(FieldError.required(at));
  else if (!SCOPES.includes(scope)) errors.push(FieldError.notSupported(at, scope, SCOPES));
  yield* validateVersions(
    errors,
    spec as CustomResourceDefinitionSpec,
    SPEC,
    old && view(old).spec,
  );
  validateNamesAreThere(errors, names ?? {}, NAMES_PATH);
  validateNames(errors, names ?? {}, NAMES_PATH);
  if (conversion !== undefined) {
    validateConversionOfUnknown(errors, spec);
    validateConversion(errors, conversion, SPEC.child("conversion"), leniencyFor(old));
  }
}

/** Where unknown fields stay, nothing is filled in. */
function* validateDefaultsOfUnknown(
  errors: FieldError[],
  { versions, preserveUnknownFields }: Partial<CustomResourceDefinitionSpec>,
): SlicedTask<void> {
  if (preserveUnknownFields !== true) return;
  for (const { schema } of versions ?? []) {
    if (schema?.openAPIV3Schema === undefined) continue;
    if (!(yield* hasDefaults(schema.openAPIV3Schema as JsonObject))) continue;
    const why = "must be false in order to use defaults in the schema";
    errors.push(FieldError.invalid(PRESERVES, true, why));
    return;
  }
}

/** Where unknown fields stay, nobody but the clients knows of what objects are converted. */
function validateConversionOfUnknown(
  errors: FieldError[],
  { conversion, preserveUnknownFields }: Partial<CustomResourceDefinitionSpec>,
): void {
  if (preserveUnknownFields !== true || conversion?.strategy === "None") return;
  const why = "must be None if spec.preserveUnknownFields is true";
  const at = SPEC.child("conversion", "strategy");
  errors.push(FieldError.invalid(at, conversion?.strategy ?? "", why));
}

function validateGroup(errors: FieldError[], group: string): void {
  const at = SPEC.child("group");
  if (group === "") {
    errors.push(FieldError.required(at));
    return;
  }
  const broken = checkDns1123Subdomain(group);
  if (broken.length > 0) errors.push(FieldError.invalid(at, group, broken.join(",")));
  else if (!group.includes(".")) {
    errors.push(FieldError.invalid(at, group, "should be a domain with at least one dot"));
  }
}

function leniencyFor(old: JsonObject | undefined) {
  if (old === undefined) return { anyBundle: true, anyReviewVersions: false };
  const { webhook } = specOf(old).conversion ?? {};
  const conversionReviewVersions = webhook?.conversionReviewVersions ?? [];
  const { caBundle = "" } = webhook?.clientConfig ?? {};
  return {
    anyBundle: !isEstablished(old) || (caBundle !== "" && bundleProblem(caBundle) !== undefined),
    anyReviewVersions: conversionReviewVersions.length > 0 &&
      !isAnyReviewVersion(conversionReviewVersions),
  };
}

/** No version may go while objects may be stored in it. */
function validateStored(errors: FieldError[], object: JsonObject): void {
  const stored = view(object).status?.storedVersions ?? [];
  if (stored.length === 0) {
    const why = "must have at least one stored version";
    errors.push(FieldError.invalid(STORED, null, why));
    return;
  }
  const left = new Map(stored.map((version, index) => [version, index]));
  for (const { name, storage } of specOf(object).versions ?? []) {
    if (left.delete(name) || !storage) continue;
    // Whoever has the name of another version is none that objects are stored in.
    errors.push(FieldError.invalid(STORED, stored, `must have the storage version ${name}`));
  }
  for (const [version, index] of left) {
    const why = `missing from spec.versions; ${version} was previously a storage version, and ` +
      "must remain in spec.versions until a storage migration ensures no data remains persisted " +
      `in ${version} and removes ${version} from status.storedVersions`;
    errors.push(FieldError.invalid(STORED.index(index), version, why));
  }
}

/** Groups of the dialect itself are for those who were allowed to take part in them. */
function validateApproval(
  errors: FieldError[],
  names: Names,
  object: JsonObject,
  old?: JsonObject,
): void {
  const { group = "" } = specOf(object);
  const approval = approvalOf(names, group, metadataOf(object).annotations);
  if (approval === undefined) return;
  const before = old && approvalOf(names, group, metadataOf(old).annotations);
  if (before?.state === approval.state) return;
  const at = ANNOTATIONS.key(approval.key);
  const why = aboutApproval(approval);
  if (approval.state === "missing") errors.push(FieldError.required(at, why));
  else if (approval.state === "invalid") errors.push(FieldError.invalid(at, approval.text, why));
}

/** The name follows from the rest, and so there is no beginning of one that would do. */
function validateName(errors: FieldError[], object: JsonObject): void {
  const { group = "", names } = specOf(object);
  const { name = "", generateName = "" } = metadataOf(object);
  const required = `${names?.plural ?? ""}.${group}`;
  const why = 'must be spec.names.plural+"."+spec.group';
  if (generateName !== "" && generateName !== required) {
    errors.push(FieldError.invalid(METADATA.child("generateName"), generateName, why));
  }
  if (name !== required) errors.push(FieldError.invalid(METADATA.child("name"), name, why));
}

function validateStatus(errors: FieldError[], object: JsonObject): void {
  validateNames(errors, view(object).status?.acceptedNames ?? {}, STATUS.child("acceptedNames"));
}

function validatePreserving(
  errors: FieldError[],
  { definitionExtensionPrefix: prefix }: Names,
  object: JsonObject,
  old?: JsonObject,
): void {
  if (specOf(object).preserveUnknownFields !== true) return;
  if (old !== undefined && specOf(old).preserveUnknownFields === true) return;
  const why = `cannot set to true, set ${prefix}preserve-unknown-fields to true in ` +
    "spec.versions[*].schema instead";
  errors.push(FieldError.invalid(PRESERVES, true, why));
}

/** The rules of definitions. */
export const definitionRules = (names: Names): KindRules => ({
  hasGeneration: true,
  updatesUnconditionally: false,
  ...definitionDeletion(names),
  takesBareFinalizers: true,
  columns: columnsOf(NAME_COLUMN, CREATED_AT_COLUMN),
  setDefaults,
  prepareForCreate(object) {
    dropEmptyWebhook(object);
    const storedVersions = [storageVersion(object) ?? []].flat();
    const acceptedNames = { plural: "", kind: "" };
    object.status = { conditions: [], acceptedNames, storedVersions };
  },
  prepareForUpdate(object) {
    dropEmptyWebhook(object);
    const storage = storageVersion(object);
    const { status } = view(object);
    const stored = status?.storedVersions ?? [];
    // From this write on objects are stored in it.
    if (storage === undefined || stored.includes(storage)) return;
    object.status = { ...status, storedVersions: [...stored, storage] };
  },
  *validateInSteps(object, old, writing) {
    const errors: FieldError[] = [];
    if (old === undefined) validateName(errors, object);
    yield* validateSpec(errors, object, old);
    if (old !== undefined) {
      validateFixed(errors, object, old);
      validateStatus(errors, object);
    }
    validateStored(errors, object);
    validateApproval(errors, names, object, old);
    validatePreserving(errors, names, object, old);
    validateDeclaredConversion(errors, names, object);
    if (errors.length === 0) yield* warnOfFormats(object, old, writing);
    return errors;
  },
  subresources: {
    status: {
      setDefaults(object) {
        const { status } = view(object);
        const storage = storageVersion(object);
        // They are stored in one version at least.
        if (status === undefined || status.storedVersions?.length || storage === undefined) return;
        status.storedVersions = [storage];
      },
      /** Where nobody says in what objects are stored, it is the version in which they are from now on. */
      prepareForUpdate(object) {
        const { status } = view(object);
        const storage = storageVersion(object);
        if (status?.storedVersions?.length || storage === undefined) return;
        object.status = { ...status, storedVersions: [storage] };
      },
      validateUpdate(object) {
        const errors: FieldError[] = [];
        validateStatus(errors, object);
        return errors;
      },
    },
  },
});

/** What a definition is of stays, once it is served. */
function validateFixed(errors: FieldError[], object: JsonObject, old: JsonObject): void {
  const [spec, before] = [specOf(object), specOf(old)];
  if (isEstablished(old)) {
    validateUnchanged(errors, SPEC.child("scope"), spec.scope, before.scope);
    validateUnchanged(errors, NAMES_PATH.child("kind"), spec.names?.kind, before.names?.kind);
  }
  validateUnchanged(errors, SPEC.child("group"), spec.group, before.group);
  const plural = NAMES_PATH.child("plural");
  validateUnchanged(errors, plural, spec.names?.plural, before.names?.plural);
}

function* warnOfFormats(
  object: JsonObject,
  old: JsonObject | undefined,
  writing: Writing,
): SlicedTask<void> {
  const formats = yield* formatsOf(object);
  if (formats.size === 0) return;
  const known = old === undefined ? new Set<string>() : yield* formatsOf(old);
  for (const format of formats) {
    if (!known.has(format)) writing.warn(`unrecognized format ${quoteText(format)}`);
  }
}

function* formatsOf(object: JsonObject): SlicedTask<Set<string>> {
  const found = new Set<string>();
  for (const { schema } of specOf(object).versions ?? []) {
    if (schema?.openAPIV3Schema === undefined) continue;
    yield* findUnknownFormats(found, schema.openAPIV3Schema as JsonObject);
  }
  return found;
}
