import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import type { StatusError } from "../../toolkit/errors/mod.ts";
import { type Dialect, NAMES } from "../../toolkit/names.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { type JsonObject, strategicMergePatch } from "./mod.ts";

interface Case {
  readonly does: string;
  readonly document: JsonObject;
  readonly patch: JsonObject;
  /** The object that comes out, or the code and message of the error. */
  readonly gives: JsonObject | string;
}

function named(...names: string[]): JsonObject[] {
  return names.map((name) => ({ name }));
}

function run(type: string, cases: readonly Case[]): void {
  const [pkg = "", name = ""] = type.split(".");
  const struct = schemaOf("kubernetes").struct(pkg, name);
  for (const { does, document, patch, gives } of cases) {
    Deno.test(`strategicMergePatch() of a ${name} ${does}`, () => {
      const before = JSON.stringify([document, patch]);
      const apply = () => strategicMergePatch(struct, document, patch);
      if (typeof gives === "string") {
        const error = assertThrows(apply) as StatusError;
        assertEquals(`${error.code} ${error.message}`, gives);
      } else {
        assertEquals(apply(), gives);
      }
      assertEquals(JSON.stringify([document, patch]), before, "an argument was changed");
    });
  }
}

run("core/v1.ConfigMap", [
  {
    does: "merges maps and keeps the rest",
    document: { kind: "ConfigMap", data: { a: "1", b: "2" } },
    patch: { data: { b: "3", c: "4" } },
    gives: { kind: "ConfigMap", data: { a: "1", b: "3", c: "4" } },
  },
  {
    does: "deletes what is null, there or not",
    document: { data: { a: "1", b: "2" } },
    patch: { data: { a: null, z: null }, binaryData: null },
    gives: { data: { b: "2" } },
  },
  {
    does: "drops the nulls of what it adds",
    document: {},
    patch: { data: { a: "1", b: null } },
    gives: { data: { a: "1" } },
  },
  {
    does: "replaces a map for $patch: replace",
    document: { data: { a: "1" } },
    patch: { data: { $patch: "replace", b: "2", c: null } },
    gives: { data: { b: "2" } },
  },
  {
    does: "adds what $patch: replace has where nothing was",
    document: {},
    patch: { data: { $patch: "replace", b: "2" } },
    gives: { data: { b: "2" } },
  },
  {
    does: "empties a map for $patch: delete",
    document: { data: { a: "1" } },
    patch: { data: { $patch: "delete", b: "2" } },
    gives: { data: {} },
  },
  {
    does: "adds nothing for $patch: delete where nothing was",
    document: {},
    patch: { data: { $patch: "delete" } },
    gives: {},
  },
  {
    does: "merges a map for $patch: merge",
    document: { data: { a: "1" } },
    patch: { data: { $patch: "merge", b: "2" } },
    gives: { data: { a: "1", b: "2" } },
  },
  {
    does: "replaces all for $patch: replace at the top",
    document: { data: { a: "1" } },
    patch: { $patch: "replace", kind: "ConfigMap" },
    gives: { kind: "ConfigMap" },
  },
  {
    does: "refuses an unknown $patch",
    document: { data: { a: "1" } },
    patch: { data: { $patch: "bogus", b: [1, null] } },
    gives: "400 unknown patch type: bogus in map: map[$patch:bogus b:[1 <nil>]]",
  },
  {
    does: "refuses an unknown $patch in what it adds",
    document: {},
    patch: { data: { $patch: 7 } },
    gives: "400 unknown patch type: 7 in map: map[$patch:7]",
  },
  {
    does: "takes names that objects inherit for ordinary ones",
    document: JSON.parse(`{"data": {"__proto__": "1", "toString": "2"}}`),
    patch: JSON.parse(`{"data": {"__proto__": "3", "constructor": "4", "toString": null}}`),
    gives: JSON.parse(`{"data": {"__proto__": "3", "constructor": "4"}}`),
  },
  {
    does: "replaces a value of another type",
    document: { data: "odd" },
    patch: { data: { a: "1" } },
    gives: { data: { a: "1" } },
  },
  {
    does: "merges a list of scalars, the patch's first",
    document: { metadata: { finalizers: ["a", "b"] } },
    patch: { metadata: { finalizers: ["c", "b", "c"] } },
    gives: { metadata: { finalizers: ["c", "a", "b"] } },
  },
  {
    does: "deletes from a list of scalars",
    document: { metadata: { finalizers: ["a", "b", "c"] } },
    patch: { metadata: { "$deleteFromPrimitiveList/finalizers": ["a", "c", "z"] } },
    gives: { metadata: { finalizers: ["b"] } },
  },
  {
    does: "adds to and deletes from a list of scalars at once",
    document: { metadata: { finalizers: ["a", "b"] } },
    patch: {
      metadata: {
        "$deleteFromPrimitiveList/finalizers": ["a"],
        "$setElementOrder/finalizers": ["c", "b"],
        finalizers: ["c"],
      },
    },
    gives: { metadata: { finalizers: ["c", "b"] } },
  },
  {
    does: "ignores a deletion from a list that is not there",
    document: { metadata: {} },
    patch: { metadata: { "$deleteFromPrimitiveList/finalizers": ["a"] } },
    gives: { metadata: {} },
  },
  {
    does: "refuses a deletion that is no list",
    document: { metadata: { finalizers: ["a"] } },
    patch: { metadata: { "$deleteFromPrimitiveList/finalizers": "a" } },
    gives: "400 invalid patch format of primitive list",
  },
  {
    does: "refuses a deletion of scalars from a list of objects",
    document: { metadata: { ownerReferences: [{ uid: "1" }] } },
    patch: { metadata: { "$deleteFromPrimitiveList/ownerReferences": ["1"] } },
    gives: "400 invalid patch format of primitive list",
  },
  {
    does: "refuses lists of lists",
    document: { metadata: { finalizers: ["a"] } },
    patch: { metadata: { finalizers: [["b"]] } },
    gives: "422 the server rejected our request due to an error in our request",
  },
  {
    does: "refuses elements of different types",
    document: { metadata: { finalizers: ["a"] } },
    patch: { metadata: { finalizers: ["b", 1] } },
    gives: "400 list element types are not identical: [[a] [b 1]]",
  },
]);

