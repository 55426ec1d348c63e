/**
 * What can be asked of lists.
 *
 * @module
 */

import {
  type CallSizes,
  type Cost,
  exactly,
  LIST_COST,
  productOf,
  type Range,
  scaled,
  sumOf,
  TEXT_FACTOR,
} from "../cost.ts";
import { type CallCost, type CelLibrary, overload } from "../declarations.ts";
import { CelError } from "../source.ts";
import {
  CelList,
  CelMap,
  compareValues,
  Duration,
  equalValues,
  sizeOf,
  typeNameOf,
  Uint,
  type Value,
  ValueList,
} from "../values.ts";
import { utf8Length, work } from "../work.ts";
import { countCompared } from "./counted.ts";
import { checkedDuration, checkedInt, checkedUint } from "./operators.ts";

/** The most elements that `lists.range` makes. */
const RANGE_LIMIT = 1_000_000n;

/** Elements of which a hundredth counts at least, however short their texts are. */
const LEAST_OF_LIST = 0.01;

/** Everything inside is looked at: a step each, of texts each byte. */
function traversal(value: Value): number {
  work(1);
  if (typeof value === "string") return Math.floor(utf8Length(value) * TEXT_FACTOR);
  if (value instanceof Uint8Array) return Math.floor(value.length * TEXT_FACTOR);
  if (value instanceof CelList) {
    let cost = 0;
    for (const element of value) cost += traversal(element);
    return Math.max(cost, Math.floor(value.size * LEAST_OF_LIST));
  }
  if (!(value instanceof CelMap)) return 1;
  let cost = 0;
  for (const key of value.keys()) cost += traversal(key) + traversal(value.get(key) ?? null);
  return cost;
}

function traversalEstimate(sizes: CallSizes): Cost {
  const type = sizes.type(0);
  // What nobody knows to be a list is taken for a text.
  if (type.kind !== "list") return scaled(sizes.size(0), TEXT_FACTOR);
  const element = type.element.kind;
  const each = element === "string" || element === "bytes"
    ? sumOf(exactly(1), scaled(sizes.elementSize(0), TEXT_FACTOR))
    : exactly(1);
  return productOf(sizes.size(0), each);
}

const overList: CallCost = {
  actual: ([list]) => traversal(list as Value),
  estimate: traversalEstimate,
};

/** Zero where two have no order, as of different types; what is of a type without one is refused. */
function ordered(one: Value, other: Value): number {
  if (typeof one === "string" && typeof other === "string") countCompared(one.length, other.length);
  else if (one instanceof Uint8Array && other instanceof Uint8Array) {
    countCompared(one.length, other.length);
  }
  const order = compareValues(one, other);
  if (order !== undefined) return order;
  if (!isComparable(one) || !isComparable(other)) throw new CelError("no such overload");
  return 0;
}

