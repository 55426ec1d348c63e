/**
 * The versions of a definition: their names, schemas and what else each says of its objects.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type {
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from "../../../toolkit/api/apiextensions_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { SlicedTask } from "../../../toolkit/time_slice.ts";
import { checkDns1035Label } from "../../../toolkit/validation/mod.ts";
import { isPrintable } from "../../../toolkit/values/mod.ts";
import {
  PATTERNS_LIMIT,
  sizeOfPatterns,
  validateSchema,
} from "../../customresources/schema/mod.ts";
import { equalJson } from "../../../toolkit/values/json.ts";
import { validateColumn, validateSubresources } from "./printer_columns.ts";
import { validateSelectableFields } from "./selectable_fields.ts";

const MAX_WARNING_BYTES = 256;

/** Of selectable fields of no schema. */
const LACKS_OWN = "may only be set when `version.schema.openAPIV3Schema` is not included";
const LACKS_SHARED = "may only be set when validations.schema is included";

/** What a version says for itself; where all say the same, errors are those of the whole. */
const SHARED = {
  schema: "validation",
  subresources: "subresources",
  additionalPrinterColumns: "additionalPrinterColumns",
  selectableFields: "selectableFields",
} as const;
type SharedField = keyof typeof SHARED;

/** The rules for versions; `old`: what was there before an update. */
export function* validateVersions(
  errors: FieldError[],
  spec: CustomResourceDefinitionSpec,
  path: FieldPath,
  old?: CustomResourceDefinitionSpec,
): SlicedTask<void> {
  const versions = spec.versions ?? [];
  const at = path.child("versions");
  validateSchemasAreThere(errors, spec, at, old);
  const names = versions.map(({ name }) => name);
  for (const [index, version] of versions.entries()) {
    const broken = checkDns1035Label(version.name ?? "");
    if (broken.length > 0) {
      errors.push(
        FieldError.invalid(at.index(index).child("name"), version.name, broken.join(",")),
      );
    }
    validateWarning(errors, version, at.index(index).child("deprecationWarning"));
  }
  const before = new Map(old?.versions?.map((version) => [version.name, version]));
  const schemas = eachOf(versions, path, "schema");
  // A schema that all versions share must do for those whose status is checked alone.
  const shared = isShared(versions, "schema") ? versions : undefined;
  const judged = schemas.flatMap(({ version, place }) => {
    // Whoever comes first with a name is who is meant by it.
    const first = versions.find(({ name }) => name === version.name) ?? version;
    const hasStatus = (shared ?? [first]).some((one) => one.subresources?.status !== undefined);
    const schema = version.schema?.openAPIV3Schema as JsonObject | undefined;
    return schema === undefined || isAsBefore(version, before.get(version.name), hasStatus)
      ? []
      : [{ schema, hasStatus, at: place.child("openAPIV3Schema") }];
  });
  yield* validateSchemas(errors, judged);
  for (const { version, place } of eachOf(versions, path, "subresources")) {
    validateSubresources(errors, version.subresources ?? {}, place);
  }
  for (const { version, place } of eachOf(versions, path, "additionalPrinterColumns")) {
    for (const [index, column] of (version.additionalPrinterColumns ?? []).entries()) {
      validateColumn(errors, column, place.index(index));
    }
  }
  yield* validateSelectable(errors, versions, path, before);
  if (new Set(names).size < names.length) {
    errors.push(FieldError.unshown(at, "must contain unique version names"));
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    const why = "must have exactly one version marked as storage version";
    errors.push(FieldError.unshown(at, why));
  }
  // The first stands for all of them in the form that the reference judges, and is judged again.
  const first = names[0] ? checkDns1035Label(names[0]) : [];
  if (first.length > 0) {
    errors.push(FieldError.invalid(path.child("version"), names[0], first.join(",")));
  }
}

/** Where a version was without a schema all the same, only what is served has to have one. */
function validateSchemasAreThere(
  errors: FieldError[],
  { versions, preserveUnknownFields }: CustomResourceDefinitionSpec,
  path: FieldPath,
  old?: CustomResourceDefinitionSpec,
): void {
  const lacksIt = ({ schema }: CustomResourceDefinitionVersion) =>
    schema?.openAPIV3Schema === undefined;
  const isLenient = old?.versions?.some(lacksIt) === true;
  if (isLenient && preserveUnknownFields === true) return;
  for (const [index, version] of (versions ?? []).entries()) {
    if (!lacksIt(version) || isLenient && version.served !== true) continue;
    const at = path.index(index).child("schema", "openAPIV3Schema");
    const why = isLenient ? "because otherwise all fields are pruned" : undefined;
    errors.push(FieldError.required(at, why));
  }
}

