import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { readJsonPath } from "./json_path.ts";

const OBJECT = {
  metadata: { name: "x", annotations: { "example.com/a.b": "v" } },
  spec: {
    replicas: 3,
    nothing: null,
    lists: [[1], []],
    large: [{ n: 9007199254740993n }],
    list: [{ name: "a", n: 1 }, { name: "b", n: 2 }, { name: "c", n: 3 }],
  },
  status: { conditions: [{ type: "Ready", status: "True" }, { type: "Other", status: "False" }] },
};

const FOUND: readonly (readonly [path: string, found: unknown[]])[] = [
  [".metadata.name", ["x"]],
  ["['metadata']['name']", ["x"]],
  ['.metadata["name"]', ["x"]],
  [".metadata.annotations.example\\.com/a\\.b", ["v"]],
  [".metadata.annotations['example.com/a.b']", ["v"]],
  [".spec.replicas", [3]],
  [".metadata.name ", ["x"]],
  [".metadata .name\t", ["x"]],
  [".spec['replicas', \"missing\", 'nothing'] ", [3, null]],
  [".spec.list[0]['name','n']", ["a", 1]],
  [".spec.missing.more", []],
  [".spec.nothing", [null]],
  [".spec.nothing.more", []],
  [".spec.nothing[0]", []],
  [".spec.list[0].name", ["a"]],
  [".spec.list[-1].name", ["c"]],
  [".spec.list[9].name", []],
  [".spec.list[-4].name", []],
  [".spec.list[0,9].name", []],
  [".spec.list[1:9].name", []],
  [".spec.list[3:].name", []],
  [".spec.list[2:1].name", []],
  [".spec.list[2:2].name", []],
  [".spec.list[-2:].name", ["b", "c"]],
  [".spec.list[:-1].name", ["a", "b"]],
  [".spec.list[::0].name", []],
  [".spec.lists[*][0]", []],
  [".spec.lists[*][*]", [1]],
  [".spec[*]", []],
  [".spec[0]", []],
  [".spec.list[0,2].name", ["a", "c"]],
  [".spec.list[1:].name", ["b", "c"]],
  [".spec.list[:2].name", ["a", "b"]],
  [".spec.list[::2].name", ["a", "c"]],
  [".spec.list[*].n", [1, 2, 3]],
  [".spec.list[].name", ["a"]],
  [".spec.replicas[]", []],
  [".spec.list[?(@.n>1)].name", ["b", "c"]],
  ['.status.conditions[?(@.type=="Ready")].status', ["True"]],
  [".status.conditions[?(@.type == 'Ready')].status", ["True"]],
  [".status.conditions[?(@.type!='Ready')].status", ["False"]],
  [".status.conditions[?(@.message)].status", []],
  [".status.conditions[?(@.message!='x')].status", []],
  [".status.conditions[?(@.type>1)].status", []],
  [".status.conditions[?(@.type!=1)].status", []],
  [".spec.list[?(@.n>=2)].name", ["b", "c"]],
  [".spec.list[?(@.n==1.5)].name", []],
  [".spec.list[?(@.n>1.5)].name", []],
  [".spec.list[?(@.name>'a')].n", [2, 3]],
  [".spec.large[?(@.n>1)].n", [9007199254740993n]],
  [".spec[?(@.n>1)]", []],
  ["..status.conditions[0].type", ["Ready"]],
  ["..name", ["x", "a", "b", "c"]],
];

for (const [path, found] of FOUND) {
  Deno.test(`readJsonPath() follows ${path}`, () => {
    assertEquals(readJsonPath(path).find(OBJECT), found);
  });
}

Deno.test("readJsonPath() refuses what is no path, or could take forever", () => {
  for (
    const path of [
      "",
      "spec",
      ".",
      ".spec[",
      ".spec[?(@.a=)]",
      ".a[?(b)]",
      ".a b",
      ".a['b',]",
      ".a['b' 'c']",
      `.${"a".repeat(10_001)}`,
    ]
  ) {
    assertThrows(() => readJsonPath(path), /path/);
  }
});

Deno.test("readJsonPath() tells the names of a path that is nothing else", () => {
  assertEquals(readJsonPath(".spec.replicas").fields, ["spec", "replicas"]);
  assertEquals(readJsonPath(".spec.list[0]").fields, undefined);
});

Deno.test("readJsonPath() does not find what every object has", () => {
  assertEquals(readJsonPath(".spec.constructor").find(OBJECT), []);
  assertEquals(readJsonPath(".__proto__.toString").find(OBJECT), []);
});
