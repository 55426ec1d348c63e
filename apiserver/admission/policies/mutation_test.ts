import { ofJson } from "../../../toolkit/cel/mod.ts";
import type { Variable } from "../../../toolkit/api/admissionregistration_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { systemClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { schemaOf } from "../../../toolkit/schema/mod.ts";
import type { ObjectKind } from "../admission.ts";
import { TimeSlice } from "../../../toolkit/time_slice.ts";
import { Evaluation } from "../expressions/mod.ts";
import { PolicyExpressions } from "../../../toolkit/policies/mod.ts";
import { compiledMutation, mutated } from "./mutation.ts";
import { MutationFailure } from "./mutation_failure.ts";

const type = schemaOf("kubernetes").kind("", "v1", "Pod");
const POD: ObjectKind = { group: "", version: "v1", kind: "Pod", type };
const UNKNOWN: ObjectKind = { group: "x", version: "v1", kind: "X", type: undefined };

const OBJECT = {
  kind: "Pod",
  apiVersion: "v1",
  metadata: { name: "a", labels: { a: "1" }, finalizers: ["x/a"] },
  spec: {
    containers: [{ name: "one", image: "i", args: ["x"] }, { name: "two", image: "i" }],
    nodeSelector: { a: "b" },
  },
};

async function change(
  patchType: string,
  expression: string,
  kind: ObjectKind,
  variables: readonly Variable[] = [],
): Promise<unknown> {
  const expressions = new PolicyExpressions({ variables });
  const way = patchType === "JSONPatch" ? "jsonPatch" : "applyConfiguration";
  const mutation = compiledMutation(
    { patchType: patchType as "JSONPatch", [way]: { expression } },
    expressions,
  );
  const evaluation = new Evaluation({
    base: { resolve: (name) => name === "object" ? ofJson(OBJECT) : null },
    params: null,
    namespace: null,
    slice: new TimeSlice(systemClock, new AbortController().signal),
  }, expressions.variables);
  const before = structuredClone(OBJECT);
  try {
    return mutation && await mutated(mutation, evaluation, OBJECT, kind);
  } finally {
    assertEquals(OBJECT, before);
  }
}

const { metadata, spec } = OBJECT;
const [one, two] = spec.containers;
const withSpec = (more: JsonObject) => ({ ...OBJECT, spec: { ...spec, ...more } });
const withMeta = (more: JsonObject) => ({ ...OBJECT, metadata: { ...metadata, ...more } });

/** What configurations make of a pod, or why they can't be applied. */
const APPLIED: readonly (readonly [name: string, expression: string, result: object | RegExp])[] = [
  ["nothing", "Object{}", OBJECT],
  ["another kind, which it stays", 'Object{kind: "Node", apiVersion: "v2"}', OBJECT],
  [
    "a key of a map",
    'Object{metadata: Object.metadata{labels: {"b": "2"}}}',
    withMeta({ labels: { a: "1", b: "2" } }),
  ],
  [
    "an element of a set",
    'Object{metadata: Object.metadata{finalizers: ["x/b"]}}',
    withMeta({ finalizers: ["x/a", "x/b"] }),
  ],
  [
    "elements by their keys",
    'Object{spec: Object.spec{containers: [Object.spec.containers{name: "three"}, ' +
    'Object.spec.containers{name: "two", image: "j"}]}}',
    withSpec({ containers: [one, { name: "three" }, { ...two, image: "j" }] }),
  ],
  [
    "a field that is optional, and not there",
    "Object{spec: Object.spec{?hostname: object.spec.?nothing, hostNetwork: true}}",
    withSpec({ hostNetwork: true }),
  ],
  [
    "a field that there is not",
    'Object{spec: Object.spec{host: "a"}}',
    /.spec.host: field not decl/,
  ],
  ["a text for a number", 'Object{spec: Object.spec{priority: "1"}}', /.spec.priority: expected/],
  [
    "elements that can have no keys",
    "Object{spec: Object.spec{containers: ['one']}}",
    /.spec.containers: element 0: associative list with keys/,
  ],
  [
    "lists and maps that are one value",
    'Object{spec: Object.spec{nodeSelector: {"c": "d"}, containers: [' +
    'Object.spec.containers{name: "one", args: ["y"]}]}}',
    /may not mutate atomic arrays, maps or structs: .spec.nodeSelector, .spec.containers\[0\].args$/,
  ],
  [
    "a key twice",
    'Object{spec: Object.spec{containers: [Object.spec.containers{name: "x"}, ' +
    'Object.spec.containers{name: "x"}]}}',
    /.spec.containers: duplicate entries for key \[name="x"\]$/,
  ],
  [
    "an element of a set twice",
    'Object{metadata: Object.metadata{finalizers: ["x/b", "x/b"]}}',
    /.metadata.finalizers: duplicate entries for key/,
  ],
  [
    "a type of another place",
    "Object{spec: Object.status{}}",
    /unexpected type name "Object.status"/,
  ],
];

for (const [name, expression, result] of APPLIED) {
  Deno.test(`a configuration of ${name}`, () =>
    expectResult(() => change("ApplyConfiguration", expression, POD), result));
}

Deno.test("a configuration of a kind without a schema may set whatever it likes", () =>
  expectResult(
    () => change("ApplyConfiguration", 'Object{spec: Object.spec{free: "a"}}', UNKNOWN),
    withSpec({ free: "a" }),
  ));

