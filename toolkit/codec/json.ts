/**
 * JSON of typed objects, and of objects of no known type.
 *
 * @module
 */

import type { StructType } from "../schema/type.ts";
import { CodecError, MismatchError } from "./error.ts";
import { explainMismatch, unknownFields } from "./explain.ts";
import { parseJsonExactly } from "./json_parse.ts";
import { type JsonObject, readStruct } from "./json_read.ts";
import { SIZE_LIMIT_BYTES } from "./limits.ts";
import { checkedText, checkRaw, newReading } from "./raw.ts";
import { RoundedNumber } from "./scalars.ts";

/** How JSON is read. */
export interface JsonDecodeOptions {
  /** More bytes are refused. Default {@link SIZE_LIMIT_BYTES}. */
  readonly limitBytes?: number;
  /**
   * Gets a sentence for each field that the type does not have and each that comes twice:
   * `unknown field "spec.replica"`. Without it these are dropped in silence, the last one winning.
   */
  readonly problems?: string[];
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * The canonical JSON of a typed object, as the reference's server writes it (which adds a newline):
 * fields in the order of the table, maps in byte order, `<`, `>` and `&` escaped. `object` may have
 * its fields in any order and lack any. Throws {@link CodecError} for a value of a wrong type.
 */
export function encodeJson(struct: StructType, object: object): Uint8Array<ArrayBuffer> {
  try {
    const reading = newReading();
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
  if (problems !== undefined && hasDuplicates(text, value)) reportDuplicates(text, problems);
  try {
    return readDocument(struct, value, problems, true);
  } catch (error) {
    if (!(error instanceof RoundedNumber)) throw explained(struct, value, error);
    return canonicalObject(struct, parseJsonExactly(text), options);
  }
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
  try {
    return readDocument(struct, object, options.problems, false);
  } catch (error) {
    throw explained(struct, object, error);
  }
}

function readDocument(
  struct: StructType,
  value: unknown,
  problems: string[] | undefined,
  parsed: boolean,
): JsonObject {
  const reading = newReading({ strict: problems !== undefined, parsed });
  const result = readStruct(struct, value, reading);
  if (reading.foundUnknown) {
    for (const path of unknownFields(struct, value)) problems?.push(`unknown field "${path}"`);
  }
  return result;
}

/** Reads JSON of no known type. Integers past 2^53 are bigints. */
export function decodeUntypedJson(
  source: Uint8Array | string,
  options: JsonDecodeOptions = {},
): unknown {
  const text = textOf(source, options.limitBytes ?? SIZE_LIMIT_BYTES);
  const value = parse(text);
  if (options.problems !== undefined && hasDuplicates(text, value)) {
    reportDuplicates(text, options.problems);
  }
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

function reportDuplicates(text: string, problems: string[]): void {
  const duplicates: string[] = [];
  parseJsonExactly(text, duplicates);
  for (const path of duplicates) problems.push(`duplicate field "${path}"`);
}

const QUOTE = 0x22, BACKSLASH = 0x5c, COLON = 0x3a;

/** Whether the text names more fields than the value has: a duplicate is lost in parsing. */
function hasDuplicates(text: string, value: unknown): boolean {
  let colons = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) inString = !inString;
    else if (code === BACKSLASH) i++;
    else if (code === COLON && !inString) colons++;
  }
  return colons !== countFields(value);
}

function countFields(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) count += countFields(value[i]);
  } else {
    for (const name in value) count += 1 + countFields((value as JsonObject)[name]);
  }
  return count;
}

/** Turns what a reader or writer threw into the error that callers see. */
function explained(struct: StructType, value: unknown, error: unknown): CodecError {
  return error instanceof CodecError ? error : explainMismatch(struct, value, error);
}

function untypedError(error: unknown): CodecError {
  if (error instanceof CodecError) return error;
  const message = error instanceof MismatchError
    ? `cannot use ${error.found} as ${error.expected}`
    : (error as Error).message;
  return new CodecError(`json: ${message}`, "", { cause: error });
}
