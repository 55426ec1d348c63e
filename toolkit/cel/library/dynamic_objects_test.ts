import { assertEquals, assertThrows } from "../../deps/assert.ts";
import { CelEnvironment } from "../environment.ts";
import { activationOf } from "../frame.ts";
import { compileCel } from "../program.ts";
import { toJson } from "../to_json.ts";
import type { Value } from "../values.ts";
import { checkTypeNames, dynamicObjectNamed } from "./dynamic_objects.ts";
import { JSON_PATCH, JSON_PATCH_LIBRARY } from "./json_patches.ts";
import { STANDARD_LIBRARIES } from "./mod.ts";

const ENVIRONMENT = new CelEnvironment({
  libraries: [...STANDARD_LIBRARIES, JSON_PATCH_LIBRARY],
  objects: [JSON_PATCH],
  findObject: dynamicObjectNamed,
});

function valueOf(expression: string): Value {
  const { value, error } = compileCel(expression, ENVIRONMENT).run(activationOf({}), 10_000);
  if (error !== undefined) throw error;
  return value;
}

const JSONS: readonly [expression: string, json: unknown][] = [
  ["Object{}", {}],
  ["Object{spec: Object.spec{replicas: 3}}", { spec: { replicas: 3 } }],
  ["Object{spec: {'a': [1, 2]}, ?b: optional.none()}", { spec: { a: [1, 2] } }],
  ["JSONPatch{op: 'add', path: '/a', value: 1}", { op: "add", path: "/a", value: 1 }],
  ["JSONPatch{op: 'move', path: '/a', from: ''}", { op: "move", path: "/a" }],
  ["[JSONPatch{op: 'test', path: '/' + jsonpatch.escapeKey('a/b~c')}]", [
    { op: "test", path: "/a~1b~0c" },
  ]],
];
for (const [expression, json] of JSONS) {
  Deno.test(`an expression writes JSON down: ${expression}`, () => {
    assertEquals(toJson(valueOf(expression)), json);
  });
}

const BOOLS: readonly [expression: string, value: boolean][] = [
  ["Object{a: 1} == Object{a: 1}", true],
  ["Object{a: 1} == Object{a: 2}", false],
  ["Object{a: 1}.a == 1", true],
  ["has(Object{a: 1}.b)", false],
  ["Object{a: 1}.b == null", true],
  ["JSONPatch{op: 'a'}.path == ''", true],
  ["JSONPatch{op: 'a'}.value == null", true],
  ["optional.ofNonZeroValue(Object{}).hasValue()", false],
  ["optional.ofNonZeroValue(Object{a: 1}).hasValue()", true],
  ["JSONPatch{op: 'a'} == JSONPatch{op: 'a'}", true],
  ["has(JSONPatch{op: ''}.op)", false],
  ["has(JSONPatch{value: null}.value)", true],
];
for (const [expression, value] of BOOLS) {
  Deno.test(`an object that an expression made: ${expression}`, () => {
    assertEquals(valueOf(expression), value);
  });
}

Deno.test("checkTypeNames() wants types to be named after their places", () => {
  checkTypeNames(valueOf("Object{spec: Object.spec{list: [Object.spec.list{a: 1}]}}"));
  assertThrows(
    () => checkTypeNames(valueOf("Object{spec: Object.status{}}")),
    'unexpected type name "Object.status", expected "Object.spec", which matches field name path ' +
      "from root Object type",
  );
});

const REFUSED: readonly [expression: string, message: RegExp][] = [
  ["JSONPatch{nothing: 1}", /undefined field 'nothing'/],
  ["JSONPatch{op: 1}", /expected type of field 'op' is 'string' but provided type is 'int'/],
  ["Thing{}", /undeclared reference to 'Thing'/],
];

Deno.test("compileCel() tells once of each field of an object what is wrong with it", () => {
  const error = assertThrows(() => compileCel("JSONPatch{op: one, path: other}", ENVIRONMENT));
  assertEquals(String(error).match(/undeclared reference to '\w+'/g), [
    "undeclared reference to 'one'",
    "undeclared reference to 'other'",
  ]);
});

Deno.test("an operation of a patch has no other fields than it is declared with", () => {
  assertThrows(
    () => valueOf("JSONPatch{op: dyn(1)}"),
    "unexpected type int for JSONPatchType 'op' field",
  );
});

for (const [expression, message] of REFUSED) {
  Deno.test(`compileCel() refuses ${expression}`, () => {
    assertThrows(() => compileCel(expression, ENVIRONMENT), message);
  });
}
