import { assert, assertEquals, assertRejects } from "../../deps/assert.ts";
import { KUBECTL_LAUNCHER, moduleLauncher, quoted } from "./launchers.ts";
import { EnvtestError, writeLaunchers } from "./write.ts";

const RUNTIME = { program: "/d", flags: [], environment: {} };
const LAUNCHER = moduleLauncher("m", RUNTIME);

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "orch-envtest-" });
  try {
    await test(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test("writeLaunchers() makes the folder, and writes anew what it wrote", async () => {
  await inFolder(async (folder) => {
    const own = `${folder}/a/b`;
    await writeLaunchers(own, { etcd: LAUNCHER, kubectl: KUBECTL_LAUNCHER });
    const other = moduleLauncher("other", RUNTIME);
    await writeLaunchers(own, { etcd: other, kubectl: KUBECTL_LAUNCHER });
    assertEquals(names(own), ["etcd", "kubectl"]);
    assertEquals(await Deno.readTextFile(`${own}/etcd`), other);
    assertEquals((await Deno.stat(`${own}/etcd`)).mode! & 0o777, 0o755);
  });
});

const STRANGERS: [name: string, make: (path: string) => Promise<void>][] = [
  ["a program", (path) => Deno.writeTextFile(path, "#!/bin/sh\nexit 0\n")],
  ["an empty file", (path) => Deno.writeTextFile(path, "")],
  ["a large file", (path) => Deno.writeTextFile(path, LAUNCHER + "x".repeat(100_000))],
  ["a folder", (path) => Deno.mkdir(path)],
  ["a link to nowhere", (path) => Deno.symlink("/nowhere/at/all", path)],
  ["a link to a launcher", async (path) => {
    await Deno.writeTextFile(`${path}.real`, LAUNCHER);
    await Deno.symlink(`${path}.real`, path);
  }],
];

for (const [name, make] of STRANGERS) {
  Deno.test(`writeLaunchers() leaves ${name} alone, and writes nothing beside it`, async () => {
    await inFolder(async (folder) => {
      await make(`${folder}/kubectl`);
      const before = names(folder);
      const error = await assertRejects(
        () => writeLaunchers(folder, { etcd: LAUNCHER, kubectl: KUBECTL_LAUNCHER }),
        "kubectl is there already",
      );
      assert(error instanceof EnvtestError);
      assertEquals(names(folder), before);
    });
  });
}

Deno.test("writeLaunchers() says where it can't write", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/file`, "");
    const error = await assertRejects(
      () => writeLaunchers(`${folder}/file/x`, { etcd: LAUNCHER }),
      `launchers can't be written to ${folder}/file/x`,
    );
    assert(error instanceof EnvtestError);
  });
});

Deno.test("quoted() is one word for a shell, whatever it is", async () => {
  const words = ["a", "", "a b", "it's", `"$HOME"`, "$(x)`y`", "a\nb", "\\", "*", "é", "-n", "#"];
  const { stdout } = await new Deno.Command("sh", {
    args: ["-c", `printf '%s\\0' ${words.map(quoted).join(" ")}`],
  }).output();
  assertEquals(new TextDecoder().decode(stdout).split("\0").slice(0, -1), words);
});
