/** `orch generate types`: what it prints compiles, keeps its format, and says what servers do. */
import { type ConfigMap, defineResource, type KubeObject, type Resource, Type } from "../../mod.ts";
import { main as generate } from "../../toolkit/cli/generate/command.ts";
import { encodeYaml } from "../../toolkit/codec/yaml.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { NAMES } from "../../toolkit/names.ts";
import { OpenServer } from "./server.ts";
import { run, TestFolder } from "./terminal.ts";

const MOD = new URL("../../mod.ts", import.meta.url).href;

/** A definition of one kind; `versions` are the schemas by version. */
function definition(
  kind: string,
  versions: Record<string, object>,
  { group = "example.com", scope = "Namespaced" }: { group?: string; scope?: string } = {},
) {
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { kind, plural, singular: kind.toLowerCase(), shortNames: ["x"] },
      versions: Object.entries(versions).map(([name, spec], at) => ({
        name,
        served: true,
        storage: at === 0,
        ...(at > 0 && { deprecated: true, deprecationWarning: "use */ @ts-ignore\nv1" }),
        schema: {
          openAPIV3Schema: {
            type: "object",
            description: `All of */ ${kind}.\n@ts-expect-error\n\u202e\u0007 end`,
            properties: { spec, metadata: { type: "object" } },
          },
        },
      })),
    },
  };
}

const string = { type: "string" };
const NASTY = {
  type: "object",
  description: "@ts-ignore",
  required: ["plain", "both", "a-b"],
  properties: {
    plain: string,
    both: { ...string, default: "x" },
    given: { type: "integer", default: 3 },
    "a-b": string,
    aB: { type: "object", properties: { x: string } },
    "a B": { type: "object", properties: { x: { ...string, default: "" } } },
    'quo"te\n\\': { ...string, description: "*/ export const evil = 1; /*" },
    ["__proto__"]: { type: "boolean" },
    constructor: { type: "number" },
    "1st": { type: "integer" },
    "": string,
    new: { type: "boolean", nullable: true },
    mode: {
      ...string,
      enum: ["a", "b | c", '"; export const evil = 2; "', "\u2028"],
      default: "a",
    },
    maybe: { ...string, enum: ["a", null], nullable: true },
    level: { type: "integer", enum: [1, 2] },
    port: { "x-kubernetes-int-or-string": true },
    size: { "x-orch-int-or-string": true, nullable: true },
    anything: { "x-kubernetes-preserve-unknown-fields": true },
    some: {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { known: string },
    },
    embedded: { type: "object", "x-kubernetes-embedded-resource": true },
    labels: { type: "object", additionalProperties: string },
    parts: {
      type: "object",
      additionalProperties: { type: "object", properties: { n: { type: "integer", default: 1 } } },
    },
    free: { type: "object" },
    rows: { type: "array", items: { type: "array", items: { ...string, enum: ["x", "y"] } } },
    ports: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["port"],
      items: {
        type: "object",
        required: ["port"],
        properties: { port: { type: "integer" }, protocol: { ...string, default: "TCP" } },
      },
    },
    record: { type: "object", properties: { record: string } },
    [`${"long".repeat(40)}`]: {
      type: "object",
      properties: { [`${"deep".repeat(40)}`]: { type: "object", properties: { x: string } } },
    },
  },
};
const WIDE = {
  ...string,
  enum: Array.from({ length: 30 }, (_, n) => `a value that is number ${n}`),
};

const DEFINITIONS = [
  definition("Website", { v1: NASTY, v1beta1: { type: "object", properties: { old: string } } }),
  definition("Record", { v2alpha1: { type: "object", properties: { wide: WIDE } } }),
  definition("Kind", { v1: { type: "object", "x-kubernetes-preserve-unknown-fields": true } }, {
    scope: "Cluster",
  }),
  definition("Twice", { v1: { type: "object" } }),
  definition("Twice", { v1: { type: "object" } }, { group: "other.example" }),
];

/** A resource as a program declares it. */
const DISK = `
import { defineResource, Type } from "${MOD}";
export const Disk = defineResource({
  group: "example.com", version: "v1", kind: "Disk", scope: "Cluster",
  spec: Type.Object({
    size: Type.Quantity(), mode: Type.Enum(["fast", "safe"], { default: "safe" }),
    note: Type.Optional(Type.String()),
    zones: Type.ListMap(Type.Object({ name: Type.String(), weight: Type.Integer({ default: 1 }) }), ["name"]),
    counts: Type.Record(Type.Integer()),
  }),
  status: Type.Object({ used: Type.String() }),
});
`;

