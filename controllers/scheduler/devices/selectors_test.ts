import { FakeClock } from "../../../toolkit/clock.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { sliceViewOf } from "./device_views.ts";
import { Effort } from "./effort.ts";
import { Selector, SelectorFailure } from "./selectors.ts";

const SLICE = sliceViewOf({
  metadata: { name: "s" },
  spec: {
    driver: "gpu.example.com",
    pool: { name: "p", generation: 1, resourceSliceCount: 1 },
    devices: [{
      name: "d",
      attributes: { i: { int: 3 }, "gpu.example.com/s": { string: "a" }, b: { bool: true } },
      capacity: { memory: { value: "1Gi" } },
    }],
  },
} as never);

const OWN = 'device.attributes["gpu.example.com"]';
const NOT_BOOL = "CEL compile error: must evaluate to bool or the unknown type, not";

/** Expressions, and what they say of the device. */
const ROWS: readonly (readonly [expression: string, says: boolean | string])[] = [
  [`${OWN}.b`, true],
  [`${OWN}.i > 2 && ${OWN}.s == "a"`, true],
  // A domain that nothing is said of is empty, but is none of those that something is said of.
  ['device.attributes["nobody.example.com"] == {}', true],
  ['"nobody.example.com" in device.attributes', false],
  ['"gpu.example.com" in device.attributes', true],
  // An attribute may be anything, and so may be the answer; what is nothing but dynamic may not.
  ["dyn(true)", `${NOT_BOOL} dyn`],
  [`${OWN}.i.x`, `${NOT_BOOL} dyn`],
  ["device.attributes", `${NOT_BOOL} map(string, map(string, google.protobuf.Any))`],
  [
    `${OWN}.i.exists(x, x == 1)`,
    "CEL compile error: compilation failed: ERROR: <input>:1:37: expression of type 'any' cannot " +
    "be range of a comprehension (must be list, map, or dynamic)\n | " +
    `${OWN}.i.exists(x, x == 1)\n | ${".".repeat(36)}^`,
  ],
  [
    `"%s".format([${OWN}.s]) == "a"`,
    "CEL compile error: compilation failed: ERROR: <input>:1:50: error during formatting: string " +
    "clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, " +
    "durations, and timestamps, was given google.protobuf.Any\n | " +
    `"%s".format([${OWN}.s]) == "a"\n | ${".".repeat(49)}^`,
  ],
  // What it would come to is looked at before what keeps it from being run.
  ['{duration("1s"): dyn(1)}[duration("1s")]', `${NOT_BOOL} dyn`],
  [
    'int("x") == 1',
    "CEL compile error: program instantiation failed: type conversion error from 'string' to 'int'",
  ],
  [
    "cel.bind(a.b, 1, true)",
    "CEL compile error: compilation failed: ERROR: <input>:1:11: cel.bind() variable names must " +
    "be simple identifiers\n | cel.bind(a.b, 1, true)\n | ..........^",
  ],
  // Of two types that leave as much open the one that comes last holds for both.
  [`(true ? {"a": dyn(true)} : {"a": ${OWN}.b})["a"]`, true],
  [`(true ? {"a": ${OWN}.b} : {"a": dyn(true)})["a"]`, `${NOT_BOOL} dyn`],
  [
    `${OWN}.i`,
    "CEL runtime error: CEL result of type int could not be converted to bool: unsupported type " +
    "conversion from 'int' to bool",
  ],
  [
    `true ? device : ${OWN}.b`,
    "CEL runtime error: CEL result of type map could not be converted to bool: type conversion " +
    "error from map to 'bool'",
  ],
  // Of two problems the first is told.
  [`${OWN}.i && ${OWN}.none`, "CEL runtime error: no such overload"],
  [`${OWN}.none && ${OWN}.i`, "CEL runtime error: no such key: none"],
  [`true ? ${OWN}.?b : ${OWN}.i`, true],
  [
    `true ? ${OWN}.?none : ${OWN}.i`,
    "CEL runtime error: CEL result of type optional_type could not be converted to bool: " +
    "optional.none() dereference",
  ],
  [
    `true ? device.capacity["gpu.example.com"].memory : ${OWN}.i`,
    "CEL runtime error: CEL result of type kubernetes.Quantity could not be converted to bool: " +
    "type conversion error from 'Quantity' to 'bool'",
  ],
];

for (const [expression, says] of ROWS) {
  Deno.test(`a selector says of a device: ${expression}`, () => {
    assertEquals(answerOf(expression), says);
  });
}

function answerOf(expression: string): boolean | string {
  try {
    return new Selector(expression).selects(SLICE, 0, new Effort(new FakeClock(0), 0));
  } catch (error) {
    if (error instanceof SelectorFailure) return error.message;
    throw error;
  }
}
