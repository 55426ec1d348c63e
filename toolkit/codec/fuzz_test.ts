// Whatever bytes a decoder gets, it returns a value or throws a CodecError, soon.

import { runs } from "../../testing/requirements.ts";
import { assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { findKind, schemaOf, type StructType } from "../schema/mod.ts";
import { Random, randomObject } from "../../testing/random_objects.ts";
import {
  CodecError,
  decodeEnveloped,
  decodeJson,
  decodeProtobuf,
  decodeUntypedJson,
  decodeWatchFrame,
  decodeYaml,
  encodeEnveloped,
  encodeJson,
  encodeProtobuf,
  encodeYaml,
  firstFrame,
} from "./mod.ts";

const schema = schemaOf("kubernetes");
const TYPES: readonly StructType[] = [
  schema.struct("core/v1", "Pod"),
  schema.struct("core/v1", "Node"),
  schema.struct("core/v1", "Secret"),
  schema.struct("core/v1", "Event"),
  schema.struct("apiextensions/v1", "CustomResourceDefinition"),
  schema.struct("networking/v1", "NetworkPolicy"),
  schema.struct("authentication/v1", "TokenReview"),
];

const DECODERS: Readonly<Record<string, (type: StructType, bytes: Uint8Array) => unknown>> = {
  decodeJson: (type, bytes) => decodeJson(type, bytes, { problems: [] }),
  decodeUntypedJson: (_, bytes) => decodeUntypedJson(bytes, { problems: [] }),
  decodeProtobuf: (type, bytes) => decodeProtobuf(type, bytes),
  decodeEnveloped: (_, bytes) =>
    decodeEnveloped(bytes, (group, version, kind) => findKind(group, version, kind)?.type),
  decodeWatchFrame: (_, bytes) => decodeWatchFrame(firstFrame(bytes) ?? bytes),
  decodeYaml: (_, bytes) => decodeYaml(bytes),
};

function attempt(decoder: string, type: StructType, bytes: Uint8Array): void {
  try {
    DECODERS[decoder]?.(type, bytes);
  } catch (error) {
    if (error instanceof CodecError && error.message !== "") return;
    throw new Error(`${decoder} of ${type.name}, ${bytes.toHex()}`, { cause: error });
  }
}

const anyDecoder = fc.constantFrom(...Object.keys(DECODERS));
const anyType = fc.constantFrom(...TYPES);

Deno.test("the decoders survive random bytes", () => {
  fc.assert(fc.property(anyDecoder, anyType, fc.uint8Array({ maxLength: 200 }), attempt), {
    numRuns: runs(5000),
  });
});

/** A valid input of a decoder. */
function valid(decoder: string, type: StructType, seed: number): Uint8Array {
  const object = { ...randomObject(type, new Random(seed)), kind: type.name, apiVersion: "v1" };
  switch (decoder) {
    case "decodeProtobuf":
      return encodeProtobuf(type, object);
    case "decodeEnveloped":
    case "decodeWatchFrame":
      return encodeEnveloped(type, object);
    case "decodeYaml":
      return new TextEncoder().encode(encodeYaml(decodeJson(type, encodeJson(type, object))));
    default:
      return encodeJson(type, object);
  }
}

Deno.test("the decoders survive valid bytes that were changed, cut and joined", () => {
  const edits = fc.array(fc.record({ at: fc.nat(), byte: fc.nat(255), keep: fc.nat(3) }), {
    minLength: 1,
    maxLength: 6,
  });
  const property = fc.property(
    anyDecoder,
    anyType,
    fc.integer(),
    edits,
    (decoder, type, seed, edits) => {
      let bytes = valid(decoder, type, seed);
      for (const { at, byte, keep } of edits) {
        const place = at % (bytes.length + 1);
        if (keep === 0) bytes = bytes.slice(0, place);
        else if (keep === 1) {
          bytes = Uint8Array.from([...bytes.slice(0, place), byte, ...bytes.slice(place)]);
        } else if (place < bytes.length) bytes[place] = byte;
      }
      attempt(decoder, type, bytes);
    },
  );
  fc.assert(property, { numRuns: runs(1500) });
});

Deno.test("what decodeProtobuf() takes, encodeProtobuf() writes in a form that stays", () => {
  fc.assert(
    fc.property(anyType, fc.integer(), fc.nat(), fc.nat(255), (type, seed, at, byte) => {
      const bytes = valid("decodeProtobuf", type, seed);
      if (bytes.length > 0) bytes[at % bytes.length] = byte;
      let object;
      try {
        object = decodeProtobuf(type, bytes);
      } catch {
        return;
      }
      const written = encodeProtobuf(type, object);
      assertEquals(encodeProtobuf(type, decodeProtobuf(type, written)), written);
    }),
    { numRuns: runs(800) },
  );
});
