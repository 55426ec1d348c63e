/**
 * Expressions that are made: every function with values of every kind, and random ones that are put together of those.
 *
 * @module
 */

import type { Overload } from "../../toolkit/cel/declarations.ts";
import type { CelType } from "../../toolkit/cel/type.ts";
import { VALUES, type Values } from "./values_of_types.ts";

/** A number from 0 below 1, as `Math.random` gives it. */
export type Random = () => number;

/** Functions of more arguments are called with some of all combinations: as many of each at most. */
const MOST_CALLS_OF_AN_OVERLOAD = 1500;

const OPERATOR = /^(@in|@not_strictly_false|_|!_|-_)/;

/** How operators are written that no function's name is. */
const WRITTEN: Readonly<Record<string, (args: readonly string[]) => string>> = {
  "_?_:_": ([condition, yes, no]) => `(${condition} ? ${yes} : ${no})`,
  "!_": ([one]) => `!${one}`,
  "-_": ([one]) => `-(${one})`,
  "@in": ([one, many]) => `(${one} in ${many})`,
  "_[_]": ([of, key]) => `${of}[${key}]`,
  "_[?_]": ([of, key]) => `${of}[?${key}]`,
};

/** Each overload that expressions can call, with as many combinations of its parameters' values as `most` allows. */
export function* everyCall(
  overloads: readonly Overload[],
  random: Random,
  values: Values = VALUES,
): Generator<string> {
  for (const overload of overloads) {
    if (overload.name.includes("@") && !(overload.name in WRITTEN)) continue;
    yield* callsOf(overload, random, values);
  }
}

function* callsOf(overload: Overload, random: Random, values: Values): Generator<string> {
  // A parameter of any type takes one type after the other.
  for (const bound of bindings(overload, values)) {
    const pools = overload.params.map((type) => poolOf(type, bound, values));
    const combinations = pools.reduce((product, { length }) => product * length, 1);
    if (combinations <= MOST_CALLS_OF_AN_OVERLOAD) {
      for (const args of product(pools)) yield call(overload, args);
    } else {
      for (let i = 0; i < MOST_CALLS_OF_AN_OVERLOAD; i++) {
        yield call(overload, pools.map((pool) => pick(pool, random)));
      }
    }
  }
}

function* product(pools: readonly (readonly string[])[]): Generator<string[]> {
  const [first, ...rest] = pools;
  if (first === undefined) return yield [];
  for (const one of first) for (const others of product(rest)) yield [one, ...others];
}

/** What the capital letters of a signature stand for, one after the other. */
function bindings(overload: Overload, values: Values): readonly Readonly<Record<string, string>>[] {
  const letters = new Set<string>();
  const visit = (type: CelType) => {
    if (type.kind === "param") letters.add(type.name);
    if (type.kind === "list") visit(type.element);
    if (type.kind === "optional") visit(type.value);
    if (type.kind === "map") [type.key, type.value].forEach(visit);
  };
  overload.params.forEach(visit);
  if (letters.size === 0) return [{}];
  return Object.keys(values.scalars).flatMap((type) => {
    const first = [...letters].map((letter, i) => [letter, i === 0 ? type : "int"] as const);
    return [Object.fromEntries(first)];
  });
}

/** Texts of values that have a type. */
function poolOf(
  type: CelType,
  bound: Readonly<Record<string, string>>,
  values: Values,
): readonly string[] {
  switch (type.kind) {
    case "param":
      return values.scalars[bound[type.name] ?? "int"] as readonly string[];
    case "list": {
      const elements = poolOf(type.element, bound, values);
      return [...values.lists[nameOf(type.element, bound)] ?? [], ...listsOf(elements)];
    }
    case "map":
      return [
        ...values.maps[nameOf(type.value, bound)] ?? [],
        ...mapsOf(poolOf(type.key, bound, values), poolOf(type.value, bound, values)),
      ];
    case "optional":
      return [
        "optional.none()",
        ...poolOf(type.value, bound, values).slice(0, 3).map((value) => `optional.of(${value})`),
      ];
    case "opaque":
    case "object":
      return values.scalars[type.name] ?? [];
    default:
      return values.scalars[type.kind] ?? [];
  }
}

function nameOf(type: CelType, bound: Readonly<Record<string, string>>): string {
  return type.kind === "param" ? bound[type.name] ?? "" : type.kind;
}

/** Lists of values: none, one, some, one twice. */
function listsOf(elements: readonly string[]): readonly string[] {
  const [first = "1", second = first, third = second] = elements;
  return [
    "[]",
    `[${first}]`,
    `[${second}]`,
    `[${third}, ${first}]`,
    `[${first}, ${second}, ${first}]`,
    `[${elements.slice(0, 6).join(", ")}]`,
  ];
}

function mapsOf(keys: readonly string[], values: readonly string[]): readonly string[] {
  const [key = "1", other = key] = keys;
  const [value = "1", next = value] = values;
  return ["{}", `{${key}: ${value}}`, `{${other}: ${next}}`];
}

/** A call as it is written. */
export function call(overload: Overload, args: readonly string[]): string {
  const written = WRITTEN[overload.name];
  if (written !== undefined) return written(args);
  if (OPERATOR.test(overload.name)) return `(${args[0]} ${overload.name.slice(1, -1)} ${args[1]})`;
  if (!overload.member) return `${overload.name}(${args.join(", ")})`;
  return `${target(args[0] as string)}.${overload.name}(${args.slice(1).join(", ")})`;
}

/** A number's dot would be its own. */
function target(text: string): string {
  return /^-?[\d.]/.test(text) ? `(${text})` : text;
}

export function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
