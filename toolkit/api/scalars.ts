// Made by `deno task generate` from toolkit/facts. Do not edit.

/** The values that JSON has no type of its own for. */
export declare namespace scalars {
  /** Bytes in base64. */
  type Base64 = string;

  /** A length of time as numbers with units: 300ms, 1m30s, 2h. */
  type Duration = string;

  /**
   * A 64-bit integer: a number, and only past 2^53 a bigint, so that no digit is lost. Real values
   * are smaller, but whoever may write an object may write any: use Number(x) to calculate.
   */
  type Int64 = number | bigint;

  /** A number, or a name or percentage: 8080, http, 25%. */
  type IntOrString = number | string;

  /** A JSON object. */
  type JsonObject = { [key: string]: JsonValue };

  /** Any JSON; integers past 2^53 are bigints. */
  type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;

  /** A time to the microsecond, RFC 3339: 2026-01-02T03:04:05.000006Z. */
  type MicroTime = string;

  /** An amount as text: 100m, 1536Mi. The class Quantity calculates with it. */
  type Quantity = string;

  /** A time to the second, RFC 3339: 2026-01-02T03:04:05Z. */
  type Time = string;
}

/** Bytes in base64. */
export type Base64 = scalars.Base64;
/** A length of time as numbers with units: 300ms, 1m30s, 2h. */
export type Duration = scalars.Duration;
/**
 * A 64-bit integer: a number, and only past 2^53 a bigint, so that no digit is lost. Real values
 * are smaller, but whoever may write an object may write any: use Number(x) to calculate.
 */
export type Int64 = scalars.Int64;
/** A number, or a name or percentage: 8080, http, 25%. */
export type IntOrString = scalars.IntOrString;
/** A JSON object. */
export type JsonObject = scalars.JsonObject;
/** Any JSON; integers past 2^53 are bigints. */
export type JsonValue = scalars.JsonValue;
/** A time to the microsecond, RFC 3339: 2026-01-02T03:04:05.000006Z. */
export type MicroTime = scalars.MicroTime;
/** An amount as text: 100m, 1536Mi. The class Quantity calculates with it. */
export type Quantity = scalars.Quantity;
/** A time to the second, RFC 3339: 2026-01-02T03:04:05Z. */
export type Time = scalars.Time;
