/**
 * What operators do, by the types of their operands.
 *
 * @module
 */

import { exactly, type Range, scaled, sumOf, TEXT_FACTOR, walk } from "../cost.ts";
import { type CallCost, type CelLibrary, type Implementation, overload } from "../declarations.ts";
import { CelError } from "../source.ts";
import {
  CelList,
  CelMap,
  compareValues,
  Duration,
  equalValues,
  OpaqueValue,
  sizeOf,
  Timestamp,
  typeNameOf,
  Uint,
  type Value,
} from "../values.ts";
import { keyText, ValueMap } from "../value_map.ts";
import { work } from "../work.ts";
import { countCompared, countJoined } from "./counted.ts";
import { TYPE_NAMES } from "./type_names.ts";

const INT_MIN = -(2n ** 63n);
const INT_MAX = 2n ** 63n - 1n;
const UINT_MAX = 2n ** 64n - 1n;
/** Years 1 to 9999. */
const TIME_MIN = -62135596800n * 1_000_000_000n;
const TIME_MAX = 253402300799n * 1_000_000_000n + 999_999_999n;

/** An int, if the number is one. */
export function checkedInt(value: bigint): bigint {
  if (value < INT_MIN || value > INT_MAX) throw new CelError("integer overflow");
  return value;
}

export function checkedUint(value: bigint): Uint {
  if (value < 0n || value > UINT_MAX) throw new CelError("unsigned integer overflow");
  return new Uint(value);
}

export function checkedDuration(nanos: bigint): Duration {
  if (nanos < INT_MIN || nanos > INT_MAX) throw new CelError("integer overflow");
  return new Duration(nanos);
}

/** `offset`: of the zone that it is told in, in minutes. */
export function checkedTimestamp(nanos: bigint, offset = 0): Timestamp {
  if (nanos < TIME_MIN || nanos > TIME_MAX) throw new CelError("timestamp overflow");
  return new Timestamp(nanos, offset);
}

/** The smaller size of two: what is far longer isn't walked over, for which nobody would pay. */
function shorterSize(one: Value, other: Value): number {
  if (typeof one === "string" && typeof other === "string") {
    // A character is two code units at the most.
    if (one.length * 2 <= other.length) return sizeOf(one);
    if (other.length * 2 <= one.length) return sizeOf(other);
  }
  return Math.min(sizeOf(one), sizeOf(other));
}

/** Two values are walked along side by side, as far as the shorter one goes. */
const alongBoth: CallCost = {
  actual: ([one, other]) => walk(shorterSize(one as Value, other as Value)),
  estimate: (sizes) => {
    const max = Math.min(sizes.size(0).max, sizes.size(1).max);
    return scaled({ min: max > 0 ? 1 : 0, max }, TEXT_FACTOR);
  },
};

/** Values of libraries are compared at once; URLs and formats by their texts, at the most. */
const equality: CallCost = {
  actual: (args) => args[0] instanceof OpaqueValue ? 1 : alongBoth.actual?.(args) ?? 1,
  estimate: (sizes) => {
    const type = sizes.type(0);
    if (type.kind !== "opaque" || sizes.type(1).kind !== "opaque") {
      return alongBoth.estimate?.(sizes) ?? exactly(1);
    }
    if (type.name === TYPE_NAMES.format) return scaled({ min: 1, max: 64 }, TEXT_FACTOR);
    if (type.name !== TYPE_NAMES.url) return exactly(1);
    const { max } = sizes.size(1);
    return scaled({ min: 1, max: Number.isFinite(max) ? max : 1 }, TEXT_FACTOR);
  },
};

/** Two texts are copied into one. */
const copyBoth: CallCost = {
  unsettled: 1,
  actual: ([one, other]) => walk(sizeOf(one as Value) + sizeOf(other as Value)),
  estimate: (sizes) => {
    const size = sumOf(sizes.size(0), sizes.size(1));
    return { ...scaled(size, TEXT_FACTOR), size };
  },
};

const concatLists: CallCost = {
  estimate: (sizes) => ({ ...exactly(1), size: sumOf(sizes.size(0), sizes.size(1)) }),
};

/** The whole of a list may be looked at. */
const alongList: CallCost = {
  unsettled: 1,
  actual: ([, list]) => sizeOf(list as Value),
  estimate: (sizes): Range => sizes.size(1),
};

