/**
 * The messages of KV Connect's data path, as a server reads and writes them. Field numbers stand
 * beside their names.
 *
 * @module
 */

import { ProtobufInput } from "../../../toolkit/codec/protobuf_input.ts";
import { ProtobufOutput } from "../../../toolkit/codec/protobuf_output.ts";

/** Keys from `start` to before `end`. */
export interface ReadRange {
  start: Uint8Array;
  end: Uint8Array;
  limit: number;
  reverse: boolean;
}

/** A condition: the versionstamp that a key must have; empty: none. */
export interface Check {
  key: Uint8Array;
  versionstamp: Uint8Array;
}

/** A write; `type` is 1 for set and 2 for delete, others this server refuses. */
export interface Mutation {
  key: Uint8Array;
  data: Uint8Array;
  encoding: number;
  type: number;
  expireAtMs: number;
}

/** An atomic operation. */
export interface AtomicWrite {
  checks: Check[];
  mutations: Mutation[];
  enqueues: number;
}

/** One key and value. */
export interface Entry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  readonly encoding: number;
  readonly versionstamp: Uint8Array;
}

const VARINT = 0;
const BYTES = 2;
const EMPTY = new Uint8Array(0);
const NONE: ReadonlySet<number> = new Set();
const SUCCESS = 1;

type Fields = Readonly<Record<number, (input: ProtobufInput) => void>>;

function read(input: ProtobufInput, fields: Fields): void {
  while (input.at < input.end) {
    const tag = input.tag();
    const field = fields[tag];
    if (field === undefined) input.skipUnknown(tag, NONE);
    else field(input);
  }
}

function nested(input: ProtobufInput, fields: Fields): void {
  const outer = input.enter();
  read(input, fields);
  input.leave(outer);
}

/** Decodes a request to read. */
export function decodeSnapshotRead(bytes: Uint8Array): ReadRange[] {
  const ranges: ReadRange[] = [];
  read(new ProtobufInput(bytes), {
    [1 * 8 + BYTES](input) {
      const range: ReadRange = { start: EMPTY, end: EMPTY, limit: 0, reverse: false };
      nested(input, {
        [1 * 8 + BYTES]: (input) => range.start = input.delimited(),
        [2 * 8 + BYTES]: (input) => range.end = input.delimited(),
        [3 * 8 + VARINT]: (input) => range.limit = input.int32(),
        [4 * 8 + VARINT]: (input) => range.reverse = input.bool(),
      });
      ranges.push(range);
    },
  });
  return ranges;
}

/** Decodes a request to write. */
export function decodeAtomicWrite(bytes: Uint8Array): AtomicWrite {
  const write: AtomicWrite = { checks: [], mutations: [], enqueues: 0 };
  read(new ProtobufInput(bytes), {
    [1 * 8 + BYTES](input) {
      const check: Check = { key: EMPTY, versionstamp: EMPTY };
      nested(input, {
        [1 * 8 + BYTES]: (input) => check.key = input.delimited(),
        [2 * 8 + BYTES]: (input) => check.versionstamp = input.delimited(),
      });
      write.checks.push(check);
    },
    [2 * 8 + BYTES](input) {
      const mutation: Mutation = { key: EMPTY, data: EMPTY, encoding: 0, type: 0, expireAtMs: 0 };
      nested(input, {
        [1 * 8 + BYTES]: (input) => mutation.key = input.delimited(),
        [2 * 8 + BYTES]: (input) =>
          nested(input, {
            [1 * 8 + BYTES]: (input) => mutation.data = input.delimited(),
            [2 * 8 + VARINT]: (input) => mutation.encoding = input.int32(),
          }),
        [3 * 8 + VARINT]: (input) => mutation.type = input.int32(),
        [4 * 8 + VARINT]: (input) => mutation.expireAtMs = Number(input.int64()),
      });
      write.mutations.push(mutation);
    },
    [3 * 8 + BYTES](input) {
      input.delimited();
      write.enqueues++;
    },
  });
  return write;
}

/** Decodes a request to watch. */
export function decodeWatch(bytes: Uint8Array): Uint8Array[] {
  const keys: Uint8Array[] = [];
  read(new ProtobufInput(bytes), {
    [1 * 8 + BYTES]: (input) =>
      nested(input, { [1 * 8 + BYTES]: (input) => keys.push(input.delimited()) }),
  });
  return keys;
}

/** Written back to front. */
class Message {
  readonly #output = new ProtobufOutput();

  integer(field: number, value: number): void {
    this.#output.integer(value);
    this.#output.varint(field * 8 + VARINT);
  }

  bytes(field: number, value: Uint8Array): void {
    this.#output.lengthDelimited(value);
    this.#output.varint(field * 8 + BYTES);
  }

  nested(field: number, write: () => void): void {
    const before = this.#output.written;
    write();
    this.#output.varint(this.#output.written - before);
    this.#output.varint(field * 8 + BYTES);
  }

  entry(field: number, { key, value, encoding, versionstamp }: Entry): void {
    this.nested(field, () => {
      this.bytes(4, versionstamp);
      this.integer(3, encoding);
      this.bytes(2, value);
      this.bytes(1, key);
    });
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.#output.finish();
  }
}

/** Encodes what was read, range by range, as a version of the protocol says it. */
export function encodeSnapshotReadOutput(
  ranges: readonly (readonly Entry[])[],
  version: number,
): Uint8Array<ArrayBuffer> {
  const message = new Message();
  if (version >= 3) message.integer(8, SUCCESS);
  if (version >= 2) message.integer(4, 1);
  for (const entries of ranges.toReversed()) {
    message.nested(1, () => {
      for (const entry of entries.toReversed()) message.entry(1, entry);
    });
  }
  return message.finish();
}

/** Encodes a message of one number, for answers that fail. */
export function encodeStatus(field: number, status: number): Uint8Array<ArrayBuffer> {
  const message = new Message();
  message.integer(field, status);
  return message.finish();
}

/** Encodes how a write ended: with its versionstamp, or undefined where a check failed. */
export function encodeAtomicWriteOutput(
  versionstamp: Uint8Array | undefined,
): Uint8Array<ArrayBuffer> {
  const CHECK_FAILURE = 2;
  const message = new Message();
  if (versionstamp !== undefined) message.bytes(2, versionstamp);
  message.integer(1, versionstamp === undefined ? CHECK_FAILURE : SUCCESS);
  return message.finish();
}

/** Encodes the state of watched keys; undefined for an absent one. */
export function encodeWatchOutput(
  entries: readonly (Entry | undefined)[],
): Uint8Array<ArrayBuffer> {
  const message = new Message();
  for (const entry of entries.toReversed()) {
    message.nested(2, () => {
      if (entry !== undefined) message.entry(2, entry);
      message.integer(1, 1);
    });
  }
  message.integer(1, SUCCESS);
  return message.finish();
}
