// testdata/reference.json holds random documents and patches, and what the reference's own Go code
// (release 1.36) makes of them.

import { canonicalObject, encodeJson } from "../../toolkit/codec/mod.ts";
import { assert, assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { type Schema, schemaOf, type StructType } from "../../toolkit/schema/mod.ts";
import { type JsonObject, jsonPatch, mergePatch, strategicMergePatch } from "./mod.ts";

interface Fixture {
  readonly mode: "strategic" | "merge" | "json";
  readonly kind: string;
  readonly document: JsonObject;
  readonly patch: JsonObject;
  readonly result?: JsonObject;
  readonly fails?: true;
}

const fixtures: readonly Fixture[] = JSON.parse(
  await Deno.readTextFile(new URL("testdata/reference.json", import.meta.url)),
);
const schema: Schema = schemaOf("kubernetes");

function typeOf({ kind, document }: Fixture): StructType {
  const group = String(document.apiVersion).split("/").toReversed()[1] ?? "";
  const type = schema.kind(group, "v1", kind);
  assert(type !== undefined, kind);
  return type;
}

function apply(fixture: Fixture): unknown {
  const { mode, document, patch } = fixture;
  if (mode === "json") return jsonPatch(document, patch);
  if (mode === "merge") return mergePatch(document, patch);
  return strategicMergePatch(typeOf(fixture), document, patch);
}

for (const mode of ["strategic", "merge", "json"]) {
  const chosen = fixtures.filter((fixture) => fixture.mode === mode);

  Deno.test(`${mode} patches make what the reference makes of them`, () => {
    assert(chosen.length >= 20);
    for (const fixture of chosen) {
      const given = JSON.stringify(fixture);
      if (fixture.fails) {
        assertEquals(assertThrows(() => apply(fixture)).name, "StatusError", given);
      } else if (mode === "strategic") {
        const type = typeOf(fixture);
        const text = new TextDecoder().decode(
          encodeJson(type, canonicalObject(type, apply(fixture))),
        );
        assertEquals(text, JSON.stringify(fixture.result), given);
      } else {
        assertEquals(apply(fixture), fixture.result, given);
      }
      assertEquals(JSON.stringify(fixture), given, "an argument was changed");
    }
  });
}
