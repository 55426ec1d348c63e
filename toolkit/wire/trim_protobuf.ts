/**
 * Protobuf objects without what only servers need, cut out of their bytes.
 *
 * @module
 */

import { CodecError, decodeEnvelope, encodeEnvelope, hasEnvelope } from "../codec/mod.ts";
import { ProtobufInput } from "../codec/protobuf_input.ts";
import type { TrimOptions } from "./trim_object.ts";

/** The tag of the metadata of every object, and of what is cut out of it. */
const METADATA = 1 << 3 | 2, ANNOTATIONS = 12 << 3 | 2, MANAGED_FIELDS = 17 << 3 | 2;
/** The tag of the key of a map's entry, and of an entry's manager. */
const NAME = 1 << 3 | 2;
const FIELD_1: ReadonlySet<number> = new Set([1]);
const CUT_FIELDS: ReadonlySet<number> = new Set([12, 17]);

/** Where the content of a metadata lies, and what goes out of it, in order. */
interface Metadata {
  /** The tag begins here. */
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
  readonly cuts: readonly { readonly start: number; readonly end: number }[];
}

/**
 * The message of an object, in its envelope or without, less what `options` say. The bytes themselves
 * where there is nothing to cut, else bytes that hold until the next call. Throws {@link CodecError} for what no message begins like.
 */
export function trimProtobuf(bytes: Uint8Array, options: TrimOptions): Uint8Array {
  if (hasEnvelope(bytes)) {
    const envelope = decodeEnvelope(bytes);
    if (envelope.contentType !== "") return bytes;
    const raw = trimProtobuf(envelope.raw, options);
    return raw === envelope.raw ? bytes : encodeEnvelope({ ...envelope, raw });
  }
  const found = metadataOf(bytes, options);
  return found.every(({ cuts }) => cuts.length === 0) ? bytes : without(bytes, found);
}

/** A message may hold its metadata in parts. */
function metadataOf(bytes: Uint8Array, options: TrimOptions): Metadata[] {
  const input = new ProtobufInput(bytes);
  const found: Metadata[] = [];
  while (input.at < input.end) {
    const start = input.at;
    const tag = input.tag();
    if (tag !== METADATA) {
      input.skipUnknown(tag, FIELD_1);
      continue;
    }
    const outer = input.enter();
    const contentStart = input.at;
    const cuts = cutsIn(input, options);
    found.push({ start, contentStart, end: input.at, cuts });
    input.leave(outer);
  }
  return found;
}

function cutsIn(input: ProtobufInput, options: TrimOptions): Metadata["cuts"] {
  const { keepManagers, dropAnnotations } = options;
  const cuts: { start: number; end: number }[] = [];
  while (input.at < input.end) {
    const start = input.at;
    const tag = input.tag();
    if (tag !== ANNOTATIONS && tag !== MANAGED_FIELDS) {
      input.skipUnknown(tag, CUT_FIELDS);
      continue;
    }
    const isManager = tag === MANAGED_FIELDS;
    // Of whose name nothing depends, none is read.
    if ((isManager ? keepManagers : dropAnnotations).size === 0) {
      input.delimited();
      if (isManager) cuts.push({ start, end: input.at });
      continue;
    }
    const name = nameIn(input);
    const goes = isManager ? !keepManagers.has(name) : dropAnnotations.has(name);
    if (goes) cuts.push({ start, end: input.at });
  }
  return cuts;
}

/** The first field of a message, of which the last one counts. */
function nameIn(input: ProtobufInput): string {
  const outer = input.enter();
  let name = "";
  while (input.at < input.end) {
    const tag = input.tag();
    if (tag === NAME) name = input.loneString();
    else input.skipUnknown(tag, FIELD_1);
  }
  input.leave(outer);
  return name;
}

/** A buffer for each object would be as much garbage as there are objects. */
const scratch = new Uint8Array(64 * 1024);

function without(bytes: Uint8Array, found: readonly Metadata[]): Uint8Array {
  // Lengths only get shorter: what is left always fits.
  const result = bytes.length > scratch.length ? new Uint8Array(bytes.length) : scratch;
  let from = 0, to = 0;
  const copy = (end: number) => {
    result.set(bytes.subarray(from, end), to);
    to += end - from;
  };
  for (const { start, contentStart, end, cuts } of found) {
    copy(start);
    let length = end - contentStart;
    for (const cut of cuts) length -= cut.end - cut.start;
    result[to++] = METADATA;
    for (; length > 0x7f; length >>>= 7) result[to++] = length & 0x7f | 0x80;
    result[to++] = length;
    from = contentStart;
    for (const cut of cuts) {
      copy(cut.start);
      from = cut.end;
    }
    copy(end);
    from = end;
  }
  copy(bytes.length);
  if (to > bytes.length) throw new CodecError("protobuf: a message grew where it was cut");
  return result.subarray(0, to);
}
