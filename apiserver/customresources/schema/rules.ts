/**
 * Runs the rules of a schema over an object, as far as the budget goes.
 *
 * @module
 */

import {
  type Activation,
  adapterOfSchema,
  type CelError,
  CelLimitError,
  type CelSchema,
  Optional,
  typeOfSchema,
  type Value,
  Work,
} from "../../../toolkit/cel/mod.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { SlicedTask } from "../../../toolkit/time_slice.ts";
import type { Correlated } from "./correlated.ts";
import { pathOf } from "./error_collector.ts";
import { isObject, memberOf } from "../../../toolkit/values/json.ts";
import { shownValue } from "./json.ts";
import { SchemaNode } from "./node.ts";
import { keysOf } from "./old_elements.ts";
import { elementPlace, fieldPlace } from "./place.ts";
import { type CompiledRule, compileRules, rulesOf, type RuleText } from "./rule.ts";
import { CALL_COST_LIMIT, OBJECT_COST_LIMIT } from "./rule_budget.ts";
import { messageOf } from "./rule_message.ts";

/** The rules of a schema and of what is in it. Each is compiled when its value first comes. */
export class RuleTree {
  readonly #node: SchemaNode;
  readonly #isRoot: boolean;
  readonly #fields = new Map<string, RuleTree>();
  readonly #items: RuleTree | undefined;
  readonly #rest: RuleTree | undefined;
  /** Whether there is nothing to run. */
  readonly isEmpty: boolean;
  #rules: readonly CompiledRule[] | undefined;

  constructor(node: SchemaNode, isRoot = false) {
    this.#node = node;
    this.#isRoot = isRoot;
    for (const [name, field] of node.properties) {
      const tree = treeOf(field);
      if (tree !== undefined) this.#fields.set(name, tree);
    }
    this.#items = treeOf(node.items);
    this.#rest = node.rest instanceof SchemaNode ? treeOf(node.rest) : undefined;
    this.isEmpty = rulesOf(node.schema).length === 0 && this.#fields.size === 0 &&
      this.#items === undefined && this.#rest === undefined;
  }

  /** The rules that a value breaks. */
  *validate(
    value: unknown,
    { old, correlated, base, warn }: RunOptions = {},
  ): SlicedTask<FieldError[]> {
    const run = new Run(base, warn);
    yield* this.run(run, { value, old, place: "", current: correlated, parent: undefined });
    return run.errors;
  }

  /** Runs what is here and below. Returns false when nothing more is to be run. */
  *run(run: Run, at: At): SlicedTask<boolean> {
    const { value, old } = at;
    if (value === null || value === undefined) return true;
    this.#rules ??= (yield* compileRules(this.#node, this.#isRoot || this.#node.isEmbedded)) ?? [];
    if (this.#rules.length > 0 && !(yield* run.rules(this.#rules, this.#node, at, this.#isRoot))) {
      return false;
    }
    if (Array.isArray(value)) {
      return yield* this.#list(run, value, Array.isArray(old) ? old : [], at);
    }
    return !isObject(value) || (yield* this.#object(run, value, isObject(old) ? old : {}, at));
  }

  *#list(run: Run, list: readonly unknown[], old: readonly unknown[], at: At): SlicedTask<boolean> {
    const items = this.#items;
    if (items === undefined) return true;
    const before = keysOf(old, this.#node);
    for (const [index, value] of list.entries()) {
      const goesOn = yield* items.run(run, {
        value,
        old: before.like(value),
        place: elementPlace(at.place, index),
        ...correlate(at, (correlated) => correlated.element(index)),
      });
      if (!goesOn) return false;
    }
    return true;
  }

  *#object(run: Run, object: JsonObject, old: JsonObject, at: At): SlicedTask<boolean> {
    const field = (tree: RuleTree, name: string, place: string) =>
      tree.run(run, {
        value: object[name],
        old: memberOf(old, name),
        place,
        ...correlateField(at, name),
      });
    const rest = this.#rest;
    if (rest !== undefined) {
      for (const name of Object.keys(object)) {
        if (!(yield* field(rest, name, `${at.place}[${name}]`))) return false;
      }
    }
    for (const [name, tree] of this.#fields) {
      if (!Object.hasOwn(object, name)) continue;
      if (!(yield* field(tree, name, fieldPlace(at.place, name)))) return false;
    }
    return true;
  }
}

