/**
 * The format of backups: a line of text that says what it is, a header, a record for each key in
 * their order, and a trailer with the sum of all bytes before it. Lengths are big-endian; keys are
 * without the prefix of the store, so that a backup can be restored under another one.
 *
 * ```
 * orch-store-backup 1\n
 * u32 length, header as JSON
 * { u32 key length > 0, u32 value length, key, value }*
 * u32 0, 32 bytes SHA-256
 * ```
 *
 * @module
 */

import { joinedBytes } from "../../../toolkit/joined_bytes.ts";
import { createHash } from "node:crypto";
import { type Dialect, parseDialect } from "../../../toolkit/names.ts";
import { StoreError } from "../errors.ts";
import { lessByBytes } from "../keys.ts";
import { MAX_KEY_BYTES, MAX_VALUE_BYTES } from "../limits.ts";
import { MAX_MIN_REVISION } from "../requests.ts";
import { RESTORING } from "../restoring.ts";

/** What a backup says of itself. */
export interface BackupHeader {
  readonly dialect: Dialect;
  /** The revision whose state it is. */
  readonly revision: number;
  /** When it was begun, in RFC 3339. */
  readonly time: string;
}

/** One key of a backup, without the prefix of its store. */
export interface BackupRecord {
  readonly key: string;
  readonly value: Uint8Array;
}

/** What is no backup, or not a whole one. */
export class BadBackup extends StoreError {
  override name = "BadBackup";
}

const MAGIC = "orch-store-backup 1\n";
const MAX_HEADER_BYTES = 64 * 1024;
const SUM_BYTES = 32;
/** Pieces are handed on once they have this many bytes. */
const CHUNK_BYTES = 64 * 1024;

/** The bytes of a backup. */
export async function* writeBackup(
  header: BackupHeader,
  records: AsyncIterable<BackupRecord>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const hash = createHash("sha256");
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const add = (part: Uint8Array) => {
    hash.update(part);
    parts.push(part);
    bytes += part.length;
  };
  const take = () => {
    const chunk = joinedBytes(parts, bytes);
    parts = [];
    bytes = 0;
    return chunk;
  };
  const text = encoder.encode(JSON.stringify(header));
  add(encoder.encode(MAGIC));
  add(u32(text.length));
  add(text);
  for await (const { key, value } of records) {
    const name = encoder.encode(key);
    add(u32(name.length));
    add(u32(value.length));
    add(name);
    add(value);
    if (bytes >= CHUNK_BYTES) yield take();
  }
  add(u32(0));
  const sum = new Uint8Array(hash.digest());
  parts.push(sum);
  bytes += sum.length;
  yield take();
}

/** A backup as it is read. */
export interface Backup {
  readonly header: BackupHeader;
  /** The records, then an error unless the whole file was what was written. */
  readonly records: AsyncIterable<BackupRecord>;
  /** Lets go of where the bytes come from; needed unless the records were read to an end. */
  close(): Promise<void>;
}

/** Reads the bytes of a backup. Throws {@link BadBackup} where they are not one. */
export async function readBackup(chunks: AsyncIterable<Uint8Array>): Promise<Backup> {
  const input = new Input(chunks[Symbol.asyncIterator]());
  try {
    const magic = new TextDecoder().decode(await input.atMost(MAGIC.length));
    if (!MAGIC.startsWith(magic)) {
      throw new BadBackup(
        "this is not a backup that orch store wrote, or one of a later version wrote it",
      );
    }
    if (magic !== MAGIC) throw new BadBackup(endsWithin("its first line"));
    const length = await input.length(MAX_HEADER_BYTES, "its header");
    const header = parseHeader(await input.take(length, "its header"));
    return { header, records: records(input), close: () => input.close() };
  } catch (error) {
    await input.close();
    throw error;
  }
}

async function* records(input: Input): AsyncGenerator<BackupRecord> {
  try {
    yield* readRecords(input);
  } finally {
    await input.close();
  }
}

async function* readRecords(input: Input): AsyncGenerator<BackupRecord> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let before = "";
  for (;;) {
    const keyLength = await input.length(MAX_KEY_BYTES, "a key");
    if (keyLength === 0) break;
    const valueLength = await input.length(MAX_VALUE_BYTES, "a value");
    const name = await input.take(keyLength, "a key");
    const value = await input.take(valueLength, "a value");
    let key: string;
    try {
      key = decoder.decode(name);
    } catch {
      throw new BadBackup("the backup holds a key that is not UTF-8: it is damaged");
    }
    if (!key.startsWith("/") || key === RESTORING) {
      throw new BadBackup(
        `the backup holds a key ${JSON.stringify(key)} that no store writes: it is damaged`,
      );
    }
    // Of a key that comes twice nobody could say which of its values is meant.
    if (!lessByBytes(before, key)) {
      throw new BadBackup(
        `the backup holds key ${JSON.stringify(key)} twice, or out of order: it is damaged`,
      );
    }
    before = key;
    yield { key, value };
  }
  const expected = input.digest();
  const found = await input.take(SUM_BYTES, "its checksum");
  if (!expected.every((byte, at) => byte === found[at])) {
    throw new BadBackup("the backup's checksum does not match: it is damaged");
  }
  if (!await input.ended()) throw new BadBackup("the backup has data after its end: it is damaged");
}

function parseHeader(bytes: Uint8Array): BackupHeader {
  try {
    const { dialect, revision, time } = JSON.parse(new TextDecoder().decode(bytes));
    const known = parseDialect(dialect);
    // A restored store goes on after it.
    const isRevision = Number.isSafeInteger(revision) && revision >= 0 &&
      revision < MAX_MIN_REVISION;
    if (known === undefined || !isRevision) throw new Error();
    return { dialect: known, revision, time: String(time) };
  } catch {
    throw new BadBackup("the backup's header can't be read: it is damaged");
  }
}

function endsWithin(what: string): string {
  return `the backup ends within ${what}: it is incomplete`;
}

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

/** Takes bytes off a stream of chunks, and sums them. */
class Input {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #hash = createHash("sha256");
  #rest = new Uint8Array();

  constructor(chunks: AsyncIterator<Uint8Array>) {
    this.#chunks = chunks;
  }

  /** The next `count` bytes, as a copy of their own. */
  async take(count: number, what: string): Promise<Uint8Array> {
    const bytes = await this.atMost(count);
    if (bytes.length < count) throw new BadBackup(endsWithin(what));
    return bytes;
  }

  /** The same, but fewer where the stream has no more. */
  async atMost(count: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(count);
    let filled = 0;
    while (filled < count) {
      if (this.#rest.length === 0 && !await this.#more()) break;
      const part = this.#rest.subarray(0, count - filled);
      bytes.set(part, filled);
      filled += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    const found = bytes.subarray(0, filled);
    this.#hash.update(found);
    return found;
  }

  /** A length, refused over `limit` before anything of that size is made. */
  async length(limit: number, what: string): Promise<number> {
    const value = new DataView((await this.take(4, what)).buffer).getUint32(0);
    if (value > limit) throw new BadBackup(`${what} of ${value} bytes: the backup is damaged`);
    return value;
  }

  /** The sum of all that was taken. */
  digest(): Uint8Array {
    return new Uint8Array(this.#hash.copy().digest());
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async ended(): Promise<boolean> {
    return this.#rest.length === 0 && !await this.#more();
  }

  async #more(): Promise<boolean> {
    for (;;) {
      const { value, done } = await this.#chunks.next();
      if (done) return false;
      if (value.length === 0) continue;
      this.#rest = new Uint8Array(value);
      return true;
    }
  }
}
