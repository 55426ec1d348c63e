/** `./orch store`, on files that are free, held, damaged and half restored. */
import { accessStore } from "../../apiserver/storage/admin/access.ts";
import { readBackup } from "../../apiserver/storage/admin/backup_format.ts";
import { chunksOf } from "../../apiserver/storage/admin/files.ts";
import { main } from "../../apiserver/storage/admin/command.ts";
import { restoreBackup } from "../../apiserver/storage/admin/restore.ts";
import { TooLarge } from "../../apiserver/storage/errors.ts";
import { MemoryStore, openStore, type Store } from "../../apiserver/storage/mod.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { silentLogger } from "../../toolkit/logging/mod.ts";

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function orchStore(...args: string[]) {
  let out = "", err = "";
  const code = await main(args, {
    columns: 0,
    out: (text) => out += text,
    err: (text) => err += text,
  });
  return { code, out, err };
}

const access = (path: string) =>
  accessStore({ servers: [`file:${path}`], dialect: "orch", prefix: "/registry", create: true });

async function fill(store: Store, keys: number): Promise<void> {
  for (let at = 0; at < keys; at++) {
    const value = new TextEncoder().encode(`value ${at}`);
    await store.commit([{ type: "put", key: `/registry/core/configmaps/a/${at}`, value }]);
  }
}

async function contents(store: Store, prefix = "/registry/"): Promise<[string, string][]> {
  const { items } = await store.range(prefix);
  return items.map(({ key, value }) => [key, new TextDecoder().decode(value)]);
}

Deno.test("orch store backs up one file and restores it into another", async () => {
  await inFolder(async (folder) => {
    let before: [string, string][];
    let revision: number;
    {
      await using from = await access(`${folder}/a.kv`);
      await fill(from.store!, 40);
      await from.store!.commit([{ type: "delete", key: "/registry/core/configmaps/a/7" }]);
      before = await contents(from.store!);
      revision = await from.store!.revision();
    }
    const server = (name: string) => `--store-servers=file:${folder}/${name}.kv`;
    assertEquals((await orchStore("backup", server("a"), `${folder}/x`)).code, 0);
    assertEquals((await Deno.stat(`${folder}/x`)).mode! & 0o777, 0o600);
    const again = await orchStore("backup", server("a"), `${folder}/x`);
    assert(again.code === 1 && again.err.includes("exists"), again.err);
    assertEquals((await orchStore("backup", server("a"), `${folder}/x`, "--force")).code, 0);

    assertEquals((await orchStore("restore", server("b"), "--create", `${folder}/x`)).code, 0);
    const refused = await orchStore("restore", server("b"), `${folder}/x`);
    assert(refused.code === 1 && refused.err.includes("holds 39 keys"), refused.err);
    assertEquals((await orchStore("restore", server("b"), `${folder}/x`, "--force")).code, 0);
    {
      await using to = await access(`${folder}/b.kv`);
      assertEquals(await contents(to.store!), before);
      assert(await to.store!.revision() > revision, "revisions must not come again");
    }
    assertEquals(
      [...Deno.readDirSync(folder)].filter(({ name }) => name.startsWith(".")),
      [],
      "nothing unfinished is left",
    );
    const moved = await orchStore(
      "restore",
      server("c"),
      "--create",
      "--store-prefix=other",
      `${folder}/x`,
    );
    assertEquals(moved.code, 0);
    await using other = await access(`${folder}/c.kv`);
    assertEquals(
      (await contents(other.store!, "/other/")).map(([key]) => key),
      before.map(([key]) => key.replace("/registry", "/other")),
    );
  });
});