function isComparable(value: Value): boolean {
  return compareValues(value, value) !== undefined || typeof value === "number";
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

/** The sum of what can be added; of a list of anything, each by what it turns out to be. */
function summed(zero: Value) {
  return (list: CelList): Value => {
    let sum = list.size === 0 ? zero : zeroLike(list.at(0));
    for (const one of list) sum = added(sum, one);
    return sum;
  };
}

function zeroLike(value: Value): Value {
  if (typeof value === "bigint") return 0n;
  if (typeof value === "number") return 0;
  return value instanceof Uint ? new Uint(0n) : new Duration(0n);
}

function added(one: Value, other: Value): Value {
  if (typeof one === "bigint" && typeof other === "bigint") return checkedInt(one + other);
  if (typeof one === "number" && typeof other === "number") return one + other;
  if (one instanceof Uint && other instanceof Uint) return checkedUint(one.value + other.value);
  if (one instanceof Duration && other instanceof Duration) {
    return checkedDuration(one.nanos + other.nanos);
  }
  throw new CelError("no such overload");
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
  flattenInto(values, list, depth);
  return new ValueList(values);
}

function flattenInto(values: Value[], list: CelList, depth: bigint): void {
  for (const one of list) {
    // Dearer than other steps: each takes memory.
    work(10);
    if (one instanceof CelList && depth > 0n) flattenInto(values, one, depth - 1n);
    else values.push(one);
  }
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
  const values: Value[] = [];
  for (let i = Number(from); i < Number(to); i++) values.push(list.at(i));
  return new ValueList(values);
}

function range(count: bigint): CelList {
  if (count > RANGE_LIMIT) throw new CelError(`lists.range: more than ${RANGE_LIMIT} elements`);
  return new ValueList(Array.from({ length: Math.max(0, Number(count)) }, (_, i) => BigInt(i)));
}

/** `sortBy` is a macro: it asks for the list of keys, in the order of the elements. */
function sortedBy(list: CelList, keys: CelList): CelList {
  if (list.size === 0) return list;
  const first = keys.at(0);
  if (!isComparable(first)) throw new CelError("list elements must be comparable");
  const type = typeNameOf(first);
  for (const key of keys) {
    if (typeNameOf(key) !== type) throw new CelError("list elements must have the same type");
  }
  const order = Array.from(list, (_, i) => i);
  order.sort((one, other) => ordered(keys.at(one), keys.at(other)));
  return new ValueList(order.map((i) => list.at(i)));
}

const COMPARABLE = ["int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes"];

/** A call, and the list that it makes. */
const NEW_LIST_COST = 1 + LIST_COST;

/** An estimate of a list that is made in `each` steps an element. */
function making(size: Range, each: number): Cost {
  return { ...sumOf(scaled(size, each), exactly(NEW_LIST_COST)), size };
}

/** Each element is compared with every other one, texts by more than a step. */
function eachWithEach(of: 0 | 1, texts: boolean): CallCost {
  return {
    unsettled: 1,
    actual: (args) => {
      const list = args[of] as CelList;
      const first = list.size === 0 ? undefined : list.at(0);
      const each = typeof first === "string" || first instanceof Uint8Array ? 2 + TEXT_FACTOR : 2;
      return Math.floor(list.size ** 2 * each) + NEW_LIST_COST;
    },
    estimate: (sizes) => {
      const size = sizes.size(of);
      return making(productOf(size, size), texts ? 2 + TEXT_FACTOR : 2);
    },
  };
}

/** An argument that is a number in the text. */
function count(sizes: CallSizes, index: number): number | undefined {
  const told = sizes.int(index);
  return told === undefined ? undefined : Math.max(0, told);
}

const flattening: CallCost = {
  actual: ([list, depth = 1n]) => {
    // As a double that becomes 64 bits: less than no levels is more than any cost, but for what is added.
    const levels = sizeOf(list as Value) * Number(depth as bigint);
    const fits = levels >= -(2 ** 63) && levels < 2 ** 64;
    const cost = (fits ? BigInt(levels) : 2n ** 63n) + BigInt(NEW_LIST_COST);
    return Number(BigInt.asUintN(64, cost));
  },
  estimate: (sizes) => making(sizes.size(0), sizes.count > 1 ? count(sizes, 1) ?? Infinity : 1),
};

const reversing: CallCost = {
  actual: ([list]) => sizeOf(list as Value) + NEW_LIST_COST,
  estimate: (sizes) => making(sizes.size(0), 1),
};

const slicing: CallCost = {
  actual: ([list, from, to]) => {
    const size = Number(to as bigint) - Number(from as bigint);
    // What is out of range makes no list.
    return (size >= 0 && size <= sizeOf(list as Value) ? size : 1) + NEW_LIST_COST;
  },
  estimate: (sizes) => {
    const size = (count(sizes, 2) ?? sizes.size(0).max) - (count(sizes, 1) ?? 0);
    // A slice that ends before it begins is none: it may cost anything, which tells its author.
    return making(exactly(size < 0 ? Infinity : size), 1);
  },
};

const ranging: CallCost = {
  actual: ([count]) => Math.max(0, Number(count as bigint)) + NEW_LIST_COST,
  estimate: (sizes) => making(exactly(count(sizes, 0) ?? Infinity), 1),
};

export const LIST_LIBRARY: CelLibrary = {
  overloads: [
    ...COMPARABLE.flatMap((type) => [
      overload(`list<${type}>.isSorted(): bool`, isSorted, overList),
      overload(`list<${type}>.min(): ${type}`, extreme("min", -1), overList),
      overload(`list<${type}>.max(): ${type}`, extreme("max", 1), overList),
      overload(
        `list<${type}>.sort(): list<${type}>`,
        (list: CelList) => sortedBy(list, list),
        eachWithEach(0, type === "string" || type === "bytes"),
      ),
      overload(
        `list<A>.@sortByAssociatedKeys(list<${type}>): list<A>`,
        sortedBy,
        eachWithEach(1, type === "string" || type === "bytes"),
      ),
    ]),
    overload("list<int>.sum(): int", summed(0n), overList),
    overload("list<uint>.sum(): uint", summed(new Uint(0n)), overList),
    overload("list<double>.sum(): double", summed(0), overList),
    overload("list<duration>.sum(): duration", summed(new Duration(0n)), overList),
    overload("list<A>.indexOf(A): int", indexOf, overList),
    overload("list<A>.lastIndexOf(A): int", lastIndexOf, overList),
    overload("list<A>.distinct(): list<A>", distinct, eachWithEach(0, false)),
    overload("list<list<A>>.flatten(): list<A>", flatten, flattening),
    overload("list<dyn>.flatten(int): list<dyn>", flatten, flattening),
    overload(
      "list<A>.reverse(): list<A>",
      (list: CelList) => new ValueList([...list].reverse()),
      reversing,
    ),
    overload("list<A>.slice(int, int): list<A>", slice, slicing),
    overload(":lists.range(int): list<int>", range, ranging),
  ],
};
