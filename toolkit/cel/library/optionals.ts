/**
 * Values that may be missing.
 *
 * @module
 */

import { ZERO_TIME } from "../../values/time.ts";
import { type CelLibrary, overload } from "../declarations.ts";
import { CelError } from "../source.ts";
import { DYN, optionalOf, typeOf } from "../type.ts";
import {
  CelList,
  CelMap,
  Duration,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  type Value,
  ValueList,
} from "../values.ts";
import { work } from "../work.ts";
import { DynamicObject } from "./dynamic_objects.ts";

/** The start of the year 1. */
const FIRST_TIME = BigInt(ZERO_TIME.seconds) * 1_000_000_000n;

function isZero(value: Value): boolean {
  if (value === null || value === false || value === 0n || value === 0 || value === "") return true;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof CelList || value instanceof CelMap) return value.size === 0;
  if (value instanceof DynamicObject) return value.isEmpty;
  if (value instanceof Timestamp) return value.nanos === FIRST_TIME;
  return value instanceof Duration && value.nanos === 0n;
}

function valueOf(optional: Optional): Value {
  if (optional.value === undefined) throw new CelError("optional.none() dereference");
  return optional.value;
}

function end(list: CelList, index: number): Optional {
  return list.size === 0 ? Optional.none : Optional.of(list.at(index));
}

function unwrapped(list: CelList): CelList {
  const values: Value[] = [];
  for (const one of list) {
    // A step each, of which the cost knows nothing.
    work(1);
    if (!(one instanceof Optional)) throw new CelError("value is not an optional");
    if (one.value !== undefined) values.push(one.value);
  }
  return new ValueList(values);
}

export const OPTIONAL_LIBRARY: CelLibrary = {
  constants: {
    optional_type: { type: typeOf(optionalOf(DYN)), value: new TypeValue("optional_type") },
  },
  overloads: [
    overload(":optional.of(A): optional<A>", Optional.of),
    overload(":optional.none(): optional<A>", () => Optional.none),
    overload(
      ":optional.ofNonZeroValue(A): optional<A>",
      (value: Value) => isZero(value) ? Optional.none : Optional.of(value),
    ),
    overload(":optional.unwrap(list<optional<A>>): list<A>", unwrapped),
    overload("list<optional<A>>.unwrapOpt(): list<A>", unwrapped),
    overload("optional<A>.value(): A", valueOf),
    overload("optional<A>.hasValue(): bool", ({ value }: Optional) => value !== undefined),
    // Planned apart: what comes second is made only where it is needed.
    overload(
      "optional<A>.or(optional<A>): optional<A>",
      (one: Optional, other: Optional) => one.value === undefined ? other : one,
    ),
    overload(
      "optional<A>.orValue(A): A",
      (one: Optional, other: Value) => one.value === undefined ? other : one.value,
    ),
    overload("list<A>.first(): optional<A>", (list: CelList) => end(list, 0)),
    overload("list<A>.last(): optional<A>", (list: CelList) => end(list, list.size - 1)),
  ],
};