/** The rules of a value; undefined where there are none, or expressions can't look at it. */
function treeOf(node: SchemaNode | undefined): RuleTree | undefined {
  if (node === undefined || !node.hasRules) return undefined;
  if (typeOfSchema(node.schema as CelSchema, "self", node.isEmbedded) === undefined) {
    return undefined;
  }
  const tree = new RuleTree(node);
  return tree.isEmpty ? undefined : tree;
}

/** What is known of a value besides itself. */
export interface RunOptions {
  /** The one that it takes the place of. */
  readonly old?: unknown;
  /** Both, so that what is as it was may stay wrong; undefined: nothing may. */
  readonly correlated?: Correlated | undefined;
  /** Where it is; undefined: it is a whole object. */
  readonly base?: FieldPath | undefined;
  /** Hears of each rule that stays broken. */
  readonly warn?: Warn | undefined;
}

/** Tells the client something that keeps no write from being done. */
export type Warn = (text: string) => void;

/** A value that rules are run for. */
interface At {
  readonly value: unknown;
  /** The one that it takes the place of; undefined: none that is known. */
  readonly old: unknown;
  readonly place: string;
  /** The value with the old one, as far as ratcheting goes; undefined where there is none. */
  readonly current: Correlated | undefined;
  /** The nearest value around it that has one. */
  readonly parent: Correlated | undefined;
}

function correlate(
  { current, parent }: At,
  inner: (correlated: Correlated) => Correlated | undefined,
): Pick<At, "current" | "parent"> {
  if (current === undefined) return { current, parent };
  return { current: inner(current), parent: current };
}

function correlateField(at: At, name: string): Pick<At, "current" | "parent"> {
  // The version of an object is that of the request, whatever is stored.
  const isType = at.place === "" && (name === "apiVersion" || name === "kind");
  if (isType) return { current: undefined, parent: undefined };
  return correlate(at, (correlated) => correlated.field(name));
}

/** Whether a value is as it was: what is wrong with it was wrong before. */
function isUnchanged({ current, parent }: At): boolean {
  return (current ?? parent)?.isSame ?? false;
}

/** One object's run. */
class Run {
  readonly errors: FieldError[] = [];
  readonly #base: FieldPath | undefined;
  readonly #warn: Warn | undefined;
  #budget = OBJECT_COST_LIMIT;
  readonly #work = new Work();

  constructor(base: FieldPath | undefined, warn: Warn | undefined) {
    this.#base = base;
    this.#warn = warn;
  }

