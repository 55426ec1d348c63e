// What validates still does, and is the same, when it was stored, and when it was in another version.
import { runs } from "../../testing/requirements.ts";
import {
  CodecError,
  decodeUntypedJson,
  encodeUntypedJson,
  type JsonObject,
} from "../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { FieldPath } from "../../toolkit/errors/mod.ts";
import { runToEnd } from "../../toolkit/time_slice.ts";
import { storageEncoding } from "../storage/mod.ts";
import {
  type Converter,
  DeclaredConversion,
  declaredConverter,
  SAME_FIELDS,
} from "./conversion/mod.ts";
import { validateSchema } from "./schema/mod.ts";
import { VersionSchema } from "./version_schema.ts";

const X = "x-kubernetes-";
const NAMES = ["a", "b", "kind", "metadata", "__proto__", "constructor", "$ref", "0"];
const TEXTS = [
  "",
  "a",
  "ab",
  "é😀",
  "\u2028",
  "0x1f",
  "1e3",
  "null",
  "2024-01-01",
  "# no: comment",
];
const NUMBERS = [0, -1, 1, 7, 2 ** 31, 2n ** 53n + 1n, -(2n ** 63n), 2n ** 63n - 1n];
const FRACTIONS = [...NUMBERS, 0.1, 1.5, 1e21, -1e-7];

/** A schema with values that fit it, or nearly do. */
interface Sample {
  readonly schema: JsonObject;
  readonly value: fc.Arbitrary<unknown>;
}

const anything = fc.oneof(
  fc.constantFrom<unknown>(null, true, {}, [], ...TEXTS, ...NUMBERS),
  fc.array(fc.constantFrom(...TEXTS), { maxLength: 2 }),
  record(fc.constantFrom<unknown>(1, "a", { a: 1 }, null)),
);

/** Objects with own names, whatever these are called. */
function record<T>(value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries));
}

const leaf: fc.Arbitrary<Sample> = fc.constantFrom<Sample>(
  { schema: { type: "string" }, value: fc.constantFrom(...TEXTS) },
  { schema: { type: "string", maxLength: 1 }, value: fc.constantFrom("", "a", "ab") },
  { schema: { type: "string", pattern: "^a*$", default: "a" }, value: fc.constantFrom("a", "b") },
  { schema: { type: "string", enum: ["a", "ab"] }, value: fc.constantFrom("a", "ab", "x") },
  { schema: { type: "string", format: "date" }, value: fc.constantFrom("2024-01-01", "no") },
  { schema: { type: "integer" }, value: fc.constantFrom(...NUMBERS) },
  { schema: { type: "integer", minimum: 0, default: 7 }, value: fc.constantFrom(...NUMBERS) },
  { schema: { type: "number" }, value: fc.constantFrom(...FRACTIONS) },
  { schema: { type: "boolean", default: false }, value: fc.boolean() },
  { schema: { [`${X}int-or-string`]: true }, value: fc.constantFrom(1, "50%", 1.5) },
  { schema: { type: "string", nullable: true, default: "a" }, value: fc.constant(null) },
  { schema: { type: "object", [`${X}preserve-unknown-fields`]: true }, value: record(anything) },
  { schema: { [`${X}preserve-unknown-fields`]: true }, value: anything },
  {
    schema: { type: "integer", [`${X}validations`]: [{ rule: "self != 1" }] },
    value: fc.constantFrom(...NUMBERS),
  },
  {
    schema: {
      type: "object",
      [`${X}embedded-resource`]: true,
      [`${X}preserve-unknown-fields`]: true,
    },
    value: fc.constantFrom({ apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec: {} }),
  },
);

const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    leaf,
    record(tie("sample")).chain((fields) => objectOf(fields)),
    tie("sample").map(({ schema, value }) => ({
      schema: { type: "object", additionalProperties: schema },
      value: record(value),
    })),
    fc.tuple(tie("sample"), fc.constantFrom("atomic", "set")).map(([{ schema, value }, kind]) => ({
      schema: { type: "array", items: schema, [`${X}list-type`]: kind, maxItems: 3 },
      value: fc.array(value, { maxLength: 4 }),
    })),
    tie("sample").map(({ schema, value }) => ({
      schema: {
        type: "array",
        [`${X}list-type`]: "map",
        [`${X}list-map-keys`]: ["key"],
        items: {
          type: "object",
          required: ["key"],
          properties: { key: { type: "string" }, value: schema },
        },
      },
      value: fc.array(fc.record({ key: fc.constantFrom(...TEXTS), value }), { maxLength: 3 }),
    })),
  ),
}));

/** Objects with fields of their own, some of which may be missing, and some too many. */
function objectOf(fields: Readonly<Record<string, Sample>>): fc.Arbitrary<Sample> {
  const entries = Object.entries(fields);
  const properties = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema]));
  const value = fc.tuple(
    fc.tuple(
      ...entries.map(([name, one]) =>
        fc.option(one.value, { nil: undefined, freq: 4 }).map((each) => [name, each] as const)
      ),
    ),
    fc.option(record(anything), { nil: {}, freq: 1 }),
  ).map(([own, more]) =>
    Object.fromEntries([
      ...Object.entries(more),
      ...own.filter(([, each]) => each !== undefined),
    ])
  );
  const isNested = fc.boolean();
  return isNested.map((filled) => ({
    schema: { type: "object", properties, ...(filled && { default: {} }) },
    value,
  }));
}