Deno.test("orch store status tells what a store is and holds", async () => {
  await inFolder(async (folder) => {
    {
      await using from = await access(`${folder}/a.kv`);
      await fill(from.store!, 3);
    }
    const server = `--store-servers=file:${folder}/a.kv`;
    const { out } = await orchStore("status", server, "-o", "json");
    const report = JSON.parse(out);
    assertEquals(report.resources, [{ resource: "core/configmaps", objects: 3, bytes: 21 }]);
    assertEquals([report.backend, report.dialect, report.revision], ["file", "orch", 4]);
    assert(/core\/configmaps +3 +21 B\n/.test((await orchStore("status", server)).out));
    assertEquals((await orchStore("compact", server)).code, 0);
    assertEquals(JSON.parse((await orchStore("status", server, "-ojson")).out).compacted, 4);
    const listed = await orchStore("list", server, "/registry/core/configmaps/a/1");
    assertEquals(listed.out, '"/registry/core/configmaps/a/1"\n');
  });
});

const REFUSED: [code: number, args: string[], message: string][] = [
  [2, [], "orch store COMMAND"],
  [2, ["nonsense"], "unknown command"],
  [2, ["constructor"], "unknown command"],
  [2, ["backup"], "needs a FILE"],
  [2, ["status", "more"], 'takes no argument: "more" is too much'],
  [2, ["status", "--no-such"], "unknown flag"],
  [1, ["status", "--store-servers=file:/nonexistent/x.kv"], "there is no store at"],
  [1, ["status", "--store-servers=memory:"], "exists only inside of its server's process"],
  [1, ["status", "--store-servers=gopher://x"], "has an unknown scheme"],
  [1, ["status", "--etcd-servers=x:2379"], "must begin with http:// or https://"],
  [2, ["get", "a", "b"], 'takes one argument only: "b" is too much'],
  [
    1,
    ["restore", "--store-servers=file:/nonexistent/x.kv", "/nonexistent/backup"],
    "/nonexistent/backup can't be read: No such file",
  ],
  [
    1,
    ["status", "--store-cafile=/nonexistent/ca", "--store-servers=memory:"],
    "--store-cafile: /nonexistent/ca can't be read: No such file",
  ],
];

Deno.test("orch store names what it can't do", async () => {
  for (const [expected, args, message] of REFUSED) {
    const { code, err } = await orchStore(...args);
    assertEquals(code, expected, args.join(" "));
    assert(err.includes(message), `${args.join(" ")}: ${err}`);
  }
});

