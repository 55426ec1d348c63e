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
  for (const [index, { schema }] of versions.entries()) {
    if (schema?.openAPIV3Schema !== undefined) continue;
    errors.push(FieldError.required(at.index(index).child("schema", "openAPIV3Schema")));
  }
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
  const shared = schemas.length === 1 ? versions : undefined;
  const judged = schemas.flatMap(({ version, place }) => {
    const hasStatus = (shared ?? [version]).some((one) => one.subresources?.status !== undefined);
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

interface Said {
  readonly version: CustomResourceDefinitionVersion;
  readonly place: FieldPath;
}

/** What versions say of one thing, each with its place. */
function eachOf(
  versions: readonly CustomResourceDefinitionVersion[],
  path: FieldPath,
  field: SharedField,
): Said[] {
  const [first] = versions;
  if (first === undefined) return [];
  if (versions.every((version) => equalJson(version[field], first[field]))) {
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
  for (const { version, place } of eachOf(versions, path, "selectableFields")) {
    const fields = version.selectableFields ?? [];
    const schema = version.schema?.openAPIV3Schema;
    const old = before.get(version.name);
    const isOld = equalJson(old?.selectableFields, fields) &&
      equalJson(old?.schema, version.schema);
    if (fields.length === 0 || schema === undefined || isOld) continue;
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
