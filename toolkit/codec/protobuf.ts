/**
 * Protobuf of typed objects, without envelope.
 *
 * @module
 */

import type { StructType } from "../schema/type.ts";
import { CodecError } from "./error.ts";
import { explainMismatch } from "./explain.ts";
import type { JsonObject } from "./json_read.ts";
import { SIZE_LIMIT_BYTES } from "./limits.ts";
import { ProtobufInput } from "./protobuf_input.ts";
import { ProtobufOutput } from "./protobuf_output.ts";
import { readMessage } from "./protobuf_read.ts";
import { writeMessage } from "./protobuf_write.ts";

/** How Protobuf is read. */
export interface ProtobufDecodeOptions {
  /** More bytes are refused. Default {@link SIZE_LIMIT_BYTES}. */
  readonly limitBytes?: number;
}

const output = new ProtobufOutput();

/**
 * The Protobuf message of a typed object, the same bytes as the reference writes. `kind` and
 * `apiVersion` are not part of it: the envelope has them. Throws {@link CodecError} for a value of a
 * wrong type, and for a type without Protobuf form.
 */
export function encodeProtobuf(struct: StructType, object: object): Uint8Array<ArrayBuffer> {
  try {
    writeMessage(struct, output, object);
    return output.finish();
  } catch (error) {
    output.reset();
    throw error instanceof CodecError ? error : explainMismatch(struct, object, error);
  }
}

/**
 * Reads the Protobuf message of a typed object into canonical form, without `kind` and
 * `apiVersion`. Unknown fields are skipped. Throws {@link CodecError}.
 */
export function decodeProtobuf(
  struct: StructType,
  bytes: Uint8Array,
  options: ProtobufDecodeOptions = {},
): JsonObject {
  const limit = options.limitBytes ?? SIZE_LIMIT_BYTES;
  if (bytes.length > limit) {
    throw new CodecError(`protobuf: ${bytes.length} bytes are more than the limit of ${limit}`);
  }
  return readMessage(struct, new ProtobufInput(bytes));
}
