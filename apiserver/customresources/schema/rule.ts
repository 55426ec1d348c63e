/**
 * Rules in the expression language: what a schema says of values beyond their form.
 *
 * @module
 */

import {
  CelCompileError,
  CelEnvironment,
  type CelProgram,
  type CelSchema,
  compileCel,
  optionalOf,
  STANDARD_LIBRARIES,
  typeOfSchema,
} from "../../../toolkit/cel/mod.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { SlicedTask } from "../../../toolkit/time_slice.ts";
import { extensionOf } from "./extension.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import type { SchemaNode } from "./node.ts";
import { schemaPath, SchemaPathError } from "./schema_path.ts";

/** A rule as it is written. */
export interface RuleText {
  readonly rule: string;
  readonly message: string;
  readonly messageExpression: string;
  readonly reason: string | undefined;
  readonly fieldPath: string;
  readonly optionalOldSelf: boolean | undefined;
}

/** A rule ready to run, or why it is not. */
export interface CompiledRule {
  readonly text: RuleText;
  /** Undefined: it can't be compiled, or says nothing. */
  readonly program?: CelProgram;
  readonly error?: string;
  readonly messageProgram?: CelProgram;
  readonly messageError?: string;
  /** Whether it compares with the value before. */
  readonly usesOldSelf: boolean;
  /** Where in the value its errors are. */
  readonly fieldPath: string;
}

const BASE = new CelEnvironment({ libraries: STANDARD_LIBRARIES });

/** The rules of a schema, without those inside of it. */
export function rulesOf(schema: JsonObject): RuleText[] {
  const rules = extensionOf(schema, "validations");
  if (!Array.isArray(rules)) return [];
  return rules.filter(isObject).map((rule) => ({
    rule: textOf(rule.rule),
    message: textOf(rule.message),
    messageExpression: textOf(rule.messageExpression),
    reason: typeof rule.reason === "string" ? rule.reason : undefined,
    fieldPath: textOf(rule.fieldPath),
    optionalOldSelf: typeof rule.optionalOldSelf === "boolean" ? rule.optionalOldSelf : undefined,
  }));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

const compiled = new WeakMap<SchemaNode, CompiledRule[] | undefined>();

/**
 * The rules of a schema, compiled once; undefined where expressions can't look at its values. `isRoot`: of
 * a whole object of the API.
 */
export function* compileRules(
  node: SchemaNode,
  isRoot: boolean,
): SlicedTask<CompiledRule[] | undefined> {
  if (!compiled.has(node)) compiled.set(node, yield* compileAll(node, isRoot));
  return compiled.get(node);
}

function* compileAll(node: SchemaNode, isRoot: boolean): SlicedTask<CompiledRule[] | undefined> {
  const self = typeOfSchema(node.schema as CelSchema, "self", isRoot);
  if (self === undefined) return undefined;
  const plain = BASE.extend({ variables: { self, oldSelf: self } });
  const optional = BASE.extend({ variables: { self, oldSelf: optionalOf(self) } });
  const rules: CompiledRule[] = [];
  for (const text of rulesOf(node.schema)) {
    yield;
    rules.push(compileRule(text, node, text.optionalOldSelf === true ? optional : plain));
  }
  return rules;
}

function compileRule(text: RuleText, node: SchemaNode, environment: CelEnvironment): CompiledRule {
  const base = { text, usesOldSelf: false, fieldPath: "" };
  if (text.rule.trim() === "") return base;
  const { program, error } = compileTo("bool", text.rule, environment);
  if (program === undefined) {
    return { ...base, error: error ?? "cel expression must evaluate to a bool" };
  }
  const usesOldSelf = program.uses("oldSelf");
  const fieldPath = fieldPathOf(text, node);
  const rule = { text, program, usesOldSelf, fieldPath };
  if (text.messageExpression === "") return rule;
  const message = compileTo("string", text.messageExpression, environment);
  if (message.program !== undefined) return { ...rule, messageProgram: message.program };
  const messageError = message.error === undefined
    ? "messageExpression must evaluate to a string"
    : `messageExpression ${message.error}`;
  return { ...rule, messageError };
}

function compileTo(kind: "bool" | "string", source: string, environment: CelEnvironment) {
  try {
    const program = compileCel(source, environment);
    return program.type.kind === kind ? { program } : {};
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error;
    return { error: `compilation failed: ${error.message}` };
  }
}

function fieldPathOf({ fieldPath }: RuleText, node: SchemaNode): string {
  if (fieldPath === "") return "";
  try {
    return schemaPath(fieldPath, node).text;
  } catch (error) {
    if (error instanceof SchemaPathError) return "";
    throw error;
  }
}
