/**
 * Structural schemas.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { runToEnd, type SlicedTask } from "../../../toolkit/time_slice.ts";
import { checkOf } from "./check.ts";
import { Correlated, runCorrelated } from "./correlated.ts";
import { applyDefaults } from "./default.ts";
import { coerceEmbedded, type CoerceOptions, validateEmbedded } from "./embedded.ts";
import { ErrorCollector, WHOLE } from "./error_collector.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import { validateLists } from "./list_types.ts";
import { SchemaNode } from "./node.ts";
import { dropNull, type NullOptions, pruneObject } from "./prune.ts";
import { RuleTree, type RunOptions, type Warn } from "./rules.ts";
import type { Check } from "./value_check.ts";
import { validateStructural } from "./structural_validation.ts";

/** What came of reading a schema: one of the two. */
export interface StructuralResult {
  readonly structural?: Structural;
  /** The rules that the schema breaks. Their paths begin with a dot, in the schema. */
  readonly violations?: readonly FieldError[];
}

const STATUS = FieldPath.of("status");

const known = new WeakMap<object, StructuralResult>();

/** A schema as it stands in a definition, read once. */
export function structuralOf(schema: unknown): StructuralResult {
  return isObject(schema) && known.get(schema) || runToEnd(readStructural(schema));
}

/** As {@link structuralOf}, in steps: a schema may be large. */
export function* readStructural(schema: unknown): SlicedTask<StructuralResult> {
  if (!isObject(schema)) return { structural: new Structural({}) };
  let result = known.get(schema);
  if (result === undefined) {
    const violations = yield* validateStructural(schema);
    result = violations.length > 0 ? { violations } : { structural: new Structural(schema) };
    known.set(schema, result);
  }
  return result;
}

/** Kinds of errors after which rules are not run: they could not trust what they see. */
const BLOCKING: ReadonlySet<string> = new Set([
  "FieldValueNotSupported",
  "FieldValueRequired",
  "FieldValueTooLong",
  "FieldValueTooMany",
  "FieldValueTypeInvalid",
]);

/**
 * A structural schema: it prunes objects, fills in defaults and validates. Its tree, checks and
 * rules are made when they are first needed, and then kept.
 */
export class Structural {
  readonly #schema: JsonObject;
  #node: SchemaNode | undefined;
  #check: Check | undefined;
  #rules: RuleTree | undefined;

  constructor(schema: JsonObject) {
    this.#schema = schema;
  }

  /** The tree of the schema; made when it is first needed, as most of what follows from it. */
  get node(): SchemaNode {
    return this.#node ??= runToEnd(SchemaNode.of(this.#schema));
  }

  /** As {@link node}, in steps. */
  *readNode(): SlicedTask<SchemaNode> {
    return this.#node ??= yield* SchemaNode.of(this.#schema);
  }

  /**
   * Drops what the schema doesn't know, and brings embedded objects into canonical form. In place.
   * Throws CodecError for embedded objects that can't be read. `problems` gets a sentence for each
   * field that was dropped: `unknown field "spec.x"`.
   */
  prune(object: JsonObject, problems?: string[], options: CoerceOptions & NullOptions = {}): void {
    const { node } = this;
    const dropped: string[] | undefined = problems && [];
    pruneObject(object, node, dropped);
    for (const place of dropped?.sort() ?? []) problems?.push(`unknown field "${place}"`);
    for (const name of Object.keys(object)) {
      if (name !== "metadata") dropNull(object, name, node, options);
    }
    if (node.hasEmbedded) coerceEmbedded(object, node, { ...options, problems });
  }

  /** Fills in defaults, of embedded objects without what metadata doesn't have. In place. */
  applyDefaults(object: JsonObject): void {
    const { node } = this;
    applyDefaults(object, node);
    if (node.fillsEmbedded) coerceEmbedded(object, node, { dropInvalid: true });
  }

  /**
   * What is wrong with an object; with `old` what an update breaks that it takes the place of:
   * parts that it leaves as they were may stay wrong. `warn` hears of the rules they break.
   */
  *validate(object: JsonObject, old?: JsonObject, warn?: Warn): SlicedTask<FieldError[]> {
    const { node } = this;
    const before = old && new Correlated(object, old, node);
    const check = this.#check ??= checkOf(this.#schema);
    const errors = [...checkValue(check, object, new ErrorCollector(), before).errors];
    yield;
    if (node.hasEmbedded) addAll(errors, validateEmbedded(object, node));
    addAll(errors, this.#checkLists(object, old));
    yield;
    return yield* this.#withRules(errors, object, { old, correlated: before, warn });
  }

  /**
   * What is wrong with an object of which an update changes nothing but the status: the rest may be
   * as wrong as it was.
   */
  *validateStatus(object: JsonObject, old: JsonObject, warn?: Warn): SlicedTask<FieldError[]> {
    const before = new Correlated(object, old, this.node);
    const status = this.node.properties.get("status");
    const found = new ErrorCollector(STATUS);
    if (status !== undefined && object.status !== undefined) {
      checkValue(checkOf(status.schema), object.status, found, before.field("status"));
    }
    const errors = [...found.errors, ...this.#checkLists(object, old)];
    return yield* this.#withRules(errors, object, { old, correlated: before, warn });
  }

  /** What was there twice before may be so again. */
  #checkLists(object: JsonObject, old: JsonObject | undefined): FieldError[] {
    const wereGood = old === undefined || validateLists(old, this.node).length === 0;
    return wereGood ? validateLists(object, this.node) : [];
  }

  *#withRules(
    errors: FieldError[],
    object: JsonObject,
    options: RunOptions,
  ): SlicedTask<FieldError[]> {
    if (!this.node.hasRules) return errors;
    this.#rules ??= new RuleTree(this.node, true);
    if (this.#rules.isEmpty) return errors;
    if (areBlocking(errors)) return [...errors, rulesNotRun()];
    return [...errors, ...yield* this.#rules.validate(object, options)];
  }
}

/** Runs a check; what an update leaves as it was may stay wrong. */
function checkValue(
  check: Check,
  value: unknown,
  found: ErrorCollector,
  before: Correlated | undefined,
): ErrorCollector {
  const all = found.apart();
  check(value, "", all);
  // What is compared with the old value costs more: it is seldom needed.
  if (before === undefined || all.isEmpty) found.addAll(all);
  else runCorrelated(check, value, "", found, before);
  return found;
}

/** Whether errors keep rules from being run. */
function areBlocking(errors: readonly FieldError[]): boolean {
  return errors.some(({ type }) => BLOCKING.has(type));
}

/** What is told in the place of errors that rules would find. */
function rulesNotRun(): FieldError {
  const why =
    "some validation rules were not checked because the object was invalid; correct the " +
    "existing errors to complete validation";
  return FieldError.invalid(WHOLE, null, why);
}
