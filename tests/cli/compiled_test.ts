/**
 * What the commands write compiles: types of whatever is in a definition, and a new operator. One check of
 * all of it, as most of its time goes into the toolkit that both import.
 */
import type { KubeObject, Resource } from "../../mod.ts";
import { main as generate } from "../../toolkit/cli/generate/command.ts";
import { main as init } from "../../toolkit/cli/init/command.ts";
import { encodeYaml } from "../../toolkit/codec/yaml.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { definition } from "./definition.ts";
import { slowTests } from "../../testing/requirements.ts";
import { deno, run, TestFolder } from "./terminal.ts";

const MOD = new URL("../../mod.ts", import.meta.url).href;

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
import { type Apply, type Client, defineController, type Draft, type ObjectOf, type WriteOf } from "@orch/orch";
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

Deno.test("what orch init and orch generate types write compiles, whatever is in a definition", async () => {
  await using folder = await TestFolder.make();
  const { path } = folder;
  const made = await run(init, [
    "operator",
    "site",
    "--webhook",
    `--directory=${path}`,
    `--import=${MOD}`,
  ]);
  assertEquals([made.code, made.err], [0, ""]);
  const disk = await folder.write("disk.ts", DISK);
  const { Disk } = await import(`file://${disk}`) as { Disk: Resource<KubeObject, KubeObject> };
  const all = [...DEFINITIONS, Disk.definition()];
  const file = await folder.write("crds.yaml", all.map((one) => encodeYaml(one)).join("---\n"));
  const { code, out, err } = await run(generate, ["types", file, "--import", "@orch/orch"]);
  assertEquals([code, err], [0, ""]);
  await folder.write("kinds.ts", out);
  await folder.write("program.ts", PROGRAM);
  await deno(path, "fmt", "--check", "kinds.ts");
  await deno(path, "lint", "kinds.ts");
  // Its test imports the whole API server, which takes a while to check.
  const tests = slowTests() ? ["site_test.ts"] : [];
  await deno(path, "check", "--quiet", "--no-lock", "program.ts", "site.ts", ...tests);
  // Importing it runs nothing but what makes the kinds.
  const kinds = await import(`file://${path}/kinds.ts`) as Record<string, unknown>;
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
  // deno-lint-ignore no-control-regex
  assert(!/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/.test(out), "hidden characters");
});
