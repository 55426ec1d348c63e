/**
 * What can be asked of lists.
 *
 * @module
 */

import {
  type CallSizes,
  type Cost,
  exactly,
  productOf,
  scaled,
  sumOf,
  TEXT_FACTOR,
  walk,
} from "../cost.ts";
import { type CallCost, type CelLibrary, overload } from "../declarations.ts";
import { CelError } from "../source.ts";
import {
  CelList,
  compareValues,
  Duration,
  equalValues,
  sizeOf,
  Uint,
  type Value,
  ValueList,
} from "../values.ts";
import { checkedDuration, checkedInt, checkedUint } from "./operators.ts";

/** The most elements that `lists.range` makes. */
const RANGE_LIMIT = 1_000_000n;

/** Every element is looked at, and the whole of each that is a text. */
function traversal(value: Value): number {
  if (!(value instanceof CelList)) return walk(sizeOf(value));
  let cost = 0;
  for (const element of value) {
    cost += typeof element === "string" || element instanceof Uint8Array
      ? walk(sizeOf(element))
      : 1;
  }
  return cost;
}

function traversalEstimate(sizes: CallSizes): Cost {
  const type = sizes.type(0);
  const element = type.kind === "list" ? type.element.kind : undefined;
  const each = element === "string" || element === "bytes"
    ? sumOf(exactly(1), scaled(sizes.elementSize(0), TEXT_FACTOR))
    : exactly(1);
  return productOf(sizes.size(0), each);
}

const overList: CallCost = {
  actual: ([list]) => traversal(list as Value),
  estimate: traversalEstimate,
};

function ordered(one: Value, other: Value): number {
  const order = compareValues(one, other);
  if (order === undefined) throw new CelError("list elements must be comparable");
  return order;
}

function isSorted(list: CelList): boolean {
  for (let i = 1; i < list.size; i++) if (ordered(list.at(i - 1), list.at(i)) > 0) return false;
  return true;
}

function extreme(name: string, sign: 1 | -1) {
  return (list: CelList): Value => {
    if (list.size === 0) throw new CelError(`${name} called on empty list`);
    let best = list.at(0);
    for (let i = 1; i < list.size; i++) {
      if (ordered(list.at(i), best) * sign > 0) best = list.at(i);
    }
    return best;
  };
}

function indexOf(list: CelList, value: Value): bigint {
  for (let i = 0; i < list.size; i++) if (equalValues(list.at(i), value)) return BigInt(i);
  return -1n;
}

function lastIndexOf(list: CelList, value: Value): bigint {
  for (let i = list.size - 1; i >= 0; i--) if (equalValues(list.at(i), value)) return BigInt(i);
  return -1n;
}

function summed<T extends Value>(zero: T, add: (one: T, other: T) => T) {
  return (list: CelList): Value => {
    let sum = zero;
    for (const one of list) sum = add(sum, one as T);
    return sum;
  };
}

function distinct(list: CelList): CelList {
  const values: Value[] = [];
  const texts = new Set<string>();
  for (const one of list) {
    if (typeof one === "string") {
      if (!texts.has(one)) values.push(one);
      texts.add(one);
    } else if (!values.some((known) => equalValues(known, one))) values.push(one);
  }
  return new ValueList(values);
}

function flatten(list: CelList, depth = 1n): CelList {
  if (depth < 0n) throw new CelError("level must be non-negative");
  const values: Value[] = [];
  for (const one of list) {
    if (one instanceof CelList && depth > 0n) values.push(...flatten(one, depth - 1n));
    else values.push(one);
  }
  return new ValueList(values);
}

function slice(list: CelList, from: bigint, to: bigint): CelList {
  if (from < 0n || to < 0n) {
    throw new CelError(`cannot slice(${from}, ${to}), negative indexes not supported`);
  }
  if (from > to) {
    throw new CelError(
      `cannot slice(${from}, ${to}), start index must be less than or equal to end index`,
    );
  }
  if (to > BigInt(list.size)) {
    throw new CelError(`cannot slice(${from}, ${to}), list is length ${list.size}`);
  }
  return new ValueList([...list].slice(Number(from), Number(to)));
}

function range(count: bigint): CelList {
  if (count > RANGE_LIMIT) throw new CelError(`lists.range: more than ${RANGE_LIMIT} elements`);
  return new ValueList(Array.from({ length: Math.max(0, Number(count)) }, (_, i) => BigInt(i)));
}

/** `sortBy` is a macro: it asks for the list of keys, in the order of the elements. */
function sortedBy(list: CelList, keys: CelList): CelList {
  const order = Array.from(list, (_, i) => i);
  order.sort((one, other) => ordered(keys.at(one), keys.at(other)));
  return new ValueList(order.map((i) => list.at(i)));
}

const COMPARABLE = ["int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes"];

/** Each element is compared with every other one. */
const eachWithEach: CallCost = {
  actual: ([list]) => sizeOf(list as Value) ** 2,
  estimate: (sizes) => ({ ...productOf(sizes.size(0), sizes.size(0)), size: sizes.size(0) }),
};

const likeList: CallCost = { estimate: (sizes) => ({ ...exactly(1), size: sizes.size(0) }) };

export const LIST_LIBRARY: CelLibrary = {
  overloads: [
    ...COMPARABLE.flatMap((type) => [
      overload(`list<${type}>.isSorted(): bool`, isSorted, overList),
      overload(`list<${type}>.min(): ${type}`, extreme("min", -1), overList),
      overload(`list<${type}>.max(): ${type}`, extreme("max", 1), overList),
      overload(
        `list<${type}>.sort(): list<${type}>`,
        (list: CelList) => sortedBy(list, list),
        eachWithEach,
      ),
      overload(
        `list<A>.@sortByAssociatedKeys(list<${type}>): list<A>`,
        sortedBy,
        eachWithEach,
      ),
    ]),
    overload(
      "list<int>.sum(): int",
      summed<bigint>(0n, (one, other) => checkedInt(one + other)),
      overList,
    ),
    overload(
      "list<uint>.sum(): uint",
      summed(new Uint(0n), (one, other) => checkedUint(one.value + other.value)),
      overList,
    ),
    overload(
      "list<double>.sum(): double",
      summed<number>(0, (one, other) => one + other),
      overList,
    ),
    overload(
      "list<duration>.sum(): duration",
      summed(new Duration(0n), (one, other) => checkedDuration(one.nanos + other.nanos)),
      overList,
    ),
    overload("list<A>.indexOf(A): int", indexOf, overList),
    overload("list<A>.lastIndexOf(A): int", lastIndexOf, overList),
    overload("list<A>.distinct(): list<A>", distinct, eachWithEach),
    overload("list<list<A>>.flatten(): list<A>", flatten, likeList),
    overload("list<dyn>.flatten(int): list<dyn>", flatten, likeList),
    overload(
      "list<A>.reverse(): list<A>",
      (list: CelList) => new ValueList([...list].reverse()),
      likeList,
    ),
    overload("list<A>.slice(int, int): list<A>", slice, likeList),
    overload(":lists.range(int): list<int>", range),
  ],
};
