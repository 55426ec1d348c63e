/**
 * The messages of KV Connect's data path that a store needs, as a client writes and reads them.
 * Field numbers stand beside their names.
 *
 * @module
 */

import { type Draft, readFields, readMessage } from "../../../toolkit/codec/message_fields.ts";
import { ProtobufInput } from "../../../toolkit/codec/protobuf_input.ts";
import { ProtobufOutput } from "../../../toolkit/codec/protobuf_output.ts";
import type { KeyRange } from "./keys.ts";

/** Keys to read: the first `limit` of a range. */
export interface ReadRange extends KeyRange {
  readonly limit: number;
}

/** A condition: the version that a key must have; empty: the key must be absent. */
export interface Check {
  readonly key: Uint8Array;
  readonly versionstamp: Uint8Array;
}

/** A write: of a value, or without one a delete. */
export interface Mutation {
  readonly key: Uint8Array;
  readonly value: Uint8Array | undefined;
}

/** One key and value. Key and value are views of the message. */
export interface KvEntry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  readonly encoding: number;
  readonly versionstamp: Uint8Array;
}

/** What was read, range by range. */
export interface SnapshotReadOutput {
  readonly ranges: readonly (readonly KvEntry[])[];
  /** As of protocol version 3. */
  readonly status: number;
  /** Instead of the status, before. */
  readonly readDisabled: boolean;
  /** As of version 2. */
  readonly stronglyConsistent: boolean;
}

/** How a write ended. */
export interface AtomicWriteOutput {
  readonly status: number;
  readonly versionstamp: Uint8Array;
}

/** News of watched keys, one for each of them in their order. */
export interface WatchOutput {
  readonly status: number;
  readonly keys: readonly { readonly changed: boolean; readonly entry: KvEntry | undefined }[];
}

/** Values of {@link SnapshotReadOutput.status} and {@link WatchOutput.status}. */
export const READ_STATUS = { success: 1, disabled: 2 } as const;
/** Values of {@link AtomicWriteOutput.status}. */
export const WRITE_STATUS = { success: 1, checkFailure: 2, disabled: 5 } as const;
/** Value of {@link KvEntry.encoding} of plain bytes, the only one that is written here. */
export const PLAIN_BYTES = 3;

const SET = 1;
const DELETE = 2;

const VARINT = 0;
const BYTES = 2;
const EMPTY = new Uint8Array(0);

/** One serves all: nothing is encoded while another message is. It is written back to front. */
const output = new ProtobufOutput();

function bytes(field: number, value: Uint8Array): void {
  output.lengthDelimited(value);
  output.varint(field * 8 + BYTES);
}

function integer(field: number, value: number): void {
  output.integer(value);
  output.varint(field * 8 + VARINT);
}

function message(field: number, write: () => void): void {
  const before = output.written;
  write();
  output.varint(output.written - before);
  output.varint(field * 8 + BYTES);
}

/** Writes a repeated field, whose first element then comes first. */
function repeated<T>(field: number, values: readonly T[], write: (value: T) => void): void {
  for (let index = values.length - 1; index >= 0; index--) {
    message(field, () => write(values[index] as T));
  }
}

/** Encodes a request to read. */
export function encodeSnapshotRead(ranges: readonly ReadRange[]): Uint8Array<ArrayBuffer> {
  repeated(1, ranges, ({ start, end, limit }) => {
    integer(3, limit);
    bytes(2, end);
    bytes(1, start);
  });
  return output.finish();
}

/** Encodes a request to write, all or nothing. */
export function encodeAtomicWrite(
  checks: readonly Check[],
  mutations: readonly Mutation[],
): Uint8Array<ArrayBuffer> {
  repeated(2, mutations, ({ key, value }) => {
    integer(3, value === undefined ? DELETE : SET);
    message(2, () => {
      integer(2, PLAIN_BYTES);
      bytes(1, value ?? EMPTY);
    });
    bytes(1, key);
  });
  repeated(1, checks, ({ key, versionstamp }) => {
    bytes(2, versionstamp);
    bytes(1, key);
  });
  return output.finish();
}

/** Encodes a request to watch. */
export function encodeWatch(keys: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  repeated(1, keys, (key) => bytes(1, key));
  return output.finish();
}

