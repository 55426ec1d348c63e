/**
 * From one type to another, and what values say of themselves.
 *
 * @module
 */

import { scaled, TEXT_FACTOR, walk } from "../cost.ts";
import { type CallCost, type CelLibrary, overload } from "../declarations.ts";
import { doubleText } from "../double_text.ts";
import { CelError } from "../source.ts";
import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
} from "../type.ts";
import { STRING, TIMESTAMP, typeOf, UINT } from "../type.ts";
import {
  type CelList,
  type CelMap,
  type Duration,
  sizeOf,
  type Timestamp,
  typeNameOf,
  TypeValue,
  Uint,
  type Value,
} from "../values.ts";
import { counted } from "./counted.ts";
import { checkedInt, checkedUint } from "./operators.ts";
import {
  parseDurationText,
  parseTimestamp,
  printDurationText,
  printTimestamp,
  timestampOf,
} from "./time_text.ts";

const NANOS = 1_000_000_000n;

const TRUE = new Set(["1", "t", "true", "TRUE", "True"]);
const FALSE = new Set(["0", "f", "false", "FALSE", "False"]);

function fail(value: Value, to: string): never {
  throw new CelError(`type conversion error from '${typeNameOf(value)}' to '${to}'`);
}

/** What can't be read is told without the reason, as of all conversions. */
function reading(read: (text: string) => Value, type: string) {
  return (text: string): Value => {
    try {
      return read(text);
    } catch (error) {
      return error instanceof CelError ? fail(text, `google.protobuf.${type}`) : rethrow(error);
    }
  };
}

function rethrow(error: unknown): never {
  throw error;
}

function boolOf(text: string): boolean {
  return TRUE.has(text) || (FALSE.has(text) ? false : fail(text, "bool"));
}

function intOf(text: string): bigint {
  if (!/^[+-]?\d{1,19}$/.test(text)) return fail(text, "int");
  const value = BigInt(text.startsWith("+") ? text.slice(1) : text);
  return BigInt.asIntN(64, value) === value ? value : fail(text, "int");
}

function uintOf(text: string): Uint {
  if (!/^\d{1,20}$/.test(text)) return fail(text, "uint");
  const value = BigInt(text);
  return BigInt.asUintN(64, value) === value ? new Uint(value) : fail(text, "uint");
}

function doubleOf(text: string): number {
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (special !== null) {
    return special[2]?.toLowerCase() === "nan" ? NaN : special[1] === "-" ? -Infinity : Infinity;
  }
  const hex = HEX_DOUBLE.exec(text);
  if (hex === null && !DOUBLE_TEXT.test(text)) return fail(text, "double");
  const value = hex === null ? Number(text.replaceAll("_", "")) : ofHex(hex);
  return Number.isFinite(value) ? value : fail(text, "double");
}

/** Digits may be grouped. */
const DOUBLE_TEXT =
  /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/;
const HEX_DOUBLE = /^([+-]?)0[xX]_?([\da-fA-F_]*)(?:\.([\da-fA-F_]*))?[pP]([+-]?\d+)$/;

function ofHex([, sign, whole = "", fraction = "", exponent]: readonly string[]): number {
  const [high, low] = [whole, fraction].map((digits) => digits.replaceAll("_", "")) as [
    string,
    string,
  ];
  if (high + low === "" || /__|_$/.test(whole + fraction)) return NaN;
  const amount = Number(BigInt(`0x${high}${low}`)) * 2 ** (Number(exponent) - 4 * low.length);
  return sign === "-" ? -amount : amount;
}

/** Towards zero. */
function truncated(value: number, check: (amount: bigint) => Value): Value {
  // What is no number is out of every range.
  return check(Number.isFinite(value) ? BigInt(Math.trunc(value)) : 2n ** 64n);
}

