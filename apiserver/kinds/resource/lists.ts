/**
 * Lists and maps with bounds. The values of a list that is too long are not shown, only how many
 * they are.
 *
 * @module
 */

import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { isLongerThan } from "../../../toolkit/validation/mod.ts";
import type { JsonValue } from "../../../toolkit/api/scalars.ts";

/** Looks at one value. */
export type ValidateItem<T> = (errors: FieldError[], path: FieldPath, item: T) => void;

/** The rules for a list of at most `limit` items; undefined: of any length. */
export function validateList<T>(
  errors: FieldError[],
  path: FieldPath,
  items: readonly T[] | null | undefined,
  limit: number | undefined,
  validate: ValidateItem<T>,
): void {
  if (items === undefined || items === null) return;
  // Nothing is looked at where there is too much to look at.
  if (limit !== undefined && items.length > limit) {
    errors.push(FieldError.tooMany(path, items.length, limit));
    return;
  }
  for (const [index, item] of items.entries()) validate(errors, path.index(index), item);
}

/** As {@link validateList}, of items that differ by a key. */
export function validateSet<T>(
  errors: FieldError[],
  path: FieldPath,
  items: readonly T[] | null | undefined,
  limit: number | undefined,
  keyOf: (item: T) => string,
  validate: ValidateItem<T>,
): void {
  validateList(errors, path, items, limit, validate);
  if (limit !== undefined && (items?.length ?? 0) > limit) return;
  const seen = new Set<string>();
  for (const [index, item] of (items ?? []).entries()) {
    const key = keyOf(item);
    if (seen.has(key)) errors.push(FieldError.duplicate(path.index(index), key));
    seen.add(key);
  }
}

/** The key of what is its own. */
export const itself = (text: string): string => text;

/** The least characters that are shown of a key. */
const MIN_SHOWN = 16;

/** The rules for a map; keys longer than `shownKey` are shown with their middle left out. */
export function validateMap<T>(
  errors: FieldError[],
  path: FieldPath,
  map: Readonly<Record<string, T>> | null | undefined,
  limit: number | undefined,
  shownKey: number,
  validateKey: ValidateItem<string>,
  validate?: ValidateItem<T>,
): void {
  const entries = Object.entries(map ?? {});
  if (limit !== undefined && entries.length > limit) {
    errors.push(FieldError.tooMany(path, entries.length, limit));
    return;
  }
  for (const [key, item] of entries) {
    validateKey(errors, path, key);
    validate?.(errors, path.key(shortened(key, Math.max(MIN_SHOWN, shownKey))), item);
  }
}

function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const rest = limit - 3;
  return `${text.slice(0, Math.ceil(rest / 2))}...${
    text.slice(text.length - Math.floor(rest / 2))
  }`;
}

/** The rules for an object that only a driver understands. */
export function validateOpaque(
  errors: FieldError[],
  path: FieldPath,
  value: JsonValue | undefined,
  limitBytes: number,
): void {
  if (value === undefined || value === null) errors.push(FieldError.required(path));
  else if (isLongerThan(JSON.stringify(value, printBig), limitBytes)) {
    errors.push(FieldError.tooLong(path, limitBytes));
  } else if (typeof value !== "object" || Array.isArray(value)) {
    errors.push(FieldError.invalid(path, "<value omitted>", "must be a valid JSON object"));
  }
}

/** Numbers that are too large for the language count with their digits. */
function printBig(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
