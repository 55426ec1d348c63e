/**
 * What rules can cost, found before any is run: each for itself, and all of a schema together.
 *
 * @module
 */

import { type CelSchema, typeOfSchema } from "../../../toolkit/cel/mod.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { SlicedTask } from "../../../toolkit/time_slice.ts";
import { extensionKey } from "./extension.ts";
import { SchemaNode } from "./node.ts";
import { numberOf } from "./number_check.ts";
import { EXPRESSION_COST_LIMIT, SCHEMA_COST_LIMIT } from "./rule_budget.ts";
import { type CompiledRule, compileRules, rulesOf, type RuleText } from "./rule.ts";

/** Rules that a schema's cost is put down to, at most. */
const BLAMED_LIMIT = 4;

/** What is wrong with the rules of a schema. `path`: that of the schema of whole objects. */
export function* validateRules(node: SchemaNode, path: FieldPath): SlicedTask<FieldError[]> {
  if (!node.hasRules) return [];
  const costs = new Costs();
  yield* costs.schema(node, path, { times: 1, isRoot: true, uncorrelated: undefined });
  return [...costs.errors, ...costs.total(path)];
}

/** Where a schema stands. */
interface Around {
  /** How many values it can have in an object; undefined: as many as go into a request. */
  readonly times: number | undefined;
  readonly isRoot: boolean;
  /** The list around it whose elements can't be told apart from one version to the next. */
  readonly uncorrelated: FieldPath | undefined;
}

interface Blamed {
  readonly path: FieldPath;
  readonly cost: number;
}

class Costs {
  readonly errors: FieldError[] = [];
  #total = 0;
  readonly #blamed: Blamed[] = [];

  *schema(node: SchemaNode, path: FieldPath, around: Around): SlicedTask<void> {
    if (!node.hasRules) return;
    yield* this.#rules(node, path, around);
    const inner = { isRoot: false, times: timesInside(node, around.times) };
    const { uncorrelated } = around;
    for (const [name, field] of node.properties) {
      yield* this.schema(field, path.child("properties").key(name), { ...inner, uncorrelated });
    }
    if (node.rest instanceof SchemaNode) {
      yield* this.schema(node.rest, path.child("additionalProperties"), { ...inner, uncorrelated });
    }
    if (node.items === undefined) return;
    const lost = uncorrelated ?? (node.listType === "map" ? undefined : path);
    yield* this.schema(node.items, path.child("items"), { ...inner, uncorrelated: lost });
  }

  *#rules(node: SchemaNode, path: FieldPath, around: Around): SlicedTask<void> {
    if (rulesOf(node.schema).length === 0) return;
    const at = path.child(extensionKey(node.schema, "validations"));
    const rules = yield* compileRules(node, around.isRoot || node.isEmbedded);
    if (rules === undefined) {
      const why = `internal error: failed to construct type information for ` +
        `${extensionKey(node.schema, "validations")} rules: unable to convert structural schema ` +
        "to CEL declarations";
      this.errors.push(FieldError.internal(at, why));
      return;
    }
    const times = around.times ?? timesInRequest(node);
    for (const [index, rule] of rules.entries()) {
      this.#rule(rule, at.index(index), times, around);
      yield;
    }
  }

  #rule(rule: CompiledRule, at: FieldPath, times: number, { uncorrelated }: Around): void {
    const { text, program, error, messageProgram, messageError, usesOldSelf } = rule;
    const most = program?.estimate().max ?? 0;
    this.#cost("estimated rule cost", most === 0 ? 0 : most * times, at.child("rule"));
    if (error !== undefined) {
      this.errors.push(FieldError.invalid(at.child("rule"), shownRule(text), error));
    }
    if (messageError !== undefined) {
      this.errors.push(
        FieldError.invalid(at.child("messageExpression"), shownRule(text), messageError),
      );
    } else if (messageProgram !== undefined) {
      const cost = messageProgram.estimate().max;
      this.#cost("estimated messageExpression cost", cost, at.child("messageExpression"));
    }
    if (usesOldSelf && uncorrelated !== undefined) {
      const why = "oldSelf cannot be used on the uncorrelatable portion of the schema within " +
        String(uncorrelated);
      this.errors.push(FieldError.invalid(at.child("rule"), text.rule, why));
    } else if (!usesOldSelf && text.optionalOldSelf !== undefined) {
      const why = "may not be set if oldSelf is not used in rule";
      this.errors.push(FieldError.invalid(at.child("optionalOldSelf"), text.optionalOldSelf, why));
    }
  }

  #cost(what: string, cost: number, path: FieldPath): void {
    if (cost > EXPRESSION_COST_LIMIT) {
      this.errors.push(FieldError.forbidden(path, tooDear(what, cost, EXPRESSION_COST_LIMIT)));
    }
    this.#total += cost;
    if (cost >= SCHEMA_COST_LIMIT / 100) this.#blamed.push({ path, cost });
  }

  total(path: FieldPath): FieldError[] {
    if (this.#total <= SCHEMA_COST_LIMIT) return [];
    const blamed = this.#blamed.sort((one, other) => other.cost - one.cost).slice(0, BLAMED_LIMIT);
    const share = "contributed to estimated rule cost total exceeding cost limit for entire " +
      "OpenAPIv3 schema";
    const what = `${RULES} estimated rule cost total for entire OpenAPIv3 schema`;
    return [
      ...blamed.map((one) => FieldError.forbidden(one.path, share)),
      FieldError.forbidden(path, tooDear(what, this.#total, SCHEMA_COST_LIMIT)),
    ];
  }
}

const RULES = extensionKey({}, "validations");

/** A rule as the reference shows it. */
function shownRule(text: RuleText) {
  const { rule, message, messageExpression, reason, fieldPath, optionalOldSelf } = text;
  return {
    Rule: rule,
    Message: message,
    MessageExpression: messageExpression,
    Reason: reason ?? null,
    FieldPath: fieldPath,
    OptionalOldSelf: optionalOldSelf ?? null,
  };
}

/** How many values each part of a schema's values can have. */
function timesInside(node: SchemaNode, times: number | undefined): number | undefined {
  const { type, rest, schema } = node;
  let most: number | undefined = 1;
  if (type === "array") most = numberOf(schema.maxItems);
  else if (type === "object" && rest !== undefined) most = numberOf(schema.maxProperties);
  return times === undefined || most === undefined ? undefined : times * Math.max(0, most);
}

/** How many values of a schema go into a request: the longest list of them. */
function timesInRequest({ schema }: SchemaNode): number {
  const list = typeOfSchema({ type: "array", items: schema as CelSchema }, "self");
  return list?.kind === "list" ? list.maxSize ?? Infinity : Infinity;
}

function tooDear(what: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const shown = factor > 100
    ? "more than 100x"
    : `${factor < 1.5 ? factor.toFixed(6) : factor.toFixed(1)}x`;
  return `${what} exceeds budget by factor of ${shown} (try simplifying the rule, or adding ` +
    "maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)";
}
