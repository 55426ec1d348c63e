// Made by `deno task generate` from toolkit/facts. Do not edit.

/** Bytes in base64. */
export type Base64 = string;

/** A length of time: `1m30s`. */
export type Duration = string;

/**
 * A 64-bit integer: a number, and only past 2^53 a bigint, so that no digit is lost. Real values are
 * smaller, but whoever may write an object may write any: use `Number(x)` to calculate.
 */
export type Int64 = number | bigint;

/** A number, or a name or percentage: `8080`, `"http"`, `"25%"`. */
export type IntOrString = number | string;

/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue };

/** Any JSON; integers past 2^53 are bigints. */
export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;

/** A time to the microsecond: `2026-01-02T03:04:05.000006Z`. */
export type MicroTime = string;

/** An amount: `100m`, `1536Mi`. */
export type Quantity = string;

/** A time to the second, RFC 3339: `2026-01-02T03:04:05Z`. */
export type Time = string;