/** Of UTF-8. Throws CelError for bytes that are none. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CelError("invalid UTF-8 in bytes, cannot convert to string");
  }
}

const bytesToText: CallCost = {
  unsettled: 1,
  actual: ([from]) => walk(sizeOf(from as Value)),
  estimate: (sizes) => {
    const { min, max } = sizes.size(0);
    return { ...scaled({ min, max }, TEXT_FACTOR), size: { min: Math.floor(min / 4), max } };
  },
};

const textToBytes: CallCost = {
  unsettled: 1,
  actual: ([from]) => walk(sizeOf(from as Value)),
  estimate: (sizes) => {
    const { min, max } = sizes.size(0);
    return { ...scaled({ min, max }, TEXT_FACTOR), size: { min, max: max * 4 } };
  },
};

const same = (value: Value) => value;
/** Texts have no size at hand: their characters are counted. */
const size = counted({ unit: 0.04 }, (value: Value) => BigInt(sizeOf(value)));

/** Names of types as values. */
function typeConstants(): NonNullable<CelLibrary["constants"]> {
  const all: readonly [string, CelType][] = [
    ["bool", BOOL],
    ["int", INT],
    ["uint", UINT],
    ["double", DOUBLE],
    ["string", STRING],
    ["bytes", BYTES],
    ["null_type", NULL],
    ["list", listOf(DYN)],
    ["map", mapOf(DYN, DYN)],
    ["type", typeOf(undefined)],
    ["google.protobuf.Timestamp", TIMESTAMP],
    ["google.protobuf.Duration", DURATION],
  ];
  return Object.fromEntries(
    all.map(([name, type]) => [name, { type: typeOf(type), value: new TypeValue(name) }]),
  );
}

/** Of points in time and spans. */
const READ = { call: 15, unit: 1 };

export const CONVERSION_LIBRARY: CelLibrary = {
  constants: typeConstants(),
  overloads: [
    overload("dyn(A): dyn", same),
    overload("type(A): type<A>", (value: Value) => new TypeValue(typeNameOf(value))),

    ...["string", "bytes", "list<A>", "map<A, B>"].flatMap((type) => [
      overload(
        `size(${type}): int`,
        size as (value: string | Uint8Array | CelList | CelMap) => bigint,
      ),
      overload(`${type}.size(): int`, size),
    ]),

    overload("bool(bool): bool", same),
    overload("bool(string): bool", boolOf),
    overload("bytes(bytes): bytes", same),
    overload("bytes(string): bytes", (text: string) => new TextEncoder().encode(text), textToBytes),
    overload("double(double): double", same),
    overload("double(int): double", (value: bigint) => Number(value)),
    overload("double(uint): double", ({ value }: Uint) => Number(value)),
    overload("double(string): double", counted({ unit: 0.2 }, doubleOf)),
    overload("int(int): int", same),
    overload("int(uint): int", ({ value }: Uint) => checkedInt(value)),
    // The least int is out of range, too, as what rounds to it would be.
    overload(
      "int(double): int",
      (value: number) => truncated(value === -(2 ** 63) ? NaN : value, checkedInt),
    ),
    overload("int(string): int", intOf),
    overload("int(timestamp): int", ({ nanos }: Timestamp) => floorDivide(nanos, NANOS)),
    overload("int(duration): int", ({ nanos }: Duration) => nanos),
    overload("uint(uint): uint", same),
    overload("uint(int): uint", checkedUint),
    overload("uint(double): uint", (value: number) => truncated(Math.floor(value), checkedUint)),
    overload("uint(string): uint", uintOf),
    overload("string(string): string", same),
    overload("string(bool): string", String),
    overload("string(int): string", String),
    overload("string(uint): string", ({ value }: Uint) => String(value)),
    overload("string(double): string", doubleText),
    overload("string(bytes): string", textOf, bytesToText),
    overload("string(timestamp): string", printTimestamp),
    overload("string(duration): string", printDurationText),
    overload("timestamp(timestamp): timestamp", same),
    overload("timestamp(int): timestamp", timestampOf),
    overload("timestamp(string): timestamp", counted(READ, reading(parseTimestamp, "Timestamp"))),
    overload("duration(duration): duration", same),
    // Declared, but there is no such conversion.
    overload("duration(int): duration", (from: bigint) => fail(from, "google.protobuf.Duration")),
    overload("duration(string): duration", counted(READ, reading(parseDurationText, "Duration"))),
  ],
};

/** Rounded down, also below zero. */
export function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value < 0n && quotient * by !== value ? quotient - 1n : quotient;
}