Deno.test("orch store says in a line that a file is no store, or no backup, or can't be written", async () => {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/text`, "neither\n");
    const server = `--store-servers=file:${folder}/a.kv`;
    const cases: [args: string[], message: string][] = [
      [["status", `--store-servers=file:${folder}/text`], "/text can't be opened: file is not a"],
      [["restore", server, "--create", `${folder}/text`], "this is not a backup"],
      [
        ["backup", server, "--create", `${folder}/none/x`],
        "/none/x can't be written: No such file",
      ],
    ];
    for (const [args, message] of cases) {
      const { code, err } = await orchStore(...args);
      assert(code === 1 && err.includes(message) && err.split("\n").length === 2, err);
    }
  });
});

Deno.test("a backup of another prefix than the store's is refused", async () => {
  await inFolder(async (folder) => {
    const server = `--store-servers=file:${folder}/a.kv`;
    {
      await using from = await access(`${folder}/a.kv`);
      await fill(from.store!, 5);
    }
    const { code, err } = await orchStore(
      "backup",
      server,
      "--store-prefix=/registy",
      `${folder}/x`,
    );
    assert(code === 1 && err.includes("5 keys, and none under /registy/: is --store-prefix"), err);
    assertEquals([...Deno.readDirSync(folder)].filter(({ name }) => name.includes("x")), []);
    // Of nothing at all there may be one.
    const empty = `--store-servers=file:${folder}/b.kv`;
    assertEquals((await orchStore("backup", empty, "--create", `${folder}/y`)).code, 0);
  });
});

Deno.test("a damaged backup changes nothing", async () => {
  await inFolder(async (folder) => {
    {
      await using from = await access(`${folder}/a.kv`);
      await fill(from.store!, 5);
    }
    const server = `--store-servers=file:${folder}/a.kv`;
    await orchStore("backup", server, `${folder}/x`);
    const bytes = await Deno.readFile(`${folder}/x`);
    bytes[bytes.length - 40]! ^= 1;
    await Deno.writeFile(`${folder}/bad`, bytes);
    const target = `--store-servers=file:${folder}/b.kv`;
    const { code, err } = await orchStore("restore", target, "--create", `${folder}/bad`);
    assert(code === 1 && err.includes("damaged"), err);
    await assertRejects(() => Deno.stat(`${folder}/b.kv`));
    assertEquals((await orchStore("restore", server, "--force", `${folder}/bad`)).code, 1);
    await using kept = await access(`${folder}/a.kv`);
    assertEquals((await contents(kept.store!)).length, 5);
  });
});

Deno.test("an unfinished restore is told apart, refused, and done again", async () => {
  await inFolder(async (folder) => {
    const server = (name: string) => `--store-servers=file:${folder}/${name}.kv`;
    {
      await using from = await access(`${folder}/a.kv`);
      await fill(from.store!, 300);
    }
    await orchStore("backup", server("a"), `${folder}/x`);
    {
      await using half = await access(`${folder}/b.kv`);
      const backup = await readBackup(chunksOf(`${folder}/x`));
      const cut = (async function* () {
        let count = 0;
        for await (const record of backup.records) {
          if (count++ === 250) throw new Error("the machine stops");
          yield record;
        }
      })();
      const options = {
        store: half.store!,
        prefix: "/registry",
        dialect: "orch",
        force: false,
      } as const;
      await assertRejects(() => restoreBackup({ ...backup, records: cut }, options), "stops");
    }
    const serving = {
      dialect: "orch",
      prefix: "/registry",
      clock: systemClock,
      logger: silentLogger,
    } as const;
    const open = () => openStore([`file:${folder}/b.kv`], serving);
    const error = await assertRejects(open, "unfinished restore");
    assertEquals(error.name, "UnfinishedRestore");
    const refused = await orchStore("backup", server("b"), `${folder}/y`);
    assert(refused.err.includes("unfinished restore"), refused.err);
    assertEquals((await orchStore("restore", server("b"), `${folder}/x`)).code, 0);
    await using whole = await access(`${folder}/b.kv`);
    assertEquals((await contents(whole.store!)).length, 300);
  });
});

Deno.test("a restored store goes on after the backup's revision, however far that is", async () => {
  const store = new MemoryStore();
  const header = { dialect: "orch", revision: 12_345_678, time: "now" } as const;
  const backup = { header, records: (async function* () {})(), close: () => Promise.resolve() };
  const options = { store, prefix: "/registry", dialect: "orch", force: false } as const;
  assertEquals((await restoreBackup(backup, options)).revision, 12_345_679);
});

Deno.test("a backup is restored on another backend", async () => {
  await inFolder(async (folder) => {
    {
      await using from = await access(`${folder}/a.kv`);
      await fill(from.store!, 20);
    }
    await orchStore("backup", `--store-servers=file:${folder}/a.kv`, `${folder}/x`);
    const store = new MemoryStore();
    const backup = await readBackup(chunksOf(`${folder}/x`));
    await restoreBackup(backup, { store, prefix: "/registry", dialect: "orch", force: false });
    assertEquals((await contents(store)).length, 20);
    const wrong = await readBackup(chunksOf(`${folder}/x`));
    const options = { store, prefix: "/registry", dialect: "kubernetes", force: true } as const;
    await assertRejects(() => restoreBackup(wrong, options), "--api-dialect=orch");
    await store.close();
  });
});

Deno.test("a store that takes each value of a backup, and few at once, gets all of them", async () => {
  const store = new MemoryStore();
  await fill(store, 3);
  const commit = store.commit.bind(store);
  store.commit = async (ops, options) => {
    const size = ops.reduce((sum, op) => sum + (op.type === "put" ? op.value.length : 0), 0);
    if (size > 1000) throw new TooLarge("the size of a commit in bytes", size, 1000);
    return await commit(ops, options);
  };
  const all = Array.from({ length: 7 }, (_, at) => ({
    key: `/core/configmaps/a/${at}`,
    value: new Uint8Array(900),
  }));
  const records = (async function* () {
    for (const record of all) yield await Promise.resolve(record);
  })();
  const header = { dialect: "orch", revision: 5, time: "now" } as const;
  const backup = { header, records, close: () => Promise.resolve() };
  const options = { store, prefix: "/registry", dialect: "orch", force: true } as const;
  const { keys } = await restoreBackup(backup, { ...options, largest: all[0]! });
  assertEquals([keys, (await contents(store)).length], [7, 7]);
});

Deno.test("a backup with more than the store takes is refused before anything is replaced", async () => {
  const store = new MemoryStore();
  await fill(store, 3);
  const largest = { key: "/core/configmaps/a/big", value: new Uint8Array(2000) };
  const commit = store.commit.bind(store);
  store.commit = async (ops, options) => {
    const size = Math.max(0, ...ops.map((op) => op.type === "put" ? op.value.length : 0));
    if (size > 1000) throw new TooLarge("the size of a commit in bytes", size, 1000);
    return await commit(ops, options);
  };
  const header = { dialect: "orch", revision: 5, time: "now" } as const;
  const restore = async (size: number) => {
    const record = { ...largest, value: new Uint8Array(size) };
    const records = (async function* () {
      yield await Promise.resolve(record);
    })();
    const backup = { header, records, close: () => Promise.resolve() };
    const options = { store, prefix: "/registry", dialect: "orch", force: true } as const;
    return await restoreBackup(backup, { ...options, largest: record });
  };
  await assertRejects(
    () => restore(1001),
    'is left as it was: of "/core/configmaps/a/big" the size of a commit in bytes is 1001, ' +
      "which is over the limit of 1000",
  );
  assertEquals(await store.revision(), 4);
  assertEquals((await restore(1000)).keys, 1);
  assertEquals((await contents(store)).length, 1);
});

Deno.test("a store that another process holds is backed up while that writes", async () => {
  await inFolder(async (folder) => {
    const path = `${folder}/held.kv`;
    const holder = new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--quiet",
        "--no-check",
        "--unstable-kv",
        new URL("hold_store.ts", import.meta.url).pathname,
        path,
      ],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const lines = holder.stdout.pipeThrough(new TextDecoderStream());
    let acknowledged = 0;
    const started = Promise.withResolvers<void>();
    const reading = (async () => {
      for await (const text of lines) {
        acknowledged += text.split("\n").length - 1;
        if (acknowledged > 100) started.resolve();
      }
    })();
    await started.promise;

    const server = `--store-servers=file:${path}`;
    const before = acknowledged;
    const backup = await orchStore("backup", server, `${folder}/x`);
    assertEquals(backup.code, 0, backup.err);
    const { resources, heldBy } = JSON.parse((await orchStore("status", server, "-ojson")).out);
    assertEquals(heldBy, `process ${holder.pid}`);
    assert(resources[0].objects > 100);
    assertEquals((await orchStore("compact", server)).code, 0);
    const refused = await orchStore("restore", server, "--force", `${folder}/x`);
    assert(
      refused.code === 1 && refused.err.includes("stop the server that holds it"),
      refused.err,
    );
    assertEquals((await Deno.stat(`${path}.sock`)).mode! & 0o777, 0o600);

    await holder.stdin.close();
    await reading;
    assert((await holder.status).success);
    assert(acknowledged > before, "the holder went on writing");
    await assertRejects(() => Deno.stat(`${path}.sock`));

    assertEquals(
      (await orchStore("restore", `--store-servers=file:${folder}/b.kv`, "--create", `${folder}/x`))
        .code,
      0,
    );
    await using restored = await access(`${folder}/b.kv`);
    const all = new Map(await contents(restored.store!));
    for (const [key, value] of all) {
      assertEquals(
        all.get(key.replace(/pairs\/./, "pairs/a")),
        value,
        "one revision, whole commits",
      );
    }
  });
});
