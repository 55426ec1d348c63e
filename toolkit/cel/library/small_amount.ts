/**
 * Amounts as the reference has them where it can: 64 bits and a power of ten. What is told in more digits, or in parts of
 * binary units, is no whole number to it even if it is one.
 *
 * @module
 */

/** `value × 10^scale`. */
export interface SmallAmount {
  readonly value: bigint;
  readonly scale: number;
}

const TEXT = /^([+-]?)0*(\d*)(?:\.(\d*))?(?:([numkMGTPE]?)|([KMGTPE])i|[eE]([+-]?\d+))$/;
const DECIMAL_SCALES: Readonly<Record<string, number>> = {
  ...{ n: -9, u: -6, m: -3, "": 0 },
  ...{ k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 },
};
const BINARY_UNITS = "KMGTPE";
const DECIMAL_DIGITS = 18;
const BINARY_DIGITS = 14;
/** No finer scale is kept. */
const FINEST = -9;

/** The amount that a text tells, which is one; undefined: it is told in too many digits. */
export function smallAmountOf(text: string): SmallAmount | undefined {
  const [, sign, digits = "", fraction = "", decimal, binary, exponent] = TEXT.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const whole = digits === "" ? "0" : digits;
  const signed = (value: bigint) => sign === "-" ? -value : value;
  if (binary !== undefined) {
    const bits = 10 * (BINARY_UNITS.indexOf(binary) + 1);
    const most = BINARY_DIGITS - Math.floor(bits * 3 / 10);
    if (fraction !== "" || whole.length > most) return undefined;
    return { value: signed(BigInt(whole) << BigInt(bits)), scale: 0 };
  }
  const unit = exponent === undefined ? DECIMAL_SCALES[decimal ?? ""] ?? 0 : Number(exponent);
  const scale = unit - fraction.length;
  if (whole.length + fraction.length > DECIMAL_DIGITS || scale < FINEST) return undefined;
  return { value: signed(BigInt(whole + fraction)), scale };
}

/** A sum; undefined where it, or what it is of, is in too many digits. */
export function smallSum(
  one: SmallAmount | undefined,
  other: SmallAmount | undefined,
): SmallAmount | undefined {
  if (one === undefined || other === undefined) return undefined;
  if (one.value === 0n) return other;
  if (other.value === 0n) return one;
  const scale = Math.min(one.scale, other.scale);
  const [left, right] = [at(one, scale), at(other, scale)];
  return left === undefined || right === undefined ? undefined : checked(left + right, scale);
}

export function smallNegated(amount: SmallAmount | undefined): SmallAmount | undefined {
  return amount && checked(-amount.value, amount.scale);
}

/** The whole number that it is. */
export function smallWhole(amount: SmallAmount | undefined): bigint | undefined {
  return amount === undefined || amount.scale < 0 ? undefined : at(amount, 0);
}

/** More than what any scale may raise 64 bits by. */
const MOST_RAISED = 20;

function at({ value, scale }: SmallAmount, lower: number): bigint | undefined {
  if (value === 0n) return 0n;
  const raised = scale - lower;
  return raised > MOST_RAISED ? undefined : checked(value * 10n ** BigInt(raised), lower)?.value;
}

function checked(value: bigint, scale: number): SmallAmount | undefined {
  return BigInt.asIntN(64, value) === value ? { value, scale } : undefined;
}
