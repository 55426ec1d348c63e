// testdata/reference.ndjson was written by the reference's own Go code (release 1.36.6), filled by
// its fuzzer: for each object its JSON, its Protobuf envelope, and, where it differs, the JSON
// after that Protobuf was read (`after`).

import { assert, assertEquals } from "../deps/assert.ts";
import { findKind, parseApiVersion, type StructType } from "../schema/mod.ts";
import { decodeEnveloped, decodeJson, encodeEnveloped, encodeJson } from "./mod.ts";

interface Fixture {
  readonly apiVersion: string;
  readonly kind: string;
  readonly json: string;
  readonly protobuf: string;
  readonly after?: string;
}

const fixtures = (await Deno.readTextFile(new URL("testdata/reference.ndjson", import.meta.url)))
  .trimEnd().split("\n").map((line) => JSON.parse(line) as Fixture);

function typeOf(group: string, version: string, kind: string): StructType {
  const found = findKind(group, version, kind, "kubernetes");
  assert(found !== undefined, `${group}/${version} ${kind} is not known`);
  return found.type;
}

function typeOfFixture({ apiVersion, kind }: Fixture): StructType {
  const { group, version } = parseApiVersion(apiVersion);
  return typeOf(group, version, kind);
}

const decoder = new TextDecoder();

Deno.test("encodeJson() writes what the reference writes", () => {
  assert(fixtures.length >= 40);
  for (const fixture of fixtures) {
    const type = typeOfFixture(fixture);
    const text = decoder.decode(encodeJson(type, decodeJson(type, fixture.json)));
    assertEquals(text, fixture.json, fixture.kind);
  }
});

Deno.test("encodeEnveloped() writes the bytes that the reference writes", () => {
  for (const fixture of fixtures) {
    const type = typeOfFixture(fixture);
    const bytes = encodeEnveloped(type, decodeJson(type, fixture.json));
    assertEquals(bytes.toBase64(), fixture.protobuf, fixture.kind);
  }
});

Deno.test("decodeEnveloped() reads what the reference wrote", () => {
  for (const fixture of fixtures) {
    const { type, object } = decodeEnveloped(Uint8Array.fromBase64(fixture.protobuf), typeOf);
    const text = decoder.decode(encodeJson(type, object));
    assertEquals(text, fixture.after ?? fixture.json, fixture.kind);
  }
});