  /** Runs the rules of one value. Returns false when nothing more is to be run. */
  *rules(
    rules: readonly CompiledRule[],
    node: SchemaNode,
    at: At,
    isRoot: boolean,
  ): SlicedTask<boolean> {
    const path = pathOf(at.place, this.#base);
    const add = (why: string) => this.errors.push(FieldError.invalid(path, node.type, why));
    if (this.#budget <= 0) {
      add(OUT_OF_BUDGET);
      return false;
    }
    const variables = new Variables(node, isRoot, at.value, at.old);
    for (const compiled of rules) {
      const { text, program, error, usesOldSelf } = compiled;
      if (error !== undefined) add(`rule compile error: ${error}`);
      if (program === undefined) continue;
      yield;
      const isOptional = text.optionalOldSelf === true;
      if (usesOldSelf && (at.old === undefined || at.old === null) && !isOptional) continue;
      const outcome = program.run(
        isOptional ? variables.optional : variables,
        CALL_COST_LIMIT,
        this.#work,
      );
      if (outcome.cost > this.#budget) {
        add(OUT_OF_BUDGET);
        return false;
      }
      this.#budget -= outcome.cost;
      if (outcome.error !== undefined) {
        add(errorText(outcome.error, text));
        if (outcome.error instanceof CelLimitError) return false;
      } else if (outcome.value !== true && !this.#fail(compiled, node, at, variables)) return false;
    }
    return true;
  }

  #fail(compiled: CompiledRule, node: SchemaNode, at: At, variables: Variables): boolean {
    const { text, messageProgram, usesOldSelf, fieldPath } = compiled;
    const place = fieldPath === "" ? at.place : fieldPlace(at.place, fieldPath);
    const path = pathOf(place, this.#base);
    const tell = (error: FieldError) => {
      if (usesOldSelf || !isUnchanged(at)) this.errors.push(error);
      else this.#warn?.(String(error));
    };
    const message = messageProgram === undefined
      ? { cost: 0 }
      : messageOf(messageProgram, variables, this.#budget, this.#work);
    if (message.stop !== undefined) {
      tell(FieldError.invalid(path, node.type, message.stop));
      return false;
    }
    this.#budget -= message.cost;
    const detail = message.text ?? ruleMessage(text);
    tell(errorFor(text.reason, { path, node, detail }, at.value));
    return true;
  }
}

const OUT_OF_BUDGET =
  "validation failed due to running out of cost budget, no further validation rules will be run";

function errorText(error: CelError, text: RuleText): string {
  const { message } = error;
  const rule = text.message.trim() || text.rule.trim();
  if (error instanceof CelLimitError) {
    return `'${message}': no further validation rules will be run due to call cost exceeds limit ` +
      `for rule: ${rule}`;
  }
  return message.startsWith("no such overload")
    ? `'${message}': call arguments did not match a supported operator, function or macro ` +
      `signature for rule: ${rule}`
    : `${message} evaluating rule: ${rule}`;
}

function ruleMessage({ message, rule }: RuleText): string {
  return message === "" ? `failed rule: ${rule.trim()}` : message.trim();
}

interface Failure {
  readonly path: FieldPath;
  readonly node: SchemaNode;
  readonly detail: string;
}

function errorFor(reason: string | undefined, failure: Failure, value: unknown): FieldError {
  const { path, node, detail } = failure;
  switch (reason) {
    case "FieldValueForbidden":
      return FieldError.forbidden(path, detail);
    case "FieldValueRequired":
      return FieldError.required(path, detail);
    case "FieldValueDuplicate":
      return FieldError.duplicate(path, shownValue(value));
  }
  return node.type === "object" || node.type === "array"
    ? FieldError.unshown(path, detail)
    : FieldError.invalid(path, shownValue(value), detail);
}

/** `self` and `oldSelf`, made when a rule first reads them. */
class Variables implements Activation {
  readonly #node: SchemaNode;
  readonly #isRoot: boolean;
  readonly #value: unknown;
  readonly #old: unknown;
  #self: Value | undefined;
  #oldSelf: Value | undefined;

  constructor(node: SchemaNode, isRoot: boolean, value: unknown, old: unknown) {
    this.#node = node;
    this.#isRoot = isRoot || node.isEmbedded;
    this.#value = value;
    this.#old = old;
  }

  resolve(name: string): Value | undefined {
    if (name === "self") return this.#self ??= this.#adapt(this.#value);
    return name === "oldSelf" ? this.#before : undefined;
  }

  get #before(): Value | undefined {
    if (this.#old === undefined || this.#old === null) return undefined;
    return this.#oldSelf ??= this.#adapt(this.#old);
  }

  /** The same for rules to which the old value is an optional one. */
  get optional(): Activation {
    return {
      resolve: (name) => {
        if (name !== "oldSelf") return this.resolve(name);
        const old = this.#before;
        return old === undefined ? Optional.none : Optional.of(old);
      },
    };
  }

  #adapt(json: unknown): Value {
    return adapterOfSchema(this.#node.schema as CelSchema, this.#isRoot)(json);
  }
}
