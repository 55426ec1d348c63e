/**
 * Finds the type of every part of an expression, and which functions its calls mean.
 *
 * @module
 */

import type { CallExpr, Expr, FoldExpr, SelectExpr, StructExpr } from "./ast.ts";
import { OPERATORS } from "./ast.ts";
import type { Overload } from "./declarations.ts";
import type { CelEnvironment, Constructible } from "./environment.ts";
import { checkLiterals } from "./literals.ts";
import { qualifiedName } from "./parser.ts";
import { CelCompileError, type CelIssue } from "./source.ts";
import {
  Bindings,
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DYN,
  ERROR,
  INT,
  isAny,
  isDynamic,
  listOf,
  mapOf,
  NULL,
  optionalOf,
  param,
  sameType,
  saysNoMore,
  showType,
  STRING,
  UINT,
} from "./type.ts";
import { Uint, type Value } from "./values.ts";

/** What a name or call means. */
export type Reference =
  | { readonly is: "variable"; readonly name: string }
  | { readonly is: "constant"; readonly value: Value }
  /** The overloads that may be meant; with `global`, what looks like a member is none. */
  | { readonly is: "call"; readonly overloads: readonly Overload[]; readonly global: boolean }
  | { readonly is: "object"; readonly object: Constructible };

/** An expression whose types are known. */
export interface Checked {
  readonly source: string;
  readonly expr: Expr;
  readonly environment: CelEnvironment;
  readonly result: CelType;
  /** The environment's variables that it reads. */
  readonly variables: ReadonlySet<string>;
  typeOf(expr: Expr): CelType;
  referenceOf(expr: Expr): Reference | undefined;
}

/** Checks an expression. Throws CelCompileError with all that is wrong with it. */
export function checkCel(source: string, expr: Expr, environment: CelEnvironment): Checked {
  const checker = new Checker(environment);
  const type = checker.check(expr);
  const typeOf = (part: Expr) => checker.settled(checker.types.get(part) ?? ERROR);
  // Constants are looked at once all types are known.
  const issues = checker.issues.length > 0 ? checker.issues : checkLiterals(expr, typeOf);
  if (issues.length > 0) {
    throw new CelCompileError(source, issues.toSorted((one, other) => one.at - other.at));
  }
  return {
    source,
    expr,
    environment,
    result: checker.settled(type),
    variables: checker.variables,
    typeOf,
    referenceOf: (part) => checker.references.get(part),
  };
}

class Checker {
  readonly types = new Map<Expr, CelType>();
  readonly references = new Map<Expr, Reference>();
  readonly issues: CelIssue[] = [];
  readonly variables = new Set<string>();
  readonly #environment: CelEnvironment;
  readonly #bindings = new Bindings();
  /** Variables of folds, the inner ones last. */
  readonly #scopes: (readonly [string, CelType])[] = [];
  #fresh = 0;

  constructor(environment: CelEnvironment) {
    this.#environment = environment;
  }

  /** A type with all that was found out about it; what nobody said is dynamic. */
  settled(type: CelType): CelType {
    return this.#bindings.apply(type, DYN);
  }

  check(expr: Expr): CelType {
    const type = this.#check(expr);
    this.types.set(expr, type);
    return type;
  }

