/**
 * What an expression can cost at most and at least, before it runs.
 *
 * @module
 */

import type { CallExpr, Expr, FoldExpr } from "./ast.ts";
import { ACCUMULATOR, OPERATORS } from "./ast.ts";
import type { Checked } from "./checker.ts";
import {
  ACCESS_COST,
  type CallSizes,
  type Cost,
  exactly,
  FREE,
  LIST_COST,
  MAP_COST,
  productOf,
  type Range,
  STRUCT_COST,
  sumOf,
  unionOf,
  UNKNOWN,
} from "./cost.ts";
import type { Overload } from "./declarations.ts";
import type { CelType } from "./type.ts";
import { sizeOf } from "./values.ts";

/** The range of an expression's cost. */
export function estimateCost(checked: Checked): Range {
  return new Estimator(checked).cost(checked.expr);
}

/** What is known of the value of a part, besides its type. */
interface Known {
  /** The declared type, sizes and all, of something that a path from a variable leads to. */
  readonly declared?: CelType | undefined;
  readonly size?: Range | undefined;
  /** Of its elements, or its keys and values. */
  readonly keys?: Range | undefined;
  readonly values?: Range | undefined;
}

const NOTHING: Known = {};

class Estimator {
  readonly #checked: Checked;
  readonly #known = new Map<Expr, Known>();
  readonly #scopes: (readonly [string, Known])[] = [];

  /**
   * Elements of what is no part of an object but made in the expression are taken to be as large as
   * the object that the schema is of: as the reference has it, or rules would be refused here that
   * it takes.
   */
  readonly #rootSize: Range | undefined;

  constructor(checked: Checked) {
    this.#checked = checked;
    const root = checked.environment.variable("self");
    const max = root && maxSizeOf(root);
    this.#rootSize = max === undefined ? undefined : { min: 0, max };
  }

  cost(expr: Expr): Range {
    switch (expr.is) {
      case "literal":
        return FREE;
      case "ident":
        return this.#name(expr);
      case "select":
        return this.#select(expr);
      case "call":
        return this.#call(expr);
      case "list": {
        const cost = this.#sum(expr.elements, LIST_COST);
        this.#learn(expr, { keys: exactly(1), values: this.#widest(expr.elements) });
        return cost;
      }
      case "map": {
        const [keys, values] = [
          expr.entries.map(({ key }) => key),
          expr.entries.map(({ value }) => value),
        ];
        const cost = sumOf(this.#sum(keys, MAP_COST), this.#sum(values, 0));
        this.#learn(expr, { keys: this.#widest(keys), values: this.#widest(values) });
        return cost;
      }
      case "struct":
        return this.#sum(expr.entries.map(({ value }) => value), STRUCT_COST);
      case "fold":
        return expr.accumulator === ACCUMULATOR ? this.#fold(expr) : this.#binding(expr);
    }
  }

  #sum(parts: readonly Expr[], base: number): Range {
    return parts.reduce((sum, part) => sumOf(sum, this.cost(part)), exactly(base));
  }

  #widest(parts: readonly Expr[]): Range {
    if (parts.length === 0) return FREE;
    return parts.map((part) => this.#size(part)).reduce(unionOf);
  }

