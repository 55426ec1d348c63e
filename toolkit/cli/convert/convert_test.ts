import { assert, assertEquals, assertThrows } from "../../deps/assert.ts";
import { encodeEnveloped, encodeProtobuf } from "../../codec/mod.ts";
import { schemaOf } from "../../schema/mod.ts";
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
  assertThrows(() => convert(frames.subarray(0, -1), "json"), "the input ends within this object");
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

Deno.test("main() exits 2 for what makes no sense, and 1 for what can't be done", async () => {
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
      const isFile = args.includes("/nowhere/at/all");
      assertEquals(await main(args), isFile ? 1 : 2, args.join(" "));
    }
  } finally {
    console.error = error;
  }
  assertEquals(said.length, 6);
  assert(said.every((line) => line.startsWith("orch convert: ")), said.join("\n"));
});

Deno.test("convert takes for YAML what only begins like JSON", () => {
  const flow = "{kind: ConfigMap, apiVersion: v1, metadata: {name: a}, data: {k: v}}";
  assertEquals(textOf(flow, "json"), CONFIG_MAP);
  assertEquals(textOf(`${CONFIG_MAP}---\n${CONFIG_MAP}`, "json"), CONFIG_MAP.repeat(2));
  assertThrows(() => convert(flow, "json", { format: "json" }), "json: line 1, column 2");
  assertThrows(() => convert(`${CONFIG_MAP}{`, "json"), "json: line 2, column 2");
});

Deno.test("convert keeps to how numbers are written", () => {
  const pod = (spec: string) => `{"kind":"Pod","apiVersion":"v1","spec":${spec}}`;
  const cpu = (amount: string) => pod(`{"containers":[],"overhead":{"cpu":${amount}}}`);
  for (const number of ["1.0", "1e3", "2E0", "0.0"]) {
    assertThrows(
      () => convert(pod(`{"priority":${number}}`), "json"),
      `cannot unmarshal number ${number} into field spec.priority of type int32`,
    );
    assertThrows(() => convert(pod(number), "json"), `cannot unmarshal number ${number}`);
  }
  assert(textOf(cpu("1e3"), "json").includes('"cpu":"1e3"'));
  assert(textOf(cpu("1.0"), "json").includes('"cpu":"1"'));
  // To YAML these are numbers like any other.
  assert(textOf("{kind: Pod, apiVersion: v1, spec: {priority: 1.0}}", "json").includes(":1}"));
  const custom = '{"apiVersion":"example.com/v1","kind":"Foo","a":[1e3,{"b":1.0}]}\n';
  assertEquals(textOf(custom, "json"), custom.replace("1e3", "1000").replace("1.0", "1"));
});

Deno.test("convert reads the items of a list of anything as what they are", () => {
  const list = (...items: string[]) =>
    `{"kind":"List","apiVersion":"v1","items":[${items.join(",")}]}`;
  const pod = (spec: string) => `{"kind":"Pod","apiVersion":"v1","spec":${spec}}`;
  const warnings: string[] = [];
  const text = textOf(list(pod('{"overhead":{"cpu":"1000m"},"x":1}'), "{}", "3"), "json", {
    warnings,
  });
  assert(text.includes('"cpu":"1"') && text.endsWith(",{},3]}\n"), text);
  assertEquals(warnings, ['items[0]: document 1: unknown field "spec.x" is dropped']);
  assertThrows(() => convert(list("{}", pod("3")), "json"), "document 1: items[1]: json: cannot");
});

Deno.test("convert reads a value that came with a newline behind it", () => {
  const value = convert(CONFIG_MAP, "protobuf");
  assertEquals(textOf(Uint8Array.of(...value, 0x0a), "json"), CONFIG_MAP);
  assertThrows(() => convert(Uint8Array.of(...value, 0x0a, 0x0a), "json"), "protobuf: byte");
});

Deno.test("convert refuses an apiVersion that is none", () => {
  for (const apiVersion of ["a/b/c", "/v1", "apps/", "/"]) {
    const input = `{"kind":"Pod","apiVersion":"${apiVersion}"}`;
    assertThrows(() => convert(input, "json"), `not "${apiVersion}"`);
  }
});

Deno.test("convert calls a kind without Protobuf form by the name it came with", () => {
  const input = "{kind: NodeAgentConfiguration, apiVersion: nodeagent.config.orch.io/v1beta1}";
  assertThrows(() => convert(input, "protobuf"), "NodeAgentConfiguration of nodeagent.config");
});

Deno.test("convert shows no text of a document in its errors", () => {
  const secret = (field: string) => `kind: Secret\napiVersion: v1\n${field}\n`;
  for (
    const field of [
      "stringData: s3cr3t",
      "data: {a: s3cr3t}",
      "stringData: {a: *s3cr3t}",
      "stringData: {a: !s3cr3t x}",
      "stringData: {a: !s3cr3t [x]}",
      "stringData: {a: !s3cr3t!x y}",
      "stringData: {a: !s3cr3t^ y}",
      "stringData: {a: !!binary s3cr3t^}",
      "stringData:\n  a: s3cr3t: x",
      'stringData: {a: "s3cr3t',
      'stringData: {a: "s3cr3t\\q"}',
      "type: {s3cr3t: 1}",
    ]
  ) {
    const error = assertThrows(() => convert(secret(field), "json"), "");
    assert(!error.message.includes("s3cr3t"), `${field}: ${error.message}`);
  }
});

/** Runs the program with its output going where the shell line says. */
async function shell(line: string): Promise<{ code: number; said: string }> {
  const command = new URL("./command.ts", import.meta.url).href;
  const script = `import { main } from "${command}"; Deno.exit(await main(Deno.args));`;
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    args: ["-c", `set -o pipefail; run() { "$DENO" run -A --quiet - "$@"; }; ${line}`],
    env: { DENO: Deno.execPath(), SCRIPT: script, NO_COLOR: "1" },
  }).output();
  return { code, said: decoder.decode(stdout) + decoder.decode(stderr) };
}

Deno.test("main() says nothing that a terminal obeys of what others wrote", async () => {
  const said: string[] = [];
  const { error } = console;
  console.error = (text: string) => said.push(text);
  const file = await Deno.makeTempFile();
  try {
    const text =
      '{"kind":"ConfigMap","apiVersion":"v1","\\u001b[2J":1}{"kind":"\\u001b[2J","apiVersion":"v1"}';
    await Deno.writeTextFile(file, text);
    assertEquals(await main(["-o", "protobuf", file]), 1);
  } finally {
    console.error = error;
    await Deno.remove(file);
  }
  assert(said.join().includes("\\u001b[2J"), said.join());
  assert(!said.join().includes("\u001b"), JSON.stringify(said));
});

Deno.test({
  name: "main() ends in silence when its reader has gone, and says what a full disk says",
  ignore: Deno.build.os !== "linux",
  fn: readerHasGone,
});

async function readerHasGone(): Promise<void> {
  const program = `<<< "$SCRIPT"`;
  const file = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(file, CONFIG_MAP.repeat(5000));
    const piped = await shell(`run -o json ${file} ${program} | head -n 1`);
    assertEquals(piped, { code: 141, said: CONFIG_MAP });
    const full = await shell(`run -o json ${file} ${program} > /dev/full`);
    assertEquals(full.code, 1);
    assert(full.said.startsWith("orch convert: standard output: No space left"), full.said);
  } finally {
    await Deno.remove(file);
  }
}