run("core/v1.PodSpec", [
  {
    does: "merges elements of the same key, and puts new ones first",
    document: { containers: [{ name: "a", image: "1" }, { name: "b", image: "1" }] },
    patch: { containers: [{ name: "c", image: "3" }, { name: "b", image: "2", env: [] }] },
    gives: {
      containers: [
        { name: "c", image: "3" },
        { name: "a", image: "1" },
        { name: "b", image: "2", env: [] },
      ],
    },
  },
  {
    does: "puts new elements before those of the server that nothing ties to a place",
    document: { containers: named("a", "b") },
    patch: { containers: named("c") },
    gives: { containers: named("c", "a", "b") },
  },
  {
    does: "keeps the order of the patch against that of the server",
    document: { containers: named("a", "b", "c", "d") },
    patch: { containers: named("c", "a") },
    gives: { containers: named("b", "c", "a", "d") },
  },
  {
    does: "merges elements of the patch that share a key",
    document: { containers: [] },
    patch: { containers: [{ name: "a", image: "1", tty: true }, { name: "a", image: "2" }] },
    gives: { containers: [{ name: "a", image: "2", tty: true }] },
  },
  {
    does: "deletes elements",
    document: { containers: named("a", "b", "a") },
    patch: { containers: [{ $patch: "delete", name: "a" }, { $patch: "delete", name: "z" }] },
    gives: { containers: named("b") },
  },
  {
    does: "replaces an element that is deleted and added",
    document: { containers: [{ name: "a", image: "1", tty: true }] },
    patch: { containers: [{ name: "a", image: "2" }, { $patch: "delete", name: "a" }] },
    gives: { containers: [{ name: "a", image: "2" }] },
  },
  {
    does: "replaces a list",
    document: { containers: named("a", "b") },
    patch: { containers: [{ name: "c" }, { $patch: "replace" }] },
    gives: { containers: named("c") },
  },
  {
    does: "leaves a list alone for an empty one",
    document: { containers: named("a", "b") },
    patch: { containers: [] },
    gives: { containers: named("a", "b") },
  },
  {
    does: "orders a list",
    document: { containers: named("a", "b", "c", "d") },
    patch: { "$setElementOrder/containers": named("d", "a", "z") },
    gives: { containers: named("b", "c", "d", "a") },
  },
  {
    does: "orders a list that it changes",
    document: { containers: [{ name: "a", image: "1" }, { name: "b" }] },
    patch: {
      "$setElementOrder/containers": named("c", "b", "a"),
      containers: [{ name: "c" }, { name: "a", image: "2" }],
    },
    gives: { containers: [{ name: "c" }, { name: "b" }, { name: "a", image: "2" }] },
  },
  {
    does: "orders a list that it adds",
    document: {},
    patch: { "$setElementOrder/containers": named("b", "a"), containers: named("b", "a") },
    gives: { containers: named("b", "a") },
  },
  {
    does: "deletes a list that it also orders",
    document: { containers: named("a") },
    patch: { "$setElementOrder/containers": [], containers: null },
    gives: {},
  },
  {
    does: "refuses an order that the list of the patch has not",
    document: { containers: named("a", "b") },
    patch: { "$setElementOrder/containers": named("a", "b"), containers: named("b", "a") },
    gives: "400 The order in patch list:\n[map[name:b] map[name:a]]\n " +
      "doesn't match $setElementOrder list:\n[map[name:a] map[name:b]]\n",
  },
  {
    does: "refuses an order that is no list",
    document: { containers: named("a") },
    patch: { "$setElementOrder/containers": { name: "a" } },
    gives: "400 invalid patch format of setElementOrder list",
  },
  {
    does: "refuses an order without keys",
    document: { containers: named("a") },
    patch: { "$setElementOrder/containers": [{ image: "1" }] },
    gives: "400 map: map[image:1] does not contain declared merge key: name",
  },
  {
    does: "refuses an order of objects where nothing tells them apart",
    document: { tolerations: [{ key: "a" }] },
    patch: { "$setElementOrder/tolerations": [{ key: "a" }] },
    gives: "400 invalid patch format of setElementOrder list",
  },
  {
    does: "refuses an element without its key",
    document: { containers: named("a") },
    patch: { containers: [{ image: "x" }] },
    gives: "400 map: map[image:x] does not contain declared merge key: name",
  },
  {
    does: "refuses a deletion without its key",
    document: { containers: named("a") },
    patch: { containers: [{ $patch: "delete" }] },
    gives: "400 map: map[$patch:delete] does not contain declared merge key: name",
  },
  {
    does: "refuses to merge a list by directive",
    document: { containers: named("a") },
    patch: { containers: [{ $patch: "merge", name: "a" }] },
    gives: "400 merging lists cannot yet be specified in the patch",
  },
  {
    does: "leaves elements of the server without the key where they are",
    document: { imagePullSecrets: [{}, { name: "a" }, {}] },
    patch: { imagePullSecrets: [{ name: "a" }, { name: "b" }] },
    gives: { imagePullSecrets: [{}, { name: "a" }, { name: "b" }, {}] },
  },
  {
    does: "replaces lists that do not merge",
    document: { tolerations: [{ key: "a" }, { key: "b" }] },
    patch: { tolerations: [{ key: "c" }] },
    gives: { tolerations: [{ key: "c" }] },
  },
  {
    does: "obeys directives inside of elements",
    document: {
      containers: [{ name: "a", env: [{ name: "x", value: "1" }, { name: "y" }], args: ["1"] }],
    },
    patch: {
      containers: [{ name: "a", env: [{ name: "x", $patch: "delete" }], args: null }],
    },
    gives: { containers: [{ name: "a", env: [{ name: "y" }] }] },
  },
  {
    does: "strips the directives of what it adds, at any depth",
    document: { containers: named("a") },
    patch: {
      containers: [{
        name: "b",
        "$setElementOrder/env": named("x"),
        env: [{ name: "x", valueFrom: { $retainKeys: ["fieldRef"], fieldRef: {} } }, {
          name: "y",
          $patch: "delete",
        }],
      }],
      volumes: [{ name: "v", $retainKeys: ["name"] }],
    },
    gives: {
      containers: [
        { name: "b", env: [{ name: "x", valueFrom: { fieldRef: {} } }] },
        { name: "a" },
      ],
      volumes: [{ name: "v" }],
    },
  },
  {
    does: "retains the keys of an element",
    document: { volumes: [{ name: "v", emptyDir: {} }, { name: "w", emptyDir: {} }] },
    patch: {
      volumes: [{
        name: "v",
        $retainKeys: ["name", "hostPath"],
        hostPath: { path: "/" },
        emptyDir: null,
      }],
    },
    gives: { volumes: [{ name: "v", hostPath: { path: "/" } }, { name: "w", emptyDir: {} }] },
  },
]);

