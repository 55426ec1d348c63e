/**
 * Random expressions: mostly of fitting types, put together of calls, operators and macros; some with something wrong.
 *
 * @module
 */

import type { Overload } from "../../toolkit/cel/declarations.ts";
import {
  BOOL,
  type CelType,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  optionalOf,
  showType,
  STRING,
  TIMESTAMP,
  UINT,
} from "../../toolkit/cel/type.ts";
import { call, pick, type Random } from "./generated_expressions.ts";
import { VALUES, type Values } from "./values_of_types.ts";

/** How often something of another type stands where it does not fit. */
const WRONG = 0.02;

const SIMPLE = [BOOL, INT, UINT, DOUBLE, STRING, TIMESTAMP, DURATION, DYN];

const RESULTS: readonly CelType[] = [
  ...SIMPLE,
  listOf(INT),
  listOf(STRING),
  mapOf(STRING, INT),
  optionalOf(INT),
  optionalOf(STRING),
];

/** What has a name where a part of an expression stands. */
type Scope = readonly { readonly name: string; readonly type: CelType }[];

/** So many random expressions. `results`: the types that they come to. */
export function* randomExpressions(
  overloads: readonly Overload[],
  random: Random,
  count: number,
  values: Values = VALUES,
  results: readonly CelType[] = RESULTS,
): Generator<string> {
  const callable = overloads.filter(({ name }) =>
    // A range has no limit there: some would take all memory.
    (!name.includes("@") || name === "@in") && name !== "lists.range"
  );
  const made = new Made(callable, random, values);
  for (let i = 0; i < count; i++) {
    const text = made.expression(pick(results, random), 1 + Math.floor(random() * 3), []);
    yield random() < 0.08 ? spoiled(text, random) : text;
  }
}

class Made {
  readonly #overloads: readonly Overload[];
  readonly #random: Random;
  readonly #values: Values;
  #names = 0;

  constructor(overloads: readonly Overload[], random: Random, values: Values) {
    this.#overloads = overloads;
    this.#random = random;
    this.#values = values;
  }

  expression(type: CelType, depth: number, scope: Scope): string {
    const random = this.#random;
    if (random() < WRONG) return this.expression(pick(SIMPLE, random), 0, scope);
    const named = scope.filter((one) => showType(one.type) === showType(type));
    if (named.length > 0 && random() < 0.4) return pick(named, random).name;
    if (depth === 0) return this.#value(type, scope);
    const way = random();
    if (way < 0.5) return this.#call(type, depth - 1, scope);
    if (way < 0.85) return this.#macro(type, depth - 1, scope);
    // What stands in a condition is seldom an optional: the reference unwraps those.
    if (way < 0.92 && type.kind !== "optional") {
      const part = (of: CelType) => this.expression(of, depth - 1, scope);
      return `(${part(BOOL)} ? ${part(type)} : ${part(type)})`;
    }
    return this.#value(type, scope);
  }

