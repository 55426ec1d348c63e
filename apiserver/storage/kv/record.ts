/**
 * The bytes of one change in the log:
 *
 * | bytes | what |
 * |---|---|
 * | 1 | version of this layout |
 * | 1 | flags: 1 for a delete, 2 for a value that lies in chunks |
 * | 8 | which writer made it, so that one can tell its own after an uncertain commit |
 * | 8 | the revision that made the key (a float64), 0 for a delete |
 * | 2 | length of the key |
 * | n | the key |
 * | rest | the value; or where it lies: 16 bytes of id, first chunk (4), length (4) |
 *
 * @module
 */

import { Corrupt } from "../errors.ts";
import { CHUNK_BYTES } from "./layout.ts";

const HEADER_BYTES = 20;
const POINTER_BYTES = 24;
const DELETE = 1;
const IN_CHUNKS = 2;

/** Size of a writer's first buffer; it grows to what its groups need. */
const FIRST_BUFFER_BYTES = 64 * 1024;

/** Length of a writer's identity. */
export const WRITER_BYTES = 8;
/** Length of the id of chunks. */
export const CHUNKS_ID_BYTES = 16;

/** Where a value lies that is not in its record. */
export interface Pointer {
  readonly id: Uint8Array;
  /** Number of the first chunk. */
  readonly first: number;
  /** Bytes of the value. */
  readonly length: number;
}

/** A decoded record. */
export interface ChangeRecord {
  readonly key: string;
  readonly writer: Uint8Array;
  /** 0 for a delete. */
  readonly createRevision: number;
  /** The value, when it is in the record. */
  readonly value?: Uint8Array;
  /** Where else it is. */
  readonly pointer?: Pointer;
}

/** How many chunks a value of a length takes. */
export function chunkCount(length: number): number {
  return Math.ceil(length / CHUNK_BYTES);
}

/** An upper bound of the bytes of a record whose value takes `valueBytes` in it. */
export function recordBound(key: string, valueBytes: number): number {
  return HEADER_BYTES + key.length * 3 + valueBytes;
}

/** An upper bound of the bytes of a record whose value lies in chunks. */
export function pointerRecordBound(key: string): number {
  return recordBound(key, POINTER_BYTES);
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Writes records one behind the other into one buffer, as all of an atomic operation need. What it
 * returns is good until the next {@link RecordWriter.reset}.
 */
export class RecordWriter {
  readonly #writer: Uint8Array;
  #bytes = new Uint8Array(FIRST_BUFFER_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #end = 0;
  #format = 0;

  /** `writer` is the identity to put into each record. */
  constructor(writer: Uint8Array) {
    this.#writer = writer;
  }

  /** Starts anew at the front of the buffer, with records in a format. */
  reset(format: number): void {
    this.#end = 0;
    this.#format = format;
  }

  /** The record of a put. */
  put(key: string, createRevision: number, value: Uint8Array): Uint8Array {
    this.#reserve(recordBound(key, value.length));
    const start = this.#begin(0, createRevision, key);
    this.#bytes.set(value, this.#end);
    this.#end += value.length;
    return this.#bytes.subarray(start, this.#end);
  }

  /** The record of a put whose value lies in chunks. */
  putPointer(key: string, createRevision: number, pointer: Pointer): Uint8Array {
    this.#reserve(pointerRecordBound(key));
    const start = this.#begin(IN_CHUNKS, createRevision, key);
    this.#bytes.set(pointer.id, this.#end);
    this.#view.setUint32(this.#end + CHUNKS_ID_BYTES, pointer.first);
    this.#view.setUint32(this.#end + CHUNKS_ID_BYTES + 4, pointer.length);
    this.#end += POINTER_BYTES;
    return this.#bytes.subarray(start, this.#end);
  }

  /** The record of a delete. */
  delete(key: string): Uint8Array {
    this.#reserve(recordBound(key, 0));
    const start = this.#begin(DELETE, 0, key);
    return this.#bytes.subarray(start, this.#end);
  }

  /** Makes room, in a new buffer if need be: records in the old one stay where they are. */
  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return;
    this.#bytes = new Uint8Array(Math.max(bytes, this.#bytes.length * 2));
    this.#view = new DataView(this.#bytes.buffer);
    this.#end = 0;
  }

  #begin(flags: number, createRevision: number, key: string): number {
    const start = this.#end;
    const keyStart = start + HEADER_BYTES;
    const written = this.#putKey(key, keyStart);
    this.#bytes[start] = this.#format;
    this.#bytes[start + 1] = flags;
    this.#bytes.set(this.#writer, start + 2);
    this.#view.setFloat64(start + 2 + WRITER_BYTES, createRevision);
    this.#view.setUint16(keyStart - 2, written);
    this.#end = keyStart + written;
    return start;
  }

  /** Writes a key and returns its length. Keys are short and ASCII: a call to the encoder is dear. */
  #putKey(key: string, start: number): number {
    const bytes = this.#bytes;
    for (let index = 0; index < key.length; index++) {
      const unit = key.charCodeAt(index);
      if (unit > 0x7f) return encoder.encodeInto(key, bytes.subarray(start)).written;
      bytes[start + index] = unit;
    }
    return key.length;
  }
}

/**
 * Reads a record of any format up to `newestFormat`; throws `Corrupt`, naming the row, for anything
 * else: that the store was raised to a later format is said by its description.
 */
export function decodeRecord(
  value: unknown,
  row: Deno.KvKey,
  newestFormat: number,
): ChangeRecord {
  if (!(value instanceof Uint8Array) || value.length < HEADER_BYTES) {
    throw corrupt(row, "it is too short");
  }
  const format = value[0] as number;
  if (format < 1 || format > newestFormat) throw corrupt(row, `it has format ${format}`);
  const flags = value[1] as number;
  if (flags > IN_CHUNKS) throw corrupt(row, `it has flags ${flags}`);
  const view = new DataView(value.buffer, value.byteOffset, value.length);
  const createRevision = view.getFloat64(2 + WRITER_BYTES);
  const isDelete = flags === DELETE;
  if (!Number.isSafeInteger(createRevision) || isDelete !== (createRevision === 0)) {
    throw corrupt(row, `it has create revision ${createRevision}`);
  }
  const end = HEADER_BYTES + view.getUint16(HEADER_BYTES - 2);
  if (end > value.length) throw corrupt(row, "its key ends after it");
  const key = decodeKey(value.subarray(HEADER_BYTES, end), row);
  const writer = value.subarray(2, 2 + WRITER_BYTES);
  if (isDelete) return { key, writer, createRevision };
  const rest = value.subarray(end);
  if (flags !== IN_CHUNKS) return { key, writer, createRevision, value: rest };
  if (rest.length !== POINTER_BYTES) throw corrupt(row, "its pointer has the wrong length");
  const pointer = {
    id: rest.slice(0, CHUNKS_ID_BYTES),
    first: view.getUint32(end + CHUNKS_ID_BYTES),
    length: view.getUint32(end + CHUNKS_ID_BYTES + 4),
  };
  return { key, writer, createRevision, pointer };
}

function decodeKey(bytes: Uint8Array, row: Deno.KvKey): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw corrupt(row, "its key is not UTF-8");
  }
}

function corrupt(row: Deno.KvKey, why: string): Corrupt {
  return new Corrupt(`the record at ${JSON.stringify(row)} can't be read: ${why}`);
}
