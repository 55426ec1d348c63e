/**
 * JSON of typed objects, and of objects of no known type.
 *
 * @module
 */

import type { StructType } from "../schema/type.ts";
import { quoteText } from "../values/quote.ts";
import { CodecError, DepthError, MismatchError } from "./error.ts";
import { explainMismatch, unknownFields } from "./explain.ts";
import {
  duplicateFinder,
  type FieldObserver,
  parseJsonAsWritten,
  parseJsonExactly,
} from "./json_parse.ts";
import { type JsonObject, readStruct } from "./json_read.ts";
import { SIZE_LIMIT_BYTES } from "./limits.ts";
import { checkedText, checkRaw, newReading, type Reading } from "./raw.ts";
import { RoundedNumber } from "./scalars.ts";
import { Problems } from "./problems.ts";
import { StrictFields } from "./strict_fields.ts";
import { mayHaveNotable } from "./written_number.ts";

/** How JSON is read. */
export interface JsonDecodeOptions {
  /** More bytes are refused. Default {@link SIZE_LIMIT_BYTES}. */
  readonly limitBytes?: number;
  /**
   * Gets a sentence for each field that the type does not have and each that comes twice, in the
   * order of the document: `unknown field "spec.replica"`. Without it these are dropped in silence,
   * the last one winning.
   */
  readonly problems?: string[];
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * The canonical JSON of a typed object, as the reference's server writes it (which adds a newline):
 * fields in the order of the table, maps in byte order, `<`, `>` and `&` escaped. `object` may have
 * its fields in any order and lack any. With `emptyIsUnset` lists and maps that are empty are written as unset ones:
 * so they come back from Protobuf. Throws {@link CodecError} for a value of a wrong type.
 */
export function encodeJson(
  struct: StructType,
  object: object,
  options: { readonly emptyIsUnset?: boolean } = {},
): Uint8Array<ArrayBuffer> {
  try {
    const reading = newReading(options);
    // Measured: making the canonical object and leaving it to JSON.stringify is a third faster
    // than writing the bytes here.
    return encoder.encode(checkedText(readStruct(struct, object, reading), reading));
  } catch (error) {
    throw explained(struct, object, error);
  }
}

/** The canonical JSON of an object of no known type: a custom resource. */
export function encodeUntypedJson(value: unknown): Uint8Array<ArrayBuffer> {
  try {
    const reading = newReading();
    return encoder.encode(checkedText(checkRaw(value, reading), reading));
  } catch (error) {
    throw untypedError(error);
  }
}

/**
 * Reads the JSON of a typed object into canonical form: see {@link canonicalObject}. Throws
 * {@link CodecError}.
 */
export function decodeJson(
  struct: StructType,
  source: Uint8Array | string,
  options: JsonDecodeOptions = {},
): JsonObject {
  const text = textOf(source, options.limitBytes ?? SIZE_LIMIT_BYTES);
  const { problems } = options;
  const value = parse(text);
  if (mayHaveNotable(text)) return decodeAsWritten(struct, text, problems);
  const reading = newReading({ strict: problems !== undefined, parsed: true });
  try {
    const object = readStruct(struct, value, reading);
    if (problems !== undefined) reportProblems(struct, text, value, reading, problems);
    return object;
  } catch (error) {
    if (!(error instanceof RoundedNumber)) throw explained(struct, value, error);
    return decodeAsWritten(struct, text, problems);
  }
}

/** The slow way, for texts with numbers that JSON.parse does not do justice. */
function decodeAsWritten(
  struct: StructType,
  text: string,
  problems: string[] | undefined,
): JsonObject {
  const value = parseJsonAsWritten(text, problems && new StrictFields(struct, problems));
  return canonicalObject(struct, value);
}

/**
 * Brings a typed object into the form in which a server writes it: fields in the order of the
 * table, unset ones absent or zero, quantities and times in their one spelling, unknown fields
 * dropped. `object` is left as it is.
 */
export function canonicalObject(
  struct: StructType,
  object: unknown,
  options: Pick<JsonDecodeOptions, "problems"> = {},
): JsonObject {
  const { problems } = options;
  try {
    const reading = newReading({ strict: problems !== undefined });
    const result = readStruct(struct, object, reading);
    if (reading.foundUnknown) reportUnknown(struct, object, problems);
    return result;
  } catch (error) {
    throw explained(struct, object, error);
  }
}

function reportProblems(
  struct: StructType,
  text: string,
  value: unknown,
  reading: Reading,
  problems: string[],
): void {
  // A duplicate is lost in parsing: then the text names more fields than the value has.
  const members = reading.foundUnknown ? countMembers(value) : reading.members;
  if (!reading.foundUnknown && countNames(text) === members) return;
  parseJsonExactly(text, new StrictFields(struct, problems));
}

function reportUnknown(struct: StructType, value: unknown, problems: string[] | undefined): void {
  if (problems === undefined) return;
  const told = new Problems(problems);
  for (const path of unknownFields(struct, value)) told.add(`unknown field "${path}"`);
}

/** Reads JSON of no known type. Integers past 2^53 are bigints. */
export function decodeUntypedJson(
  source: Uint8Array | string,
  options: JsonDecodeOptions = {},
): unknown {
  const text = textOf(source, options.limitBytes ?? SIZE_LIMIT_BYTES);
  const value = parse(text);
  const checked = checkUntyped(text, value);
  // Not before the depth is known to be bounded: the members are counted level by level.
  if (options.problems !== undefined && countNames(text) !== countMembers(value)) {
    parseJsonExactly(text, duplicatesInto(options.problems));
  }
  return checked;
}

function checkUntyped(text: string, value: unknown): unknown {
  try {
    return checkRaw(value, newReading({ parsed: true }));
  } catch (error) {
    if (error instanceof RoundedNumber) return parseJsonExactly(text);
    throw untypedError(error);
  }
}

function textOf(source: Uint8Array | string, limitBytes: number): string {
  if (source.length > limitBytes) {
    throw new CodecError(`json: ${source.length} bytes are more than the limit of ${limitBytes}`);
  }
  return typeof source === "string" ? source : decoder.decode(source);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // This one says where.
    parseJsonExactly(text);
    throw new CodecError(`json: ${(error as Error).message}`, "", { cause: error });
  }
}

