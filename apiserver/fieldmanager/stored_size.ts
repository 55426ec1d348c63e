/**
 * Finds out what is too large to be stored with its owners before the work of tracking and writing it is
 * done: lists of hundreds of thousands of elements with owners of their own take several times their size.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { requestEntityTooLarge } from "../../toolkit/errors/mod.ts";
import { isObject } from "../../toolkit/values/json.ts";
import { TooLarge } from "../storage/errors.ts";
import { MAX_VALUE_BYTES } from "../storage/limits.ts";
import { fieldElement, KEY, type PathElement, VALUE } from "./element.ts";
import { FieldsError } from "./fields_error.ts";
import { Alike, indexItems } from "./list_index.ts";
import { type ListForm, type MapForm, mergeFormOf, type MergeType, UNTYPED } from "./merge_type.ts";
import type { TrackOptions } from "./track_update.ts";

/**
 * An object of fewer values than one to this many bytes of the limit is not measured: whatever it
 * takes, it is quickly tracked, and the store refuses it.
 */
const BYTES_A_VALUE = 64;

/** More than the steps take that are counted and that nobody owns: to an object's name, its uid. */
const UNOWNED_BYTES = 512;

/** Beside the text of a step: quotes, a colon, braces. */
const STEP_BYTES = 5;
const QUOTE = 0x22;

/** What a size depends on. */
export type SizeOptions = Pick<TrackOptions, "schema" | "skip" | "limitBytes">;

/** Throws 413 where an object and its managed fields are {@link sureToBeTooLarge}. */
export function refuseTooLarge(
  options: SizeOptions,
  written: JsonObject,
  owned?: JsonObject,
): void {
  const why = sureToBeTooLarge(options, written, owned);
  if (why !== undefined) throw requestEntityTooLarge(why.message);
}

/**
 * Says so where an object is sure to take more than it may once it is stored: itself, and the
 * managed fields that name what is in `written` and not in `owned`. What this write does not store
 * doesn't count.
 */
export function sureToBeTooLarge(
  options: SizeOptions,
  written: JsonObject,
  owned?: JsonObject,
): TooLarge | undefined {
  const { schema, limitBytes = MAX_VALUE_BYTES } = options;
  if (countValues(written, limitBytes / BYTES_A_VALUE) > 0) return undefined;
  let bytes = -UNOWNED_BYTES;
  try {
    bytes += fieldsBytes(options, written);
    if (owned !== undefined) bytes -= fieldsBytes(options, owned);
  } catch (error) {
    // A list whose elements can't be told apart has no owners.
    if (error instanceof FieldsError) return undefined;
    throw error;
  }
  // What Protobuf makes of an object is not known before it is written.
  if (!schema.map?.packed) bytes += leastBytes(storedPart(options, written));
  if (bytes <= limitBytes) return undefined;
  return new TooLarge("the size of a value in bytes", bytes, limitBytes);
}

/** How many more values than these may follow; zero or less where there are more. */
function countValues(value: unknown, most: number): number {
  let left = most - 1;
  if (typeof value !== "object" || value === null) return left;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && left > 0; i++) left = countValues(value[i], left);
  } else {
    for (const name in value) {
      left = countValues((value as JsonObject)[name], left);
      if (left <= 0) break;
    }
  }
  return left;
}

/** The object without what the endpoint resets. */
function storedPart({ skip }: SizeOptions, object: JsonObject): JsonObject {
  if (skip === undefined) return object;
  return Object.fromEntries(
    Object.entries(object).filter(([name]) => skip.tree[fieldElement(name)] === undefined),
  );
}

/** The least bytes of the managed fields of who owns all that is stored of an object. */
function fieldsBytes(options: SizeOptions, object: JsonObject): number {
  return bytesBelow(options.schema, storedPart(options, object));
}

function bytesBelow(type: MergeType, value: unknown): number {
  const form = mergeFormOf(type, value);
  const { map, list } = type;
  if (form === "map" && map !== undefined && !map.atomic && isObject(value)) {
    return bytesOfFields(map, value);
  }
  return form === "list" && list !== undefined && !list.atomic && Array.isArray(value)
    ? bytesOfElements(list, value)
    : 0;
}

function bytesOfFields(map: MapForm, object: JsonObject): number {
  let bytes = 0;
  for (const name in object) {
    const value = object[name];
    if (value === undefined) continue;
    const field = map.fields.get(name);
    const below = bytesBelow(field?.type ?? map.rest ?? UNTYPED, value);
    // Nobody owns a declared field that holds an empty list.
    if (below === 0 && field !== undefined && typeof value === "object") continue;
    bytes += stepBytes(field?.element ?? fieldElement(name)) + below;
  }
  return bytes;
}

function bytesOfElements(list: ListForm, items: readonly unknown[]): number {
  let bytes = 0;
  for (const [element, item] of indexItems(list, items)) {
    bytes += stepBytes(element) + (item instanceof Alike ? 0 : bytesBelow(list.element, item));
  }
  return bytes;
}

function stepBytes(element: PathElement): number {
  const kind = element.charCodeAt(0);
  const bytes = element.length + STEP_BYTES;
  // Quotes are written with a backslash each.
  if (kind === KEY) return bytes + (element.charCodeAt(element.length - 2) === QUOTE ? 4 : 2);
  return kind === VALUE && element.charCodeAt(2) === QUOTE ? bytes + 2 : bytes;
}

/** The least bytes of a value as JSON. */
function leastBytes(value: unknown): number {
  switch (typeof value) {
    case "string":
      return value.length + 2;
    case "number":
      return leastDigits(value);
    case "boolean":
      return 4;
    case "object":
      return value === null
        ? 4
        : Array.isArray(value)
        ? bytesOfItems(value)
        : bytesOfMembers(value);
    default:
      return 0;
  }
}

function bytesOfItems(items: readonly unknown[]): number {
  let bytes = 1 + items.length;
  for (const item of items) bytes += leastBytes(item);
  return bytes;
}

function bytesOfMembers(object: object): number {
  let bytes = 1;
  for (const name in object) {
    const value = (object as JsonObject)[name];
    if (value !== undefined) bytes += name.length + 4 + leastBytes(value);
  }
  return bytes;
}

/** Digits of whole numbers that are written as such. */
function leastDigits(value: number): number {
  let digits = 1;
  if (value < 1e15) { for (let rest = value; rest >= 10; rest /= 10) digits++; }
  return digits;
}
