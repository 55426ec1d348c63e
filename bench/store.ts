/**
 * Measures the stores: objects a second by the number of writers, beside a raw loop of atomic
 * operations of the same size on the same keys in the same run; reads; opening; memory.
 *
 * Figures of an embedded file depend on the disk's fsync above all: compare ratios, not machines.
 *
 * @module
 */

import { changeRow, encodeRevision, NEWEST_ROW } from "../apiserver/storage/kv/layout.ts";
import { createDatabase } from "../apiserver/storage/kv/reclaim.ts";
import { RecordWriter, WRITER_BYTES } from "../apiserver/storage/kv/record.ts";
import { MemoryStore, openStore, type Store } from "../apiserver/storage/mod.ts";
import { systemClock } from "../toolkit/clock.ts";
import { silentLogger } from "../toolkit/logger.ts";
import { measureRemote } from "./store_remote.ts";
import { saveResult, table } from "./report.ts";

const OBJECT_BYTES = 1250;
const WRITERS = [1, 10, 50, 200];
const OPEN_OBJECTS = 100_000;
/** How long a turn lasts, and how many each side gets. They alternate, as what else the machine does
 * changes with time; and they are long enough that neither pays for what the other left the disk. */
const TURN_MS = 500;
const TURNS = 9;
/** Turns before the ones that count, for the compiler. */
const WARM_UP_TURNS = 1;
const MEMORY_MS = 700;
/** What a group commit must reach of a raw loop. */
const TARGET_RATIO = 0.8;

interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const shown = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(3);

