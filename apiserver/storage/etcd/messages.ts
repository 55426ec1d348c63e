/**
 * The messages of etcd's protocol (v3) that a store needs, as Protobuf. Field numbers stand beside
 * their names.
 *
 * @module
 */

import { type Draft, readFields, readMessage } from "../../../toolkit/codec/message_fields.ts";
import { ProtobufInput } from "../../../toolkit/codec/protobuf_input.ts";
import { ProtobufOutput } from "../../../toolkit/codec/protobuf_output.ts";

/** The full names of the methods. */
export const METHODS = {
  range: "/etcdserverpb.KV/Range",
  txn: "/etcdserverpb.KV/Txn",
  compact: "/etcdserverpb.KV/Compact",
  watch: "/etcdserverpb.Watch/Watch",
  status: "/etcdserverpb.Maintenance/Status",
} as const;

/** One key and value. */
export interface KeyValue {
  readonly key: Uint8Array;
  readonly createRevision: number;
  readonly modRevision: number;
  /** A view of the message: copy it to keep it for long. */
  readonly value: Uint8Array;
}

/** A read of one key, or of all from `key` to before `rangeEnd`. */
export interface RangeRequest {
  readonly key: Uint8Array;
  readonly rangeEnd?: Uint8Array | undefined;
  readonly limit?: number | undefined;
  /** 0 or none: the newest. */
  readonly revision?: number | undefined;
  readonly keysOnly?: boolean;
  readonly countOnly?: boolean;
}

/** What a range found; `revision` is that of the state it was read from. */
export interface RangeResponse {
  readonly revision: number;
  readonly items: readonly KeyValue[];
  /** All in the range, whatever the limit. */
  readonly count: number;
}

/** A condition of a transaction; over a range, of each key in it. 0 is the revision of no key. */
export interface Compare {
  readonly key: Uint8Array;
  readonly rangeEnd?: Uint8Array;
  readonly modRevision: number;
}

/** One operation of a transaction. */
export type RequestOp =
  | { readonly put: { readonly key: Uint8Array; readonly value: Uint8Array } }
  | { readonly delete: Uint8Array }
  | { readonly range: RangeRequest };

/** A transaction: `success` where all of `compare` hold, else `failure`. */
export interface TxnRequest {
  readonly compare: readonly Compare[];
  readonly success: readonly RequestOp[];
  readonly failure: readonly RequestOp[];
}

/** How a transaction went; `ranges` are the answers of its reads. */
export interface TxnResponse {
  readonly revision: number;
  readonly succeeded: boolean;
  readonly ranges: readonly RangeResponse[];
}

/** A new watch. */
export interface WatchCreateRequest {
  readonly key: Uint8Array;
  readonly rangeEnd?: Uint8Array;
  readonly startRevision: number;
  readonly previous: boolean;
}

/** One event of a watch. */
export interface WatchEvent {
  readonly type: "put" | "delete";
  readonly item: KeyValue;
  readonly previous: KeyValue | undefined;
}

/** One message of a watch. */
export interface WatchResponse {
  readonly revision: number;
  readonly created: boolean;
  readonly canceled: boolean;
  /** What is before this revision is gone; 0: not the reason. */
  readonly compactRevision: number;
  readonly cancelReason: string;
  /** More events of the last one's revision may follow in the next message. */
  readonly fragment: boolean;
  readonly events: readonly WatchEvent[];
}

const VARINT = 0;
const BYTES = 2;
const MOD_REVISION = 2;
const EMPTY = new Uint8Array(0);

/** One serves all: nothing is encoded while another message is. It is written back to front. */
const output = new ProtobufOutput();

function bytes(field: number, value: Uint8Array | undefined): void {
  if (value === undefined || value.length === 0) return;
  output.lengthDelimited(value);
  output.varint(field * 8 + BYTES);
}

function integer(field: number, value: number | undefined): void {
  if (value === undefined || value === 0) return;
  output.integer(value);
  output.varint(field * 8 + VARINT);
}

