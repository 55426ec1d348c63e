import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { Random, randomJson } from "../../testing/random_objects.ts";
import { CodecError, decodeYaml, encodeYaml } from "./mod.ts";

Deno.test("decodeYaml() reads scalars as the reference's parser does", () => {
  const cases: [text: string, value: unknown][] = [
    ["yes", true],
    ["On", true],
    ["y", true],
    ["off", false],
    ["N", false],
    ["yEs", "yEs"],
    ["017", 15],
    ["0o17", 15],
    ["08", 8],
    ["0x1F", 31],
    ["0b101", 5],
    ["1_000", 1000],
    ["-12", -12],
    ["+12", 12],
    ["12:30:45", "12:30:45"],
    ["2026-01-02", "2026-01-02"],
    ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"],
    ["1e3", 1000],
    [".5", 0.5],
    ["1.0", 1],
    ["~", null],
    ["", null],
    ["null", null],
    ["9007199254740993", 9007199254740993n],
    ["18446744073709551615", 18446744073709551615n],
    ["0x1FFFFFFFFFFFFFFFFF", 0x1fffffffffffffffffn],
    ["!!binary aGVsbG8=", "hello"],
    ["!!str 12", "12"],
    ['"yes"', "yes"],
    ["0x", "0x"],
    ["_1", "_1"],
    ["1.2.3", "1.2.3"],
  ];
  for (const [text, value] of cases) {
    assertEquals(decodeYaml(`a: ${text}`), [{ a: value }], text);
  }
});

Deno.test("decodeYaml() gives each document, and follows aliases and merge keys", () => {
  assertEquals(
    decodeYaml("base: &b {x: 1, z: 2}\nuse:\n  <<: *b\n  z: 3\n---\n---\n- 1\n"),
    [{ base: { x: 1, z: 2 }, use: { x: 1, z: 3 } }, null, [1]],
  );
});

Deno.test("decodeYaml() tells of fields that come twice where that is wanted, the last one winning", () => {
  const cases: [text: string, lines: string[], value: unknown][] = [
    ["a: 1\nb: 2\n", [], { a: 1, b: 2 }],
    ["a: 1\n'a': 2\n\"a\": 3\n", [
      'line 2: key "a" already set in map',
      'line 3: key "a" already set in map',
    ], {
      a: 3,
    }],
    ["x:\n  b: 1\n  b:\n    c: 1\n    c: 2\nx: []\n", [
      'line 5: key "c" already set in map',
      'line 4: key "b" already set in map',
      'line 6: key "x" already set in map',
    ], { x: [] }],
    ["- {a: 1, a: [1, {b: 1,\n  b: 2}]}\n", [
      'line 2: key "b" already set in map',
      'line 1: key "a" already set in map',
    ], [{ a: [1, { b: 2 }] }]],
    ["1: a\n1: b\ntrue: a\nyes: b\n", [
      "line 2: key 1 already set in map",
      "line 4: key true already set in map",
    ], { "1": "b", true: "b" }],
    ["a: |\n  text\na: >-\n\n  text\na:\n", [
      'line 3: key "a" already set in map',
      'line 6: key "a" already set in map',
    ], { a: null }],
    ["m: &m {a: 1}\n<<: *m\na: 2\na: *m\n", ['line 4: key "a" already set in map'], {
      m: { a: 1 },
      a: { a: 1 },
    }],
  ];
  for (const [text, lines, value] of cases) {
    const duplicates: string[] = [];
    assertEquals(decodeYaml(text, { duplicates }), [value], text);
    assertEquals(duplicates, lines, text);
  }
  const many = "a: 1\n".repeat(5000);
  const duplicates: string[] = [];
  decodeYaml(many, { duplicates });
  assertEquals(duplicates.length, 100);
  assertThrows(() => decodeYaml("a: 1\na: [", { duplicates }), "line 2");
});

Deno.test("decodeYaml() refuses with a place", () => {
  const bomb = ["a: &a [1,1,1,1,1,1,1,1,1,1]"];
  for (let i = 1; i < 10; i++) {
    const [before, after] = [String.fromCharCode(96 + i), String.fromCharCode(97 + i)];
    bomb.push(`${after}: &${after} [${Array(9).fill(`*${before}`)}]`);
  }
  const cases: [text: string, message: string][] = [
    ["a: 1\na: 2\n", "line 2, column 1: duplicated mapping key"],
    ["a:\n\t- 1", "line 2, column 1"],
    ["a: [1", "line 1"],
    ["a: .inf", "document 1"],
    ["x: 1\n---\na: .nan", "document 2"],
    ["a: !local 1", "unknown scalar tag"],
    ["a: &a [*a]", "an alias refers to a value that contains it"],
    [bomb.join("\n"), "the aliases expand to too much"],
    [`a: &a 1\nb: [${Array(1100).fill("*a")}]`, "alias"],
    ["[".repeat(2000), "maxDepth"],
    ["{a: ".repeat(2000), "maxDepth"],
  ];
  for (const [text, message] of cases) {
    const error = assertThrows(() => decodeYaml(text), message);
    assert(error instanceof CodecError, text);
  }
  assertThrows(() => decodeYaml(Uint8Array.of(0x61, 0xff)), "not valid UTF-8");
  assertThrows(() => decodeYaml("a: 1", { limitBytes: 2 }), "limit of 2");
});

Deno.test("encodeYaml() sorts fields, and quotes what could be taken amiss", () => {
  const value = {
    b: ["x", { k: 1, a: "yes" }],
    a10: "017",
    a2: "1:30",
    A: "line\nline\n",
    empty: {},
    none: [],
    nothing: null,
    big: 9223372036854775807n,
  };
  assertEquals(
    encodeYaml(value),
    `A: |
  line
  line
a2: "1:30"
a10: "017"
b:
- x
- a: "yes"
  k: 1
big: 9223372036854775807
empty: {}
none: []
nothing: null
`,
  );
});

Deno.test("decodeYaml() undoes encodeYaml() for any JSON", () => {
  fc.assert(fc.property(fc.integer(), (seed) => {
    const value = { any: randomJson(new Random(seed), 0) };
    assertEquals(decodeYaml(encodeYaml(value)), [value]);
  }));
});

Deno.test("encodeYaml() refuses a text that its writer can't hold", () => {
  assertThrows(() => encodeYaml({ a: "v".repeat(1 << 25) }), "yaml: a text is too long");
});
