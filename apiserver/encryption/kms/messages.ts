/**
 * The messages of key management (version 2), and of values that it encrypts, as Protobuf. Field numbers
 * stand beside their names.
 *
 * @module
 */

import { type Draft, readFields, readMessage } from "../../../toolkit/codec/message_fields.ts";
import { ProtobufInput } from "../../../toolkit/codec/protobuf_input.ts";
import { ProtobufOutput } from "../../../toolkit/codec/protobuf_output.ts";

/** The full names of the methods. */
export const METHODS = {
  status: "/v2.KeyManagementService/Status",
  encrypt: "/v2.KeyManagementService/Encrypt",
  decrypt: "/v2.KeyManagementService/Decrypt",
} as const;

/** What somebody wants to remember beside a key, by domain names. */
export type Annotations = ReadonlyMap<string, Uint8Array>;

/** How the keeper of the keys is. */
export interface StatusResponse {
  readonly version: string;
  /** `ok`, or what is wrong. */
  readonly healthz: string;
  /** The key that it encrypts with now. */
  readonly keyId: string;
}

/** A secret that was encrypted. */
export interface EncryptResponse {
  readonly ciphertext: Uint8Array;
  readonly keyId: string;
  readonly annotations: Annotations;
}

/** An encrypted secret, as it came with the value that it is for. */
export interface DecryptRequest {
  readonly ciphertext: Uint8Array;
  readonly uid: string;
  readonly keyId: string;
  readonly annotations: Annotations;
}

/** What the secret of a value is for. */
export const SOURCE = {
  /** It is the key that the value is encrypted with. */
  key: 0,
  /** The key is derived from it and the first 32 bytes of the value. */
  seed: 1,
} as const;

/** A value in the store. */
export interface EncryptedObject {
  readonly data: Uint8Array;
  readonly keyId: string;
  /** The encrypted secret. */
  readonly source: Uint8Array;
  readonly annotations: Annotations;
  /** One of {@link SOURCE}; others are of later versions. */
  readonly sourceType: number;
}

const BYTES = 2;
const EMPTY = new Uint8Array(0);
const NO_FIELDS: ReadonlySet<number> = new Set();

/** Text and bytes as fields; empty ones are left out. Written back to front. */
class Writer {
  readonly #output = new ProtobufOutput();

  bytes(field: number, value: Uint8Array): void {
    if (value.length === 0) return;
    this.#output.lengthDelimited(value);
    this.#output.varint(field * 8 + BYTES);
  }

  text(field: number, value: string): void {
    this.bytes(field, new TextEncoder().encode(value));
  }

  number(field: number, value: number): void {
    if (value === 0) return;
    this.#output.integer(value);
    this.#output.varint(field * 8);
  }

  annotations(field: number, annotations: Annotations): void {
    for (const [key, value] of [...annotations].reverse()) {
      const before = this.#output.written;
      this.bytes(2, value);
      this.text(1, key);
      this.#output.varint(this.#output.written - before);
      this.#output.varint(field * 8 + BYTES);
    }
  }

  finish(): Uint8Array {
    return this.#output.finish();
  }
}

/** Encodes one. */
export function encodeEncrypt(plaintext: Uint8Array, uid: string): Uint8Array {
  const writer = new Writer();
  writer.text(2, uid);
  writer.bytes(1, plaintext);
  return writer.finish();
}

/** Encodes one. */
export function encodeDecrypt(request: DecryptRequest): Uint8Array {
  const writer = new Writer();
  writer.annotations(4, request.annotations);
  writer.text(3, request.keyId);
  writer.text(2, request.uid);
  writer.bytes(1, request.ciphertext);
  return writer.finish();
}

/** Encodes one. */
export function encodeObject(object: EncryptedObject): Uint8Array {
  const writer = new Writer();
  writer.number(5, object.sourceType);
  writer.annotations(4, object.annotations);
  writer.bytes(3, object.source);
  writer.text(2, object.keyId);
  writer.bytes(1, object.data);
  return writer.finish();
}

/** Decodes one. Throws where it is none. */
export function decodeStatus(bytes: Uint8Array): StatusResponse {
  const input = new ProtobufInput(bytes);
  const read: Draft<StatusResponse> = { version: "", healthz: "", keyId: "" };
  readFields(input, new Set([1, 2, 3]), (tag) => {
    if (tag === 1 * 8 + BYTES) read.version = input.string();
    else if (tag === 2 * 8 + BYTES) read.healthz = input.string();
    else if (tag === 3 * 8 + BYTES) read.keyId = input.string();
    else return false;
    return true;
  });
  return read;
}

/** Decodes one. Throws where it is none. */
export function decodeEncrypt(bytes: Uint8Array): EncryptResponse {
  const input = new ProtobufInput(bytes);
  const annotations = new Map<string, Uint8Array>();
  const read: Draft<EncryptResponse> = { ciphertext: EMPTY, keyId: "", annotations };
  readFields(input, new Set([1, 2, 3]), (tag) => {
    if (tag === 1 * 8 + BYTES) read.ciphertext = input.delimited().slice();
    else if (tag === 2 * 8 + BYTES) read.keyId = input.string();
    else if (tag === 3 * 8 + BYTES) readAnnotation(input, annotations);
    else return false;
    return true;
  });
  return read;
}

/** The plaintext of an answer. Throws where it is none. */
export function decodeDecrypt(bytes: Uint8Array): Uint8Array {
  const input = new ProtobufInput(bytes);
  let plaintext: Uint8Array = EMPTY;
  readFields(input, new Set([1]), (tag) => {
    if (tag !== 1 * 8 + BYTES) return false;
    plaintext = input.delimited().slice();
    return true;
  });
  return plaintext;
}

/** Decodes one; its bytes are views of those given. Throws where it is none. */
export function decodeObject(bytes: Uint8Array): EncryptedObject {
  const input = new ProtobufInput(bytes);
  const annotations = new Map<string, Uint8Array>();
  const read: Draft<EncryptedObject> = {
    data: EMPTY,
    keyId: "",
    source: EMPTY,
    annotations,
    sourceType: 0,
  };
  readFields(input, new Set([1, 2, 3, 4, 5]), (tag) => {
    if (tag === 1 * 8 + BYTES) read.data = input.delimited();
    else if (tag === 2 * 8 + BYTES) read.keyId = input.string();
    else if (tag === 3 * 8 + BYTES) read.source = input.delimited();
    else if (tag === 4 * 8 + BYTES) readAnnotation(input, annotations);
    else if (tag === 5 * 8) read.sourceType = Number(input.int32());
    else return false;
    return true;
  });
  return read;
}

function readAnnotation(input: ProtobufInput, annotations: Map<string, Uint8Array>): void {
  let key = "";
  let value: Uint8Array = EMPTY;
  readMessage(input, (entry) => {
    readFields(entry, NO_FIELDS, (tag) => {
      if (tag === 1 * 8 + BYTES) key = entry.string();
      else if (tag === 2 * 8 + BYTES) value = entry.delimited().slice();
      else return false;
      return true;
    });
  });
  annotations.set(key, value);
}
