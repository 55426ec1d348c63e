/**
 * Values that expressions work on: null, boolean, bigint (int), number (double), string,
 * Uint8Array, and the classes of this file.
 *
 * @module
 */

import { compareUtf8, type JsonObject } from "../codec/mod.ts";
import { CelError } from "./source.ts";
import { type CelType, showType } from "./type.ts";
import { work } from "./work.ts";

/** Steps of work that each key of an object takes when they are listed. */
export const KEY_STEPS = 2;

export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Uint
  | Timestamp
  | Duration
  | CelList
  | CelMap
  | CelObject
  | Optional
  | TypeValue
  | OpaqueValue;

/** An unsigned integer of 64 bits. */
export class Uint {
  constructor(readonly value: bigint) {}
}

/** A point in time. */
export class Timestamp {
  /** Nanoseconds since 1970, and minutes that the zone is ahead of UTC in which a text tells it. */
  constructor(readonly nanos: bigint, readonly offset = 0) {}
}

/** A length of time. */
export class Duration {
  constructor(readonly nanos: bigint) {}
}

/** Values in order. */
export abstract class CelList {
  abstract readonly size: number;
  /** The value at an index that is in range. */
  abstract at(index: number): Value;

  *[Symbol.iterator](): Iterator<Value> {
    for (let i = 0; i < this.size; i++) yield this.at(i);
  }

  equals(other: CelList): boolean {
    if (this.size !== other.size) return false;
    for (let i = 0; i < this.size; i++) {
      work(1);
      if (!equalValues(this.at(i), other.at(i))) return false;
    }
    return true;
  }

  /** Both, one after the other. Nothing is copied: to add is one step, however long the lists are. */
  concat(other: CelList): CelList {
    if (other.size === 0) return this;
    return this.size === 0 ? other : new JoinedList(this, other);
  }

  /** Whether a schema says what it is: such are compared with lists only. */
  get isOfSchema(): boolean {
    return false;
  }

  /** Whether an element equals `value`. */
  has(value: Value): boolean {
    for (let i = 0; i < this.size; i++) {
      work(1);
      if (equalValues(this.at(i), value)) return true;
    }
    return false;
  }
}

/** Two lists as one. */
class JoinedList extends CelList {
  override readonly size: number;
  readonly #first: CelList;
  readonly #second: CelList;
  /** Where the first element is, which is looked at in every call. */
  readonly #head: CelList;

  constructor(first: CelList, second: CelList) {
    super();
    this.#first = first;
    this.#second = second;
    this.#head = first instanceof JoinedList ? first.#head : first;
    this.size = first.size + second.size;
  }

  override at(index: number): Value {
    if (index === 0) return this.#head.at(0);
    // Lists of lists of lists are deep.
    work(1);
    const split = this.#first.size;
    return index < split ? this.#first.at(index) : this.#second.at(index - split);
  }
}

/** A list of values that are at hand. */
export class ValueList extends CelList {
  constructor(readonly values: Value[]) {
    super();
  }

  override get size(): number {
    return this.values.length;
  }

  override at(index: number): Value {
    return this.values[index] as Value;
  }
}

/** Values by keys. */
export abstract class CelMap {
  abstract readonly size: number;
  /** In the order in which they were put in. */
  abstract keys(): Iterable<Value>;
  abstract get(key: Value): Value | undefined;

  /** Whether there is a value of a key. */
  has(key: Value): boolean {
    return this.get(key) !== undefined;
  }

  /** Whether a schema says what it is: such are compared with maps only. */
  get isOfSchema(): boolean {
    return false;
  }

  equals(other: CelMap): boolean {
    if (this.size !== other.size) return false;
    for (const key of this.keys()) {
      work(1);
      const [mine, theirs] = [this.get(key), other.get(key)];
      if (mine === undefined || theirs === undefined || !equalValues(mine, theirs)) return false;
    }
    return true;
  }
}

/** A thing with named fields. */
export abstract class CelObject {
  abstract readonly typeName: string;
  /** The value of a field that is set. */
  abstract get(field: string): Value | undefined;
  abstract fields(): Iterable<string>;

  /** What a field is that is not set; undefined: asking for it is an error. */
  unset(_field: string): Value | undefined {
    return undefined;
  }

  equals(other: CelObject): boolean {
    if (this.typeName !== other.typeName) return false;
    const [mine, theirs] = [[...this.fields()], new Set(other.fields())];
    work(mine.length * KEY_STEPS);
    return mine.length === theirs.size && mine.every((field) => {
      const [left, right] = [this.get(field), other.get(field)];
      return left !== undefined && right !== undefined && equalValues(left, right);
    });
  }
}