  #learn(expr: Expr, known: Known): void {
    this.#known.set(expr, { ...this.#known.get(expr), ...known });
  }

  #of(expr: Expr): Known {
    return this.#known.get(expr) ?? NOTHING;
  }

  #name(expr: Expr): Range {
    const reference = this.#checked.referenceOf(expr);
    if (reference?.is !== "variable") {
      if (this.#rootSize !== undefined) this.#learn(expr, { size: this.#rootSize });
      return exactly(ACCESS_COST);
    }
    const local = this.#scopes.findLast(([name]) => name === reference.name)?.[1];
    this.#learn(expr, local ?? { declared: this.#checked.environment.variable(reference.name) });
    return exactly(ACCESS_COST);
  }

  #select(expr: Expr & { is: "select" }): Range {
    if (this.#checked.referenceOf(expr) !== undefined) return this.#name(expr);
    const cost = this.cost(expr.operand);
    if (expr.test) return cost;
    const { declared } = this.#of(expr.operand);
    this.#learn(expr, { declared: declared && fieldOf(declared, expr.field) });
    const type = this.#checked.typeOf(expr.operand).kind;
    return type === "map" || type === "object" ? sumOf(cost, exactly(ACCESS_COST)) : cost;
  }

  /** How large the value of a part can be. */
  #size(expr: Expr): Range {
    const { size, declared } = this.#of(expr);
    if (size !== undefined) return size;
    if (expr.is === "literal") return exactly(sizeOf(expr.value));
    if (expr.is === "list") return exactly(expr.elements.length);
    if (expr.is === "map") return exactly(expr.entries.length);
    if (declared !== undefined) {
      const known = maxSizeOf(declared);
      if (known !== undefined) return { min: 0, max: known };
    }
    return isScalar(this.#checked.typeOf(expr)) ? exactly(1) : UNKNOWN;
  }

  /** How large its elements or values (or keys) can be. */
  #inner(expr: Expr, which: "keys" | "values"): Range {
    const known = this.#of(expr);
    if (known[which] !== undefined) return known[which];
    const type = known.declared ?? this.#checked.typeOf(expr);
    const inner = innerType(type, which);
    if (inner === undefined) return type.kind === "list" ? exactly(1) : UNKNOWN;
    const max = known.declared === undefined ? undefined : maxSizeOf(inner);
    return max !== undefined ? { min: 0, max } : isScalar(inner) ? exactly(1) : UNKNOWN;
  }

  #call(expr: CallExpr): Range {
    const reference = this.#checked.referenceOf(expr);
    if (expr.name === OPERATORS.optionalSelect) {
      return sumOf(this.cost(expr.args[0] as Expr), exactly(1));
    }
    if (reference?.is !== "call") return FREE;
    const member = !reference.global && expr.target !== undefined;
    const args = member ? [expr.target as Expr, ...expr.args] : expr.args;
    const costs = args.map((arg) => this.cost(arg));
    const [first = FREE, second = FREE, third = FREE] = costs;
    switch (expr.name) {
      case OPERATORS.and:
      case OPERATORS.or:
        return { min: first.min, max: first.max + second.max };
      case OPERATORS.conditional: {
        const [, yes, no] = args as [Expr, Expr, Expr];
        this.#learn(expr, {
          size: unionOf(this.#size(yes), this.#size(no)),
          ...this.#both(yes, no),
        });
        return sumOf(first, unionOf(second, third));
      }
      case "dyn":
        if (args[0] !== undefined) {
          this.#learn(expr, { ...this.#of(args[0]), size: this.#size(args[0]) });
        }
    }
    const own = reference.overloads.map((overload) => this.#own(overload, args));
    this.#learnResult(expr, args, own);
    const least = own.reduce<Range>(unionOf, { min: Infinity, max: 0 });
    return costs.reduce(sumOf, { min: least.min, max: least.max });
  }

  #both(one: Expr, other: Expr): Known {
    const [left, right] = [this.#of(one), this.#of(other)];
    if (left.values === undefined || right.values === undefined) return NOTHING;
    return {
      keys: unionOf(left.keys ?? UNKNOWN, right.keys ?? UNKNOWN),
      values: unionOf(left.values, right.values),
    };
  }

  #own(overload: Overload, args: readonly Expr[]): Cost {
    const { estimate } = overload.cost;
    if (estimate === undefined) return exactly(1);
    const sizes: CallSizes = {
      count: args.length,
      size: (index) => {
        const arg = args[index];
        return arg === undefined ? UNKNOWN : this.#size(arg);
      },
      elementSize: (index) => {
        // Only what a schema tells counts here, not what the list was made of.
        const { declared } = this.#of(args[index] as Expr);
        const element = declared && innerType(declared, "values");
        const max = element && maxSizeOf(element);
        return max === undefined ? UNKNOWN : { min: 0, max };
      },
      int: (index) => {
        const arg = args[index];
        const value = arg?.is === "literal" ? arg.value : undefined;
        return typeof value === "bigint" ? Number(value) : undefined;
      },
      type: (index) => this.#checked.typeOf(args[index] as Expr),
    };
    return estimate(sizes);
  }

  #learnResult(expr: CallExpr, args: readonly Expr[], own: readonly Cost[]): void {
    const [over, other] = args;
    if (expr.name === OPERATORS.index && over !== undefined) {
      const { declared } = this.#of(over);
      this.#learn(expr, { declared: declared && innerType(declared, "values") });
      const size = this.#of(over).values ?? (declared === undefined ? this.#rootSize : undefined);
      if (size !== undefined) this.#learn(expr, { size });
      return;
    }
    const sizes = own.flatMap(({ size }) => size ?? []);
    if (sizes.length > 0) this.#learn(expr, { size: sizes.reduce(unionOf) });
    if (expr.name === OPERATORS.add && over !== undefined && other !== undefined) {
      this.#learn(expr, this.#both(over, other));
    }
  }

  #fold(expr: FoldExpr): Range {
    let sum = sumOf(this.cost(expr.range), this.cost(expr.init));
    const depth = this.#scopes.length;
    this.#scopes.push([expr.accumulator, { ...this.#of(expr.init), size: this.#size(expr.init) }]);
    const isList = this.#checked.typeOf(expr.range).kind === "list";
    const element = (which: "keys" | "values"): Known => {
      const { declared } = this.#of(expr.range);
      const inner = declared && innerType(declared, which);
      if (inner !== undefined) return { declared: inner };
      return { size: this.#rootSize ?? this.#inner(expr.range, which) };
    };
    if (expr.second === undefined) {
      this.#scopes.push([expr.variable, element(isList ? "values" : "keys")]);
    } else this.#scopes.push([expr.variable, element("keys")], [expr.second, element("values")]);
    const each = sumOf(this.cost(expr.condition), this.cost(expr.step));
    this.#scopes.length = depth + 1;
    sum = sumOf(sum, this.cost(expr.result));
    this.#scopes.length = depth;
    const count = this.#size(expr.range);
    if (expr.init.is === "literal") this.#learn(expr, { size: this.#size(expr.init) });
    else {
      const { keys, values } = this.#of(expr.step);
      this.#learn(expr, { size: count, keys, values });
    }
    return sumOf(sum, productOf(count, each));
  }

  /** A name for a value: worked out once, whatever is made of it. */
  #binding(expr: FoldExpr): Range {
    const cost = sumOf(this.cost(expr.range), this.cost(expr.init));
    this.#scopes.push([expr.accumulator, { ...this.#of(expr.init), size: this.#size(expr.init) }]);
    const result = this.cost(expr.result);
    this.#scopes.pop();
    this.#learn(expr, { ...this.#of(expr.result), size: this.#size(expr.result) });
    return sumOf(cost, result);
  }
}

function fieldOf(type: CelType, field: string): CelType | undefined {
  // What most maps have by a name is not told: nothing is known of `map.name`, but of `map["name"]`.
  if (type.kind === "map" && type.isSizedByName) return type.value;
  return type.kind === "object" ? type.field(field) : undefined;
}

function innerType(type: CelType, which: "keys" | "values"): CelType | undefined {
  if (type.kind === "list") return which === "values" ? type.element : undefined;
  if (type.kind !== "map") return undefined;
  return which === "values" ? type.value : type.key;
}

function maxSizeOf(type: CelType): number | undefined {
  return "maxSize" in type ? type.maxSize : undefined;
}

function isScalar(type: CelType): boolean {
  if (type.kind === "optional") return isScalar(type.value);
  const { kind } = type;
  return kind === "bool" || kind === "int" || kind === "uint" || kind === "double" ||
    kind === "null" || kind === "timestamp" || kind === "duration";
}
