import { join } from "node:path";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { type ClientConfig, emptyClientConfig, printClientConfig } from "./document.ts";
import {
  clientConfigPaths,
  loadClientConfig,
  loadClientConfigs,
  mergeClientConfigs,
  writeClientConfig,
} from "./load.ts";

async function withFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function config(server: string, names: string[], current = ""): ClientConfig {
  return {
    ...emptyClientConfig(),
    clusters: names.map((name) => ({ name, cluster: { server } })),
    users: names.map((name) => ({ name, user: { token: server } })),
    contexts: names.map((name) => ({ name, context: { cluster: name, user: name } })),
    "current-context": current,
  };
}

Deno.test("clientConfigPaths() takes the dialect's variable, then the other's, then the home", () => {
  const home = { HOME: "/h" };
  const cases: [Record<string, string>, "orch" | "kubernetes", string[]][] = [
    [{ ORCHCONFIG: "/a:/b::/a" }, "orch", ["/a", "/b"]],
    [{ KUBECONFIG: "/k", ORCHCONFIG: "/a" }, "kubernetes", ["/k"]],
    [{ KUBECONFIG: "/k" }, "orch", ["/k"]],
    [{ ...home, KUBECONFIG: "" }, "orch", ["/h/.orch/config", "/h/.kube/config"]],
    [home, "kubernetes", ["/h/.kube/config", "/h/.orch/config"]],
    [{}, "orch", []],
  ];
  for (const [environment, dialect, paths] of cases) {
    assertEquals(clientConfigPaths(environment, dialect), paths);
  }
});

Deno.test("mergeClientConfigs() lets the first file decide", () => {
  const merged = mergeClientConfigs([
    config("first", ["a"]),
    { ...config("second", ["a", "b"], "b"), preferences: { colors: true } },
    config("third", ["c"], "c"),
  ]);
  assertEquals(merged.clusters.map((one) => [one.name, one.cluster.server]), [
    ["a", "first"],
    ["b", "second"],
    ["c", "third"],
  ]);
  assertEquals(merged["current-context"], "b");
  assertEquals(merged.preferences, { colors: true });
  assertEquals(mergeClientConfigs([]), emptyClientConfig());
});

Deno.test("loadClientConfigs() passes over files that are missing, and tells all that is wrong", async () => {
  await withFolder(async (folder) => {
    const [good, bad, worse] = ["good", "bad", "worse"].map((name) => join(folder, name));
    await Deno.writeTextFile(good ?? "", printClientConfig(config("s", ["a"])));
    await Deno.writeTextFile(bad ?? "", "kind: Pod");
    await Deno.writeTextFile(worse ?? "", "[");
    const missing = join(folder, "missing");
    const loaded = await loadClientConfigs([missing, good ?? ""]);
    assertEquals(loaded.clusters.length, 1);
    assertEquals(await loadClientConfigs([missing]), emptyClientConfig());
    const error = await assertRejects(() =>
      loadClientConfigs([bad ?? "", good ?? "", worse ?? ""])
    );
    assert(error.message.includes(`${bad}:`) && error.message.includes(`${worse}:`));
    await assertRejects(() => loadClientConfig(missing), `${missing} does not exist`);
    await assertRejects(() => loadClientConfig(folder), "can't read the client config file");
  });
});

Deno.test("loadClientConfig() takes paths as relative to the file", async () => {
  await withFolder(async (folder) => {
    const file = join(folder, "sub", "config");
    const written: ClientConfig = {
      ...emptyClientConfig(),
      clusters: [{ name: "c", cluster: { server: "", "certificate-authority": "ca.crt" } }],
      users: [
        {
          name: "u",
          user: {
            "client-certificate": "../a.crt",
            "client-key": "/abs/a.key",
            tokenFile: "t",
            exec: { command: "./plugin", provideClusterInfo: false },
          },
        },
        { name: "p", user: { exec: { command: "plugin", provideClusterInfo: false } } },
      ],
    };
    await writeClientConfig(file, written);
    const { clusters, users } = await loadClientConfig(file);
    assertEquals(clusters[0]?.cluster["certificate-authority"], join(folder, "sub/ca.crt"));
    const user = users[0]?.user;
    assertEquals(user?.["client-certificate"], join(folder, "a.crt"));
    assertEquals(user?.["client-key"], "/abs/a.key");
    assertEquals(user?.tokenFile, join(folder, "sub/t"));
    assertEquals(user?.exec?.command, join(folder, "sub/plugin"));
    assertEquals(users[1]?.user.exec?.command, "plugin");
    const raw = await loadClientConfig(file, { resolvePaths: false });
    assertEquals(raw.users[0]?.user.tokenFile, "t");
  });
});

Deno.test("writeClientConfig() writes for the owner alone, in one step, through a link", async () => {
  await withFolder(async (folder) => {
    const [target, link] = [join(folder, "target"), join(folder, "link")];
    await Deno.writeTextFile(target, "", { mode: 0o644 });
    await Deno.symlink(target, link);
    await writeClientConfig(link, config("s", ["a"]));
    assertEquals(((await Deno.stat(target)).mode ?? 0) & 0o777, 0o600);
    assert((await Deno.lstat(link)).isSymlink);
    assertEquals((await loadClientConfig(target)).clusters.length, 1);
    const names = Array.from(Deno.readDirSync(folder), (entry) => entry.name).sort();
    assertEquals(names, ["link", "target"]);
  });
});

Deno.test("writeClientConfig() leaves nothing behind when it can't write", async () => {
  await withFolder(async (folder) => {
    const path = join(folder, "folder");
    await Deno.mkdir(path);
    await assertRejects(() => writeClientConfig(path, emptyClientConfig()));
    const names = Array.from(Deno.readDirSync(folder), (entry) => entry.name);
    assertEquals(names, ["folder"]);
  });
});
