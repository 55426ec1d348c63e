/** `orch init operator`: what it makes keeps its format, and passes its own tests. */
import { main as init } from "../../toolkit/cli/init/command.ts";
import { decodeYaml } from "../../toolkit/codec/yaml.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { eventually } from "../../testing/eventually.ts";
import { pathExists } from "../../toolkit/process/path_exists.ts";
import { deno, run, TestFolder } from "./terminal.ts";

const CHECKOUT = new URL("../../", import.meta.url).pathname;
const FILES = [
  "Dockerfile",
  "README.md",
  "deno.json",
  "manifests/crds.yaml",
  "manifests/operator.yaml",
  "manifests/rbac.yaml",
];

/** Paths of all files in a folder, sorted. */
async function filesIn(folder: string, prefix = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${prefix}`)) {
    if (isDirectory) found.push(...await filesIn(folder, `${prefix}${name}/`));
    else found.push(prefix + name);
  }
  return found.sort();
}

Deno.test("orch init operator makes one whose tests pass at once, with a webhook and without", async () => {
  await using folder = await TestFolder.make();
  const { path } = folder;
  const made = [["website-operator", "website", "--webhook"], ["my-2nd-site", "my_2nd_site"]];
  for (const [name = "", file, ...flags] of made) {
    const directory = `${path}/deep/${name}`;
    const { code, out, err } = await run(init, [
      "operator",
      name,
      `--directory=${directory}`,
      `--import=${CHECKOUT}mod.ts`,
      ...flags,
    ]);
    assertEquals([code, err], [0, ""]);
    assert(out.includes(`Next, in ${directory}:\n\n  deno task test\n`), out);
    assertEquals(await filesIn(directory), [...FILES, `${file}.ts`, `${file}_test.ts`].sort());
    await deno(directory, "fmt", "--check");
    await deno(directory, "lint");
    const manifests = decodeYaml(await Deno.readTextFile(`${directory}/manifests/operator.yaml`));
    const kinds = manifests.map((one) => (one as { kind: string }).kind);
    assertEquals(kinds.includes("Service"), flags.length > 0);
    assertEquals([kinds[0], kinds.at(-1)], ["CustomResourceDefinition", "Deployment"]);
    await deno(directory, "cache", "--quiet", "--no-lock", `${file}_test.ts`);
    const tests = await deno(directory, "test", "-A", "--no-check", "--no-lock", "--cached-only");
    assert(tests.includes(`${flags.length > 0 ? 5 : 4} passed | 0 failed`), tests);
  }
});

Deno.test("orch init operator never overwrites, and takes back what it can't finish", async () => {
  await using folder = await TestFolder.make();
  const { path } = folder;
  const init_ = (...args: string[]) => run(init, ["operator", "site", ...args]);
  await Deno.mkdir(`${path}/there/manifests`, { recursive: true });
  await folder.write("there/README.md", "mine");
  await Deno.symlink("/nowhere/at/all", `${path}/there/manifests/rbac.yaml`);
  const refused = await init_(`--directory=${path}/there`, `--import=${CHECKOUT}`);
  assertEquals([refused.code, refused.out], [1, ""]);
  assert(
    refused.err.includes("there has README.md, manifests/rbac.yaml already, and nothing is"),
    refused.err,
  );
  assertEquals(await filesIn(`${path}/there`), ["README.md", "manifests/rbac.yaml"]);
  // A folder with other things is used as it is.
  await Deno.mkdir(`${path}/other`);
  await folder.write("other/notes.txt", "mine");
  // There is no toolkit where it is said to be.
  for (const directory of ["other", "new/folder"]) {
    const failed = await init_(`--directory=${path}/${directory}`, `--import=${path}/nothing/`);
    assertEquals([failed.code, failed.out], [1, ""]);
    assert(/site\.ts crds.*it failed: [^]*nothing\/mod\.ts/.test(failed.err), failed.err);
  }
  assertEquals(await filesIn(path), [
    "other/notes.txt",
    "there/README.md",
    "there/manifests/rbac.yaml",
  ]);
  assertEquals(await Deno.stat(`${path}/new`).then(() => true, () => false), false);
  const blocked = await init_(`--directory=${path}/there/README.md/x`, `--import=${CHECKOUT}`);
  assertEquals(blocked.code, 1, blocked.err);
});

Deno.test("orch init operator that is interrupted takes back what it has made", async () => {
  await using folder = await TestFolder.make();
  const made = `${folder.path}/site`;
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-check", `${CHECKOUT}cli.ts`, "init", "operator", "site"],
    cwd: folder.path,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  await eventually("it has begun", () => pathExists(`${made}/deno.json`));
  process.kill("SIGINT");
  const { code, stderr } = await process.output();
  const said = new TextDecoder().decode(stderr);
  assertEquals([code, said], [130, "Interrupted: nothing was made in site.\n"]);
  assertEquals(await pathExists(made), false);
});

Deno.test("orch init operator says which names there may be", async () => {
  const cases: [args: string[], said: RegExp][] = [
    [[], /no command|Usage/],
    [["operator"], /no name is given/],
    [["operator", "a", "b"], /unexpected argument "b"/],
    [["operator", ""], /can't be called "": write lower-case letters/],
    [["operator", "Site"], /can't be called "Site"/],
    [["operator", "../site"], /can't be called "\.\.\/site"/],
    [["operator", "1site"], /a letter first/],
    [["operator", "site-"], /no dash last/],
    [["operator", "a".repeat(41)], /40 at most/],
    [["operator", 'a"; evil'], /can't be called/],
    [["operator", "deployment"], /its resource would be a Deployment/],
    [["operator", "type-operator"], /its resource would be a Type/],
    [["operator", "a", "--group=Example.com"], /--group is "Example\.com": write a domain/],
    [["operator", "a", "--group=example"], /--group is "example"/],
    [["operator", "a", '--group=a.b", evil: "'], /--group is/],
    [
      ["operator", "a", "--import=npm:orch"],
      /--import is "npm:orch": write the address or the path/,
    ],
    [["operator", "a", "--import=https://a/mod.ts?x"], /--import is/],
    [["operator", "a", "--import="], /--import names nothing/],
    [["operator", "a", "--directory="], /--directory names nothing/],
    [["operator", "a", "--sing"], /unknown flag: --sing/],
    [["site"], /orch init has no command "site"/],
  ];
  for (const [args, said] of cases) {
    const { code, out, err } = await run(init, args);
    assert(said.test(err + out), `${args}: ${err}`);
    assertEquals(code, args.length === 0 ? 0 : 2);
  }
});
