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
  type Value,
} from "../../../toolkit/cel/mod.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { StatusError } from "../../../toolkit/errors/mod.ts";
import { FieldsError, type MergeType, mergeTypeOf, UNTYPED } from "../../fieldmanager/mod.ts";
import { mergeObjects } from "../../fieldmanager/merge.ts";
import { validateObject } from "../../fieldmanager/validate.ts";
import { BODY_LIMIT_BYTES } from "../../bodies/body.ts";
import { jsonPatch } from "../../patch/mod.ts";
import { LIMIT_OPERATIONS } from "../../patch/limits.ts";
import type { ObjectKind } from "../admission.ts";
import {
  Budget,
  type Evaluation,
  type Expression,
  JsonAllowance,
  POLICY_COST_LIMIT,
  shownError,
  TooLarge,
} from "../expressions/mod.ts";
import { atomicsIn } from "./atomics.ts";
import type { PolicyExpressions } from "../../../toolkit/policies/mod.ts";
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
  const patch = operationsOf(value);
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
    throw new MutationFailure(`JSON Patch: ${shownError({ message })}`);
  }
}

function operationsOf(value: Value): JsonObject[] {
  if (!(value instanceof CelList)) {
    throw new MutationFailure("type mismatch: the result is not a list");
  }
  if (value.size > LIMIT_OPERATIONS) {
    const why = `there are ${value.size} operations, and ${LIMIT_OPERATIONS} are the limit`;
    throw new MutationFailure(`JSON Patch: ${why}`);
  }
  // As much as a patch of a client may be.
  const allowance = new JsonAllowance(BODY_LIMIT_BYTES);
  return Array.from(value, (operation) => operationOf(operation, allowance));
}

function operationOf(operation: Value, allowance: JsonAllowance): JsonObject {
  if (!(operation instanceof JsonPatchValue)) {
    throw new MutationFailure("type mismatch: an element of the list is not a JSONPatch");
  }
  const named: JsonObject = { op: "", path: "" };
  for (const field of ["op", "path", "from"] as const) {
    const text = operation.get(field);
    if (text !== undefined) named[field] = plain(text, "", allowance);
  }
  const value = operation.get("value");
  if (value === undefined) return named;
  const root = value instanceof DynamicObject ? value.typeName : "";
  return { ...named, value: plain(value, root, allowance) };
}

function applied(value: Value, object: JsonObject, { type, shape }: ObjectKind): unknown {
  const { kind, apiVersion } = object;
  const made = plain(value, "Object", new JsonAllowance(BODY_LIMIT_BYTES));
  const configuration = { ...made as JsonObject, kind, apiVersion };
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
function plain(value: Value, root: string, allowance: JsonAllowance): unknown {
  try {
    const json = allowance.json(value);
    if (root !== "") checkTypeNames(value, root);
    return json;
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    const { message } = error;
    throw new MutationFailure(error instanceof TooLarge ? message : `type mismatch: ${message}`);
  }
}