/** What a program that uses the output says of it; each line that must not compile says so. */
const PROGRAM = `
import { type Apply, type Client, defineController, type Draft, type ObjectOf, type WriteOf } from "${MOD}";
import { Disk } from "./disk.ts";
import {
  Disk as GeneratedDisk, Kind2, type LiveWebsite, Record2, TwiceExampleCom, TwiceOtherExample, Website, WebsiteV1beta1,
} from "./kinds.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
function same<_Holds extends true>(): void {}

export async function use(client: Client) {
  const spec = { plain: "a", "a-b": "c" };
  const site = await client.create(Website, { metadata: { name: "a" }, spec });
  same<Equal<typeof site, LiveWebsite>>();
  same<Equal<typeof site.metadata.namespace, string>>();
  same<Equal<typeof site.kind, "Website">>();
  // A definition does not promise that there is a spec.
  // @ts-expect-error it may be undefined
  site.spec.plain;
  const read = site.spec!;
  same<Equal<typeof read.plain, string>>();
  same<Equal<typeof read.given, number>>();
  same<Equal<typeof read.both, string>>();
  same<Equal<typeof read.mode, "a" | "b | c" | '"; export const evil = 2; "' | "\\u2028">>();
  same<Equal<NonNullable<typeof read.port>, string | number>>();
  same<Equal<NonNullable<typeof read.rows>, ("x" | "y")[][]>>();
  same<Equal<NonNullable<typeof read.ports>[number]["protocol"], string>>();
  same<Equal<NonNullable<typeof read.parts>[string]["n"], number>>();
  same<Equal<NonNullable<typeof read["a B"]>["x"], string>>();
  same<Equal<typeof read.some extends infer S | undefined ? (S & { known?: string })["known"] : 0, string | undefined>>();
  read.some?.other satisfies unknown;
  read.embedded?.metadata?.name satisfies string | undefined;
  const level: 1 | 2 | undefined = read.level;
  // @ts-expect-error a required field is left out
  const draft: Draft<WriteOf<typeof Website>> = { metadata: { name: "a" }, spec: { plain: "a" } };
  // @ts-expect-error no such value
  await client.create(Website, { metadata: { name: "a" }, spec: { ...spec, mode: "z" } });
  // @ts-expect-error the key of a keyed list is left out
  const config: Apply<WriteOf<typeof Website>> = { metadata: { name: "a" }, spec: { ports: [{ protocol: "UDP" }] } };
  await client.apply(Website, { metadata: { name: "a" }, spec: { ports: [{ port: 1 }] } });
  // @ts-expect-error it is in no namespace
  (await client.get(Kind2, "a")).metadata.namespace;
  (await client.get(WebsiteV1beta1, "a")).spec?.old satisfies string | undefined;
  const { group } = TwiceExampleCom;
  return [level, draft, config, group, TwiceOtherExample, Record2];
}
// What a definition says of a resource is what its program says.
type Flat<T> = T extends object ? { [K in keyof T]: Flat<T[K]> } : T;
type Read<K> = Omit<ObjectOf<K>, "status">;
type Written<K> = Omit<WriteOf<K>, "status">;
same<Equal<Flat<Read<typeof Disk>>, Flat<Read<typeof GeneratedDisk>>>>();
same<Equal<Flat<Written<typeof Disk>>, Flat<Written<typeof GeneratedDisk>>>>();
export const controller = defineController({
  for: Website,
  owns: [TwiceExampleCom],
  async reconcile(site, ctx) {
    await ctx.apply(TwiceExampleCom, { metadata: { name: site.metadata.name } });
  },
});
`;

async function deno(cwd: string, ...args: string[]) {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd,
    stdin: "null",
    env: { NO_COLOR: "1", RUST_BACKTRACE: "0" },
  }).output();
  const decoder = new TextDecoder();
  return { success, output: decoder.decode(stdout) + decoder.decode(stderr) };
}

Deno.test("orch generate types prints what compiles, whatever is in a definition", async () => {
  await using folder = await TestFolder.make();
  const disk = await folder.write("disk.ts", DISK);
  const { Disk } = await import(`file://${disk}`) as { Disk: Resource<KubeObject, KubeObject> };
  const all = [...DEFINITIONS, Disk.definition()];
  const file = await folder.write("crds.yaml", all.map((one) => encodeYaml(one)).join("---\n"));
  const { code, out, err } = await run(generate, ["types", file, "--import", MOD]);
  assertEquals([code, err], [0, ""]);
  await folder.write("kinds.ts", out);
  await folder.write("program.ts", PROGRAM);
  const checked = await deno(
    folder.path,
    "check",
    "--quiet",
    "--no-config",
    "--no-lock",
    "program.ts",
  );
  assert(checked.success, checked.output);
  const formatted = await deno(folder.path, "fmt", "--check", "--no-config", "kinds.ts");
  assert(formatted.success, formatted.output);
  const linted = await deno(folder.path, "lint", "--no-config", "kinds.ts");
  assert(linted.success, linted.output);
  // Importing it runs nothing but what makes the kinds.
  const kinds = await import(`file://${folder.path}/kinds.ts`) as Record<string, unknown>;
  assertEquals(Object.keys(kinds).sort(), [
    "Disk",
    "Kind2",
    "Record2",
    "TwiceExampleCom",
    "TwiceOtherExample",
    "Website",
    "WebsiteV1beta1",
  ]);
  assertEquals(kinds.Kind2, {
    group: "example.com",
    version: "v1",
    kind: "Kind",
    plural: "kinds",
    namespaced: false,
  });
  // Whoever reads it sees all that is in it.
  assert(!/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/.test(out), "hidden characters");
});

