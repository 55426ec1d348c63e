import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import { encodeEnveloped, encodeProtobuf } from "../codec/mod.ts";
import { schemaOf } from "../schema/mod.ts";
import { main } from "./command.ts";
import { type Format, readObjects, type ReadOptions } from "./read.ts";
import { writeObjects } from "./write.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function convert(
  input: string | Uint8Array,
  output: Format,
  options: Partial<ReadOptions> = {},
): Uint8Array {
  const bytes = typeof input === "string" ? encoder.encode(input) : input;
  return writeObjects(readObjects(bytes, { warnings: [], ...options }), output);
}

const textOf = (...given: Parameters<typeof convert>) => decoder.decode(convert(...given));

const CONFIG_MAP =
  '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"},"data":{"k":"v"}}\n';
const YAML = "apiVersion: v1\ndata:\n  k: v\nkind: ConfigMap\nmetadata:\n  name: a\n";
const CUSTOM = '{"kind":"Foo","apiVersion":"example.com/v1","spec":{"big":9007199254740993}}\n';

Deno.test("convert goes between all formats", () => {
  const envelope = convert(CONFIG_MAP, "protobuf");
  for (const [name, input] of Object.entries({ CONFIG_MAP, YAML, envelope })) {
    assertEquals(textOf(input, "json"), CONFIG_MAP, name);
    assertEquals(textOf(input, "yaml"), YAML, name);
    assertEquals(convert(input, "protobuf"), envelope, name);
  }
});

Deno.test("convert reads Protobuf without magic, without envelope, and in frames", () => {
  const type = schemaOf("kubernetes").struct("core/v1", "ConfigMap");
  const object = JSON.parse(CONFIG_MAP) as object;
  const kind = { group: "", version: "v1", kind: "ConfigMap" };
  assertEquals(textOf(encodeEnveloped(type, object).subarray(4), "json"), CONFIG_MAP);
  assertEquals(textOf(encodeProtobuf(type, object), "json", { kind }), CONFIG_MAP);
  const frames = convert(CONFIG_MAP.repeat(3), "protobuf");
  assertEquals(textOf(frames, "json"), CONFIG_MAP.repeat(3));
  assertThrows(() => convert(frames.subarray(0, -1), "json"), "the last frame is cut off");
});

Deno.test("convert reads many documents", () => {
  assertEquals(textOf(CONFIG_MAP.trim().repeat(2), "json"), CONFIG_MAP.repeat(2));
  assertEquals(textOf(`[${CONFIG_MAP},${CUSTOM}]`, "json"), CONFIG_MAP + CUSTOM);
  assertEquals(textOf(`---\n${YAML}---\n---\n${YAML}`, "yaml"), `${YAML}---\n${YAML}`);
  const list = `{"kind":"List","apiVersion":"v1","metadata":{},"items":[${CONFIG_MAP.trim()}]}\n`;
  assertEquals(textOf(list, "json"), list);
});

Deno.test("convert keeps custom resources as they are, and each dialect", () => {
  assertEquals(
    textOf(textOf(CUSTOM, "yaml"), "json"),
    CUSTOM.replace(
      '"kind":"Foo","apiVersion":"example.com/v1"',
      '"apiVersion":"example.com/v1","kind":"Foo"',
    ),
  );
  assertThrows(() => convert(CUSTOM, "protobuf"), "document 1: protobuf: Foo of example.com/v1");
  for (const group of ["networking.orch.io", "networking.k8s.io"]) {
    const input = `{"kind":"IngressClass","apiVersion":"${group}/v1","metadata":{},"spec":{}}\n`;
    assertEquals(textOf(convert(input, "protobuf"), "json"), input);
  }
});

Deno.test("convert says which document is at fault, and what it drops", () => {
  const cases: [input: string, message: string][] = [
    [
      `${CONFIG_MAP}{"kind":"Pod","apiVersion":"v1","spec":3}`,
      "document 2: json: cannot unmarshal",
    ],
    [`${CONFIG_MAP}{"spec":3}`, "document 2: the object lacks its kind"],
    ["[1]", "document 1: not an object"],
    ['{"kind":', "unexpected end"],
    ["a: b: c", "yaml: line 1"],
    ["just text", "not an object"],
  ];
  for (const [input, message] of cases) assertThrows(() => convert(input, "json"), message);
  assertThrows(() => convert(Uint8Array.of(0xff, 0xfe), "json"), "UTF-8");
  assertThrows(() => convert("x", "json", { format: "protobuf" }), "name it with --kind");

  const warnings: string[] = [];
  convert('{"kind":"Pod","apiVersion":"v1","a":1,"b":2,"b":3}', "json", { warnings });
  assertEquals(warnings.sort(), [
    'document 1: duplicate field "b"',
    'document 1: unknown field "a" is dropped',
    'document 1: unknown field "b" is dropped',
  ]);
});

Deno.test("convert names objects that don't do so themselves", () => {
  const kind = { group: "", version: "v1", kind: "ConfigMap" };
  assertEquals(textOf('{"metadata":{"name":"a"},"data":{"k":"v"}}', "json", { kind }), CONFIG_MAP);
});

Deno.test("main() exits 1 for what makes no sense", async () => {
  const said: string[] = [];
  const { error } = console;
  console.error = (text: string) => said.push(text);
  try {
    for (
      const args of [
        [],
        ["-o", "xml"],
        ["-o", "json", "a", "b"],
        ["--nope"],
        ["-o", "json", "--kind", "Pod"],
        ["-o", "json", "/nowhere/at/all"],
      ]
    ) {
      assertEquals(await main(args), 1, args.join(" "));
    }
  } finally {
    console.error = error;
  }
  assertEquals(said.length, 6);
  assert(said.every((line) => line.startsWith("orch convert: ")), said.join("\n"));
});
