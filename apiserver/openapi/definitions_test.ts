import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { Definitions } from "./definitions.ts";

const NAME = "com.example.v1.Thing";

Deno.test("what one document defines is nothing to others, however they are made in turn", () => {
  const types = Definitions.ofTypes("kubernetes", 3);
  const [one, other] = [types.forDocument(), types.forDocument()];
  one.define(NAME, () => ({ title: "one" }));
  other.define(NAME, () => ({ title: "other" }));
  const titleIn = (definitions: Definitions) => definitions.reachable([NAME], new Map())[NAME];
  assertEquals([titleIn(one), titleIn(other)], [{ title: "one" }, { title: "other" }]);
  for (const none of [types, types.forDocument(), one.forDocument()]) {
    assertThrows(() => titleIn(none), /com\.example\.v1\.Thing is not known/);
  }
});

Deno.test("types are made once for all documents", () => {
  const types = Definitions.ofTypes("kubernetes", 3);
  const metadata = schemaOf("kubernetes").struct("meta/v1", "ObjectMeta");
  const [one, other] = [types.forDocument(), types.forDocument()].map((definitions) => {
    const name = definitions.nameOf(metadata);
    definitions.define(NAME, () => definitions.ref(name));
    return definitions.reachable([NAME], new Map())[name];
  });
  assertEquals(typeof one?.properties, "object");
  assertEquals(one === other, true);
});
