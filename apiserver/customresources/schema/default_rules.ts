/**
 * The rules for defaults in a schema.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import { CodecError, type JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { SlicedTask } from "../../../toolkit/time_slice.ts";
import { equalJson } from "../../../toolkit/values/json.ts";
import { checkOf } from "./check.ts";
import { coerceEmbedded, metadataProblems, type Place, validateEmbedded } from "./embedded.ts";
import { ErrorCollector } from "./error_collector.ts";
import { copyJson, setMember } from "../../../toolkit/values/json.ts";
import { shownValue } from "./json.ts";
import type { SchemaNode } from "./node.ts";
import { pruneObject, pruneValue } from "./prune.ts";
import { RuleTree } from "./rules.ts";

/** Where the metadata of an embedded object is, seen from a schema in it. */
type InMetadata = readonly (string | number)[] | undefined;

/**
 * The errors of a schema's defaults: each default must be valid, and must lose nothing when it is
 * pruned as part of an object. `path` is that of the schema of whole objects. Runs in steps: a
 * schema may have many.
 */
export function* validateDefaults(node: SchemaNode, path: FieldPath): SlicedTask<FieldError[]> {
  const errors: FieldError[] = [];
  yield* walk(errors, node, path, undefined, true);
  return errors;
}

function* walk(
  errors: FieldError[],
  node: SchemaNode,
  path: FieldPath,
  around: InMetadata,
  isRoot = false,
): SlicedTask<void> {
  if (!node.hasDefaults) return;
  if (node.default !== undefined) {
    const at = path.child("default");
    const isWhole = isRoot || node.isEmbedded;
    if (around !== undefined) yield* validateInMetadata(errors, node, at, around);
    else yield* validateDefault(errors, node, at, isWhole);
    yield;
  }
  // Defaults of maps' values are filled in nowhere but in the place of nulls.
  if (node.items !== undefined) {
    yield* walk(errors, node.items, path.child("items"), around && [...around, 0]);
  }
  for (const [name, field] of node.properties) {
    const isMetadata = node.isEmbedded &&
      (name === "metadata" || name === "apiVersion" || name === "kind");
    const inner = isMetadata ? [name] : node.isEmbedded ? undefined : around && [...around, name];
    yield* walk(errors, field, path.child("properties").key(name), inner);
  }
}

function* validateDefault(
  errors: FieldError[],
  node: SchemaNode,
  path: FieldPath,
  isWhole: boolean,
): SlicedTask<void> {
  const value = copyJson(node.default);
  if (isWhole && typeof value === "object" && value !== null && !Array.isArray(value)) {
    pruneObject(value as JsonObject, node);
  } else pruneValue(value, node);
  if (!equalJson(value, node.default)) {
    errors.push(FieldError.invalid(path, shownValue(node.default), "must not have unknown fields"));
  }
  const embedded = embeddedErrors(node, { path, isWhole });
  if (embedded.length > 0) addAll(errors, embedded);
  else yield* validateValue(errors, node, path);
}

function embeddedErrors(node: SchemaNode, at: Place): FieldError[] {
  if (!node.hasEmbedded && !at.isWhole) return [];
  const value = copyJson(node.default);
  try {
    coerceEmbedded(value, node, { at });
  } catch (error) {
    if (error instanceof CodecError && error.cause instanceof FieldError) return [error.cause];
    throw error;
  }
  return validateEmbedded(value, node, at);
}

function* validateValue(errors: FieldError[], node: SchemaNode, path: FieldPath): SlicedTask<void> {
  const found = new ErrorCollector(path);
  checkOf(node.schema, "defaults")(node.default, "", found);
  addAll(errors, found.errors);
  if (!found.isEmpty || !node.hasRules) return;
  const rules = new RuleTree(node);
  const value = node.default;
  const unchanged = yield* rules.validate(value, { old: value, base: path });
  addAll(errors, unchanged);
  // A rule may take the old value as optional: a new object has none.
  if (unchanged.length === 0) addAll(errors, yield* rules.validate(value, { base: path }));
}

/** A default of a field of metadata: the metadata as a whole must be valid with it. */
function* validateInMetadata(
  errors: FieldError[],
  node: SchemaNode,
  path: FieldPath,
  around: readonly (string | number)[],
): SlicedTask<void> {
  const wrapped = around.reduceRight<unknown>((value, step) => {
    if (typeof step === "number") return [value];
    const object: JsonObject = {};
    setMember(object, step, value);
    return object;
  }, copyJson(node.default)) as JsonObject;
  const object = { apiVersion: "validation/v1", kind: "Validation", ...wrapped };
  const problems = metadataProblems(object);
  if (problems.length === 0) return yield* validateValue(errors, node, path);
  const text = problems.length === 1 ? problems[0] : `[${problems.join(", ")}]`;
  const why = `must result in valid metadata: ${text}`;
  errors.push(FieldError.invalid(path, shownValue(node.default), why));
}