run("apps/v1.DeploymentSpec", [
  {
    does: "retains keys",
    document: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } },
    patch: { strategy: { $retainKeys: ["type"], type: "Recreate" } },
    gives: { strategy: { type: "Recreate" } },
  },
  {
    does: "refuses fields beyond those that it retains",
    document: { strategy: { type: "RollingUpdate" } },
    patch: { strategy: { $retainKeys: ["type"], type: "Recreate", rollingUpdate: {} } },
    gives: "400 invalid patch format of retainKeys",
  },
  {
    does: "refuses to retain what is no list",
    document: { strategy: { type: "RollingUpdate" } },
    patch: { strategy: { $retainKeys: "type" } },
    gives: "400 invalid patch format of retainKeys",
  },
  {
    does: "adds without $retainKeys",
    document: {},
    patch: { strategy: { $retainKeys: ["type"], type: "Recreate" } },
    gives: { strategy: { type: "Recreate" } },
  },
]);

run("apps/v1.ControllerRevision", [
  {
    does: "merges untyped JSON, whose lists are replaced",
    document: { data: { a: { b: [{ name: "x" }], c: 1 } } },
    patch: { data: { a: { b: [{ name: "y" }] } } },
    gives: { data: { a: { b: [{ name: "y" }], c: 1 } } },
  },
]);