function flag(field: number, value: boolean | undefined): void {
  integer(field, value ? 1 : 0);
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

/** Encodes one. */
export function encodeRange(request: RangeRequest): Uint8Array<ArrayBuffer> {
  writeRange(request);
  return output.finish();
}

function writeRange(request: RangeRequest): void {
  flag(9, request.countOnly);
  flag(8, request.keysOnly);
  integer(4, request.revision);
  integer(3, request.limit);
  bytes(2, request.rangeEnd);
  bytes(1, request.key);
}

/** Encodes one. */
export function encodeTxn({ compare, success, failure }: TxnRequest): Uint8Array<ArrayBuffer> {
  repeated(3, failure, writeOp);
  repeated(2, success, writeOp);
  repeated(1, compare, ({ key, rangeEnd, modRevision }) => {
    bytes(64, rangeEnd);
    // Of a choice of fields: 0 is written too.
    output.integer(modRevision);
    output.varint(6 * 8 + VARINT);
    bytes(3, key);
    integer(2, MOD_REVISION);
  });
  return output.finish();
}

function writeOp(op: RequestOp): void {
  if ("put" in op) {
    message(2, () => {
      bytes(2, op.put.value);
      bytes(1, op.put.key);
    });
  } else if ("delete" in op) message(3, () => bytes(1, op.delete));
  else message(1, () => writeRange(op.range));
}

/** Encodes a compaction. */
export function encodeCompaction(revision: number): Uint8Array<ArrayBuffer> {
  integer(1, revision);
  return output.finish();
}

/** Encodes one. */
export function encodeWatchCreate(request: WatchCreateRequest): Uint8Array<ArrayBuffer> {
  message(1, () => {
    // Pieces of events that would not fit into one message.
    flag(8, true);
    flag(6, request.previous);
    integer(3, request.startRevision);
    bytes(2, request.rangeEnd);
    bytes(1, request.key);
  });
  return output.finish();
}

/** Encodes a request that the server answers at once, whatever there is to say. */
export function encodeWatchProgress(): Uint8Array<ArrayBuffer> {
  message(3, () => {});
  return output.finish();
}

function revisionOf(input: ProtobufInput): number {
  const value = input.int64();
  if (typeof value !== "number") throw input.error(`${value} is no revision`);
  return value;
}

const NONE: ReadonlySet<number> = new Set();

/** The revision in a header. */
function readHeader(input: ProtobufInput): number {
  let revision = 0;
  readFields(input, NONE, (tag) => {
    if (tag !== 3 * 8 + VARINT) return false;
    revision = revisionOf(input);
    return true;
  });
  return revision;
}

const KEY_VALUE_FIELDS = new Set([1, 2, 3, 5]);

function readKeyValue(input: ProtobufInput): KeyValue {
  const item: Draft<KeyValue> = { key: EMPTY, createRevision: 0, modRevision: 0, value: EMPTY };
  readFields(input, KEY_VALUE_FIELDS, (tag) => {
    if (tag === 1 * 8 + BYTES) item.key = input.delimited();
    else if (tag === 2 * 8 + VARINT) item.createRevision = revisionOf(input);
    else if (tag === 3 * 8 + VARINT) item.modRevision = revisionOf(input);
    else if (tag === 5 * 8 + BYTES) item.value = input.delimited();
    else return false;
    return true;
  });
  return item;
}

const RANGE_FIELDS = new Set([1, 2, 4]);

function readRange(input: ProtobufInput): RangeResponse {
  const items: KeyValue[] = [];
  const response: Draft<RangeResponse> = { revision: 0, items, count: 0 };
  readFields(input, RANGE_FIELDS, (tag) => {
    if (tag === 1 * 8 + BYTES) response.revision = readMessage(input, readHeader);
    else if (tag === 2 * 8 + BYTES) items.push(readMessage(input, readKeyValue));
    else if (tag === 4 * 8 + VARINT) response.count = revisionOf(input);
    else return false;
    return true;
  });
  return response;
}

/** Decodes one. */
export function decodeRange(bytes: Uint8Array): RangeResponse {
  return readRange(new ProtobufInput(bytes));
}

const TXN_FIELDS = new Set([1, 2, 3]);

/** Decodes one. */
export function decodeTxn(bytes: Uint8Array): TxnResponse {
  const input = new ProtobufInput(bytes);
  const ranges: RangeResponse[] = [];
  const response: Draft<TxnResponse> = { revision: 0, succeeded: false, ranges };
  readFields(input, TXN_FIELDS, (tag) => {
    if (tag === 1 * 8 + BYTES) response.revision = readMessage(input, readHeader);
    else if (tag === 2 * 8 + VARINT) response.succeeded = input.bool();
    else if (tag === 3 * 8 + BYTES) {
      readMessage(input, () =>
        readFields(input, NONE, (tag) => {
          if (tag !== 1 * 8 + BYTES) return false;
          ranges.push(readMessage(input, readRange));
          return true;
        }));
    } else return false;
    return true;
  });
  return response;
}

/** What a server says of itself. */
export interface StatusResponse {
  /** What its database occupies. */
  readonly sizeBytes: number;
  readonly isLeader: boolean;
}

/** Decodes one. */
export function decodeStatus(bytes: Uint8Array): StatusResponse {
  const input = new ProtobufInput(bytes);
  let sizeBytes = 0;
  let member: number | bigint = 0;
  let leader: number | bigint = 0;
  readFields(input, NONE, (tag) => {
    if (tag === 1 * 8 + BYTES) {
      readMessage(input, () =>
        readFields(input, NONE, (tag) => {
          if (tag !== 2 * 8 + VARINT) return false;
          member = input.uint64();
          return true;
        }));
    } else if (tag === 3 * 8 + VARINT) sizeBytes = revisionOf(input);
    else if (tag === 4 * 8 + VARINT) leader = input.uint64();
    else return false;
    return true;
  });
  return { sizeBytes, isLeader: leader !== 0 && leader === member };
}

const EVENT_FIELDS = new Set([1, 2, 3]);
const DELETED = 1;

function readEvent(input: ProtobufInput): WatchEvent {
  let type: WatchEvent["type"] = "put";
  let item: KeyValue | undefined;
  let previous: KeyValue | undefined;
  readFields(input, EVENT_FIELDS, (tag) => {
    if (tag === 1 * 8 + VARINT) type = input.int32() === DELETED ? "delete" : "put";
    else if (tag === 2 * 8 + BYTES) item = readMessage(input, readKeyValue);
    else if (tag === 3 * 8 + BYTES) previous = readMessage(input, readKeyValue);
    else return false;
    return true;
  });
  if (item === undefined) throw input.error("an event without a key");
  return { type, item, previous };
}

const WATCH_FIELDS = new Set([1, 3, 4, 5, 6, 7, 11]);

/** Decodes one. */
export function decodeWatch(bytes: Uint8Array): WatchResponse {
  const input = new ProtobufInput(bytes);
  const events: WatchEvent[] = [];
  const response: Draft<WatchResponse> = {
    revision: 0,
    created: false,
    canceled: false,
    compactRevision: 0,
    cancelReason: "",
    fragment: false,
    events,
  };
  readFields(input, WATCH_FIELDS, (tag) => {
    if (tag === 1 * 8 + BYTES) response.revision = readMessage(input, readHeader);
    else if (tag === 3 * 8 + VARINT) response.created = input.bool();
    else if (tag === 4 * 8 + VARINT) response.canceled = input.bool();
    else if (tag === 5 * 8 + VARINT) response.compactRevision = revisionOf(input);
    else if (tag === 6 * 8 + BYTES) response.cancelReason = input.string();
    else if (tag === 7 * 8 + VARINT) response.fragment = input.bool();
    else if (tag === 11 * 8 + BYTES) events.push(readMessage(input, readEvent));
    else return false;
    return true;
  });
  return response;
}
