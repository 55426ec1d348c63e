/**
 * The rules for the schema of a version of a definition.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import { PATTERN_SIZE_LIMIT, patternSize } from "../../../toolkit/cel/mod.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { SlicedTask } from "../../../toolkit/time_slice.ts";
import { validateDefaults } from "./default_rules.ts";
import { isKnownFormat } from "./formats.ts";
import { SchemaNode } from "./node.ts";
import { validateRules } from "./rule_costs.ts";
import { isPresent, visitSchemas } from "./subschemas.ts";
import { validateStructural } from "./structural_validation.ts";
import { validateWords } from "./schema_props_validation.ts";
import { extensionOf } from "./extension.ts";

/** How the reference calls the words that a schema may have whose status is checked alone. */
const ROOT_FIELDS = [
  "Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength",
  "MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties",
  "ExternalDocs Example XPreserveUnknownFields XValidations",
].join(" ");
const ROOT_WORDS: ReadonlySet<string> = new Set(
  ROOT_FIELDS.split(" ").map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`),
);

/** What breaks rules in the schema of whole objects. `path`: its own. */
export function* validateSchema(
  schema: JsonObject,
  path: FieldPath,
  { hasStatus = false }: { readonly hasStatus?: boolean } = {},
): SlicedTask<FieldError[]> {
  const errors = hasStatus ? validateRoot(schema, path) : [];
  if (schema.nullable === true) {
    errors.push(
      FieldError.forbidden(path.child("nullable"), "nullable cannot be true at the root"),
    );
  }
  const violations = yield* validateStructural(schema, path);
  const node = yield* SchemaNode.of(schema);
  const words = yield* validateWords(node, path);
  addAll(errors, violations);
  if (violations.length > 0) return [...errors, ...words];
  const defaults = yield* validateDefaults(node, path);
  addAll(errors, [...defaults, ...words]);
  // Of a schema that is wrong itself, errors of rules say nothing that helps.
  if (defaults.length + words.length > 0) return errors;
  return [...errors, ...yield* validateRules(node, path)];
}

/** The status is checked by what the schema says of the field, so nothing may be said around it. */
function validateRoot(schema: JsonObject, path: FieldPath): FieldError[] {
  const { type = "" } = schema;
  if (type !== "" && type !== "object") {
    const why = 'only "object" is allowed as the type at the root of the schema if the status ' +
      "subresource is enabled";
    return [FieldError.invalid(path.child("type"), type, why)];
  }
  const isOdd =
    Object.entries(schema).some(([word, value]) =>
      (isPresent(value) || value !== null && SAID_BY_ANYTHING.has(word)) &&
      !word.startsWith("x-") &&
      !ROOT_WORDS.has(word)
    ) || ODD_EXTENSIONS.some((name) => isPresent(extensionOf(schema, name)));
  if (!isOdd) return [];
  const why = `only [${ROOT_FIELDS}] fields are allowed at the root of the schema if the status ` +
    "subresource is enabled";
  return [FieldError.unshown(path, why)];
}

/** Words that are there whatever they say. */
const SAID_BY_ANYTHING: ReadonlySet<string> = new Set([
  ...["default", "not", "additionalProperties", "additionalItems", "$ref"],
]);

const ODD_EXTENSIONS = [
  "embedded-resource",
  "int-or-string",
  "list-map-keys",
  "list-type",
  "map-type",
] as const;

/** Adds the formats that a schema names and nobody knows: values are not checked by them. */
export function findUnknownFormats(found: Set<string>, schema: JsonObject): SlicedTask<void> {
  return visitSchemas(schema, ({ format, type }) => {
    if (typeof format !== "string" || format === "") return;
    if (!isKnownFormat(typeof type === "string" ? type : "", format)) found.add(format);
  });
}

/** Whether a schema says what values are that nobody gave. */
export function* hasDefaults(schema: JsonObject): SlicedTask<boolean> {
  let found = false;
  yield* visitSchemas(schema, (inner) => {
    found ||= inner.default !== undefined && inner.default !== null;
  });
  return found;
}

/**
 * Instructions that all patterns of a definition may have together, those that are written twice
 * counted once. What an object may take of work is enough to compile them all.
 */
export const PATTERNS_LIMIT = 100_000;

/**
 * How many instructions the patterns of some schemas have together, about; none is compiled. Those
 * that are too large by themselves are left out, and told of where they are.
 */
export function* sizeOfPatterns(schemas: Iterable<JsonObject>): SlicedTask<number> {
  const known = new Set<string>();
  let size = 0;
  for (const schema of schemas) {
    yield* visitSchemas(schema, ({ pattern }) => {
      if (typeof pattern !== "string" || known.has(pattern)) return;
      known.add(pattern);
      const own = patternSize(pattern);
      if (own <= PATTERN_SIZE_LIMIT) size += own;
    });
  }
  return size;
}