Deno.test("strategicMergePatch() takes either spelling of a field", () => {
  const extension = (dialect: Dialect) =>
    `${NAMES[dialect].definitionExtensionPrefix}int-or-string`;
  for (const dialect of ["orch", "kubernetes"] as const) {
    const type = schemaOf(dialect).struct("apiextensions/v1", "JSONSchemaProps");
    const own = extension(dialect);
    const other = extension(dialect === "orch" ? "kubernetes" : "orch");
    assertEquals(strategicMergePatch(type, { [own]: false }, { [other]: true }), { [own]: true });
    assertEquals(strategicMergePatch(type, { [own]: true }, { [other]: null }), {});
  }
});

/** Containers of one name, each of which adds to a list that is as long. */
function addingToOne(length: number): [document: JsonObject, patch: JsonObject] {
  const numbers = Array.from({ length }, (_, index) => index);
  const env = numbers.map((index) => ({ name: `A${index}` }));
  const containers = numbers.map((index) => ({ name: "a", env: [{ name: `B${index}` }] }));
  return [{ containers: [{ name: "a", env }] }, { containers }];
}

Deno.test("strategicMergePatch() merges several elements of the same key one after the other", () => {
  const struct = schemaOf("kubernetes").struct("core/v1", "PodSpec");
  const merged = strategicMergePatch(struct, ...addingToOne(100));
  const [{ env }] = merged.containers as [{ env: JsonObject[] }];
  assertEquals(env.map(({ name }) => name).sort(), [
    ...Array.from({ length: 100 }, (_, index) => [`A${index}`, `B${index}`]).flat().sort(),
  ]);
});

Deno.test("strategicMergePatch() refuses to copy a long list for each of many elements", () => {
  const struct = schemaOf("kubernetes").struct("core/v1", "PodSpec");
  const error = assertThrows(() => strategicMergePatch(struct, ...addingToOne(1000)));
  assertEquals((error as StatusError).code, 413);
});