  #value(type: CelType, scope: Scope): string {
    const random = this.#random;
    switch (type.kind) {
      case "list": {
        const known = this.#values.lists[type.element.kind];
        if (known !== undefined && random() < 0.3) return pick(known, random);
        const maybe = random() < 0.1;
        return `[${
          this.#several(3, () =>
            maybe && random() < 0.5
              ? `?${this.expression(optionalOf(type.element), 0, scope)}`
              : this.expression(type.element, 0, scope))
        }]`;
      }
      case "map": {
        const known = this.#values.maps[type.value.kind];
        if (known !== undefined && type.key.kind === "string" && random() < 0.3) {
          return pick(known, random);
        }
        const key = () => this.expression(type.key, 0, scope);
        const value = () => this.expression(type.value, 0, scope);
        // Of one entry: the order of several is nobody's.
        return random() < 0.1
          ? `{?${key()}: ${this.expression(optionalOf(type.value), 0, scope)}}`
          : `{${key()}: ${value()}}`;
      }
      case "optional":
        return pick([
          `optional.of(${this.expression(type.value, 0, scope)})`,
          `optional.ofNonZeroValue(${this.expression(type.value, 0, scope)})`,
        ], random);
      case "opaque":
      case "object":
        return pick(this.#values.scalars[type.name] ?? ["null"], random);
      default:
        return pick(this.#values.scalars[type.kind] ?? ["null"], random);
    }
  }

  #several(most: number, one: () => string): string {
    return Array.from({ length: 1 + Math.floor(this.#random() * most) }, one).join(", ");
  }

  /** Of a function or operator that gives the type. */
  #call(type: CelType, depth: number, scope: Scope): string {
    const found: { readonly overload: Overload; readonly bound: Record<string, CelType> }[] = [];
    for (const overload of this.#overloads) {
      const bound: Record<string, CelType> = {};
      if (fits(overload.result, type, bound)) found.push({ overload, bound });
    }
    if (found.length === 0) return this.#value(type, scope);
    const { overload, bound } = pick(found, this.#random);
    const args = overload.params.map((param) => {
      const wanted = filled(param, (letter) => bound[letter] ??= pick(SIMPLE, this.#random));
      const arg = this.expression(wanted, depth, scope);
      return this.#random() < 0.05 ? `dyn(${arg})` : arg;
    });
    return call(overload, args);
  }

  #macro(type: CelType, depth: number, scope: Scope): string {
    const random = this.#random;
    const name = () => `v${this.#names = (this.#names + 1) % 20}`;
    const element = pick(SIMPLE, random);
    const overMap = random() < 0.25;
    const [one, two] = [name(), name()];
    const range = this.expression(overMap ? mapOf(STRING, element) : listOf(element), depth, scope);
    const first = { name: one, type: overMap ? STRING : element };
    const both = [{ name: one, type: overMap ? STRING : INT }, { name: two, type: element }];
    const body = (of: CelType, more: Scope) => this.expression(of, depth, [...scope, ...more]);
    if (type.kind === "bool") {
      const macro = pick(["all", "exists", "exists_one", "existsOne"], random);
      return random() < 0.6
        ? `${range}.${macro}(${one}, ${body(BOOL, [first])})`
        : `${range}.${macro}(${one}, ${two}, ${body(BOOL, both)})`;
    }
    if (type.kind === "list") {
      switch (Math.floor(random() * 6)) {
        case 0:
          return `${range}.map(${one}, ${body(type.element, [first])})`;
        case 1:
          return `${range}.map(${one}, ${body(BOOL, [first])}, ${body(type.element, [first])})`;
        case 2:
          return `${range}.transformList(${one}, ${two}, ${body(type.element, both)})`;
        case 3:
          return `${range}.transformList(${one}, ${two}, ${body(BOOL, both)}, ${
            body(type.element, both)
          })`;
        case 4: {
          const of = { name: one, type: type.element };
          return `${this.expression(type, depth, scope)}.filter(${one}, ${body(BOOL, [of])})`;
        }
        default: {
          const of = { name: one, type: type.element };
          const key = pick([INT, STRING, DOUBLE, BOOL, UINT], random);
          return `${this.expression(type, depth, scope)}.sortBy(${one}, ${body(key, [of])})`;
        }
      }
    }
    if (type.kind === "map") {
      switch (Math.floor(random() * 4)) {
        case 0:
          return `${range}.transformMap(${one}, ${two}, ${body(type.value, both)})`;
        case 1:
          return `${range}.transformMap(${one}, ${two}, ${body(BOOL, both)}, ${
            body(type.value, both)
          })`;
        case 2:
          return `${range}.transformMapEntry(${one}, ${two}, {${body(type.key, both)}: ${
            body(type.value, both)
          }})`;
        default:
          return `${range}.transformMapEntry(${one}, ${two}, ${body(BOOL, both)}, {${
            body(type.key, both)
          }: ${body(type.value, both)}})`;
      }
    }
    if (type.kind === "optional") {
      const of = this.expression(optionalOf(element), depth, scope);
      const more = [{ name: one, type: element }];
      return random() < 0.5
        ? `${of}.optMap(${one}, ${body(type.value, more)})`
        : `${of}.optFlatMap(${one}, ${body(type, more)})`;
    }
    return this.#call(type, depth, scope);
  }
}

/** Whether a result can be of a type, and what its letters stand for then. */
function fits(result: CelType, type: CelType, bound: Record<string, CelType>): boolean {
  if (result.kind === "param") {
    const known = bound[result.name];
    if (known !== undefined) return showType(known) === showType(type);
    // An optional in another one is unwrapped by the reference, now and then.
    if (type.kind === "optional") return false;
    bound[result.name] = type;
    return true;
  }
  if (result.kind !== type.kind) return false;
  if (result.kind === "list" && type.kind === "list") {
    return fits(result.element, type.element, bound);
  }
  if (result.kind === "map" && type.kind === "map") {
    return fits(result.key, type.key, bound) && fits(result.value, type.value, bound);
  }
  if (result.kind === "optional" && type.kind === "optional") {
    return fits(result.value, type.value, bound);
  }
  return showType(result) === showType(type);
}

function filled(type: CelType, letter: (name: string) => CelType): CelType {
  switch (type.kind) {
    case "param":
      return letter(type.name);
    case "list":
      return listOf(filled(type.element, letter));
    case "map":
      return mapOf(filled(type.key, letter), filled(type.value, letter));
    case "optional":
      return optionalOf(filled(type.value, letter));
    default:
      return type;
  }
}

const PIECES = [..."()[]{}.,:?!+-*/%<>=&|'\"", "in", "true", "null", " ", "x", "1", "u", "=="];

/** With a character less, more or another. */
function spoiled(text: string, random: Random): string {
  const at = Math.floor(random() * text.length);
  const piece = random() < 0.4 ? "" : pick(PIECES, random);
  return text.slice(0, at) + piece + text.slice(at + (random() < 0.6 ? 1 : 0));
}