/** Where the fields of the first version are in the second. */
const DECLARED = `
- from: v1
  to: v2
  rules:
  - move: {from: .spec.renamed, to: .spec.other}
  - move: {from: .spec.moved, to: .spec.renamed}
  - move: {from: .spec.lifted, to: .top.inner.lifted}
`;

type Fields = Readonly<Record<"renamed" | "moved" | "lifted", JsonObject>>;

function schemas({ renamed, moved, lifted }: Fields, isMoved: boolean) {
  const object = (properties: JsonObject) => ({ type: "object", properties });
  const first = object({ spec: object({ renamed, moved, lifted }) });
  const second = object({
    spec: object({ other: renamed, renamed: moved }),
    top: object({ inner: object({ lifted }) }),
  });
  return { v1: first, v2: isMoved ? second : first };
}

function declared(): Converter {
  const { conversion, problems } = DeclaredConversion.read(DECLARED, ["v1", "v2"]);
  assertEquals(problems, []);
  assert(conversion !== undefined);
  return declaredConverter("example.com", conversion);
}

/** What a client sent, without the fields that nobody knows; undefined: it can't be read. */
function received(schema: VersionSchema, sent: unknown): JsonObject | undefined {
  try {
    // As it comes over the wire: nobody else has a part of it.
    return schema.canonical(decodeUntypedJson(encodeUntypedJson(sent)) as JsonObject);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

/** What a client sent as the server has it; undefined: it is refused. */
function written(schema: VersionSchema, sent: unknown): JsonObject | undefined {
  const object = received(schema, sent);
  if (object === undefined) return undefined;
  schema.setDefaults(object);
  return runToEnd(schema.validate(object)).length === 0 ? object : undefined;
}

function stored(schema: VersionSchema, object: JsonObject, mediaType: string): JsonObject {
  const encoding = storageEncoding(mediaType, () => undefined);
  const { object: read } = encoding.decode("key", encoding.encode(undefined, object));
  schema.afterDecode(read);
  return read;
}

const SEED = Number(Deno.env.get("SEED") ?? Date.now() % 1e9);

/** Runs with random schemas and objects that validate by them; at least some must. */
function property(
  converter: Converter,
  check: (
    object: JsonObject,
    schemas: Readonly<Record<"v1" | "v2", VersionSchema>>,
    sent: unknown,
  ) => void,
): void {
  let valid = 0;
  const cases = fc.record({ renamed: sample, moved: sample, lifted: sample }).chain((samples) => {
    const { renamed, moved, lifted } = samples;
    const fields = { renamed: renamed.schema, moved: moved.schema, lifted: lifted.schema };
    return fc.tuple(fc.constant(fields), objectOf(samples).chain(({ value }) => value));
  });
  fc.assert(
    fc.property(cases, ([fields, spec]) => {
      const { v1, v2 } = schemas(fields, converter !== SAME_FIELDS);
      if (runToEnd(validateSchema(v1, FieldPath.of("schema"))).length > 0) return;
      const both = { v1: new VersionSchema(v1), v2: new VersionSchema(v2) };
      const head = { apiVersion: "example.com/v1", kind: "A", metadata: { name: "x" } };
      const sent = { ...head, spec };
      const object = written(both.v1, sent);
      if (object === undefined) return;
      valid++;
      check(object, both, sent);
    }),
    { numRuns: runs(500), seed: SEED, verbose: 1 },
  );
  assert(valid >= 50, `only ${valid} objects were valid, with seed ${SEED}`);
}

for (const mediaType of ["application/json", "application/yaml"]) {
  Deno.test(`what validates is the same when it was stored as ${mediaType}`, () => {
    property(SAME_FIELDS, (object, { v1 }, sent) => {
      const read = stored(v1, object, mediaType);
      assertEquals(read, object);
      assertEquals(runToEnd(v1.validate(read)).map(String), []);
      // A client that writes back what it has read changes nothing.
      assertEquals(written(v1, read), object);
      assertEquals(runToEnd(v1.validate(read, object)).map(String), []);
      // One that was stored before its schema had defaults gets them when it is read.
      const older = received(v1, sent);
      assertEquals(older && stored(v1, older, mediaType), object);
    });
  });
}

for (const [name, converter] of [["None", SAME_FIELDS], ["declared moves", declared()]] as const) {
  Deno.test(`what validates is the same when it was in another version, by ${name}`, () => {
    property(converter, (object, { v1, v2 }) => {
      const { convertOne } = converter;
      assert(convertOne !== undefined);
      const before = structuredClone(object);
      const there = convertOne(object, "example.com/v2");
      assertEquals(object, before, "what was converted is as it was");
      assertEquals(runToEnd(v2.validate(there)).map(String), []);
      assertEquals(written(v2, there), there);
      const back = convertOne(stored(v2, there, "application/json"), "example.com/v1");
      assertEquals(back, before);
      assertEquals(runToEnd(v1.validate(back)).map(String), []);
    });
  });
}
