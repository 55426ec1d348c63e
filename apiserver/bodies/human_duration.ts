/**
 * Spans of time as tables show them: two units at most, and the smaller one only while it matters.
 *
 * @module
 */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** Clocks may differ by less than this: what lies so far in the future counts as now. */
const TOLERATED_SECONDS = 2;

interface Scale {
  /** Spans below this are shown so. */
  readonly below: number;
  readonly unit: number;
  readonly name: string;
  /** The unit of the rest, where it is shown. */
  readonly rest?: { readonly unit: number; readonly name: string };
}

const SCALES: readonly Scale[] = [
  { below: 2 * MINUTE, unit: 1, name: "s" },
  { below: 10 * MINUTE, unit: MINUTE, name: "m", rest: { unit: 1, name: "s" } },
  { below: 3 * HOUR, unit: MINUTE, name: "m" },
  { below: 8 * HOUR, unit: HOUR, name: "h", rest: { unit: MINUTE, name: "m" } },
  { below: 2 * DAY, unit: HOUR, name: "h" },
  { below: 8 * DAY, unit: DAY, name: "d", rest: { unit: HOUR, name: "h" } },
  { below: 2 * YEAR, unit: DAY, name: "d" },
  { below: 8 * YEAR, unit: YEAR, name: "y", rest: { unit: DAY, name: "d" } },
  { below: Infinity, unit: YEAR, name: "y" },
];

/** A span of milliseconds for people: `5m30s`, `12d`. */
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / 1000);
  if (seconds <= -TOLERATED_SECONDS) return "<invalid>";
  if (seconds < 0) return "0s";
  const scale = SCALES.find(({ below }) => seconds < below)!;
  const whole = `${Math.floor(seconds / scale.unit)}${scale.name}`;
  if (scale.rest === undefined) return whole;
  const rest = Math.floor((seconds % scale.unit) / scale.rest.unit);
  return rest === 0 ? whole : `${whole}${rest}${scale.rest.name}`;
}
