/**
 * The kinds of values that flags take, each read and printed as the reference's flag library
 * does, so that scripts written for it keep working and its error texts stay searchable.
 *
 * @module
 */

/** How a flag's text becomes a value. `parse` throws an Error whose message is the reason. */
export interface Kind<T> {
  /** What the value is called in `--help`. */
  readonly name: string;
  /** The value of a text, given the one of earlier occurrences of the same flag, if any. */
  parse(text: string, earlier: T | undefined): T;
  /** The value as `--help` prints it as a default; empty when there is nothing worth printing. */
  print(value: T): string;
  /** What the flag means when it is given without a value; absent: it needs one. */
  readonly bare?: string;
}

const TRUE = new Set(["1", "t", "T", "true", "TRUE", "True"]);
const FALSE = new Set(["0", "f", "F", "false", "FALSE", "False"]);

function parseBool(text: string): boolean {
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  throw new Error(`strconv.ParseBool: parsing ${quote(text)}: invalid syntax`);
}

/** true or false; given bare, true. */
export const bool: Kind<boolean> = {
  name: "",
  bare: "true",
  parse: parseBool,
  print: (value) => value ? "true" : "",
};

/** Any text. */
export const string: Kind<string> = {
  name: "string",
  parse: (text) => text,
  print: (value) => value === "" ? "" : quote(value),
};

const INTEGER =
  /^[+-]?(?:0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO]?(?:_?[0-7])+|0|[1-9](?:_?[0-9])*)$/;

/** Reads an integer in any base that Go's `strconv.ParseInt(text, 0, bits)` reads. */
function parseInteger(text: string, parser: string, low: bigint, high: bigint): bigint {
  if (!INTEGER.test(text) || (low === 0n && /^[+-]/.test(text))) {
    throw new Error(`strconv.${parser}: parsing ${quote(text)}: invalid syntax`);
  }
  const negative = text.startsWith("-");
  const digits = text.replace(/^[+-]/, "").replaceAll("_", "");
  const value = BigInt(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits);
  const signed = negative ? -value : value;
  if (signed < low || signed > high) {
    throw new Error(`strconv.${parser}: parsing ${quote(text)}: value out of range`);
  }
  return signed;
}

function integer(name: string, parser: string, low: bigint, high: bigint): Kind<number> {
  return {
    name,
    parse: (text) => Number(parseInteger(text, parser, low, high)),
    print: (value) => value === 0 ? "" : String(value),
  };
}

/** An integer of 64 bits; one that is well past any flag's meaning is rounded to a number. */
export const int: Kind<number> = integer("int", "ParseInt", -(2n ** 63n), 2n ** 63n - 1n);

/** An integer of 32 bits. */
export const int32: Kind<number> = integer("int32", "ParseInt", -(2n ** 31n), 2n ** 31n - 1n);

/** An integer of 64 bits that is not negative, rounded as {@link int} is. */
export const uint: Kind<number> = integer("uint", "ParseUint", 0n, 2n ** 64n - 1n);

/** Digits, with a `_` between any two. */
const DIGITS = String.raw`\d+(?:_\d+)*`;
const HEX_DIGITS = String.raw`[\da-f]+(?:_[\da-f]+)*`;
const FLOAT = new RegExp(
  String.raw`^[+-]?(?:${DIGITS}\.?(?:${DIGITS})?|\.${DIGITS})(?:e[+-]?${DIGITS})?$`,
  "i",
);
/** With a power of two, which has to be there. */
const HEX_FLOAT = new RegExp(
  String
    .raw`^([+-]?)0x(?:(_?${HEX_DIGITS})\.?(${HEX_DIGITS})?|\.(${HEX_DIGITS}))p([+-]?${DIGITS})$`,
  "i",
);

/** The number that a text stands for; NaN where it is none. */
function floatIn(text: string): number {
  const digits = text.replaceAll("_", "");
  if (FLOAT.test(text)) return Number(digits);
  // As it was written: a _ has its places.
  if (!HEX_FLOAT.test(text)) return NaN;
  const [, sign, whole = "", after, alone, power] = HEX_FLOAT.exec(digits)!;
  const fraction = after ?? alone ?? "";
  const mantissa = Number(`0x0${whole}${fraction}`);
  return (sign === "-" ? -1 : 1) * mantissa * 2 ** (Number(power) - 4 * fraction.length);
}

/** A number. Infinities and NaN, which Go would read, mean nothing to any flag and are refused. */
export const float: Kind<number> = {
  name: "float",
  parse(text) {
    const value = floatIn(text);
    if (!Number.isFinite(value)) {
      throw new Error(`strconv.ParseFloat: parsing ${quote(text)}: invalid syntax`);
    }
    return value;
  },
  print: (value) => value === 0 ? "" : String(value),
};

/**
 * A list: comma separated, with CSV quoting for values that hold commas, and repeatable. The
 * first occurrence replaces the default, later ones add to it.
 */
export const list: Kind<readonly string[]> = {
  name: "strings",
  parse: (text, earlier) => [...(earlier ?? []), ...splitCsv(text)],
  print: (value) => value.length === 0 ? "" : `[${value.join(",")}]`,
};

