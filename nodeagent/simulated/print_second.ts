/**
 * Times as statuses have them.
 *
 * @module
 */

/** A time of milliseconds since 1970 as RFC 3339 has it, in whole seconds. */
export function printSecond(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, -5)}Z`;
}
