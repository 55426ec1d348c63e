import { runs } from "../../../testing/requirements.ts";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import type { Dialect } from "../../../toolkit/names.ts";
import { type Backend, storeContract } from "../contract.ts";
import { bytes, contents, put, rejects } from "../contract/suite.ts";
import { Corrupt, Locked, NewerFormat, StoreError, WrongDialect } from "../errors.ts";
import { openFileStore } from "./file.ts";
import { GatedKv } from "./gated.ts";
import { META_ROW } from "./layout.ts";
import { createDatabase, Reclaimer } from "./reclaim.ts";

function open(path: string, dialect: Dialect = "orch") {
  return openFileStore({ path, dialect, clock: systemClock, logger: silentLogger });
}

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function fileBackend(): Promise<Backend> {
  const folder = await Deno.makeTempDir();
  return {
    shared: false,
    persistent: true,
    open: () => open(`${folder}/store.kv`),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

storeContract("file store", fileBackend, { modelRuns: runs(10) });

Deno.test("openFileStore() makes folder and files for the owner alone", () =>
  inFolder(async (folder) => {
    const path = `${folder}/a/b/store.kv`;
    const store = await open(path);
    await store.commit([put("/registry/a", "1")]);
    const modes = ["", ".lock", "-wal", "-shm"].map((end) => Deno.statSync(path + end).mode ?? 0);
    assertEquals(modes.map((mode) => mode & 0o777), [0o600, 0o600, 0o600, 0o600]);
    assertEquals((Deno.statSync(`${folder}/a`).mode ?? 0) & 0o777, 0o700);
    await store.close();
  }));

Deno.test("openFileStore() names the holder of the lock", () =>
  inFolder(async (folder) => {
    const path = `${folder}/store.kv`;
    const first = await open(path);
    const error = await rejects(Locked, () => open(path));
    assert(error.message.includes(`process ${Deno.pid} on ${Deno.hostname()}`), error.message);
    await Deno.symlink(path, `${folder}/other.kv`);
    await rejects(Locked, () => open(`${folder}/other.kv`));
    await first.commit([put("/registry/a", "1")]);
    await first.close();
    const second = await open(`${folder}/other.kv`);
    assertEquals(await contents(second), { "/registry/a": "1" });
    await second.close();
  }));

Deno.test("openFileStore() refuses the other dialect, and keeps it", () =>
  inFolder(async (folder) => {
    const path = `${folder}/store.kv`;
    await (await open(path, "kubernetes")).close();
    const error = await rejects(WrongDialect, () => open(path, "orch"));
    assert(error.message.includes("--api-dialect=kubernetes"), error.message);
    await (await open(path, "kubernetes")).close();
  }));

Deno.test("openFileStore() refuses what is not a store it knows", () =>
  inFolder(async (folder) => {
    const meta = (value: unknown) => bytes(JSON.stringify(value));
    const cases: { name: string; rows: [Deno.KvKey, unknown][]; type: typeof StoreError }[] = [
      {
        name: "newer",
        rows: [[META_ROW, meta({ format: 2, dialect: "orch" })]],
        type: NewerFormat,
      },
      { name: "foreign", rows: [[["users", 1], "x"]], type: Corrupt },
      { name: "no-meta", rows: [[META_ROW, meta([])]], type: Corrupt },
      { name: "text", rows: [[META_ROW, "text"]], type: Corrupt },
      { name: "no-r", rows: [[META_ROW, meta({ format: 1, dialect: "orch" })]], type: Corrupt },
    ] as const as never;
    for (const { name, rows, type } of cases) {
      const kv = await Deno.openKv(`${folder}/${name}.kv`);
      for (const [key, value] of rows) await kv.set(key, value);
      kv.close();
      await rejects(type, () => open(`${folder}/${name}.kv`));
      // The failure gave the lock back.
      await rejects(type, () => open(`${folder}/${name}.kv`));
    }
    await Deno.writeTextFile(
      `${folder}/text.kv`,
      "this is no database, but long enough".repeat(99),
    );
    await rejects(Error, () => open(`${folder}/text.kv`));
    await Deno.mkdir(`${folder}/folder.kv`);
    await rejects(StoreError, () => open(`${folder}/folder.kv`));
  }));

Deno.test("openFileStore() makes a new file where making one was cut short", () =>
  inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/store.kv.new`, "half a database");
    await Deno.writeTextFile(`${folder}/store.kv`, "");
    const store = await open(`${folder}/store.kv`);
    await store.commit([put("/registry/a", "1")]);
    await store.close();
  }));

Deno.test("a file store gives space back while many write, and fails none of them", () =>
  inFolder(async (folder) => {
    const path = `${folder}/store.kv`;
    const lines: string[] = [];
    const note = (message: string) => void lines.push(message);
    const logger = { ...silentLogger, warning: note, error: note };
    const store = await openFileStore({ path, dialect: "orch", clock: systemClock, logger });
    const value = crypto.getRandomValues(new Uint8Array(50_000));
    const write = (writer: number) => {
      return store.commit([{ type: "put", key: `/registry/${writer}`, value }]);
    };
    // Space for the reclaimer: enough of it that it is at work while the writers are.
    for (let step = 0; step < 400; step++) await write(step % 10);
    const full = (await store.status()).sizeBytes ?? 0;
    await store.compact(await store.revision());
    let size = full;
    await Promise.all(Array.from({ length: 10 }, async (_, writer) => {
      for (let step = 0; step < 1000 && size > full / 2; step++) {
        await write(writer);
        if (writer > 0 || step % 10 > 0) continue;
        await store.compact(await store.revision());
        size = Deno.statSync(path).size;
      }
    }));
    await store.close();
    assertEquals(lines, []);
    assert(size <= full / 2, `${size} of ${full} bytes are left`);
  }));

Deno.test("Reclaimer gives the space of deleted rows back while others write", () =>
  inFolder(async (folder) => {
    const path = `${folder}/x.kv`;
    createDatabase(path);
    const kv = new GatedKv(await Deno.openKv(path));
    const value = crypto.getRandomValues(new Uint8Array(60_000));
    for (let row = 0; row < 400; row++) await kv.set(["c", row], value);
    const reclaimer = new Reclaimer(path, kv, systemClock, silentLogger);
    const full = Deno.statSync(path).size;
    for (let row = 0; row < 390; row++) await kv.delete(["c", row]);
    let writes = 0;
    let done = false;
    const writing = (async () => {
      while (!done) await kv.set(["w"], ++writes);
    })();
    await reclaimer.run();
    done = true;
    await writing;
    await reclaimer.close();
    kv.close();
    const size = Deno.statSync(path).size;
    assert(size < full / 5, `${size} of ${full} bytes are left`);
    const database = new DatabaseSync(path);
    assertEquals(Object.values(database.prepare("PRAGMA integrity_check").get() ?? {}), ["ok"]);
    database.close();
  }));
