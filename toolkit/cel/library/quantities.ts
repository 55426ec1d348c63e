/**
 * Amounts of resources: `quantity("1Gi")`.
 *
 * @module
 */

import { parseQuantity, Quantity, QUANTITY_LIMIT_CHARS } from "../../values/mod.ts";
import { type CelLibrary, overload } from "../declarations.ts";
import { CelError } from "../source.ts";
import { OpaqueValue } from "../values.ts";
import { workOfRun } from "../work.ts";
import { counted, countError } from "./counted.ts";
import {
  type SmallAmount,
  smallAmountOf,
  smallNegated,
  smallSum,
  smallWhole,
} from "./small_amount.ts";
import { overText } from "./text.ts";
import { TYPE_NAMES } from "./type_names.ts";

/** An amount is taken apart. */
const READ_STEPS = 20;
const TRIED_STEPS = 0.002;

/** An amount as a value of expressions. */
export class QuantityValue extends OpaqueValue {
  override readonly typeName = TYPE_NAMES.quantity;

  /** `small`: as the reference has it, where it is told in few digits. */
  private constructor(readonly quantity: Quantity, readonly small: SmallAmount | undefined) {
    super();
  }

  static of(quantity: Quantity, text: string = String(quantity)): QuantityValue {
    return new QuantityValue(quantity, smallAmountOf(text));
  }

  static ofInt(value: bigint): QuantityValue {
    return new QuantityValue(Quantity.of(value, 0, "DecimalExponent"), { value, scale: 0 });
  }

  plus(other: QuantityValue): QuantityValue {
    const sum = this.quantity.add(other.quantity);
    return new QuantityValue(sum, smallSum(this.small, other.small));
  }

  minus(other: QuantityValue): QuantityValue {
    const rest = this.quantity.subtract(other.quantity);
    return new QuantityValue(rest, smallSum(this.small, smallNegated(other.small)));
  }

  /** Near it, as the reference makes it: what is in many digits it tells in billionths. */
  toNumber(): number {
    const { value, scale } = this.small ?? { value: this.quantity.scaledValue(-9), scale: -9 };
    return scale === 0 ? Number(value) : Number(value) * Number(`1e${scale}`);
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof QuantityValue && this.quantity.equals(other.quantity);
  }
}

/** Zeros before what is none are tried as digits, too. */
function countReading({ length }: string): void {
  workOfRun(READ_STEPS + Math.min(length, QUANTITY_LIMIT_CHARS) ** 3 * TRIED_STEPS);
}

function quantity(text: string): QuantityValue {
  countReading(text);
  try {
    return QuantityValue.of(parseQuantity(text), text);
  } catch (error) {
    countError();
    throw new CelError(error instanceof Error ? error.message : String(error));
  }
}

function isQuantity(text: string): boolean {
  countReading(text);
  try {
    return parseQuantity(text) instanceof Quantity;
  } catch {
    countError();
    return false;
  }
}

function asInteger(value: QuantityValue): bigint {
  const whole = smallWhole(value.small);
  if (whole === undefined) throw new CelError("cannot convert value to integer");
  return whole;
}

/** Amounts of a thousand digits are compared, and made into others. */
const COMPARE = { call: 12 };
const MAKE = { call: 80 };

const { quantity: QUANTITY } = TYPE_NAMES;
/** What the type of quantities is called. */
export const QUANTITY_TYPE_NAME: string = QUANTITY;
type One = QuantityValue;

export const QUANTITY_LIBRARY: CelLibrary = {
  overloads: [
    overload(`quantity(string): ${QUANTITY}`, quantity, overText),
    overload("isQuantity(string): bool", isQuantity, overText),
    overload(`sign(${QUANTITY}): int`, (one: One) => BigInt(one.quantity.sign)),
    overload(
      `${QUANTITY}.isGreaterThan(${QUANTITY}): bool`,
      counted(COMPARE, (one: One, other: One) => one.quantity.compare(other.quantity) > 0),
    ),
    overload(
      `${QUANTITY}.isLessThan(${QUANTITY}): bool`,
      counted(COMPARE, (one: One, other: One) => one.quantity.compare(other.quantity) < 0),
    ),
    overload(
      `${QUANTITY}.compareTo(${QUANTITY}): int`,
      counted(COMPARE, (one: One, other: One) => BigInt(one.quantity.compare(other.quantity))),
    ),
    overload(
      `${QUANTITY}.asApproximateFloat(): double`,
      counted(MAKE, (one: One) => one.toNumber()),
    ),
    overload(`${QUANTITY}.asInteger(): int`, counted(MAKE, asInteger)),
    overload(
      `${QUANTITY}.isInteger(): bool`,
      counted(MAKE, (one: One) => smallWhole(one.small) !== undefined),
    ),
    overload(
      `${QUANTITY}.add(${QUANTITY}): ${QUANTITY}`,
      counted(MAKE, (one: One, other: One) => one.plus(other)),
    ),
    overload(
      `${QUANTITY}.add(int): ${QUANTITY}`,
      counted(MAKE, (one: One, other: bigint) => one.plus(QuantityValue.ofInt(other))),
    ),
    overload(
      `${QUANTITY}.sub(${QUANTITY}): ${QUANTITY}`,
      counted(
        MAKE,
        (one: One, other: One) => one.minus(other),
      ),
    ),
    overload(
      `${QUANTITY}.sub(int): ${QUANTITY}`,
      counted(
        MAKE,
        (one: One, other: bigint) => one.minus(QuantityValue.ofInt(other)),
      ),
    ),
  ],
};
