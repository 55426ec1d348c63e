import { assertEquals } from "../deps/assert.ts";
import type { KubeObject } from "../kinds/mod.ts";
import { addShape, ownedFields, partsOf, pathOf, printStep } from "./owned_fields.ts";

/** An object with one entry of managed fields for each set. */
function object(value: object, ...sets: unknown[]): KubeObject {
  const managedFields = sets.map((fieldsV1, index) => ({
    manager: `m${index}`,
    operation: "Apply",
    fieldsType: "FieldsV1",
    fieldsV1,
  }));
  return { metadata: { managedFields }, ...value } as KubeObject;
}

/** The paths of all parts, with their owners. */
function paths(of: KubeObject): string[] {
  const found: string[] = [];
  const walk = (
    value: unknown,
    field: ReturnType<typeof ownedFields> | undefined,
    path: string,
  ) => {
    for (const [step, part] of partsOf(value, field) ?? []) {
      const own = pathOf(path, step);
      if (own === "metadata") continue;
      const inner = field?.parts.get(step);
      found.push([own, ...inner?.owners.map(({ manager }) => manager) ?? []].join(" "));
      walk(part, inner, own);
    }
  };
  walk(of, ownedFields(of), "");
  return found;
}

Deno.test("ownedFields() knows fields, elements by keys, values and places, and wholes", () => {
  const spec = {
    a: 1,
    whole: { x: 1, y: { z: 1 } },
    map: { k: "v", free: 1 },
    keyed: [{ name: "b", v: 1 }, { name: "a", v: 2 }],
    pairs: [{ port: 80, protocol: "TCP" }],
    set: ["x", "y"],
    placed: ["p", "q"],
    list: [{ n: 1 }],
    empty: {},
    none: [],
  };
  const one = {
    "f:spec": {
      "f:a": {},
      "f:whole": {},
      "f:map": { ".": {}, "f:k": {} },
      "f:keyed": { 'k:{"name":"a"}': { ".": {}, "f:name": {}, "f:v": {} } },
      // Another spelling, and another order, of the same keys.
      "f:pairs": { 'k:{ "protocol": "\\u0054CP", "port": 80 }': { ".": {}, "f:port": {} } },
      "f:set": { 'v:"x"': {} },
      "f:placed": { "i:1": {} },
      "f:list": {},
    },
  };
  assertEquals(
    paths(object({ spec }, one, { "f:spec": { "f:a": {}, "f:set": { 'v:"y"': {} } } })),
    [
      "spec",
      "spec.a m0 m1",
      "spec.whole m0",
      "spec.map m0",
      "spec.map.k m0",
      "spec.map.free",
      "spec.keyed",
      'spec.keyed[name="b"]',
      'spec.keyed[name="b"].name',
      'spec.keyed[name="b"].v',
      'spec.keyed[name="a"] m0',
      'spec.keyed[name="a"].name m0',
      'spec.keyed[name="a"].v m0',
      "spec.pairs",
      'spec.pairs[port=80,protocol="TCP"] m0',
      'spec.pairs[port=80,protocol="TCP"].port m0',
      'spec.pairs[port=80,protocol="TCP"].protocol',
      "spec.set",
      'spec.set[="x"] m0',
      'spec.set[="y"] m1',
      "spec.placed",
      "spec.placed[0]",
      "spec.placed[1] m0",
      "spec.list m0",
      "spec.empty",
      "spec.none",
    ],
  );
});

Deno.test("a list whose elements can't be told apart is one value", () => {
  const keyed = { "f:a": { 'k:{"name":"x"}': {} }, "f:b": { 'v:"x"': {} } };
  for (const a of [[{ name: "x" }, { name: "x" }], [{ name: "x" }, 3], []]) {
    assertEquals(paths(object({ a, b: ["x", "x"] }, keyed)), ["a", "b"], JSON.stringify(a));
  }
});

Deno.test("entries that make no sense count as none", () => {
  const managedFields = [
    null,
    3,
    { fieldsV1: "x" },
    { fieldsV1: { "f:a": 3, "x:b": {}, "k:not json": {}, "k:3": {}, "i:-1": {}, "v:": {}, b: {} } },
    { manager: 3, operation: {}, fieldsV1: { "f:__proto__": {}, "f:a": null } },
  ];
  const hostile = JSON.parse('{"a": 1, "__proto__": {"x": 1}}') as object;
  const found = { ...object({}), ...hostile, metadata: { managedFields } } as unknown as KubeObject;
  Object.defineProperty(found, "__proto__", { value: 1, enumerable: true });
  assertEquals(paths(found), ["a  ", "__proto__ "]);
  assertEquals(paths({ metadata: { managedFields: "x" } } as unknown as KubeObject), []);
  // Deeper than anything that a server takes.
  const deep = JSON.parse('{"f:a":'.repeat(5000) + "{}" + "}".repeat(5000)) as object;
  assertEquals(paths(object({ a: { a: 1 } }, deep)), ["a", "a.a"]);
});

Deno.test("addShape() tells of lists that only another state has, and of no owners", () => {
  const before = object({ spec: {} }, {});
  const after = object({ spec: {} }, { "f:spec": { "f:l": { 'k:{"n":1}': {} } } });
  const fields = ownedFields(before);
  addShape(fields, after);
  const list = fields.parts.get("f:spec")?.parts.get("f:l");
  assertEquals([...partsOf([{ n: 2 }], list)?.keys() ?? []], ['k:{"n":2}']);
  assertEquals([...fields.allOwners()], []);
});

Deno.test("printStep() shows steps as servers do", () => {
  const cases = [
    ["f:a.b/c", ".a.b/c"],
    ['k:{"a":"x\\"","b":1}', '[a="x\\"",b=1]'],
    ['v:"a"', '[="a"]'],
    ["v:true", "[=true]"],
    ["i:3", "[3]"],
  ];
  for (const [step, shown] of cases) assertEquals(printStep(step!), shown);
});
