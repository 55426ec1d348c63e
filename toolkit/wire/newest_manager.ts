/**
 * Who wrote an object last, as far as its `managedFields` tell.
 *
 * @module
 */

import { ProtobufInput } from "../codec/protobuf_input.ts";
import { isObject, type JsonObject } from "../values/json.ts";

/** Tags of a metadata's entries of `managedFields`, and of an entry's manager and time. */
const MANAGED_FIELDS = 17 << 3 | 2, MANAGER = 1 << 3 | 2, TIME = 4 << 3 | 2;
/** The tag of the seconds of a time. */
const SECONDS = 1 << 3;
const METADATA_FIELDS: ReadonlySet<number> = new Set([17]);
const ENTRY_FIELDS: ReadonlySet<number> = new Set([1, 4]);
const TIME_FIELDS: ReadonlySet<number> = new Set([1]);

/** The newest of the entries that it is told of. */
class Newest {
  #manager = "";
  #seconds = -Infinity;

  saw(manager: string, seconds: number): void {
    // Not even a second tells which of two managers was later.
    if (seconds === this.#seconds && manager !== this.#manager) this.#manager = "";
    else if (seconds > this.#seconds) this.#manager = manager;
    this.#seconds = Math.max(seconds, this.#seconds);
  }

  get manager(): string {
    return this.#manager;
  }
}

/** Of a decoded object. */
export function newestManagerOf({ metadata }: JsonObject): string {
  const newest = new Newest();
  const entries = isObject(metadata) ? metadata.managedFields : undefined;
  if (!Array.isArray(entries)) return "";
  for (const entry of entries) {
    if (!isObject(entry) || typeof entry.manager !== "string") continue;
    const seconds = typeof entry.time === "string" ? Date.parse(entry.time) / 1000 : NaN;
    if (!Number.isNaN(seconds)) newest.saw(entry.manager, seconds);
  }
  return newest.manager;
}

/** Of an object's metadata in Protobuf. */
export function newestManagerIn(metadata: Uint8Array): string {
  const newest = new Newest();
  const input = new ProtobufInput(metadata);
  while (input.at < input.end) {
    const tag = input.tag();
    if (tag === MANAGED_FIELDS) readEntry(input.delimited(), newest);
    else input.skipUnknown(tag, METADATA_FIELDS);
  }
  return newest.manager;
}

function readEntry(entry: Uint8Array, newest: Newest): void {
  const input = new ProtobufInput(entry);
  let manager = "";
  let seconds: number | undefined;
  while (input.at < input.end) {
    const tag = input.tag();
    if (tag === MANAGER) manager = input.loneString();
    else if (tag === TIME) seconds = secondsIn(input.delimited());
    else input.skipUnknown(tag, ENTRY_FIELDS);
  }
  if (seconds !== undefined) newest.saw(manager, seconds);
}

function secondsIn(time: Uint8Array): number {
  const input = new ProtobufInput(time);
  let seconds = 0;
  while (input.at < input.end) {
    const tag = input.tag();
    if (tag === SECONDS) seconds = Number(input.int64());
    else input.skipUnknown(tag, TIME_FIELDS);
  }
  return seconds;
}
