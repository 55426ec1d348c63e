/** The scalar values of the API that JSON has no type for, read and printed as the reference does. */
export {
  CronError,
  type CronInterval,
  type CronSchedule,
  type CronTimes,
  parseCron,
} from "./cron.ts";
export {
  canonicalDuration,
  DurationError,
  msOfNanos,
  NANOS_PER_MS,
  nanosOfMs,
  parseDuration,
  parseDurationMs,
  printDuration,
  printDurationMs,
} from "./duration.ts";
export {
  type IntOrString,
  IntOrStringError,
  intValue,
  isIntOrString,
  parseIntOrString,
  printIntOrString,
  scaledIntOrPercent,
} from "./int_or_string.ts";
export {
  canonicalQuantity,
  parseQuantity,
  Quantity,
  QUANTITY_LIMIT_CHARS,
  QUANTITY_LIMIT_EXPONENT,
  QuantityError,
  type QuantityFormat,
} from "./quantity.ts";
export { inOnePiece } from "./one_piece.ts";
export { isPrintable, quoteGo, quoteText } from "./quote.ts";
export {
  canonicalMicroTime,
  canonicalTime,
  compareTimes,
  FIRST_SECOND,
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
  ZERO_TIME,
} from "./time.ts";
export { isTimeZone, TimeZone } from "./time_zone.ts";