  #issue(at: number, message: string): CelType {
    this.issues.push({ at, message });
    return ERROR;
  }

  #check(expr: Expr): CelType {
    switch (expr.is) {
      case "literal":
        return literalType(expr.value);
      case "ident":
        return this.#ident(expr, expr.name) ?? this.#undeclared(expr.at, expr.name);
      case "select":
        return this.#select(expr);
      case "call":
        return this.#call(expr);
      case "list": {
        const types = expr.elements.map((element, index) =>
          this.#element(element, expr.optional.has(index))
        );
        return listOf(this.#joined(types) ?? this.#newParam());
      }
      case "map": {
        const keys = expr.entries.map(({ key }) => this.check(key));
        const values = expr.entries.map(({ value, optional }) => this.#element(value, optional));
        return mapOf(
          this.#joined(keys) ?? this.#newParam(),
          this.#joined(values) ?? this.#newParam(),
        );
      }
      case "struct":
        return this.#struct(expr);
      case "fold":
        return this.#fold(expr);
    }
  }

  #undeclared(at: number, name: string): CelType {
    return this.#issue(at, `undeclared reference to '${name}' (in container '')`);
  }

  #newParam(): CelType {
    return param(`_var${this.#fresh++}`);
  }

  #ident(expr: Expr, name: string): CelType | undefined {
    const plain = name.startsWith(".") ? name.slice(1) : name;
    const local = name === plain ? this.#scopes.findLast(([known]) => known === name) : undefined;
    const type = local?.[1] ?? this.#environment.variable(plain);
    if (type !== undefined) {
      this.references.set(expr, { is: "variable", name: plain });
      if (local === undefined) this.variables.add(plain);
      return type;
    }
    const constant = this.#environment.constant(plain);
    if (constant === undefined) return undefined;
    this.references.set(expr, { is: "constant", value: constant.value });
    return constant.type;
  }

  #select(expr: SelectExpr): CelType {
    // A chain of names may be one name with dots in it.
    const name = expr.test ? undefined : qualifiedName(expr);
    const whole = name === undefined ? undefined : this.#ident(expr, name);
    if (whole !== undefined) return whole;
    const type = this.#bindings.apply(this.check(expr.operand));
    const [operand, wrap] = unwrapped(type);
    const field = this.#field(expr.at, operand, expr.field);
    return expr.test ? BOOL : wrap(field);
  }

  /** The type of a field; an issue where there is none. */
  #field(at: number, operand: CelType, field: string): CelType {
    switch (operand.kind) {
      case "map":
        return operand.value;
      case "object":
        return operand.field(field) ?? this.#issue(at, `undefined field '${field}'`);
      case "param":
        this.#bindings.assignable(DYN, operand);
        return DYN;
      case "dyn":
      case "error":
        return DYN;
      case "opaque":
        if (!operand.name.startsWith("kubernetes.")) return this.#fieldless(at, operand);
        return this.#issue(at, `unexpected failed resolution of '${operand.name}'`);
      default:
        return this.#fieldless(at, operand);
    }
  }

  #fieldless(at: number, type: CelType): CelType {
    return this.#issue(
      at,
      `type '${showType(this.settled(type))}' does not support field selection`,
    );
  }

  #call(expr: CallExpr): CelType {
    if (expr.name === OPERATORS.optionalSelect) return this.#optionalSelect(expr);
    const { target, name } = expr;
    if (target !== undefined) {
      const prefix = qualifiedName(target)?.replace(/^\./, "");
      const qualified = prefix === undefined ? undefined : `${prefix}.${name}`;
      if (qualified !== undefined && this.#hasGlobal(qualified) && !this.#isLocal(prefix ?? "")) {
        return this.#resolve(expr, qualified, expr.args, false);
      }
      return this.#resolve(expr, name, [target, ...expr.args], true);
    }
    return this.#resolve(expr, name.startsWith(".") ? name.slice(1) : name, expr.args, false);
  }

  #isLocal(qualified: string): boolean {
    const first = qualified.split(".")[0];
    return this.#scopes.some(([known]) => known === first);
  }

  #hasGlobal(name: string): boolean {
    return this.#environment.overloads(name).some(({ member }) => !member);
  }

  #resolve(expr: CallExpr, name: string, args: readonly Expr[], member: boolean): CelType {
    const types = args.map((arg) => this.check(arg));
    const named = this.#environment.overloads(name);
    if (named.length === 0) return this.#undeclared(expr.at, name);
    if (name === OPERATORS.and || name === OPERATORS.or) return this.#connected(expr, types, named);
    const fitting: Overload[] = [];
    let result: CelType | undefined;
    for (const one of named) {
      if (one.member !== member || one.params.length !== types.length) continue;
      const attempt = this.#bindings.fork();
      const rename = new Map<string, CelType>();
      const params = one.params.map((type) => this.#instance(type, rename));
      const fits = params.every((type, index) => attempt.assignable(types[index] ?? ERROR, type));
      if (!fits) continue;
      fitting.push(one);
      const type = attempt.apply(this.#instance(one.result, rename));
      if (result === undefined) {
        this.#bindings.adopt(attempt);
        result = type;
      } else if (!sameType(this.#bindings.apply(result), type)) result = DYN;
    }
    if (result === undefined) return this.#noOverload(expr.at, name, types, member);
    this.references.set(expr, { is: "call", overloads: fitting, global: !member });
    return result;
  }

  /** `&&` and `||` say which of their sides is no boolean. */
  #connected(
    expr: CallExpr,
    types: readonly CelType[],
    overloads: readonly Overload[],
  ): CelType {
    const others = types.map((type) => !this.#bindings.assignable(type, BOOL));
    for (const [index, arg] of expr.args.entries()) {
      if (others[index]) this.#mismatch(arg.at, BOOL, types[index] ?? ERROR);
    }
    if (others.includes(true)) return ERROR;
    this.references.set(expr, { is: "call", overloads, global: true });
    return BOOL;
  }

  #noOverload(at: number, name: string, types: readonly CelType[], member: boolean): CelType {
    const shown = types.map((type) => showType(this.settled(type)));
    const to = member ? `${shown[0]}.(${shown.slice(1).join(", ")})` : `(${shown.join(", ")})`;
    return this.#issue(at, `found no matching overload for '${name}' applied to '${to}'`);
  }

  /** A type of a declaration for one call: its parameters are this call's own. */
  #instance(type: CelType, rename: Map<string, CelType>): CelType {
    switch (type.kind) {
      case "param": {
        const known = rename.get(type.name) ?? this.#newParam();
        rename.set(type.name, known);
        return known;
      }
      case "list":
        return listOf(this.#instance(type.element, rename));
      case "map":
        return mapOf(this.#instance(type.key, rename), this.#instance(type.value, rename));
      case "optional":
        return optionalOf(this.#instance(type.value, rename));
      case "type":
        return type.of === undefined ? type : { kind: "type", of: this.#instance(type.of, rename) };
      default:
        return type;
    }
  }

  #optionalSelect(expr: CallExpr): CelType {
    const [operand, key] = expr.args as [Expr, Expr];
    this.check(key);
    const [type] = unwrapped(this.#bindings.apply(this.check(operand)));
    const name = key.is === "literal" ? String(key.value) : "";
    return optionalOf(this.#field(expr.at, type, name));
  }

  /** An element that is left out where it has no value is an optional one. */
  #element(expr: Expr, optional: boolean): CelType {
    const type = this.#bindings.apply(this.check(expr));
    if (!optional) return type;
    if (type.kind === "optional") return type.value;
    if (type.kind !== "error" && isDynamic(type)) return type;
    return this.#mismatch(expr.at, optionalOf(type), type);
  }

  #mismatch(at: number, expected: CelType, found: CelType): CelType {
    const [want, got] = [expected, found].map((type) => showType(this.settled(type)));
    return this.#issue(at, `expected type '${want}' but found '${got}'`);
  }

  /** The one type of all elements, dynamic if they have several; undefined when there are none. */
  #joined(types: readonly CelType[]): CelType | undefined {
    const told = types.filter(({ kind }) => kind !== "error");
    let [joined] = told.length > 0 ? told : types;
    for (const type of told.slice(1)) {
      if (joined === undefined) break;
      if (!this.#bindings.assignable(joined, type)) joined = DYN;
      else if (!saysNoMore(joined, type)) joined = type;
    }
    return joined;
  }

  #struct(expr: StructExpr): CelType {
    const name = expr.name.startsWith(".") ? expr.name.slice(1) : expr.name;
    const object = this.#environment.object(name);
    if (object === undefined) return this.#undeclared(expr.at, name);
    for (const { key, value, optional, at } of expr.entries) {
      const type = this.#element(value, optional);
      const declared = object.type.field(key);
      if (declared === undefined) {
        this.#issue(at, `undefined field '${key}'`);
        continue;
      }
      if (type.kind === "error" || this.#bindings.assignable(type, declared)) continue;
      const [want, got] = [declared, type].map((one) => showType(this.settled(one)));
      this.#issue(at, `expected type of field '${key}' is '${want}' but provided type is '${got}'`);
    }
    this.references.set(expr, { is: "object", object });
    return object.type;
  }

  #fold(expr: FoldExpr): CelType {
    const range = this.#bindings.apply(this.check(expr.range));
    const init = this.check(expr.init);
    const [first, second] = this.#variables(expr, range);
    const scopes = this.#scopes.length;
    this.#scopes.push([expr.accumulator, init], [expr.variable, first]);
    if (expr.second !== undefined) this.#scopes.push([expr.second, second]);
    this.#expect(expr.condition, BOOL);
    this.#expect(expr.step, init);
    this.#scopes.length = scopes + 1;
    const result = this.check(expr.result);
    this.#scopes.length = scopes;
    return result;
  }

  #expect(expr: Expr, wanted: CelType): void {
    const type = this.check(expr);
    if (!this.#bindings.assignable(type, wanted)) this.#mismatch(expr.at, wanted, type);
  }

  #variables(expr: FoldExpr, range: CelType): readonly [CelType, CelType] {
    switch (range.kind) {
      case "list":
        return expr.second === undefined ? [range.element, ERROR] : [INT, range.element];
      case "map":
        return [range.key, range.value];
      case "param":
        this.#bindings.assignable(DYN, range);
        return [DYN, DYN];
      case "error":
        return [range, range];
      case "dyn":
        if (!isAny(range)) return [range, range];
    }
    this.#issue(
      expr.range.at,
      `expression of type '${showType(range)}' cannot be range of a comprehension ` +
        "(must be list, map, or dynamic)",
    );
    return [ERROR, ERROR];
  }
}

/** A field of what an optional holds is optional again. */
function unwrapped(type: CelType): readonly [CelType, (field: CelType) => CelType] {
  return type.kind === "optional" ? [type.value, optionalOf] : [type, (field) => field];
}

function literalType(value: Value): CelType {
  switch (typeof value) {
    case "boolean":
      return BOOL;
    case "bigint":
      return INT;
    case "number":
      return DOUBLE;
    case "string":
      return STRING;
  }
  if (value === null) return NULL;
  return value instanceof Uint ? UINT : value instanceof Uint8Array ? BYTES : DYN;
}