interface Said {
  readonly version: CustomResourceDefinitionVersion;
  readonly place: FieldPath;
}

/** Whether all versions say the same of something. */
function isShared(versions: readonly CustomResourceDefinitionVersion[], field: SharedField) {
  return versions.every((version) => equalJson(version[field], versions[0]?.[field]));
}

/** What versions say of one thing, each with its place. */
function eachOf(
  versions: readonly CustomResourceDefinitionVersion[],
  path: FieldPath,
  field: SharedField,
): Said[] {
  const [first] = versions;
  if (first === undefined) return [];
  if (isShared(versions, field)) {
    return first[field] === undefined ? [] : [{ version: first, place: path.child(SHARED[field]) }];
  }
  return versions.flatMap((version, index) =>
    version[field] === undefined
      ? []
      : [{ version, place: path.child("versions").index(index).child(field) }]
  );
}

/** What was accepted before may stay, whatever is asked of new schemas by now. */
function isAsBefore(
  { schema }: CustomResourceDefinitionVersion,
  old: CustomResourceDefinitionVersion | undefined,
  hasStatus: boolean,
): boolean {
  return old !== undefined && equalJson(old.schema, schema) &&
    (!hasStatus || old.subresources?.status !== undefined);
}

interface JudgedSchema {
  readonly schema: JsonObject;
  /** Whether the status of its objects is checked alone. */
  readonly hasStatus: boolean;
  readonly at: FieldPath;
}

function* validateSchemas(errors: FieldError[], judged: readonly JudgedSchema[]): SlicedTask<void> {
  const [first] = judged;
  if (first === undefined) return;
  const size = yield* sizeOfPatterns(judged.map(({ schema }) => schema));
  if (size > PATTERNS_LIMIT) {
    const why = `the patterns of this definition are too large together: they take about ${size} ` +
      `instructions, and ${PATTERNS_LIMIT} are the limit; use fewer patterns, or smaller counts in them`;
    errors.push(FieldError.forbidden(first.at, why));
    return;
  }
  for (const { schema, hasStatus, at } of judged) {
    addAll(errors, yield* validateSchema(schema, at, { hasStatus }));
  }
}

function* validateSelectable(
  errors: FieldError[],
  versions: readonly CustomResourceDefinitionVersion[],
  path: FieldPath,
  before: ReadonlyMap<string, CustomResourceDefinitionVersion>,
): SlicedTask<void> {
  const hasSharedSchema = isShared(versions, "schema");
  const hasSharedFields = isShared(versions, "selectableFields");
  for (const { version, place } of eachOf(versions, path, "selectableFields")) {
    const fields = version.selectableFields ?? [];
    const schema = version.schema?.openAPIV3Schema;
    // In the form that the reference judges they stand beside the schema that they are of, or beside none.
    if (fields.length > 0 && (schema === undefined || hasSharedSchema !== hasSharedFields)) {
      errors.push(FieldError.invalid(place, "", hasSharedFields ? LACKS_SHARED : LACKS_OWN));
      continue;
    }
    const old = before.get(version.name);
    const isOld = equalJson(old?.selectableFields, fields) &&
      equalJson(old?.schema, version.schema);
    if (schema === undefined || isOld) continue;
    yield* validateSelectableFields(errors, fields, schema as JsonObject, place);
  }
}

function validateWarning(
  errors: FieldError[],
  { deprecated, deprecationWarning: warning }: CustomResourceDefinitionVersion,
  path: FieldPath,
): void {
  if (warning === undefined) return;
  const invalid = (why: string) => errors.push(FieldError.invalid(path, warning, why));
  if (deprecated !== true) return void invalid("can only be set for deprecated versions");
  if (new TextEncoder().encode(warning).length > MAX_WARNING_BYTES) {
    invalid(`must be <= ${MAX_WARNING_BYTES} characters long`);
  }
  if (warning === "") invalid("must not be an empty string");
  let index = 0;
  for (const character of warning) {
    if (!isPrintable(character)) {
      invalid(
        "must only contain printable UTF-8 characters; non-printable character found at index " +
          String(new TextEncoder().encode(warning.slice(0, index)).length),
      );
      return;
    }
    index += character.length;
  }
}