const NUMBERS = ["int", "uint", "double"];
const ORDERED = ["bool", "string", "bytes", "timestamp", "duration"];

/** `plain` compares two ints, as the language does. */
function comparisons(
  name: string,
  holds: (order: number) => boolean,
  plain: (one: bigint, other: bigint) => boolean,
) {
  const call: Implementation = (one: Value, other: Value) => {
    const order = compareValues(one, other);
    if (order === undefined) throw new CelError("NaN values cannot be ordered");
    return holds(order);
  };
  const alongTexts: Implementation = (one: string | Uint8Array, other: string | Uint8Array) => {
    // Where it is only told in the run that they are texts, they cost as little as numbers.
    countCompared(one.length, other.length);
    return call(one, other);
  };
  const pairs = [
    ...NUMBERS.flatMap((left) => NUMBERS.map((right) => [left, right] as const)),
    ...ORDERED.map((type) => [type, type] as const),
  ];
  return pairs.map(([left, right]) => {
    const signature = `${name}(${left}, ${right}): bool`;
    if (left === "string" || left === "bytes") {
      return overload(signature, alongTexts, { ...alongBoth, unsettled: 1 });
    }
    return overload(signature, left === "int" && right === "int" ? plain : call);
  });
}

function divided(one: bigint, other: bigint): bigint {
  if (other === 0n) throw new CelError("division by zero");
  return one / other;
}

function remainder(one: bigint, other: bigint): bigint {
  if (other === 0n) throw new CelError("modulus by zero");
  // As the division that goes with it.
  if (one === INT_MIN && other === -1n) throw new CelError("integer overflow");
  return one % other;
}

/** Looks into values are planned apart; they are here for their types. */
function planned(): never {
  throw new Error("an operator that is planned apart was called");
}

/** Texts of one length are compared to their ends, and a list costs no more for long ones. */
function contained(value: Value, list: CelList): boolean {
  if (typeof value !== "string") return list.has(value);
  for (const one of list) {
    work(1);
    if (typeof one !== "string" || one.length !== value.length) continue;
    countCompared(one.length, value.length);
    if (one === value) return true;
  }
  return false;
}

/** Some values can't be compared with those of other types; that they differ is known all the same. */
function isEqual(one: Value, other: Value): boolean {
  if (typeof one === "object" && other !== null && isOnlyLikeItself(one)) {
    const isComparable = !(one instanceof OpaqueValue) || one.isComparable;
    if (!isComparable || typeNameOf(one) !== typeNameOf(other)) {
      throw new CelError("no such overload");
    }
  }
  return equalValues(one, other);
}

/** Values of libraries, and what a schema tells. */
function isOnlyLikeItself(value: Value): boolean {
  if (value instanceof CelList || value instanceof CelMap) return value.isOfSchema;
  return value instanceof OpaqueValue;
}

/** A macro's own map grows in place: nobody else has it. */
function inserted(map: CelMap, key: Value, value: Value): Value {
  if (!(map instanceof ValueMap)) throw new CelError("no such overload");
  if (map.get(key) !== undefined) {
    throw new CelError(`insert failed: key ${keyText(key)} already exists`);
  }
  map.set(key, value);
  return map;
}