/** A repeatable text that is not split at commas. */
export const repeated: Kind<readonly string[]> = {
  name: "stringArray",
  parse: (text, earlier) => [...(earlier ?? []), text],
  print: (value) => value.length === 0 ? "" : `[${value.join(",")}]`,
};

/** `key=value` pairs, comma separated and repeatable; a later key wins. */
export const map: Kind<Readonly<Record<string, string>>> = pairs("mapStringString", "=", (v) => v);

/** As {@link map}; a key alone has an empty value. */
export const settings: Kind<Readonly<Record<string, string>>> = pairs(
  "mapStringString",
  "=",
  (value) => value,
  { bare: "" },
);

/** One `key=value` pair an occurrence, whose value may hold commas; a later key wins. */
export const wholePairs: Kind<Readonly<Record<string, string>>> = pairs(
  "mapStringString",
  "=",
  (value) => value,
  { whole: true },
);

/** `key=true|false` pairs. */
export const boolMap: Kind<Readonly<Record<string, boolean>>> = pairs(
  "mapStringBool",
  "=",
  boolOf,
  { missing: (part) => `missing bool value for ${part}` },
);

/** As {@link boolMap}; a key alone, or with nothing behind it, is true. */
export const switches: Kind<Readonly<Record<string, boolean>>> = pairs(
  "mapStringString",
  "=",
  (value, key) => value === "" || boolOf(value, key),
  { bare: "" },
);

function boolOf(value: string, key: string): boolean {
  try {
    return parseBool(value);
  } catch (error) {
    throw new Error(`invalid value of ${key}=${value}, err: ${(error as Error).message}`);
  }
}

/** Which texts are pairs. */
export interface PairsOptions {
  /** The value of a key that stands alone. Without it such a key is refused. */
  readonly bare?: string;
  /** The reason for which a key that stands alone is refused. */
  readonly missing?: (part: string) => string;
  /** Whether an occurrence is one pair, commas included. Default false. */
  readonly whole?: boolean;
}

/** Pairs of keys and values with another separator or value type. */
export function pairs<V>(
  name: string,
  separator: string,
  value: (text: string, key: string) => V,
  { bare, missing, whole = false }: PairsOptions = {},
): Kind<Readonly<Record<string, V>>> {
  return {
    name,
    parse(text, earlier) {
      const entries = new Map(Object.entries(earlier ?? {}));
      for (const part of whole ? [text] : text.split(",")) {
        if (part.trim() === "" && !whole) continue;
        const at = part.indexOf(separator);
        if (at < 0 && bare !== undefined) {
          entries.set(part.trim(), value(bare, part.trim()));
          continue;
        }
        if (at < 0) {
          throw new Error(
            missing?.(part.trim()) ?? `malformed pair, expect string${separator}string: ${part}`,
          );
        }
        const key = part.slice(0, at).trim();
        entries.set(key, value(part.slice(at + separator.length).trim(), key));
      }
      // From entries: a key `__proto__` is then a key like any other.
      return Object.fromEntries(entries);
    },
    print: (all) =>
      Object.entries(all).map(([key, one]) => `${key}${separator}${String(one)}`).join(","),
  };
}

/** A text of a few. */
export function oneOf<const V extends string>(name: string, values: readonly V[]): Kind<V> {
  return {
    name,
    parse(text) {
      const found = values.find((value) => value === text);
      if (found === undefined) {
        const named = values.filter((value) => value !== "").join(", ");
        throw new Error(
          `must be one of ${named}${named === values.join(", ") ? "" : ", or empty"}`,
        );
      }
      return found;
    },
    print: (value) => quote(value),
  };
}

/** The same kind with values that `check` accepts: it throws, or returns a reason to refuse. */
export function checked<T>(kind: Kind<T>, check: (value: T) => string | undefined): Kind<T> {
  return {
    ...kind,
    parse(text, earlier) {
      const value = kind.parse(text, earlier);
      const reason = check(value);
      if (reason !== undefined) throw new Error(reason);
      return value;
    },
  };
}

/** The same kind of number without those below 0. */
export function notNegative(kind: Kind<number>): Kind<number> {
  return checked(kind, (value) => value < 0 ? "must not be negative" : undefined);
}

/** The same kind under another name in `--help`. */
export function named<T>(kind: Kind<T>, name: string): Kind<T> {
  return { ...kind, name };
}

/** `text` in double quotes, as Go's `%q` prints it. */
function quote(text: string): string {
  return JSON.stringify(text);
}

/** Splits one CSV record: commas separate, double quotes hold a value that has some. */
function splitCsv(text: string): string[] {
  if (text === "") return [];
  const values: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] !== '"') {
      const end = text.indexOf(",", at);
      const value = end < 0 ? text.slice(at) : text.slice(at, end);
      if (value.includes('"')) throw new Error('parse error: bare " in non-quoted field');
      values.push(value);
      if (end < 0) return values;
      at = end + 1;
      continue;
    }
    let value = "";
    for (at++;; at++) {
      if (at >= text.length) {
        throw new Error('parse error: extraneous or missing " in quoted field');
      }
      if (text[at] !== '"') value += text[at];
      else if (text[at + 1] === '"') value += text[++at];
      else break;
    }
    values.push(value);
    at++;
    if (at === text.length) return values;
    if (text[at] !== ",") throw new Error('parse error: extraneous or missing " in quoted field');
    at++;
  }
}