/** A value that may be missing. */
export class Optional {
  static readonly none = new Optional(undefined);

  private constructor(readonly value: Value | undefined) {}

  static of(value: Value): Optional {
    return new Optional(value);
  }
}

/** A type as a value. */
export class TypeValue {
  constructor(readonly name: string) {}
}

/** A value of a library's own type. */
export abstract class OpaqueValue {
  abstract readonly typeName: string;
  /** What costs count it as. */
  get size(): number {
    return 1;
  }

  /** Whether it can be equal to anything, itself too. */
  get isComparable(): boolean {
    return true;
  }

  /** A text that all have that are the same key of a map; undefined: it is no other's. */
  get spelling(): string | undefined {
    return undefined;
  }

  abstract equals(other: OpaqueValue): boolean;
}

/** JSON whose shape nobody told: numbers without a fraction are ints. */
export function ofJson(json: unknown): Value {
  switch (typeof json) {
    case "string":
    case "boolean":
      return json;
    case "number":
      return Number.isInteger(json) && Math.abs(json) < 2 ** 63 ? BigInt(json) : json;
    case "bigint":
      return json;
  }
  if (Array.isArray(json)) return new JsonList(json, ofJson);
  return typeof json === "object" && json !== null ? new JsonMap(json as JsonObject, ofJson) : null;
}

/** What JSON is to expressions, by its schema. */
export type Adapt = (json: unknown) => Value;

/** A list in JSON, its elements adapted when they are looked at. */
export class JsonList extends CelList {
  constructor(readonly json: readonly unknown[], readonly adapt: Adapt) {
    super();
  }

  override get size(): number {
    return this.json.length;
  }

  override at(index: number): Value {
    return this.adapt(this.json[index]);
  }

  override get isOfSchema(): boolean {
    return this.adapt !== ofJson;
  }
}

/** A JSON object as a map. */
export class JsonMap extends CelMap {
  #keys: string[] | undefined;

  constructor(readonly json: JsonObject, readonly adapt: Adapt) {
    super();
  }

  override get size(): number {
    return this.keys().length;
  }

  override get isOfSchema(): boolean {
    return this.adapt !== ofJson;
  }

  override keys(): string[] {
    if (this.#keys === undefined) {
      this.#keys = Object.keys(this.json);
      // An expression that asks for a field twice has two of this.
      work(this.#keys.length * KEY_STEPS);
    }
    return this.#keys;
  }

  override get(key: Value): Value | undefined {
    if (typeof key !== "string") {
      if (this.isOfSchema) throw new CelError("no such overload");
      return undefined;
    }
    return Object.hasOwn(this.json, key) ? this.adapt(this.json[key]) : undefined;
  }
}

/** The name of a value's type, as `type(value)` shows it. */
export function typeNameOf(value: Value): string {
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "bigint":
      return "int";
    case "number":
      return "double";
    case "string":
      return "string";
  }
  if (value === null) return "null_type";
  if (value instanceof Uint8Array) return "bytes";
  if (value instanceof Uint) return "uint";
  if (value instanceof Timestamp) return "google.protobuf.Timestamp";
  if (value instanceof Duration) return "google.protobuf.Duration";
  if (value instanceof CelList) return "list";
  if (value instanceof CelMap) return "map";
  if (value instanceof Optional) return "optional_type";
  if (value instanceof TypeValue) return "type";
  return value.typeName;
}

/**
 * Whether a value can stand where `type` is asked for, as far as a look at its outside tells, and at the first of what
 * is in it.
 */
export function isOfType(value: Value, type: CelType): boolean {
  switch (type.kind) {
    case "dyn":
    case "param":
    case "error":
      return true;
    case "null":
      return value === null;
    case "bool":
      return typeof value === "boolean";
    case "int":
      return typeof value === "bigint";
    case "uint":
      return value instanceof Uint;
    case "double":
      return typeof value === "number";
    case "string":
      return typeof value === "string";
    case "bytes":
      return value instanceof Uint8Array;
    case "timestamp":
      return value instanceof Timestamp;
    case "duration":
      return value instanceof Duration;
    case "type":
      return value instanceof TypeValue;
    case "list":
      // What is to be a list of lists may be one of anything.
      return value instanceof CelList &&
        (isAny(type.element) || type.element.kind === "list" || value.size === 0 ||
          isOfType(value.at(0), type.element));
    case "map":
      return value instanceof CelMap && isMapOf(value, type.key, type.value);
    case "optional":
      return value instanceof Optional;
    case "object":
    case "opaque":
      return typeNameOf(value) === showType(type);
  }
}

