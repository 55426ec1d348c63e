/**
 * Amounts of resources (`100m`, `1536Mi`, `12e6`): exact decimal numbers that remember the notation
 * they were written in, and are printed in it again in canonical form: no precision lost, no
 * fraction, the suffix as large as possible.
 *
 * Smaller parts than 1n are rounded up, away from zero. A number with a binary suffix ends at
 * 2^63-1. A {@link Quantity} is immutable.
 *
 * @module
 */

/** The notation of a quantity: `12M`, `12Mi`, `12e6`. */
export type QuantityFormat = "DecimalSI" | "BinarySI" | "DecimalExponent";

/** A text longer than this is refused before any arithmetic on it: real ones have 20 characters. */
export const QUANTITY_LIMIT_CHARS = 1024;

/**
 * Larger decimal exponents are refused. Unbounded, adding 1 to `1e2000000000` would fill the memory.
 */
export const QUANTITY_LIMIT_EXPONENT = 1000;

/** A text that is no quantity. */
export class QuantityError extends Error {
  /** Tells it apart in logs. */
  override name = "QuantityError";
}

/** The finest scale that is kept: 10^-9. */
const NANO = -9;
const MAX_INT64 = (1n << 63n) - 1n;
/** No character can belong to two parts: a text that fits nearly is found not to in one go. */
const PATTERN = /^([+-]?)(0*)((?:[1-9]\d*)?)(?:\.(\d*))?((?:[eEinumkKMGTP]+[-+]?\d*|[-+]\d*)?)$/;

const WRONG_FORMAT =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const WRONG_NUMBER = "unable to parse numeric part of quantity";
const WRONG_SUFFIX = "unable to parse quantity's suffix";

interface Suffix {
  readonly format: QuantityFormat;
  /** A power of ten, or of two for BinarySI. */
  readonly exponent: number;
}

const SUFFIXES: ReadonlyMap<string, Suffix> = new Map(
  (
    [
      ["n", "DecimalSI", -9],
      ["u", "DecimalSI", -6],
      ["m", "DecimalSI", -3],
      ["", "DecimalSI", 0],
      ["k", "DecimalSI", 3],
      ["M", "DecimalSI", 6],
      ["G", "DecimalSI", 9],
      ["T", "DecimalSI", 12],
      ["P", "DecimalSI", 15],
      ["E", "DecimalSI", 18],
      ["Ki", "BinarySI", 10],
      ["Mi", "BinarySI", 20],
      ["Gi", "BinarySI", 30],
      ["Ti", "BinarySI", 40],
      ["Pi", "BinarySI", 50],
      ["Ei", "BinarySI", 60],
    ] as const
  ).map(([text, format, exponent]) => [text, { format, exponent }]),
);

const DECIMAL_NAMES: ReadonlyMap<number, string> = namesOf("DecimalSI");
const BINARY_NAMES: ReadonlyMap<number, string> = namesOf("BinarySI");
const LARGEST_BINARY = 60;

function namesOf(format: QuantityFormat): Map<number, string> {
  return new Map(
    [...SUFFIXES].filter(([, suffix]) => suffix.format === format)
      .map(([text, suffix]) => [suffix.exponent, text]),
  );
}

/**
 * An exact amount: `coefficient × 10^scale`.
 *
 * ```ts
 * import { Quantity } from "../../mod.ts";
 *
 * const limit = Quantity.parse("1Gi");
 * const used = Quantity.parse("500Mi");
 * used.compare(limit) < 0; // true
 * limit.subtract(used).toString(); // 524Mi
 * ```
 */
export class Quantity {
  readonly #coefficient: bigint;
  readonly #scale: number;
  /** The notation that {@link toString} keeps to where it can. */
  readonly format: QuantityFormat;
  #text: string | undefined;

  private constructor(coefficient: bigint, scale: number, format: QuantityFormat, text?: string) {
    this.#coefficient = coefficient;
    this.#scale = scale;
    this.format = format;
    this.#text = text;
  }

  /** Zero. */
  static readonly zero: Quantity = new Quantity(0n, 0, "DecimalSI", "0");

