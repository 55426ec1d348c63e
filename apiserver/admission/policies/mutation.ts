/**
 * Mutations: expressions whose values say what to change of an object.
 *
 * @module
 */

import type { Mutation } from "../../../toolkit/api/admissionregistration_v1.ts";
import {
  CelError,
  CelList,
  checkTypeNames,
  DynamicObject,
  JsonPatchValue,
  toJson,
  type Value,
} from "../../../toolkit/cel/mod.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { StatusError } from "../../../toolkit/errors/mod.ts";
import { FieldsError, type MergeType, mergeTypeOf, UNTYPED } from "../../apply/mod.ts";
import { mergeObjects } from "../../apply/merge.ts";
import { validateObject } from "../../apply/validate.ts";
import { jsonPatch } from "../../patch/mod.ts";
import type { ObjectKind } from "../admission.ts";
import { atomicsIn } from "./atomics.ts";
import { Budget, type Evaluation, type Expression, POLICY_COST_LIMIT } from "../expressions/mod.ts";
import type { PolicyExpressions } from "./expressions.ts";
import { MutationFailure } from "./mutation_failure.ts";

/** A mutation, compiled. */
export interface CompiledMutation {
  readonly expression: Expression;
  /** What the value makes of an object, which stays as it is. Throws a MutationFailure. */
  apply(value: Value, object: JsonObject, kind: ObjectKind): unknown;
}

/** Compiles a mutation; undefined for a kind that a later version may know. */
export function compiledMutation(
  { patchType, jsonPatch, applyConfiguration }: Mutation,
  expressions: PolicyExpressions,
): CompiledMutation | undefined {
  const compile = (source = "") => expressions.compile(source, { hasPatchTypes: true });
  switch (patchType) {
    case "JSONPatch":
      return { expression: compile(jsonPatch?.expression), apply: patched };
    case "ApplyConfiguration":
      return { expression: compile(applyConfiguration?.expression), apply: applied };
    default:
      return undefined;
  }
}

/**
 * The object as a mutation makes it, yet to be looked at; itself where nothing changes. Throws a
 * MutationFailure or an ExpressionFailure.
 */
export async function mutated(
  { expression, apply }: CompiledMutation,
  evaluation: Evaluation,
  object: JsonObject,
  kind: ObjectKind,
): Promise<unknown> {
  const value = await evaluation.run(expression, new Budget(POLICY_COST_LIMIT));
  return apply(value, object, kind);
}

function patched(value: Value, object: JsonObject): unknown {
  if (!(value instanceof CelList)) throw new MutationFailure("type mismatch: it is no list");
  const patch = Array.from(value, operationOf);
  try {
    return jsonPatch(object, patch);
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    const { message = error.message, field = "" } = error.status.details?.causes?.[0] ?? {};
    const index = /^patch\[(\d+)\]$/.exec(field)?.[1];
    // A patch whose test fails is not meant for this object.
    if (patch[Number(index)]?.op === "test" && /^testing value .* failed$/s.test(message)) {
      return object;
    }
    throw new MutationFailure(`JSON Patch: ${message}`);
  }
}

function operationOf(operation: Value): JsonObject {
  if (!(operation instanceof JsonPatchValue)) {
    throw new MutationFailure("type mismatch: an element of the list is no JSONPatch");
  }
  const [op, path, from] = (["op", "path", "from"] as const).map((field) => operation.get(field));
  const value = operation.get("value");
  const named = { op: op ?? "", path: path ?? "", ...(from !== undefined && { from }) };
  if (value === undefined) return named;
  return { ...named, value: plain(value, value instanceof DynamicObject ? value.typeName : "") };
}

function applied(value: Value, object: JsonObject, { type, shape }: ObjectKind): unknown {
  const { kind, apiVersion } = object;
  const configuration = { ...plain(value, "Object") as JsonObject, kind, apiVersion };
  const schema = type === undefined ? shape?.mergeType ?? UNTYPED : mergeTypeOf(type);
  const fail = (why: string) => new MutationFailure(`error applying patch: ${why}`);
  checkConfiguration(configuration, schema, fail);
  try {
    return mergeObjects(schema, object, configuration);
  } catch (error) {
    if (!(error instanceof FieldsError)) throw error;
    throw fail(`failed to merge patch: ${error.message}`);
  }
}

function checkConfiguration(
  configuration: JsonObject,
  schema: MergeType,
  fail: (why: string) => MutationFailure,
): void {
  try {
    validateObject(schema, configuration);
  } catch (error) {
    if (!(error instanceof FieldsError)) throw error;
    throw fail(`failed to convert patch object to typed object: ${error.message}`);
  }
  const atomics = atomicsIn(schema, configuration);
  if (atomics.length === 0) return;
  // Whoever sets a part of them would take away all the rest.
  const places = atomics.join(", ");
  throw fail(
    `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${places}`,
  );
}

/** A value as JSON; the types inside are named after their places in `root`, if it has a name. */
function plain(value: Value, root: string): unknown {
  try {
    if (root !== "") checkTypeNames(value, root);
    return toJson(value);
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    throw new MutationFailure(`type mismatch: ${error.message}`);
  }
}
