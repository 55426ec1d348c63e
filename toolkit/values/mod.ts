/** The scalar values of the API that JSON has no type for, read and printed as the reference does. */
export {
  canonicalQuantity,
  parseQuantity,
  Quantity,
  QUANTITY_LIMIT_CHARS,
  QUANTITY_LIMIT_EXPONENT,
  QuantityError,
  type QuantityFormat,
} from "./quantity.ts";
