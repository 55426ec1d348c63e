/**
 * Values of others in messages.
 *
 * @module
 */

import { rawText } from "../../../toolkit/codec/mod.ts";

/** A value that should be a text, to be told of: whatever it is, it can't break the telling. */
export function shownText(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : rawText(value);
}
