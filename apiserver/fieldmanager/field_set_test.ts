// Laws, over random sets:
// 1. The algebra is that of the sets of paths: union, intersection and both differences.
// 2. A set is in normal form whatever it is made by: reading it again gives the same text.
// 3. Sets that an operation takes are left as they are.

import { assert, assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { runs } from "../../testing/requirements.ts";
import { type Path, printPath } from "./element.ts";
import { compareElements } from "./element_order.ts";
import { FieldSet } from "./field_set.ts";
import { FieldsError } from "./fields_error.ts";
import { FIELDS_DEPTH_LIMIT } from "./fields_v1.ts";

const element = fc.constantFrom(
  "f:a",
  "f:b",
  "f:é",
  "f:.",
  "f:__proto__",
  "f:\u{1f600}",
  "f:\ue000",
  'k:{"name":"x"}',
  'k:{"name":"y","port":80}',
  'k:{"port":443}',
  'k:{"port":80}',
  'v:"a"',
  "v:10",
  "v:9",
  "v:true",
  "i:2",
  "i:10",
);
const paths = fc.array(fc.array(element, { minLength: 1, maxLength: 4 }), { maxLength: 12 });

function check(property: fc.IProperty<[Path[], Path[]]>): void {
  fc.assert(property, { numRuns: runs(300), endOnFailure: true });
}

function ofPaths(list: Iterable<Path>): string[] {
  return [...new Set([...list].map((path) => JSON.stringify(path)))].sort();
}

Deno.test("FieldSet algebra is that of sets of paths", () => {
  check(fc.property(paths, paths, (left, right) => {
    const a = FieldSet.ofPaths(...left), b = FieldSet.ofPaths(...right);
    const before = [String(a), String(b)];
    const inA = new Set(ofPaths(left)), inB = new Set(ofPaths(right));
    const expect = (set: FieldSet, keep: (path: string) => boolean, from: string[]) => {
      assertEquals(ofPaths(set.paths()), from.filter(keep), String(set));
      assertEquals(String(FieldSet.parse(JSON.parse(String(set)))), String(set));
      assert(FieldSet.parse(JSON.parse(String(set))).equals(set));
      assertEquals(set.isEmpty, from.filter(keep).length === 0);
    };
    const all = ofPaths([...left, ...right]);
    expect(a.union(b), () => true, all);
    expect(a.intersection(b), (path) => inA.has(path) && inB.has(path), all);
    expect(a.difference(b), (path) => !inB.has(path), ofPaths(left));
    expect(a.recursiveDifference(b), (path) => {
      const steps = JSON.parse(path) as string[];
      return !steps.some((_, i) => inB.has(JSON.stringify(steps.slice(0, i + 1))));
    }, ofPaths(left));
    expect(a.leaves(), (path) => {
      const steps = JSON.parse(path) as string[];
      return !left.some((other) =>
        other.length > steps.length && steps.every((each, i) => each === other[i])
      );
    }, ofPaths(left));
    for (const path of [...left, ...right]) {
      assertEquals(a.has(path), inA.has(JSON.stringify(path)));
    }
    assertEquals(a.equals(b), ofPaths(left).join() === ofPaths(right).join());
    assertEquals(String(a.union(b)), String(b.union(a)));
    assertEquals([String(a), String(b)], before);
  }));
});

Deno.test("FieldSet operations give back the same set where nothing changes", () => {
  const a = FieldSet.parse({ "f:a": { ".": {}, "f:b": {} }, "f:c": {} });
  const cases: Record<string, FieldSet> = {
    union: a.union(FieldSet.ofFields(["a", "b"])),
    difference: a.difference(FieldSet.ofFields(["a", "x"], ["d"])),
    recursiveDifference: a.recursiveDifference(FieldSet.ofFields(["a", "x"])),
  };
  for (const [name, result] of Object.entries(cases)) assert(result === a, name);
});

Deno.test("FieldSet.parse() brings any spelling into normal form", () => {
  const cases: [sent: unknown, normal: unknown][] = [
    [{}, {}],
    [null, {}],
    [{ ".": {} }, {}],
    [{ "f:a": null }, { "f:a": {} }],
    [{ "f:a": { ".": {} } }, { "f:a": {} }],
    [{ "f:b": {}, "f:a": {} }, { "f:a": {}, "f:b": {} }],
    [{ "f:a": { "f:b": {}, ".": {} } }, { "f:a": { ".": {}, "f:b": {} } }],
    [{ 'k:{"b":1, "a":"<"}': {} }, { 'k:{"a":"\\u003c","b":1}': {} }],
    [{ "v: 80.0": {}, 'v:"\\u0061"': {} }, { "v:80": {}, 'v:"a"': {} }],
    [{ "i:07": {} }, { "i:7": {} }],
    // What a later version may know is left out, and what is above it stays.
    [{ "f:a": { "x:y": { "f:b": {} } }, "z:": {} }, { "f:a": {} }],
    // Two spellings of one step.
    [{ 'k:{"a":1}': { "f:x": {} }, 'k:{"a":1.0}': { "f:y": {} } }, {
      'k:{"a":1}': { "f:x": {}, "f:y": {} },
    }],
    [{ 'k:{"a":1}': { "f:x": {} }, 'k:{"a":1.0}': {} }, { 'k:{"a":1}': { ".": {}, "f:x": {} } }],
    [{ 'k:{"a":9007199254740993}': {} }, { 'k:{"a":9007199254740993}': {} }],
  ];
  for (const [sent, normal] of cases) {
    assertEquals(JSON.stringify(FieldSet.parse(sent).tree), JSON.stringify(normal));
  }
});

Deno.test("FieldSet.parse() refuses what is no set", () => {
  let deep: unknown = {};
  for (let i = 0; i <= FIELDS_DEPTH_LIMIT; i++) deep = { "f:a": deep };
  const cases: Record<string, [sent: unknown, message: RegExp]> = {
    "a text": ["f:a", /made of objects/],
    "a list": [[], /made of objects/],
    "a scalar below": [{ "f:a": 1 }, /made of objects/],
    "no kind": [{ a: {} }, /no kind before a colon/],
    "an empty step": [{ "": {} }, /no kind/],
    "keys that are no JSON": [{ "k:{": {} }, /no JSON/],
    "keys that are no object": [{ "k:[1]": {} }, /no keys/],
    "keys that are null": [{ "k:null": {} }, /no keys/],
    "keys that hold objects": [{ 'k:{"a":{}}': {} }, /no keys/],
    "a value that is a list": [{ "v:[]": {} }, /no scalar/],
    "a value with garbage behind": [{ "v:1 2": {} }, /no JSON/],
    "an index that is none": [{ "i:x": {} }, /no index/],
    "too deep": [deep, /levels deep/],
  };
  for (const [name, [sent, message]] of Object.entries(cases)) {
    const error = assertThrows(() => FieldSet.parse(sent), message);
    assert(error instanceof FieldsError, name);
  }
});

Deno.test("FieldSet.below() gives what is under a step", () => {
  const set = FieldSet.parse({ "f:a": { ".": {}, "f:b": {} }, "f:c": {} });
  assertEquals(String(set.below("f:a")), '{"f:b":{}}');
  assert(set.below("f:c").isEmpty);
  assert(set.below("f:x").isEmpty);
  assert(set.below(".").isEmpty);
});

Deno.test("compareElements() orders steps as the reference writes them", () => {
  const ordered = [
    "f:",
    "f:A",
    "f:a",
    "f:aa",
    "f:é",
    "f:\ue000",
    "f:\u{1f600}",
    'k:{"containerPort":80,"protocol":"TCP"}',
    'k:{"containerPort":443,"protocol":"TCP"}',
    'k:{"containerPort":443,"protocol":"UDP"}',
    'k:{"name":"a"}',
    'k:{"name":"a","x":1}',
    "v:-1.5",
    "v:9",
    "v:10",
    'v:"10"',
    'v:"9"',
    "v:false",
    "v:true",
    "v:null",
    "i:0",
    "i:9",
    "i:10",
  ];
  for (const [i, left] of ordered.entries()) {
    for (const [j, right] of ordered.entries()) {
      assertEquals(Math.sign(compareElements(left, right)), Math.sign(i - j), `${left} ${right}`);
    }
  }
  const shuffled = Object.fromEntries(ordered.toReversed().map((each) => [each, {}]));
  assertEquals(Object.keys(FieldSet.parse(shuffled).tree), ordered);
});

Deno.test("printPath() shows paths as messages do", () => {
  const cases: [path: Path, text: string][] = [
    [
      ["f:spec", 'k:{"containerPort":80,"protocol":"TCP"}', "f:name"],
      '.spec[containerPort=80,protocol="TCP"].name',
    ],
    [["f:metadata", "f:finalizers", 'v:"a/b"'], '.metadata.finalizers[="a/b"]'],
    [["f:metadata", "f:annotations", "f:a.b/c"], ".metadata.annotations.a.b/c"],
    [["f:a", "i:3", "v:true"], ".a[3][=true]"],
    [[], ""],
  ];
  for (const [path, text] of cases) assertEquals(printPath(path), text);
});