  /** The quantity `value × 10^scale`. A scale below that of nano is rounded up, away from zero. */
  static of(value: bigint | number, scale = 0, format: QuantityFormat = "DecimalSI"): Quantity {
    if (Math.abs(scale) > QUANTITY_LIMIT_EXPONENT) {
      throw new QuantityError(`the scale of a quantity is out of bounds: ${scale}`);
    }
    const coefficient = BigInt(value);
    if (scale >= NANO) return new Quantity(coefficient, scale, format);
    return new Quantity(rescale(coefficient, scale, NANO), NANO, format);
  }

  /** Reads a quantity; throws {@link QuantityError} with the reference's message. */
  static parse(text: string): Quantity {
    if (text === "0") return Quantity.zero;
    if (text.length === 0) throw new QuantityError(WRONG_FORMAT);
    if (text.length > QUANTITY_LIMIT_CHARS) throw new QuantityError(WRONG_NUMBER);
    const match = PATTERN.exec(text);
    if (match === null) throw new QuantityError(WRONG_FORMAT);
    const [, sign, zeros = "", whole = "", fraction = "", suffixText = ""] = match;
    const suffix = parseSuffix(suffixText);
    const digits = (whole || "0") + fraction;
    if (zeros + whole + fraction === "" && !readsNoDigits(suffix)) {
      throw new QuantityError(WRONG_NUMBER);
    }
    const number = BigInt(digits);
    const kept = keepsText(digits, fraction.length, number, suffix) ? text : undefined;
    const { coefficient, scale, format } = suffix.format === "BinarySI"
      ? binaryAmount(number, fraction.length, suffix.exponent)
      : decimalAmount(number, digits.length, suffix.exponent - fraction.length, suffix.format);
    return new Quantity(sign === "-" ? -coefficient : coefficient, scale, format, kept);
  }

  /** -1, 0 or 1. */
  get sign(): number {
    return this.#coefficient === 0n ? 0 : this.#coefficient < 0n ? -1 : 1;
  }

  /** True for zero, in whatever notation. */
  get isZero(): boolean {
    return this.#coefficient === 0n;
  }

