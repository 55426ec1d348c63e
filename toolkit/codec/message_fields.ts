/**
 * Reading messages of other programs' protocols, field by field.
 *
 * @module
 */

import type { ProtobufInput } from "./protobuf_input.ts";

/** A message that is being put together. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** Reads the fields of a message; `field` says whether it knew that one. */
export function readFields(
  input: ProtobufInput,
  known: ReadonlySet<number>,
  field: (tag: number) => boolean,
): void {
  while (input.at < input.end) {
    const tag = input.tag();
    if (!field(tag)) input.skipUnknown(tag, known);
  }
}

/** Reads a message within another one. */
export function readMessage<T>(input: ProtobufInput, read: (input: ProtobufInput) => T): T {
  const outer = input.enter();
  const result = read(input);
  input.leave(outer);
  return result;
}