/** Runs all of it, prints a table, writes the results; 1 when the target was missed. */
export async function main(_args: string[]): Promise<number> {
  const figures: Figure[] = [];
  const note = (name: string, value: number, unit: string) => {
    figures.push({ name, value, unit });
    // It takes minutes: say how far it is.
    console.error(`${name}: ${shown(value)} ${unit}`);
  };
  const folder = await Deno.makeTempDir({ prefix: "orch-bench-" });
  let worstRatio = Infinity;
  try {
    for (const writers of WRITERS) {
      const { store, raw, ratio } = await compareWrites(folder, writers);
      note(`file, ${writers} writers`, store, "objects/s");
      note(`file, raw atomics of ${writers}`, raw, "objects/s");
      note(`file, ${writers} writers, of the raw loop`, ratio, "x");
      worstRatio = Math.min(worstRatio, ratio);
    }
    const memory = new MemoryStore();
    for (const writers of WRITERS) {
      note(`memory, ${writers} writers`, await writeFor(memory, writers, MEMORY_MS), "objects/s");
    }
    note("memory, fork of that", await forkMicros(memory), "µs");
    await memory.close();
    await measureRemote({ writers: WRITERS, ms: TURN_MS, nextKey, object, writeFor, note });
    await measureLarge(folder, note);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  const rows = figures.map(({ name, value, unit }) => [name, shown(value), unit]);
  console.log(`\n${table(["what", "figure", "unit"], rows)}`);
  await saveResult("store", figures);
  const reached = worstRatio >= TARGET_RATIO;
  console.log(`\nworst ratio ${worstRatio.toFixed(2)}, target ${TARGET_RATIO}`);
  return reached ? 0 : 1;
}

async function compareWrites(
  folder: string,
  writers: number,
): Promise<{ store: number; raw: number; ratio: number }> {
  const store = await openFile(`${folder}/group-${writers}.kv`);
  const rawPath = `${folder}/raw-${writers}.kv`;
  createDatabase(rawPath);
  const kv = await Deno.openKv(rawPath);
  const raw = new RawLoop(kv, writers);
  const turns: { store: number; raw: number }[] = [];
  for (let turn = 0; turn < WARM_UP_TURNS + TURNS; turn++) {
    const rates = {
      store: await writeFor(store, writers, TURN_MS),
      raw: await raw.writeFor(TURN_MS),
    };
    if (turn >= WARM_UP_TURNS) turns.push(rates);
  }
  await store.close();
  kv.close();
  return {
    store: median(turns.map(({ store }) => store)),
    raw: median(turns.map(({ raw }) => raw)),
    ratio: median(turns.map(({ store, raw }) => store / raw)),
  };
}

let made = 0;

function nextKey(): string {
  return `/registry/core/configmaps/bench/object-${made++}`;
}

function object(): Uint8Array {
  const value = new Uint8Array(OBJECT_BYTES);
  crypto.getRandomValues(value);
  return value;
}

/** Objects a second that `writers` callers write, each waiting for its own. */
async function writeFor(store: Store, writers: number, ms: number): Promise<number> {
  const value = object();
  const start = performance.now();
  let written = 0;
  let over = false;
  await Promise.all(Array.from({ length: writers }, async (_, writer) => {
    while (!over) {
      await store.commit([{ type: "put", key: nextKey(), value, revision: 0 }]);
      written++;
      // One looks at the clock for all: the look costs a good part of what a commit does.
      if (writer === 0) over = performance.now() - start >= ms;
    }
  }));
  return written / (performance.now() - start) * 1000;
}

/** Atomic operations one after the other, each with the rows that a group of writers makes. */
class RawLoop {
  readonly #kv: Deno.Kv;
  readonly #size: number;
  /** One for each row of an operation, as other bytes as those of different objects are. */
  readonly #records: readonly Uint8Array[];
  #versionstamp: string | null = null;
  #revision = 1;

  constructor(kv: Deno.Kv, size: number) {
    this.#kv = kv;
    this.#size = size;
    const writer = new Uint8Array(WRITER_BYTES);
    this.#records = Array.from({ length: size }, () => {
      return new RecordWriter(writer).put(nextKey(), 1, object());
    });
  }

  async writeFor(ms: number): Promise<number> {
    const start = performance.now();
    let written = 0;
    while (performance.now() - start < ms) {
      const atomic = this.#kv.atomic()
        .check({ key: NEWEST_ROW, versionstamp: this.#versionstamp });
      for (const record of this.#records) atomic.set(changeRow(++this.#revision, 0), record);
      const result = await atomic.set(NEWEST_ROW, encodeRevision(this.#revision)).commit();
      if (!result.ok) throw new Error("the raw loop met another writer");
      this.#versionstamp = result.versionstamp;
      written += this.#size;
    }
    return written / (performance.now() - start) * 1000;
  }
}

async function forkMicros(store: MemoryStore): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 50; turn++) {
    const start = performance.now();
    const fork = store.fork();
    times.push((performance.now() - start) * 1000);
    await fork.close();
  }
  return median(times);
}

/** Opening, reading and watching a file of 100,000 objects. */
async function measureLarge(
  folder: string,
  note: (name: string, value: number, unit: string) => void,
): Promise<void> {
  const path = `${folder}/large.kv`;
  const value = object();
  const label = `file of ${OPEN_OBJECTS} objects`;
  {
    const store = await openFile(path);
    const keys = Array.from({ length: OPEN_OBJECTS }, (_, index) => {
      return `/registry/core/configmaps/ns-${index % 100}/object-${100_000 + index}`;
    });
    let next = 0;
    await Promise.all(Array.from({ length: 500 }, async () => {
      for (let key = keys[next++]; key !== undefined; key = keys[next++]) {
        await store.commit([{ type: "put", key, value }]);
      }
    }));
    await store.close();
  }
  note(`${label}, bytes an object`, Deno.statSync(path).size / OPEN_OBJECTS, "bytes");
  const before = Deno.memoryUsage();
  const opened = await timed(() => openFile(path));
  const store = opened.result;
  note(`${label}, open`, opened.ms, "ms");
  const after = Deno.memoryUsage();
  note(`${label}, heap a key`, (after.heapUsed - before.heapUsed) / OPEN_OBJECTS, "bytes");
  const all = await timed(() => store.range("/registry/core/configmaps/"));
  note(`${label}, range of all`, all.ms, "ms");
  const page = await timed(() => store.range("/registry/core/configmaps/", { limit: 500 }));
  note(`${label}, page of 500`, page.ms, "ms");
  const some = all.result.items.filter((_, index) => index % 50 === 0);
  const gets = await timed(async () => {
    for (const { key } of some) await store.get(key);
  });
  note(`${label}, get one by one`, some.length / gets.ms * 1000, "gets/s");
  const since = await store.revision();
  const replay = await timed(() => watch(store, 1, OPEN_OBJECTS));
  note(`${label}, replay of the log`, OPEN_OBJECTS / replay.ms * 1000, "changes/s");
  const watchers = 100;
  const writes = 5_000;
  const live = await timed(async () => {
    const watching = Array.from({ length: watchers }, () => watch(store, since, writes));
    await Promise.all(Array.from({ length: 50 }, async () => {
      for (let count = 0; count < writes / 50; count++) {
        await store.commit([{ type: "put", key: nextKey(), value }]);
      }
    }));
    await Promise.all(watching);
  });
  note(`${label}, ${watchers} watchers`, watchers * writes / live.ms * 1000, "changes/s");
  await store.close();
}

async function watch(store: Store, since: number, count: number): Promise<void> {
  let seen = 0;
  for await (const { changes } of store.changes(since)) {
    seen += changes.length;
    if (seen >= count) return;
  }
}

function openFile(path: string): Promise<Store> {
  return openStore([`file:${path}`], {
    dialect: "orch",
    prefix: "/registry",
    clock: systemClock,
    logger: silentLogger,
    compactionIntervalMs: 0,
  });
}

async function timed<T>(run: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const start = performance.now();
  const result = await run();
  return { result, ms: performance.now() - start };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
