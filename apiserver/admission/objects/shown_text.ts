/**
 * Values of others in messages.
 *
 * @module
 */

/** A value that should be a text, to be told of: whatever it is, it can't break the telling. */
export function shownText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}
