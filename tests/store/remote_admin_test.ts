/** `./orch store` on remote stores, and a backup's way from one backend to the next. */
import { accessStore } from "../../apiserver/storage/admin/access.ts";
import { startCluster } from "../../testing/etcd_cluster.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { testWith } from "../../testing/requirements.ts";
import { KvConnectServer } from "./kvconnect/server.ts";

const ORCH = new URL("../../orch", import.meta.url).pathname;

async function orchStore(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(ORCH, {
    args: ["store", ...args],
    stdin: "null",
    env: { NO_COLOR: "1", DENO_KV_ACCESS_TOKEN: KvConnectServer.TOKEN },
  }).output();
  const err = new TextDecoder().decode(stderr);
  assertEquals(code, 0, `${args.join(" ")}: ${err}`);
  assert(!err.includes(KvConnectServer.TOKEN), "the token must not show");
  return new TextDecoder().decode(stdout);
}

testWith(
  ["etcd"],
  "orch store carries a backup from a file to etcd, on to KV Connect, and back",
  async () => {
    await using cluster = await startCluster();
    await using remote = await KvConnectServer.start();
    const { host, port } = cluster.addresses[0]!;
    const folder = await Deno.makeTempDir();
    try {
      const places = [
        [`--store-servers=file:${folder}/a.kv`, "--create"],
        [`--store-servers=etcd://${host}:${port}`],
        [`--store-servers=${remote.url}`],
        [`--store-servers=file:${folder}/b.kv`, "--create"],
      ];
      const holder = new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "-A",
          "--quiet",
          "--no-check",
          "--unstable-kv",
          new URL("hold_store.ts", import.meta.url).pathname,
          `${folder}/a.kv`,
        ],
        stdin: "piped",
        stdout: "piped",
        stderr: "inherit",
      }).spawn();
      // It writes until its input ends, which is when it has written enough.
      let written = 0;
      for await (const text of holder.stdout.pipeThrough(new TextDecoderStream())) {
        written += text.split("\n").length - 1;
        if (written > 200) await holder.stdin.close().catch(() => {});
      }
      assert((await holder.status).success);

      const lists: string[] = [];
      for (const [index, place] of places.entries()) {
        if (index > 0) await orchStore("restore", ...place, `${folder}/${index - 1}`);
        lists.push(await orchStore("list", ...place, "/registry/"));
        const status = JSON.parse(await orchStore("status", ...place, "-ojson"));
        assertEquals(status.resources[0].resource, "core/pairs");
        await orchStore("backup", ...place, `${folder}/${index}`);
        await orchStore("compact", ...place);
      }
      assert(lists[0]!.split("\n").length > 200);
      for (const list of lists) assertEquals(list, lists[0]);
      assertEquals(
        await orchStore("get", ...places[3]!, JSON.parse(lists[0]!.split("\n")[0]!)),
        await orchStore("get", ...places[1]!, JSON.parse(lists[0]!.split("\n")[0]!)),
      );
      const etcdNamed = [`--etcd-servers=http://${host}:${port}`];
      assertEquals(await orchStore("list", ...etcdNamed, "/registry/"), lists[0]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

testWith(
  ["etcd"],
  "a backup with a value over etcd's limit is refused while etcd has all that it had",
  async () => {
    await using cluster = await startCluster();
    const { host, port } = cluster.addresses[0]!;
    const folder = await Deno.makeTempDir();
    try {
      const large = `file:${folder}/large.kv`;
      const remote = `etcd://${host}:${port}`;
      for (const [servers, bytes] of [[large, 2 * 1024 * 1024], [remote, 10]] as const) {
        await using to = await accessStore({
          servers: [servers],
          dialect: "orch",
          prefix: "/registry",
          create: true,
        });
        const key = "/registry/core/configmaps/a/b";
        await to.store!.commit([{ type: "put", key, value: new Uint8Array(bytes) }]);
      }
      await orchStore("backup", `--store-servers=${large}`, `${folder}/backup`);
      const to = `--store-servers=${remote}`;
      const before = await orchStore("status", to, "-ojson");
      const { code, stderr } = await new Deno.Command(ORCH, {
        args: ["store", "restore", to, "--force", `${folder}/backup`],
        stdin: "null",
      }).output();
      const err = new TextDecoder().decode(stderr);
      assertEquals(code, 1, err);
      assert(/^Error: .* is left as it was: .* over the limit of \d+\n$/.test(err), err);
      assertEquals(await orchStore("status", to, "-ojson"), before);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);