export const OPERATOR_LIBRARY: CelLibrary = {
  overloads: [
    // Macros see to these four by themselves; they are here for their types.
    overload("_&&_(bool, bool): bool", (one, other) => one && other),
    overload("_||_(bool, bool): bool", (one, other) => one || other),
    overload("_?_:_(bool, A, A): A", (condition, yes, no) => condition ? yes : no),
    overload("@not_strictly_false(bool): bool", (one) => one),

    overload("!_(bool): bool", (one: boolean) => !one),
    overload("-_(int): int", (one: bigint) => checkedInt(-one)),
    overload("-_(double): double", (one: number) => -one),
    overload("_==_(A, A): bool", isEqual, equality),
    overload("_!=_(A, A): bool", (one: Value, other: Value) => !equalValues(one, other), alongBoth),
    ...comparisons("_<_", (order) => order < 0, (one, other) => one < other),
    ...comparisons("_<=_", (order) => order <= 0, (one, other) => one <= other),
    ...comparisons("_>_", (order) => order > 0, (one, other) => one > other),
    ...comparisons("_>=_", (order) => order >= 0, (one, other) => one >= other),

    overload("_+_(int, int): int", (one, other) => checkedInt(one + other)),
    overload(
      "_+_(uint, uint): uint",
      (one: Uint, other: Uint) => checkedUint(one.value + other.value),
    ),
    overload("_+_(double, double): double", (one, other) => one + other),
    overload("_+_(string, string): string", (one: string, other: string) => {
      countJoined(one.length + other.length);
      return one + other;
    }, copyBoth),
    overload("_+_(bytes, bytes): bytes", (one: Uint8Array, other: Uint8Array) => {
      countJoined(one.length + other.length);
      const both = new Uint8Array(one.length + other.length);
      both.set(one);
      both.set(other, one.length);
      return both;
    }, copyBoth),
    overload(
      "_+_(list<A>, list<A>): list<A>",
      (one: CelList, other: CelList) => one.concat(other),
      concatLists,
    ),
    overload(
      "_+_(timestamp, duration): timestamp",
      (time: Timestamp, by: Duration) => checkedTimestamp(time.nanos + by.nanos, time.offset),
    ),
    overload(
      "_+_(duration, timestamp): timestamp",
      (by: Duration, time: Timestamp) => checkedTimestamp(time.nanos + by.nanos, time.offset),
    ),
    overload(
      "_+_(duration, duration): duration",
      (one: Duration, other: Duration) => checkedDuration(one.nanos + other.nanos),
    ),

    overload("_-_(int, int): int", (one: bigint, other: bigint) => checkedInt(one - other)),
    overload(
      "_-_(uint, uint): uint",
      (one: Uint, other: Uint) => checkedUint(one.value - other.value),
    ),
    overload("_-_(double, double): double", (one, other) => one - other),
    overload(
      "_-_(timestamp, timestamp): duration",
      (one: Timestamp, other: Timestamp) => checkedDuration(one.nanos - other.nanos),
    ),
    overload(
      "_-_(timestamp, duration): timestamp",
      (time: Timestamp, by: Duration) => checkedTimestamp(time.nanos - by.nanos, time.offset),
    ),
    overload(
      "_-_(duration, duration): duration",
      (one: Duration, other: Duration) => checkedDuration(one.nanos - other.nanos),
    ),

    overload("_*_(int, int): int", (one: bigint, other: bigint) => checkedInt(one * other)),
    overload(
      "_*_(uint, uint): uint",
      (one: Uint, other: Uint) => checkedUint(one.value * other.value),
    ),
    overload("_*_(double, double): double", (one, other) => one * other),
    overload("_/_(int, int): int", (one, other) => checkedInt(divided(one, other))),
    overload(
      "_/_(uint, uint): uint",
      (one: Uint, other: Uint) => new Uint(divided(one.value, other.value)),
    ),
    overload("_/_(double, double): double", (one, other) => one / other),
    overload("_%_(int, int): int", (one, other) => remainder(one, other)),
    overload(
      "_%_(uint, uint): uint",
      (one: Uint, other: Uint) => new Uint(remainder(one.value, other.value)),
    ),

    overload("@in(A, list<A>): bool", contained, alongList),
    overload("@in(A, map<A, B>): bool", (key: Value, map: CelMap) => map.has(key)),
    overload("_[_](list<A>, int): A", planned),
    overload("_[_](map<A, B>, A): B", planned),
    overload("_[_](optional<list<A>>, int): optional<A>", planned),
    overload("_[_](optional<map<A, B>>, A): optional<B>", planned),
    overload("_[?_](list<A>, int): optional<A>", planned),
    overload("_[?_](optional<list<A>>, int): optional<A>", planned),
    overload("_[?_](map<A, B>, A): optional<B>", planned),
    overload("_[?_](optional<map<A, B>>, A): optional<B>", planned),

    overload(":cel.@mapInsert(map<A, B>, map<A, B>): map<A, B>", (map: CelMap, other: CelMap) => {
      for (const key of other.keys()) inserted(map, key, other.get(key) ?? null);
      return map;
    }),
    overload(":cel.@mapInsert(map<A, B>, A, B): map<A, B>", inserted),
  ],
};
