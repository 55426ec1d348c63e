/** What the documents promise: links lead somewhere, commands work, and programs compile and run. */
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { deno, ENTRY_POINTS, files, ROOT } from "../gate/checkout.ts";

const documents = await files(/\.md$/);
const read = (path: string) => Deno.readTextFile(ROOT + path);

Deno.test("every relative link of a document leads to a file", async () => {
  const broken: string[] = [];
  for (const path of documents) {
    for (const [, target] of (await read(path)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^([a-z]+:|#)/.test(target!)) continue;
      const file = new URL(target!.split("#")[0]!, `file://${ROOT}${path}`).pathname;
      const found = await Deno.stat(file).then(() => true, () => false);
      if (!found) broken.push(`${path}: ${target}`);
    }
  }
  assertEquals(broken, []);
});

Deno.test("every path of the project that a document names in code exists", async () => {
  const broken: string[] = [];
  for (const path of documents) {
    for (const [, named] of (await read(path)).matchAll(/`((?:[a-z_]+\/)+[a-z_.]*)`/g)) {
      // A name such as `apps/v1` is no path: only those below a folder of the project are.
      const top = named!.split("/")[0]!;
      if (!(await Deno.stat(ROOT + top).then((info) => info.isDirectory, () => false))) continue;
      const found = await Deno.stat(ROOT + named).then(() => true, () => false);
      if (!found) broken.push(`${path}: ${named}`);
    }
  }
  assertEquals(broken, []);
});

// That they compile with the options of the project, and run, are steps of the gate.
if (slowTests()) {
  Deno.test("every TypeScript example of a document compiles as its readers have it", async () => {
    const withExamples: string[] = [];
    for (const path of documents) {
      if (/^```ts$/m.test(await read(path))) withExamples.push(path);
    }
    assert(withExamples.length > 0);
    // Without the options of the project, and without its names.
    const options = ["--doc-only", "--no-config", "--no-lock", "--quiet"];
    const { success, output } = await deno(["check", ...options, ...withExamples]);
    assert(success, output);
  });
}

/** Lines of a document's `sh` blocks, but for those after a comment that says they are not run. */
function commands(text: string): string[] {
  const found: string[] = [];
  for (const [, block] of text.matchAll(/^```sh\n([\s\S]*?)^```/gm)) {
    if (block!.startsWith("# not run by the tests")) continue;
    for (const line of block!.split("\n")) {
      if (line.trim() !== "" && !line.startsWith("#")) found.push(line);
    }
  }
  return found;
}

/** Runs all commands of a document, in order, in one folder; how many they were. */
async function runAll(path: string, text: string): Promise<number> {
  const lines = commands(text);
  if (lines.length === 0) return 0;
  const folder = await Deno.makeTempDir();
  try {
    await Deno.symlink(`${ROOT}orch`, `${folder}/orch`);
    for (const line of lines) {
      const { code, stderr, stdout } = await new Deno.Command("sh", {
        args: ["-c", line],
        cwd: folder,
        stdin: "null",
        env: { NO_COLOR: "1" },
      }).output();
      const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
      assertEquals(code, 0, `${path}: ${line}\n${output}`);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return lines.length;
}

/** A document that says so is about what takes a kubectl. */
const needsKubectl = (text: string) => text.includes("\n# needs kubectl\n");

Deno.test("every command of a document works, in order, in one folder", async () => {
  let ran = 0;
  for (const path of documents) {
    const text = await read(path);
    if (!needsKubectl(text)) ran += await runAll(path, text);
  }
  assert(ran > 0);
});

testWith(["kubectl"], "every command of a document works that needs kubectl", async () => {
  let ran = 0;
  for (const path of documents) {
    const text = await read(path);
    if (needsKubectl(text)) ran += await runAll(path, text);
  }
  assert(ran > 0);
});

if (slowTests()) {
  Deno.test("the pages of all public symbols can be made, with the fields of types", async () => {
    const folder = await Deno.makeTempDir();
    try {
      const { success, output } = await deno([
        "doc",
        "--html",
        "--name=orch",
        `--output=${folder}`,
        ...ENTRY_POINTS,
      ]);
      assert(success, output);
      const page = await Deno.readTextFile(`${folder}/~/api.appsV1.DeploymentSpec.html`);
      assert(
        page.includes("How many pods there should be"),
        "the page of a type says what its fields mean",
      );
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