/** Puts a sentence about each path that comes twice into `problems`, once. */
function duplicatesInto(problems: string[]): FieldObserver {
  const told = new Problems(problems);
  return duplicateFinder({
    push: (path) => told.add(`duplicate field ${quoteText(path)}`),
    get isFull() {
      return told.isFull;
    },
  });
}

const QUOTE = 0x22, BACKSLASH = 0x5c, COLON = 0x3a;

/** The number of names that valid JSON gives to fields. */
function countNames(text: string): number {
  let colons = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === COLON) colons++;
    if (code !== QUOTE) continue;
    for (let inside = text.charCodeAt(++i); inside !== QUOTE; inside = text.charCodeAt(++i)) {
      if (inside === BACKSLASH) i++;
    }
  }
  return colons;
}

function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) count += countMembers(value[i]);
  } else {
    for (const name in value) count += 1 + countMembers((value as JsonObject)[name]);
  }
  return count;
}

/** Turns what a reader or writer threw into the error that callers see. */
function explained(struct: StructType, value: unknown, error: unknown): CodecError {
  return error instanceof CodecError ? error : explainMismatch(struct, value, error);
}

function untypedError(error: unknown): CodecError {
  if (error instanceof CodecError) return error;
  const message = error instanceof MismatchError && !(error instanceof DepthError)
    ? `cannot use ${error.found} as ${error.expected}`
    : (error as Error).message;
  return new CodecError(`json: ${message}`, "", { cause: error });
}