const ENTRY_FIELDS = new Set([1, 2, 3, 4]);
const VERSIONSTAMP_BYTES = 10;

function readEntry(input: ProtobufInput): KvEntry {
  const entry: Draft<KvEntry> = { key: EMPTY, value: EMPTY, encoding: 0, versionstamp: EMPTY };
  readFields(input, ENTRY_FIELDS, (tag) => {
    if (tag === 1 * 8 + BYTES) entry.key = input.delimited();
    else if (tag === 2 * 8 + BYTES) entry.value = input.delimited();
    else if (tag === 3 * 8 + VARINT) entry.encoding = input.int32();
    else if (tag === 4 * 8 + BYTES) entry.versionstamp = input.delimited();
    else return false;
    return true;
  });
  checkVersionstamp(entry.versionstamp, input);
  return entry;
}

function checkVersionstamp({ length }: Uint8Array, input: ProtobufInput): void {
  if (length !== VERSIONSTAMP_BYTES) throw input.error(`a versionstamp of ${length} bytes`);
}

const RANGE_FIELDS = new Set([1]);

function readRange(input: ProtobufInput): KvEntry[] {
  const entries: KvEntry[] = [];
  readFields(input, RANGE_FIELDS, (tag) => {
    if (tag !== 1 * 8 + BYTES) return false;
    entries.push(readMessage(input, readEntry));
    return true;
  });
  return entries;
}

const SNAPSHOT_READ_FIELDS = new Set([1, 2, 4, 8]);

/** Decodes one. */
export function decodeSnapshotReadOutput(bytes: Uint8Array): SnapshotReadOutput {
  const input = new ProtobufInput(bytes);
  const ranges: KvEntry[][] = [];
  const read: Draft<SnapshotReadOutput> = {
    ranges,
    status: 0,
    readDisabled: false,
    stronglyConsistent: false,
  };
  readFields(input, SNAPSHOT_READ_FIELDS, (tag) => {
    if (tag === 1 * 8 + BYTES) ranges.push(readMessage(input, readRange));
    else if (tag === 2 * 8 + VARINT) read.readDisabled = input.bool();
    else if (tag === 4 * 8 + VARINT) read.stronglyConsistent = input.bool();
    else if (tag === 8 * 8 + VARINT) read.status = input.int32();
    else return false;
    return true;
  });
  return read;
}

const ATOMIC_WRITE_FIELDS = new Set([1, 2]);

/** Decodes one. */
export function decodeAtomicWriteOutput(bytes: Uint8Array): AtomicWriteOutput {
  const input = new ProtobufInput(bytes);
  const written: Draft<AtomicWriteOutput> = { status: 0, versionstamp: EMPTY };
  readFields(input, ATOMIC_WRITE_FIELDS, (tag) => {
    if (tag === 1 * 8 + VARINT) written.status = input.int32();
    else if (tag === 2 * 8 + BYTES) written.versionstamp = input.delimited();
    else return false;
    return true;
  });
  if (written.status === WRITE_STATUS.success) checkVersionstamp(written.versionstamp, input);
  return written;
}

const WATCH_FIELDS = new Set([1, 2]);

/** Decodes one. */
export function decodeWatchOutput(bytes: Uint8Array): WatchOutput {
  const input = new ProtobufInput(bytes);
  const keys: WatchOutput["keys"][number][] = [];
  const watched: Draft<WatchOutput> = { status: 0, keys };
  readFields(input, WATCH_FIELDS, (tag) => {
    if (tag === 1 * 8 + VARINT) watched.status = input.int32();
    else if (tag === 2 * 8 + BYTES) keys.push(readMessage(input, readWatchedKey));
    else return false;
    return true;
  });
  return watched;
}

function readWatchedKey(input: ProtobufInput): WatchOutput["keys"][number] {
  let changed = false;
  let entry: KvEntry | undefined;
  readFields(input, WATCH_FIELDS, (tag) => {
    if (tag === 1 * 8 + VARINT) changed = input.bool();
    else if (tag === 2 * 8 + BYTES) entry = readMessage(input, readEntry);
    else return false;
    return true;
  });
  return { changed, entry };
}
