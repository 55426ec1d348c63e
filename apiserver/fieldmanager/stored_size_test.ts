import { runs } from "../../testing/requirements.ts";
import { canonicalObject, encodeUntypedJson, type JsonObject } from "../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { StatusError } from "../../toolkit/errors/mod.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { runToEnd } from "../../toolkit/time_slice.ts";
import { applyPatch } from "./apply_patch.ts";
import { FieldSet } from "./field_set.ts";
import { type FieldForm, listType, mapType, type MergeType, scalarType } from "./merge_type.ts";
import { NOW } from "../../testing/apply_stage.ts";
import { mergeTypeOf } from "./struct_merge_type.ts";
import { trackUpdate } from "./track_update.ts";

const TEXT = scalarType("string"), ANY = scalarType("any");

function struct(types: Record<string, MergeType>): MergeType {
  const fields = Object.entries(types).map(([name, type]): [string, FieldForm] => [
    name,
    { element: `f:${name}`, type, default: undefined },
  ]);
  return mapType({ fields: new Map(fields) });
}

const SET = listType({ atomic: false, keys: [], element: ANY });
const KEYED = listType({
  atomic: false,
  keys: ["k", "n"],
  element: struct({ k: TEXT, n: ANY, set: SET, more: mapType({ rest: TEXT }) }),
});
const THING = struct({
  apiVersion: TEXT,
  kind: TEXT,
  metadata: struct({ name: TEXT, uid: TEXT, labels: mapType({ rest: TEXT }) }),
  set: SET,
  keyed: KEYED,
  map: mapType({ rest: struct({ a: TEXT, set: SET }) }),
  status: struct({ set: SET }),
});

function thing(fields: JsonObject): JsonObject {
  return { apiVersion: "e.x/v1", kind: "Thing", metadata: { name: "a", uid: "u" }, ...fields };
}

const base = { schema: THING, manager: "m", apiVersion: "e.x/v1", now: NOW };

const WRITES: Record<string, (updated: JsonObject, limitBytes?: number) => JsonObject> = {
  create: (updated, limitBytes) => trackUpdate({ ...base, updated, limitBytes }),
  "an update": (updated, limitBytes) => {
    const live = trackUpdate({ ...base, updated: thing({ set: ["old"], map: { old: {} } }) });
    return trackUpdate({ ...base, live, updated, limitBytes });
  },
  "an apply": (applied, limitBytes) =>
    runToEnd(applyPatch({ ...base, applied, limitBytes, kind: "Thing", force: true })).object,
};

const scalar = fc.oneof(fc.string({ unit: "grapheme", maxLength: 6 }), fc.integer(), fc.boolean());
const text = fc.string({ unit: "grapheme", maxLength: 6 });
const set = fc.uniqueArray(scalar, { maxLength: 40 });
const keyed = fc.uniqueArray(
  fc.record({ k: text, n: scalar, set, more: fc.dictionary(text, text) }, { requiredKeys: ["k"] }),
  { selector: ({ k }) => k, maxLength: 20 },
);
const fields = fc.record({
  set,
  keyed,
  map: fc.dictionary(text, fc.record({ a: text, set }, { requiredKeys: [] })),
}, { requiredKeys: [] });

Deno.test("an object that takes no more than the limit is never refused, and keeps its owners", () => {
  fc.assert(
    fc.property(fields, fc.constantFrom(...Object.keys(WRITES)), (fields, name) => {
      const write = WRITES[name]!;
      const stored = write(thing(fields as JsonObject));
      const limitBytes = encodeUntypedJson(stored).length;
      assertEquals(write(thing(fields as JsonObject), limitBytes), stored);
    }),
    { numRuns: runs(1000) },
  );
});

const LIMIT_BYTES = 64 * 1024;

function isRefused(write: () => unknown): boolean {
  try {
    write();
    return false;
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    assertEquals([error.code, error.reason], [413, "RequestEntityTooLarge"]);
    const message =
      /^Request entity too large: the size of a value in bytes is (\d+), which is over/;
    assert(Number(message.exec(error.message)?.[1]) > LIMIT_BYTES, error.message);
    assert(error.message.endsWith(` limit of ${LIMIT_BYTES}`), error.message);
    return true;
  }
}

const COUNT = 4000;
const LISTS: Record<string, JsonObject> = {
  "a set of texts": { set: Array.from({ length: COUNT }, (_, i) => `e${i}`) },
  "a set of numbers": { set: Array.from({ length: COUNT }, (_, i) => 100_000 + i) },
  "a list with keys": { keyed: Array.from({ length: COUNT }, (_, i) => ({ k: `e${i}` })) },
  "a map": {
    map: Object.fromEntries(Array.from({ length: COUNT }, (_, i) => [`e${i}`, { a: "" }])),
  },
};

const hasOwners = (object: JsonObject) => "managedFields" in (object.metadata as JsonObject);

for (const [what, write] of Object.entries(WRITES)) {
  const isApply = what === "an apply";
  const why = isApply ? "is refused" : "has no owners";
  Deno.test(`${what} ${why} when its object can't be stored with them`, () => {
    for (const [list, fields] of Object.entries(LISTS)) {
      if (isApply) assert(isRefused(() => write(thing(fields), LIMIT_BYTES)), list);
      else assertEquals(write(thing(fields), LIMIT_BYTES), thing(fields), list);
      const size = encodeUntypedJson(write(thing(fields))).length;
      assert(hasOwners(write(thing(fields), size)), `${list} that fits`);
    }
  });
}

Deno.test("what an endpoint resets is not counted", () => {
  const written = thing({ set: ["owned"], status: LISTS["a set of texts"]! });
  const skip = FieldSet.ofFields(["status"]);
  const options = { ...base, limitBytes: LIMIT_BYTES };
  assert(!hasOwners(trackUpdate({ ...options, updated: written })));
  assert(hasOwners(trackUpdate({ ...options, updated: written, skip })));
  const apply = { ...options, applied: written, kind: "Thing", force: false };
  assert(isRefused(() => runToEnd(applyPatch(apply))));
  assert(!isRefused(() => runToEnd(applyPatch({ ...apply, skip }))));
});

Deno.test("of a built-in object only its managed fields are counted", () => {
  const type = schemaOf("kubernetes").kind("", "v1", "ConfigMap")!;
  const data = (length: number) => ({ a: "x".repeat(length) });
  const finalizers = (length: number) => Array.from({ length }, (_, i) => `e.x/${i}`);
  const options = { ...base, schema: mergeTypeOf(type), apiVersion: "v1", limitBytes: LIMIT_BYTES };
  const create = (metadata: JsonObject, data: JsonObject) =>
    trackUpdate({
      ...options,
      updated: canonicalObject(type, {
        ...{ apiVersion: "v1", kind: "ConfigMap" },
        ...{ metadata: { name: "a", ...metadata }, data },
      }),
    });
  assert(hasOwners(create({ finalizers: finalizers(1000) }, data(LIMIT_BYTES))));
  assert(!hasOwners(create({ finalizers: finalizers(4000) }, data(1))));
});
