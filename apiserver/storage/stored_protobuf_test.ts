import { Random, randomObject } from "../../testing/random_objects.ts";
import { runs } from "../../testing/requirements.ts";
import { encodeEnvelope, encodeEnveloped, type JsonObject } from "../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { DIALECTS } from "../../toolkit/names.ts";
import { formatApiVersion, type Kind, schemaOf } from "../../toolkit/schema/mod.ts";
import { StoredProtobuf } from "./stored_protobuf.ts";

/** Those that are stored: what has a name, and a Protobuf form. */
const isStored = ({ type }: Kind) =>
  type.hasProtobuf && type.fields.some(({ type }) => "name" in type && type.name === "ObjectMeta");

const META = formatApiVersion("meta.k8s.io", "v1");

for (const dialect of DIALECTS) {
  const schema = schemaOf(dialect);
  const partialType = schema.struct("meta/v1", "PartialObjectMetadata");
  const kinds = [...schema.kinds()].filter(isStored);

  Deno.test(`StoredProtobuf is what encoding the whole object gives, for every kind of the ${dialect} dialect`, () => {
    assert(kinds.length > 80, `only ${kinds.length} kinds`);
    for (const { group, version, kind, type } of kinds) {
      const property = fc.property(fc.integer(), fc.nat(), fc.boolean(), (seed, revision, had) => {
        const random = randomObject(type, new Random(seed));
        const apiVersion = formatApiVersion(group, version);
        const withVersion = (resourceVersion: string | undefined): JsonObject => ({
          ...random,
          kind,
          apiVersion,
          metadata: { ...random.metadata as object, resourceVersion },
        });
        const value = encodeEnveloped(type, withVersion(had ? "7" : undefined));
        const stored = new StoredProtobuf(value, revision);
        const whole = withVersion(String(revision));
        const made = stored.whole;
        assertEquals(made, encodeEnveloped(type, whole));
        const partial = {
          kind: "PartialObjectMetadata",
          apiVersion: META,
          metadata: whole.metadata,
        };
        assertEquals(stored.partial(META), encodeEnveloped(partialType, partial));
        assert(stored.whole === made, "made once");
      });
      fc.assert(property, { numRuns: runs(6), endOnFailure: true });
    }
  });
}

Deno.test("StoredProtobuf puts the version where it belongs in metadata that has no such field", () => {
  const envelope = { apiVersion: "v1", kind: "Pod", contentEncoding: "", contentType: "" };
  // A name, "a", and the generation, 1.
  const stored = new StoredProtobuf(
    encodeEnvelope({ ...envelope, raw: Uint8Array.of(0x0a, 5, 0x0a, 1, 0x61, 0x38, 1) }),
    23,
  );
  const raw = Uint8Array.of(0x0a, 9, 0x0a, 1, 0x61, 0x32, 2, 0x32, 0x33, 0x38, 1);
  assertEquals(stored.whole, encodeEnvelope({ ...envelope, raw }));
});
