/**
 * An object's Protobuf as it was stored, made into what readers of Protobuf get: its version is put in, or its
 * metadata cut out, and nothing is encoded a second time.
 *
 * @module
 */

import { decodeEnvelope, encodeEnvelope } from "../../toolkit/codec/mod.ts";
import { ProtobufInput } from "../../toolkit/codec/protobuf_input.ts";
import { ProtobufOutput } from "../../toolkit/codec/protobuf_output.ts";

/** The tags of an object's metadata, and of the version in it: all fields before that are texts. */
const METADATA = 0x0a, RESOURCE_VERSION = 0x32;

const output = new ProtobufOutput();

/** What an envelope holds: an object whose metadata comes first, as in every kind. */
interface Parts {
  readonly apiVersion: string;
  readonly kind: string;
  /** The field, tag and length included. */
  readonly metadata: Uint8Array;
  readonly rest: Uint8Array;
}

/** A value that this server has written, and the revision at which it stands. Made into something when it is asked for. */
export class StoredProtobuf {
  readonly #value: Uint8Array;
  readonly #revision: number;
  #parts: Parts | undefined;
  #whole: Uint8Array | undefined;

  /** `value` is an object in its envelope, without a version. */
  constructor(value: Uint8Array, revision: number) {
    this.#value = value;
    this.#revision = revision;
  }

  /** The object in its envelope. */
  get whole(): Uint8Array {
    if (this.#whole !== undefined) return this.#whole;
    const { apiVersion, kind, metadata, rest } = this.#read();
    output.raw(rest);
    output.raw(metadata);
    return this.#whole = enveloped(apiVersion, kind, output.finish());
  }

  /** Its metadata alone, in an envelope. `apiVersion` is that of the shape. */
  partial(apiVersion: string): Uint8Array {
    return enveloped(apiVersion, "PartialObjectMetadata", this.#read().metadata);
  }

  #read(): Parts {
    if (this.#parts !== undefined) return this.#parts;
    const { apiVersion, kind, raw } = decodeEnvelope(this.#value);
    const input = new ProtobufInput(raw);
    if (input.tag() !== METADATA) {
      throw new Error(`the metadata of a ${kind} is not its first field`);
    }
    const metadata = withRevision(input.delimited(), this.#revision);
    return this.#parts = { apiVersion, kind, metadata, rest: raw.subarray(input.at) };
  }
}

function enveloped(apiVersion: string, kind: string, raw: Uint8Array): Uint8Array {
  return encodeEnvelope({ apiVersion, kind, raw, contentEncoding: "", contentType: "" });
}

/** The field of the metadata with that version, instead of the one that it may have. */
function withRevision(metadata: Uint8Array, revision: number): Uint8Array {
  const input = new ProtobufInput(metadata);
  let start = 0, end = 0;
  while (input.at < input.end) {
    const tag = input.tag();
    if (tag > RESOURCE_VERSION) break;
    input.delimited();
    end = input.at;
    if (tag === RESOURCE_VERSION) break;
    start = end;
  }
  // From the end to the beginning; see ProtobufOutput.
  output.raw(metadata.subarray(end));
  output.string(String(revision));
  output.varint(RESOURCE_VERSION);
  output.raw(metadata.subarray(0, start));
  output.varint(output.written);
  output.varint(METADATA);
  return output.finish();
}
