/** The scalar values of the API that JSON has no type for, read and printed as the reference does. */
export { DurationError, parseDuration, parseDurationMs, printDurationMs } from "./duration.ts";
export {
  type IntOrString,
  IntOrStringError,
  intValue,
  parseIntOrString,
  printIntOrString,
  scaledIntOrPercent,
} from "./int_or_string.ts";
export {
  canonicalQuantity,
  parseQuantity,
  Quantity,
  QUANTITY_LIMIT_CHARS,
  QuantityError,
  type QuantityFormat,
} from "./quantity.ts";
export { inOnePiece } from "./one_piece.ts";
export { isPrintable, quoteGo, quoteText } from "./quote.ts";
export {
  compareTimes,
  isZeroTime,
  LAST_SECOND,
  msOfTime,
  parseMicroTime,
  parseTime,
  printMicroTime,
  printTime,
  type Time,
  TimeError,
  timeOfMs,
} from "./time.ts";
