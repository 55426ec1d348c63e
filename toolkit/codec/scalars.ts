/**
 * Brings scalars into the form in which a server writes them, and refuses what is none of their
 * type. A null is the zero value, as it leaves a field untouched in Go.
 *
 * @module
 */

import { canonicalDuration } from "../values/duration.ts";
import { canonicalQuantity } from "../values/quantity.ts";
import { canonicalMicroTime, canonicalTime } from "../values/time.ts";
import type { ScalarKind } from "../schema/type.ts";
import { MismatchError } from "./error.ts";
import { textOfNumber, valueOfNumber } from "./written_number.ts";

/** A scalar as objects in memory hold it. */
export type Scalar = string | number | bigint | boolean | null;

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);
const MAX_UINT64 = 2n ** 64n - 1n;

/**
 * Thrown for a number that JSON.parse may have rounded: only the exact parser can tell what the
 * text said.
 */
export class RoundedNumber extends MismatchError {
  override name = "RoundedNumber";
}

function canonicalString(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null) return "";
  throw new MismatchError(value, "string");
}

function canonicalBool(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (value === null) return false;
  throw new MismatchError(value, "bool");
}

function canonicalInt32(value: unknown): number {
  if (typeof value === "number" && (value | 0) === value) return value | 0;
  if (value === null) return 0;
  throw new MismatchError(value, "int32");
}

function canonicalUint32(value: unknown): number {
  if (typeof value === "number" && value >>> 0 === value) return value >>> 0;
  if (value === null) return 0;
  throw new MismatchError(value, "uint32");
}

/** A 64-bit integer: a number up to 2^53, a bigint past that. */
function canonicalInt64(value: unknown): number | bigint {
  return canonicalWide(value, MIN_INT64, MAX_INT64, "int64");
}

function canonicalUint64(value: unknown): number | bigint {
  return canonicalWide(value, 0n, MAX_UINT64, "uint64");
}

function canonicalWide(value: unknown, min: bigint, max: bigint, type: string): number | bigint {
  if (typeof value === "number") {
    // `+ 0` turns -0 into 0.
    if (Number.isSafeInteger(value) && (value >= 0 || min < 0n)) return value + 0;
    if (Number.isInteger(value)) throw new RoundedNumber(value, type);
  } else if (typeof value === "bigint") {
    if (value >= min && value <= max) return narrow(value);
  } else if (value === null) {
    return 0;
  }
  throw new MismatchError(value, type);
}

/** The form in which memory holds an integer: a number where that is exact. */
export function narrow(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function canonicalFloat64(value: unknown): number {
  // `+ 0`: the sign of a zero says nothing.
  if (typeof value === "number" && Number.isFinite(value)) return value + 0;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "symbol") return valueOfNumber(value) + 0;
  if (value === null) return 0;
  throw new MismatchError(value, "float64");
}

function canonicalFloat32(value: unknown): number {
  const float = Math.fround(canonicalFloat64(value));
  if (!Number.isFinite(float)) throw new MismatchError(value, "float32");
  // The shortest decimal that names this float, as Go prints it.
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(float.toPrecision(digits));
    if (Math.fround(short) === float) return short;
  }
  return Number(float.toPrecision(9));
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The bytes of canonical or any other base64 text that Go's decoder takes. */
export function bytesOfBase64(text: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(text, { lastChunkHandling: "loose" });
  } catch (error) {
    throw new MismatchError(text, `[]byte: ${(error as Error).message}`);
  }
}

function canonicalBytes(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value !== "string") throw new MismatchError(value, "[]byte");
  const plain = /[\r\n]/.test(value) ? value.replace(/[\r\n]/g, "") : value;
  if (!BASE64.test(plain)) throw new MismatchError(value, "[]byte: illegal base64 data");
  // Bits behind the last byte must be zero to be canonical.
  return plain.endsWith("=") ? bytesOfBase64(plain).toBase64() : plain;
}

function canonicalTimeOrNull(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value !== "string") throw new MismatchError(value, "Time");
  return canonicalTime(value) ?? null;
}

function canonicalMicroTimeOrNull(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value !== "string") throw new MismatchError(value, "MicroTime");
  return canonicalMicroTime(value) ?? null;
}

function canonicalDurationText(value: unknown): string {
  if (typeof value !== "string") throw new MismatchError(value, "Duration");
  return canonicalDuration(value);
}

function canonicalDurationOrNanoseconds(value: unknown): string | number | bigint {
  return typeof value === "string" ? canonicalDuration(value) : canonicalInt64(value);
}

/** Clusters use few different quantities, and parsing one is far slower than finding it. */
const quantities = new Map<string, string>();
const QUANTITIES_LIMIT = 4096;
const QUANTITY_MEMO_CHARS = 32;

function canonicalQuantityText(value: unknown): string {
  if (typeof value === "string") {
    const known = quantities.get(value);
    if (known !== undefined) return known;
    const canonical = canonicalQuantity(value);
    if (value.length <= QUANTITY_MEMO_CHARS) {
      if (quantities.size >= QUANTITIES_LIMIT) quantities.clear();
      quantities.set(value, canonical);
    }
    return canonical;
  }
  if (typeof value === "number") {
    // From 10^21 on, a number has an exponent, and its text its notation.
    if (Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21) {
      throw new RoundedNumber(value, "Quantity");
    }
    return canonicalQuantity(String(value).replace("+", ""));
  }
  if (typeof value === "bigint") return canonicalQuantity(String(value));
  if (typeof value === "symbol") return canonicalQuantity(textOfNumber(value));
  if (value === null) return "0";
  throw new MismatchError(value, "Quantity");
}

function canonicalIntOrString(value: unknown): number | string {
  if (typeof value === "string") return value;
  return canonicalInt32(value);
}

/** What brings a scalar into canonical form; throws for a value that is not of its type. */
export const CANONICAL: Readonly<
  Record<
    Exclude<ScalarKind, "raw" | "any" | "schemaOrArray" | "schemaOrBool" | "schemaOrStrings">,
    (value: unknown) => Scalar
  >
> = {
  string: canonicalString,
  bool: canonicalBool,
  int32: canonicalInt32,
  int64: canonicalInt64,
  uint32: canonicalUint32,
  uint64: canonicalUint64,
  float32: canonicalFloat32,
  float64: canonicalFloat64,
  bytes: canonicalBytes,
  time: canonicalTimeOrNull,
  microTime: canonicalMicroTimeOrNull,
  duration: canonicalDurationText,
  durationOrNanoseconds: canonicalDurationOrNanoseconds,
  quantity: canonicalQuantityText,
  intOrString: canonicalIntOrString,
};
