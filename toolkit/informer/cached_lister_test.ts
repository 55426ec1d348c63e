import { runs } from "../../testing/requirements.ts";
import { ObjectStore } from "../cache/mod.ts";
import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { ConfigMap } from "../kinds/built_in.ts";
import { StoreLister } from "./cached_lister.ts";
import { defineIndex } from "./define_index.ts";

const byColour = defineIndex(ConfigMap, "colour", () => []);
const other = defineIndex(ConfigMap, "other", () => []);

/** A lister of two namespaces, each in a store of its own; an object is `key at revision`. */
function listed() {
  const stores = new Map(
    ["a", "b"].map((namespace) => [namespace, new ObjectStore({ indexes: ["colour"] })]),
  );
  const lister = new StoreLister<string>({
    kind: ConfigMap,
    stores: [...stores.values()],
    storeOf: (namespace) => stores.get(namespace),
    indexes: [byColour as never],
    decode: ({ key, revision }) => `${key} at ${revision}`,
  });
  const put = (key: string, revision: string, colour: string) =>
    stores.get(key.slice(0, 1))!.put({
      key,
      uid: key,
      revision,
      bytes: new Uint8Array(4),
      indexKeys: { colour: [colour] },
    });
  const remove = (key: string) => stores.get(key.slice(0, 1))!.delete(key);
  return { lister, put, remove };
}

const NAMES = ["a/x", "a/y", "a/z", "b/x", "b/y"];
const COLOURS = ["red", "green"];

Deno.test("derive() shows each object as it is, and makes it once for each of its states", () => {
  const change = fc.record({
    key: fc.constantFrom(...NAMES),
    colour: fc.constantFrom(...COLOURS),
    isRemoved: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const { lister, put, remove } = listed();
      const made: string[] = [];
      const view = lister.derive((object) => {
        made.push(object);
        return { object };
      });
      const model = new Map<string, { readonly text: string; readonly colour: string }>();
      const expected = (check: (key: string, colour: string) => boolean) =>
        [...model].filter(([key, { colour }]) => check(key, colour)).map(([, { text }]) => text)
          .sort();
      const texts = (list: readonly { readonly object: string }[]) =>
        list.map(({ object }) => object).sort();
      for (const [at, { key, colour, isRemoved }] of changes.entries()) {
        if (isRemoved) {
          remove(key);
          model.delete(key);
        } else {
          put(key, `${at}`, colour);
          model.set(key, { text: `${key} at ${at}`, colour });
        }
        assertEquals(texts(view.list()), expected(() => true));
        assertEquals(texts(view.list({ namespace: "a" })), expected((each) => each[0] === "a"));
        for (const name of COLOURS) {
          assertEquals(
            texts(view.by(byColour as never, name)),
            expected((_, each) => each === name),
          );
        }
        assertEquals(view.get(key as never)?.object, model.get(key)?.text);
      }
      assertEquals(made.length, changes.filter(({ isRemoved }) => !isRemoved).length);
      assertEquals(new Set(made).size, made.length);
      assert(view.list().every((one, place) => one === view.list()[place]), "they are shared");
    }),
    { numRuns: runs(200) },
  );
});

Deno.test("derive() keeps nothing for long of objects that are gone", () => {
  const { lister, put, remove } = listed();
  const view = lister.derive((object) => ({ object }));
  for (let at = 0; at < 3000; at++) put(`a/old-${at}`, "1", "red");
  view.list();
  for (let at = 0; at < 3000; at++) remove(`a/old-${at}`);
  put("a/x", "1", "red");
  const first = view.get("a/x" as never);
  put("a/y", "2", "red");
  assertEquals(view.list().length, 2);
  assertEquals(view.get("a/x" as never) === first, true, "what is there is not made again");
});

Deno.test("derive() refuses an index that the informer lacks", () => {
  const { lister } = listed();
  assertThrows(() => lister.derive((one) => one).by(other as never, "x"), /has no index other/);
  assertThrows(() => lister.by(other as never, "x"), /has no index other/);
});
