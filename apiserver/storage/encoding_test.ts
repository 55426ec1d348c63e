import { assert, assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { decodeJson, encodeJson, type JsonObject } from "../../toolkit/codec/mod.ts";
import { type Dialect, DIALECTS, NAMES } from "../../toolkit/names.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { storageEncoding } from "./encoding.ts";

const decoder = new TextDecoder();

function encodingOf(mediaType: string, dialect: Dialect) {
  const schema = schemaOf(dialect);
  return storageEncoding(mediaType, (...kind) => schema.kind(...kind));
}

const pod = (dialect: Dialect) => {
  const type = schemaOf(dialect).kind("", "v1", "Pod")!;
  const object = decodeJson(
    type,
    '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"},"spec":{}}',
  );
  return { type, object };
};

const CUSTOM: JsonObject = {
  apiVersion: "example.com/v1",
  kind: "Website",
  spec: { a: [1, "x", null] },
};

const FORMS: [mediaType: (dialect: Dialect) => string, begins: string][] = [
  [(dialect) => NAMES[dialect].protobufMediaType, "k8s\0"],
  [() => "application/json", "{"],
  [() => "application/yaml", "apiVersion: v1\n"],
];

Deno.test("a built-in kind is stored in the media type that was chosen, and read back", () => {
  for (const dialect of DIALECTS) {
    for (const [mediaType, begins] of FORMS) {
      const encoding = encodingOf(mediaType(dialect), dialect);
      const { type, object } = pod(dialect);
      const value = encoding.encode(type, object);
      assert(decoder.decode(value).startsWith(begins), begins);
      const read = encoding.decode("/k", value);
      assertEquals(read.stale, false);
      assertEquals(
        decoder.decode(encodeJson(read.type!, read.object)),
        decoder.decode(encodeJson(type, object)),
      );
    }
  }
});

Deno.test("what is shown of a new object is what will be read back", () => {
  for (const dialect of DIALECTS) {
    const type = schemaOf(dialect).kind("", "v1", "LimitRange")!;
    const object = {
      ...{ kind: "LimitRange", apiVersion: "v1", metadata: { name: "a" } },
      spec: { limits: [] },
    };
    for (const [mediaType] of FORMS) {
      const encoding = encodingOf(mediaType(dialect), dialect);
      const read = encoding.decode("/k", encoding.encode(type, object));
      assertEquals(
        decoder.decode(encoding.json(type, object)),
        decoder.decode(encodeJson(type, read.object)),
      );
    }
  }
});

Deno.test("both dialects' names of Protobuf are understood", () => {
  for (const dialect of DIALECTS) {
    for (const named of DIALECTS) {
      const { type, object } = pod(dialect);
      const value = encodingOf(NAMES[named].protobufMediaType, dialect).encode(type, object);
      assert(decoder.decode(value).startsWith("k8s\0"));
    }
  }
});

Deno.test("a custom resource is stored as JSON where the choice is Protobuf", () => {
  const encoding = encodingOf(NAMES.orch.protobufMediaType, "orch");
  const value = encoding.encode(undefined, CUSTOM);
  assertEquals(JSON.parse(decoder.decode(value)), CUSTOM);
  assertEquals(encoding.decode("/k", value), { type: undefined, object: CUSTOM, stale: false });
});

Deno.test("a value of another form is read, and said to be stale", () => {
  const { type, object } = pod("orch");
  for (const [written] of FORMS) {
    for (const [wanted] of FORMS) {
      const value = encodingOf(written("orch"), "orch").encode(type, object);
      const read = encodingOf(wanted("orch"), "orch").decode("/k", value);
      assertEquals(read.stale, written !== wanted);
      assertEquals(read.object.metadata, object.metadata);
    }
  }
});

const BAD: [name: string, value: Uint8Array][] = [
  ["empty", new Uint8Array()],
  ["noise", new Uint8Array([1, 2, 3, 255])],
  ["an envelope alone", new TextEncoder().encode("k8s\0")],
  ["a cut envelope", new TextEncoder().encode("k8s\0\n\x0b\n\x02v1")],
  ["JSON of no kind", new TextEncoder().encode("{}")],
  ["cut JSON", new TextEncoder().encode('{"kind":"Pod"')],
  ["JSON of another shape", new TextEncoder().encode('{"kind":"Pod","apiVersion":"v1","spec":[]}')],
  ["a list", new TextEncoder().encode("- a")],
  ["two documents", new TextEncoder().encode("a: 1\n---\na: 2\n")],
];

Deno.test("a value that can't be read says so, with its key", () => {
  const encoding = encodingOf("application/json", "orch");
  for (const [name, value] of BAD) {
    const error = assertThrows(() => encoding.decode("/registry/x", value), '"/registry/x"');
    assertEquals(error.name, "Corrupt", name);
  }
});

Deno.test("a media type that nothing is stored in is refused by name", () => {
  for (const mediaType of ["", "text/plain", "application/JSON"]) {
    assertThrows(() => encodingOf(mediaType, "orch"), JSON.stringify(mediaType));
  }
});
