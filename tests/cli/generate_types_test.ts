/** `orch generate types`: where definitions come from, and what is wrong with some. */
import { type ConfigMap, defineResource, Type } from "../../mod.ts";
import { main as generate } from "../../toolkit/cli/generate/command.ts";
import { encodeYaml } from "../../toolkit/codec/yaml.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { NAMES } from "../../toolkit/names.ts";
import { definition } from "./definition.ts";
import { OpenServer } from "./server.ts";
import { run, TestFolder } from "./terminal.ts";

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
  const bad = `${folder.path}/bad.json`;
  await Deno.writeFile(bad, new Uint8Array([0xff]));
  const evil = 'v1"; export const evil = 1; "';
  const versions = site.spec.versions;
  const cases: [code: number, args: string[], text: string, said: RegExp][] = [
    [2, ["-", "--import="], "", /--import names nothing/],
    [2, ["-", "--kubeconfig=a"], "", /--kubeconfig is about a cluster/],
    [2, ["-", "--sing"], "", /unknown flag/],
    [1, ["/nowhere.yaml"], "", /nowhere/],
    [1, ["-"], "", /- has no definition of a kind/],
    [1, ["-"], '{"kind": "Pod", "apiVersion": "v1"}', /- has no definition of a kind/],
    [1, ["-"], "a: b: c", /Error: -: yaml: line 1/],
    [1, [bad], "", /bad\.json: yaml: the text is not valid UTF-8/],
    [1, ["."], "", /Error: \. has no definition of a kind/],
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
