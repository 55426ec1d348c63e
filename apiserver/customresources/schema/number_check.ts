/**
 * The rules for numbers: bounds, multiples, formats.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { ErrorCollector } from "./error_collector.ts";
import { isInteger } from "./json.ts";

/** What a schema says of numbers, checked; undefined where it says nothing. */
export type NumberCheck = (value: number | bigint, place: string, found: ErrorCollector) => void;

/** Whether a number is in the range of its type and format. */
type InRange = (value: number | bigint) => boolean;

const MOST_FLOAT32 = 3.4028234663852886e38;

/** The check of a schema whose only type is `type`, or that has none or several (""). */
export function numberCheck(schema: JsonObject, type: string, format: string): NumberCheck {
  const inRange = rangeOf(type, format);
  const named = format === "" ? "(default format)" : `with format ${format}`;
  const outOf = (what: string, place: string, found: ErrorCollector) =>
    found.whole(`${what} value must be of type ${type} ${named} in ${place}`);
  const multiple = numberOf(schema.multipleOf);
  const bounds = [
    boundOf(schema, "minimum", "exclusiveMinimum", "Minimum boundary", "greater than"),
    boundOf(schema, "maximum", "exclusiveMaximum", "Maximum boundary", "less than"),
  ].filter((bound) => bound !== undefined);
  return (value, place, found) => {
    if (!inRange(value)) outOf("Checked", place, found);
    if (multiple !== undefined) {
      const isNative = inRange(multiple);
      if (!isNative) outOf("MultipleOf", place, found);
      checkMultiple({ value, multiple, isNative, place }, found);
    }
    for (const { what, bound, exclusive, isBeyond, rule } of bounds) {
      const isNative = inRange(bound);
      if (!isNative) outOf(what, place, found);
      // An integer is compared with the integer part of its bound.
      const limit = isNative && isInteger(value) ? Math.trunc(bound) : bound;
      if (!isBeyond(value, limit) && !(exclusive && Number(value) === limit)) continue;
      const shown = isNative && isInteger(value) ? BigInt(limit) : limit;
      found.invalid(place, value, `should be ${rule} ${printGo(shown)}`);
    }
  };
}

function boundOf(
  schema: JsonObject,
  word: "minimum" | "maximum",
  exclusiveWord: string,
  what: string,
  rule: string,
) {
  const bound = numberOf(schema[word]);
  if (bound === undefined) return undefined;
  const exclusive = schema[exclusiveWord] === true;
  const isBeyond = word === "minimum"
    ? (value: number | bigint, limit: number) => value < limit
    : (value: number | bigint, limit: number) => value > limit;
  return { what, bound, exclusive, isBeyond, rule: exclusive ? rule : `${rule} or equal to` };
}

interface Multiple {
  readonly value: number | bigint;
  readonly multiple: number;
  /** The factor is a number of the type that is asked for. */
  readonly isNative: boolean;
  readonly place: string;
}

function checkMultiple(
  { value, multiple, isNative, place }: Multiple,
  found: ErrorCollector,
): void {
  // Integers are divided as such, by the integer part of the factor.
  const isWhole = isNative && isInteger(value);
  const factor = isWhole ? Math.trunc(multiple) : multiple;
  const shown = printGo(isWhole ? BigInt(factor) : factor);
  if (factor <= 0) {
    found.invalidAs(
      place,
      factor,
      `factor MultipleOf declared for ${place} must be positive: ${shown}`,
    );
    return;
  }
  const isMultiple = isWhole
    ? BigInt(value) % BigInt(factor) === 0n
    : isNearlyWhole(factor < 1 ? 1 / factor * Number(value) : Number(value) / factor);
  if (!isMultiple) found.invalid(place, value, `should be a multiple of ${shown}`);
}

/** Whether a number is one of its type and format: a float counts as the integer of its decimal digits. */
function rangeOf(type: string, format: string): InRange {
  if (type === "integer") {
    // Floats both: the greatest integer of 64 bits is none, and the digits of the least one say less.
    const end = format === "int32" ? 2 ** 31 : 2 ** 63;
    return (value) => {
      if (isInteger(value)) return value >= -end && value < end;
      const float = Number(value);
      return Number.isInteger(float) && float > -end && float < end;
    };
  }
  return format === "float" ? (value) => Math.abs(Number(value)) <= MOST_FLOAT32 : () => true;
}

/** How far from an integer a float may be that stands for one. */
const EPSILON = 1e-9;

/** Whether a float is an integer, give or take what arithmetic does to it. */
export function isNearlyWhole(value: number): boolean {
  if (!(Math.abs(value) <= 2 ** 53)) return false;
  const whole = Math.trunc(value);
  if (value === whole) return true;
  return whole !== 0 && Math.abs(value - whole) / Math.abs(value + whole) < EPSILON;
}

/** A number of a schema. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}

/** A number as Go prints it: integers in full, floats from a million on with an exponent. */
function printGo(value: number | bigint): string {
  if (typeof value === "bigint" || value === 0) return String(value);
  const [digits = "", exponent = "0"] = value.toExponential().split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return decimal(value);
  return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

function decimal(value: number): string {
  return Math.abs(value) >= 1e-6 ? String(value) : value.toFixed(20).replace(/0+$/, "");
}