/** What JSON patches make of it. */
const PATCHED: readonly (readonly [name: string, expression: string, result: object | RegExp])[] = [
  ["no operation", "object.spec.containers.map(c, JSONPatch{}).filter(c, false)", OBJECT],
  [
    "many operations",
    'object.spec.containers.map(c, JSONPatch{op: "add", path: "/metadata/labels/" + c.name, ' +
    "value: c.image})",
    withMeta({ labels: { a: "1", one: "i", two: "i" } }),
  ],
  [
    "an object",
    '[JSONPatch{op: "add", path: "/spec/containers/-", value: Object.spec.containers{name: "x"}}]',
    withSpec({ containers: [one, two, { name: "x" }] }),
  ],
  [
    "an object with another inside",
    '[JSONPatch{op: "add", path: "/spec/containers/-", value: Object.spec.containers{name: ' +
    "Object.x{}}}]",
    /expected "Object.spec.containers.name"/,
  ],
  [
    "a move",
    '[JSONPatch{op: "move", from: "/metadata/labels/a", path: "/metadata/labels/b"}]',
    withMeta({ labels: { b: "1" } }),
  ],
  [
    "a test that holds",
    '[JSONPatch{op: "test", path: "/metadata/name", value: "a"}, ' +
    'JSONPatch{op: "remove", path: "/metadata/labels"}]',
    { ...OBJECT, metadata: { name: "a", finalizers: ["x/a"] } },
  ],
  [
    "a test that does not",
    '[JSONPatch{op: "remove", path: "/metadata/labels"}, ' +
    'JSONPatch{op: "test", path: "/metadata/name", value: "b"}]',
    OBJECT,
  ],
  ["a place that is not there", '[JSONPatch{op: "remove", path: "/a/b"}]', /^JSON Patch: /],
  ["a text that looks like a test's", '[JSONPatch{op: "testing value x failed"}]', /^JSON Patch: /],
  [
    "a value that JSON has not",
    '[JSONPatch{op: "add", path: "/a", value: 1.0 / 0.0}]',
    /infinity can't be written as JSON/,
  ],
];

for (const [name, expression, result] of PATCHED) {
  Deno.test(`a JSON patch with ${name}`, () =>
    expectResult(() => change("JSONPatch", expression, POD), result));
}

/** What is twice what it was, over and over. */
const doubled = (first: string, count: number, twice: (one: string) => string): Variable[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `v${index}`,
    expression: index === 0 ? first : twice(`variables.v${index - 1}`),
  }));

const kilobyte = `"${"x".repeat(1024)}"`;
const inLabel = (value: string) =>
  `[JSONPatch{op: "add", path: "/metadata/labels/b", value: ${value}}]`;
const TOO_LARGE = /^it is larger than 3145728 bytes$/;

/** Mutations that are cheap to make, and have no end when they are written out. */
const HUGE: readonly (readonly [
  name: string,
  patchType: string,
  variables: Variable[],
  expression: string,
  why: RegExp,
])[] = [
  [
    "a text",
    "JSONPatch",
    doubled(kilobyte, 14, (v) => `${v} + ${v}`),
    inLabel("variables.v13"),
    TOO_LARGE,
  ],
  [
    "a text in many places",
    "JSONPatch",
    doubled(kilobyte, 12, (v) => `${v} + ${v}`),
    'lists.range(10).map(i, JSONPatch{op: "add", path: "/metadata/labels/b", value: variables.v11})',
    TOO_LARGE,
  ],
  [
    "a text for a path",
    "JSONPatch",
    doubled(kilobyte, 14, (v) => `${v} + ${v}`),
    '[JSONPatch{op: "remove", path: "/" + variables.v13}]',
    TOO_LARGE,
  ],
  [
    "lists in lists",
    "JSONPatch",
    doubled("[1]", 40, (v) => `[${v}, ${v}]`),
    inLabel("variables.v39"),
    TOO_LARGE,
  ],
  [
    "a long list",
    "JSONPatch",
    doubled("[1]", 40, (v) => `${v} + ${v}`),
    inLabel("variables.v39"),
    /^type mismatch: operation cancelled: too much work$/,
  ],
  [
    "maps in maps",
    "ApplyConfiguration",
    doubled("{'a': 1}", 40, (v) => `{'a': ${v}, 'b': ${v}}`),
    "Object{spec: Object.spec{free: variables.v39}}",
    TOO_LARGE,
  ],
  [
    "lists in objects",
    "JSONPatch",
    doubled("[1]", 40, (v) => `[${v}, ${v}]`),
    inLabel("Object{x: variables.v39, y: variables.v39}"),
    TOO_LARGE,
  ],
  [
    "operations",
    "JSONPatch",
    [],
    'lists.range(10001).map(i, JSONPatch{op: "remove", path: "/a"})',
    /^JSON Patch: there are 10001 operations, and 10000 are the limit$/,
  ],
  [
    "levels",
    "JSONPatch",
    doubled(`${"[".repeat(90)}1${"]".repeat(90)}`, 90, (v) => `[[[[[[[[[[${v}]]]]]]]]]]`),
    inLabel("variables.v89"),
    /^it is more than 500 levels deep$/,
  ],
  [
    "words about a path that is not there",
    "JSONPatch",
    doubled(kilobyte, 10, (v) => `${v} + ${v}`),
    '[JSONPatch{op: "remove", path: "/no/" + variables.v9}]',
    /^JSON Patch: .{1,3000}$/,
  ],
];

for (const [name, patchType, variables, expression, why] of HUGE) {
  Deno.test(`a mutation is bounded in ${name}`, () =>
    expectResult(() => change(patchType, expression, UNKNOWN, variables), why));
}

async function expectResult(run: () => Promise<unknown>, result: object | RegExp): Promise<void> {
  if (!(result instanceof RegExp)) return assertEquals(await run(), result);
  const error = await run().then((made) => made, (thrown) => thrown);
  assert(error instanceof MutationFailure, JSON.stringify(error));
  assert(result.test(error.message), error.message);
}