Deno.test("orch generate types reads a cluster, and what it makes works there", async () => {
  await using folder = await TestFolder.make();
  await using server = await OpenServer.start("orch");
  const { client, url } = server;
  const none = await run(generate, ["types", "--kubeconfig", url]);
  assertEquals([none.code, none.err], [1, "Error: the cluster has no definitions\n"]);
  const spec = Type.Object({ size: Type.Integer({ default: 2 }), to: Type.IntOrString() });
  const names = { group: "example.com", version: "v1" } as const;
  const resources = ["Disk", "Tape"].map((kind) => defineResource({ ...names, kind, spec }));
  await client.applyManifests(resources.map((one) => one.definition("orch")));
  const { code, out, err } = await run(generate, [
    "types",
    "tapes.example.com",
    "--kubeconfig",
    url,
  ]);
  assertEquals([code, err], [0, ""]);
  assert(!out.includes("Disk"), out);
  await folder.write("kinds.ts", out);
  const { Tape } = await import(`file://${folder.path}/kinds.ts`) as { Tape: typeof ConfigMap };
  const made = await client.create(
    Tape,
    { metadata: { name: "a" }, spec: { to: "x" } } as { metadata: { name: string } },
  );
  assertEquals((made as unknown as { spec: unknown }).spec, { size: 2, to: "x" });
});

Deno.test("orch generate types takes files, folders and the standard input, and says what is wrong", async () => {
  await using folder = await TestFolder.make();
  const write = (name: string, ...objects: object[]) =>
    folder.write(name, objects.map((one) => encodeYaml(one)).join("---\n"));
  const site = definition("Site", { v1: { type: "object" } });
  const disk = definition("Disk", { v1: { type: "object" } });
  const list = { apiVersion: "v1", kind: "List", items: [site, { kind: "Other" }, disk] };
  const kinds = async (args: string[], text = "") => {
    const { code, out, err } = await run(generate, ["types", ...args, "--import=x"], { text });
    assertEquals([code, err], [0, ""]);
    return [...out.matchAll(/^export const (\w+)/gm)].map(([, name]) => name).join();
  };
  assertEquals(await kinds(["-"], JSON.stringify(list)), "Site,Disk");
  assertEquals(await kinds(["-", "Disk"], JSON.stringify(list)), "Disk");
  const path = await write("a.yaml", site);
  await write("b.yml", disk);
  await folder.write("c.txt", "no definition");
  assertEquals(await kinds([folder.path + "/"]), "Site,Disk");
  assertEquals(await kinds([path, "x"]), "Site");
  const orch = JSON.stringify(site).replaceAll("k8s.io", NAMES.orch.groupSuffix);
  assertEquals(await kinds(["-"], orch), "Site");

  const with_ = (change: (spec: Record<string, unknown>) => void) => {
    const copy = structuredClone(site) as unknown as { spec: Record<string, unknown> };
    change(copy.spec);
    return JSON.stringify(copy);
  };
  const evil = 'v1"; export const evil = 1; "';
  const versions = site.spec.versions;
  const cases: [code: number, args: string[], text: string, said: RegExp][] = [
    [2, ["-", "--import="], "", /--import names nothing/],
    [2, ["-", "--kubeconfig=a"], "", /--kubeconfig is about a cluster/],
    [2, ["-", "--sing"], "", /unknown flag/],
    [1, ["/nowhere.yaml"], "", /nowhere/],
    [1, ["-"], "", /- has no definition of a kind/],
    [1, ["-"], '{"kind": "Pod", "apiVersion": "v1"}', /- has no definition of a kind/],
    [1, ["-"], "a: b: c", /yaml: line 1/],
    [
      1,
      ["-", "nope"],
      JSON.stringify(site),
      /no definition of "nope": there is sites\.example\.com/,
    ],
    [
      1,
      [path, "-"],
      JSON.stringify(site),
      /sites\.example\.com is defined twice: in .*a\.yaml and in -/,
    ],
    [1, ["-"], JSON.stringify(site).replace("k8s.io/v1", "k8s.io/v1beta1"), /only v1 is read/],
    [1, ["-"], with_((spec) => spec.group = "../x"), /group is "\.\.\/x"/],
    [1, ["-"], with_((spec) => spec.names = { kind: "A b", plural: "as" }), /kind is "A b"/],
    [1, ["-"], with_((spec) => spec.names = 3), /kind is missing/],
    [1, ["-"], with_((spec) => spec.versions = [{ ...versions[0], name: evil }]), /version is/],
    [
      1,
      ["-"],
      with_((spec) => spec.versions = [{ ...versions[0], served: false }]),
      /none .* is served/,
    ],
    [1, ["-"], with_((spec) => delete spec.versions), /none of its versions is served/],
  ];
  for (const [code, args, text, said] of cases) {
    const found = await run(generate, ["types", ...args], { text });
    assert(said.test(found.err), `${args} ${text}: ${found.err}`);
    assertEquals([found.code, found.out], [code, ""], found.err);
  }
});