function isMapOf(map: CelMap, key: CelType, value: CelType): boolean {
  if (isAny(key) && isAny(value)) return true;
  for (const first of map.keys()) {
    return isOfType(first, key) && isOfType(map.get(first) ?? null, value);
  }
  return true;
}

function isAny({ kind }: CelType): boolean {
  return kind === "dyn" || kind === "param";
}

/** Characters of texts that are compared in a step of work. */
const CHARACTERS_A_STEP = 64;

/** Whether two values are equal: numbers of different types by their amount, all else by type too. */
export function equalValues(one: Value, other: Value): boolean {
  if (typeof one === "string") {
    if (typeof other !== "string" || one.length !== other.length) return false;
    work(one.length / CHARACTERS_A_STEP);
    return one === other;
  }
  if (one === other) return !(one instanceof OpaqueValue) || one.isComparable;
  switch (typeof one) {
    case "boolean":
      return false;
    case "bigint":
    case "number":
      // Two of one type are equal only if they are identical, which they are not.
      return typeof one !== typeof other && compareNumbers(one, other) === 0;
  }
  if (one === null || other === null) return false;
  if (one instanceof Uint) return compareNumbers(one, other) === 0;
  if (one instanceof CelList) return other instanceof CelList && one.equals(other);
  if (one instanceof CelMap) return other instanceof CelMap && one.equals(other);
  if (one instanceof CelObject) return other instanceof CelObject && one.equals(other);
  if (one instanceof Timestamp) return other instanceof Timestamp && one.nanos === other.nanos;
  if (one instanceof Duration) return other instanceof Duration && one.nanos === other.nanos;
  if (one instanceof Uint8Array) {
    return other instanceof Uint8Array && compareBytes(one, other) === 0;
  }
  if (one instanceof TypeValue) return other instanceof TypeValue && one.name === other.name;
  if (one instanceof Optional) {
    if (!(other instanceof Optional)) return false;
    if (one.value === undefined || other.value === undefined) return one.value === other.value;
    return equalValues(one.value, other.value);
  }
  return other instanceof OpaqueValue && one.typeName === other.typeName && one.equals(other);
}

/** Below zero, zero or above; undefined where the two have no order. */
export function compareValues(one: Value, other: Value): number | undefined {
  if (typeof one === "string") {
    return typeof other === "string" ? compareUtf8(one, other) : undefined;
  }
  if (typeof one === "boolean") {
    return typeof other === "boolean" ? Number(one) - Number(other) : undefined;
  }
  if (one instanceof Uint8Array) {
    return other instanceof Uint8Array ? compareBytes(one, other) : undefined;
  }
  if (one instanceof Timestamp && other instanceof Timestamp) return order(one.nanos, other.nanos);
  if (one instanceof Duration && other instanceof Duration) return order(one.nanos, other.nanos);
  return compareNumbers(one, other);
}

function compareNumbers(one: Value, other: Value): number | undefined {
  let [left, right] = [amountOf(one), amountOf(other)];
  if (left === undefined || right === undefined) return undefined;
  // Beside a double, an int is one too, as exact as it can be.
  if (typeof left === "number") right = Number(right);
  else if (typeof right === "number") left = Number(left);
  // NaN is not in any order.
  return left < right ? -1 : left > right ? 1 : left <= right ? 0 : undefined;
}

function amountOf(value: Value): bigint | number | undefined {
  if (typeof value === "bigint" || typeof value === "number") return value;
  return value instanceof Uint ? value.value : undefined;
}

function order(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length);
  for (let i = 0; i < length; i++) {
    const difference = (one[i] ?? 0) - (other[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** The size that costs are counted by: characters, bytes, elements; 1 for everything else. */
export function sizeOf(value: Value): number {
  if (typeof value === "string") return characters(value);
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof CelList || value instanceof CelMap || value instanceof OpaqueValue) {
    return value.size;
  }
  if (value instanceof Optional && value.value !== undefined) return sizeOf(value.value);
  return 1;
}

/** How many code points a text has. */
export function characters(text: string): number {
  let count = text.length;
  for (let i = 0; i + 1 < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--;
      i++;
    }
  }
  return count;
}