  /** Negative when this is less than `other`, positive when greater, 0 when they are the same amount. */
  compare(other: Quantity): number {
    const scale = Math.min(this.#scale, other.#scale);
    const difference = this.#at(scale) - other.#at(scale);
    return difference === 0n ? 0 : difference < 0n ? -1 : 1;
  }

  /** True when both are the same amount: `1` equals `1000m`. */
  equals(other: Quantity): boolean {
    return this.compare(other) === 0;
  }

  /** The exact sum, in this quantity's notation, or in the other's if this is zero. */
  add(other: Quantity): Quantity {
    const scale = Math.min(this.#scale, other.#scale);
    const format = this.isZero ? other.format : this.format;
    return new Quantity(this.#at(scale) + other.#at(scale), scale, format);
  }

  /** The exact difference, in this quantity's notation, or in the other's if this is zero. */
  subtract(other: Quantity): Quantity {
    const scale = Math.min(this.#scale, other.#scale);
    const format = this.isZero ? other.format : this.format;
    return new Quantity(this.#at(scale) - other.#at(scale), scale, format);
  }

  /** The product with a whole number. */
  multiply(factor: bigint | number): Quantity {
    return new Quantity(this.#coefficient * BigInt(factor), this.#scale, this.format);
  }

  /** The same amount with the other sign. */
  negate(): Quantity {
    return new Quantity(-this.#coefficient, this.#scale, this.format);
  }

  /** The amount in units of `10^scale`, rounded up, away from zero: exact, of any size. */
  scaledValue(scale: number): bigint {
    return this.#scale >= scale ? this.#at(scale) : rescale(this.#coefficient, this.#scale, scale);
  }

  /** The amount as a whole number, rounded up, away from zero. */
  value(): bigint {
    return this.scaledValue(0);
  }

  /** The amount in thousandths, rounded up, away from zero. */
  milliValue(): bigint {
    return this.scaledValue(-3);
  }

  /** The amount if it is a whole number, else undefined. */
  wholeValue(): bigint | undefined {
    const value = this.value();
    return this.#scale >= 0 || value * powerOfTen(-this.#scale) === this.#coefficient
      ? value
      : undefined;
  }

  /** The nearest number of the language; infinite when out of its range. */
  toNumber(): number {
    return this.#scale === 0
      ? Number(this.#coefficient)
      : Number(`${this.#coefficient}e${this.#scale}`);
  }

  /** This, rounded up (away from zero) to a multiple of `10^scale`. */
  roundUp(scale: number): Quantity {
    if (this.#scale >= scale) return this;
    return new Quantity(rescale(this.#coefficient, this.#scale, scale), scale, this.format);
  }

  /** The same amount in another notation. */
  withFormat(format: QuantityFormat): Quantity {
    return new Quantity(this.#coefficient, this.#scale, format);
  }

  /** The canonical form. */
  toString(): string {
    return this.#text ??= this.#canonical();
  }

  /** The canonical form: quantities travel as strings. */
  toJSON(): string {
    return this.toString();
  }

  /** The coefficient at a scale that is not above this one's. */
  #at(scale: number): bigint {
    return scale === this.#scale
      ? this.#coefficient
      : this.#coefficient * powerOfTen(this.#scale - scale);
  }

  #canonical(): string {
    if (this.isZero) return "0";
    if (this.format === "BinarySI") {
      const whole = this.wholeValue();
      // Below 1024, and with a fraction, a binary suffix would lose precision or not shorten.
      if (whole !== undefined && (whole >= 1024n || whole <= -1024n)) return printBinary(whole);
    }
    return printDecimal(this.#coefficient, this.#scale, this.format);
  }
}

/** Reads a quantity; throws {@link QuantityError} with the reference's message. */
export function parseQuantity(text: string): Quantity {
  return Quantity.parse(text);
}

/**
 * The form in which a server writes the quantity `text`; throws {@link QuantityError} if it is none.
 * Space around it is allowed, as in a document. The usual text is canonical already, and is found to
 * be so in one pass without an allocation.
 */
export function canonicalQuantity(text: string): string {
  return isPlainlyCanonical(text) ? text : Quantity.parse(trimSpace(text)).toString();
}

const ZERO = 48, NINE = 57, MINUS = 45, SMALL_I = 105;
/** Digits that a number of the language holds exactly whatever they are. */
const SAFE_DIGITS = 15;
const POWER_63 = 2 ** 63;

/** True only for canonical texts, if not for all of them: the rest is left to the parser. */
function isPlainlyCanonical(text: string): boolean {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0;
  const end = text.length;
  let at = start;
  let number = 0;
  let code = text.charCodeAt(at);
  if (code === ZERO) return text === "0";
  while (code >= ZERO && code <= NINE) {
    number = number * 10 + (code - ZERO);
    code = text.charCodeAt(++at);
  }
  const digits = at - start;
  if (digits === 0 || digits > SAFE_DIGITS) return false;
  if (at === end) return number % 1000 !== 0;
  if (at + 1 === end) return number % 1000 !== 0 && "numkMGTPE".includes(text[at] as string);
  if (at + 2 !== end || text.charCodeAt(at + 1) !== SMALL_I) return false;
  const step = "KMGTPE".indexOf(text[at] as string) + 1;
  return step > 0 && number % 1024 !== 0 && number * 2 ** (10 * step) < POWER_63;
}

/** As the reference trims a quantity in a document: U+FEFF is no space there, U+0085 is one. */
function trimSpace(text: string): string {
  let start = 0, end = text.length;
  while (start < end && SPACE.test(text[start] as string)) start++;
  while (end > start && SPACE.test(text[end - 1] as string)) end--;
  return text.slice(start, end);
}

const SPACE = /[^\S\uFEFF]|\x85/;

function parseSuffix(text: string): Suffix {
  const known = SUFFIXES.get(text);
  if (known !== undefined) return known;
  const match = /^[eE]([+-]?\d+)$/.exec(text);
  const exponent = Number(match?.[1] ?? NaN);
  if (!(exponent <= QUANTITY_LIMIT_EXPONENT)) throw new QuantityError(WRONG_SUFFIX);
  return { format: "DecimalExponent", exponent };
}

/**
 * Whether a quantity prints as it was written. The reference keeps the text of numbers that fit its
 * fast path and look canonical to it, and so keeps `+1`, `01` and `1.234`; clients see that.
 */
function keepsText(digits: string, fraction: number, number: bigint, suffix: Suffix): boolean {
  if (suffix.format === "BinarySI") {
    const limit = 14 - Math.floor(suffix.exponent * 3 / 10);
    return fraction === 0 && digits.length <= limit && (number & 7n) !== 0n;
  }
  const scale = suffix.exponent - fraction;
  return digits.length <= 18 && scale >= NANO && scale % 3 === 0 &&
    !digits.endsWith("000") && digits[0] !== "0";
}

/** The reference takes a bare sign or suffix as zero, but not where its slow path reads it. */
function readsNoDigits(suffix: Suffix): boolean {
  return suffix.format === "BinarySI" ? suffix.exponent < 50 : suffix.exponent >= NANO;
}

interface Amount {
  coefficient: bigint;
  scale: number;
  format: QuantityFormat;
}

function decimalAmount(
  number: bigint,
  digits: number,
  scale: number,
  format: QuantityFormat,
): Amount {
  if (number === 0n) return { coefficient: 0n, scale: 0, format };
  if (scale >= NANO) return { coefficient: number, scale, format };
  // Without this an exponent of minus a billion would make a divisor of a billion digits.
  if (NANO - scale > digits) return { coefficient: 1n, scale: NANO, format };
  return { coefficient: rescale(number, scale, NANO), scale: NANO, format };
}

function binaryAmount(number: bigint, fraction: number, exponent: number): Amount {
  const shifted = number << BigInt(exponent);
  if (fraction === 0) {
    return { coefficient: shifted > MAX_INT64 ? MAX_INT64 : shifted, scale: 0, format: "BinarySI" };
  }
  const scale = Math.max(-fraction, NANO);
  const coefficient = rescale(shifted, -fraction, scale);
  const one = powerOfTen(-scale);
  if (coefficient > MAX_INT64 * one) {
    return { coefficient: MAX_INT64, scale: 0, format: "BinarySI" };
  }
  const format = coefficient > 0n && coefficient < one ? "DecimalSI" : "BinarySI";
  return { coefficient, scale, format };
}

/** `coefficient × 10^from` in units of `10^to`, where `to` is not below `from`, away from zero. */
function rescale(coefficient: bigint, from: number, to: number): bigint {
  const divisor = powerOfTen(to - from);
  const quotient = coefficient / divisor;
  if (quotient * divisor === coefficient) return quotient;
  return coefficient < 0n ? quotient - 1n : quotient + 1n;
}

const POWERS: readonly bigint[] = Array.from(
  { length: 40 },
  (_, exponent) => 10n ** BigInt(exponent),
);

function powerOfTen(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}

function printDecimal(coefficient: bigint, scale: number, format: QuantityFormat): string {
  const all = coefficient.toString();
  let end = all.length;
  while (all.charCodeAt(end - 1) === ZERO) end--;
  let exponent = scale + all.length - end;
  let digits = all.slice(0, end);
  while (exponent % 3 !== 0) {
    digits += "0";
    exponent--;
  }
  const name = format === "DecimalExponent" ? undefined : DECIMAL_NAMES.get(exponent);
  if (name !== undefined) return digits + name;
  // Past exa there is no suffix. The reference then prints none and loses the magnitude: we do not.
  return exponent === 0 ? digits : `${digits}e${exponent}`;
}

function printBinary(whole: bigint): string {
  let exponent = 0;
  while (exponent < LARGEST_BINARY && (whole & 1023n) === 0n) {
    whole >>= 10n;
    exponent += 10;
  }
  return `${whole}${BINARY_NAMES.get(exponent) ?? ""}`;
}
