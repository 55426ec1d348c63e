/**
 * Durability: a process that writes is killed at random moments, round after round on one file, and
 * after each round everything that it acknowledged must be there.
 *
 * @module
 */

import { openFileStore } from "../../apiserver/storage/kv/mod.ts";
import { CHANGES, NEWEST_FORMAT, PENDING } from "../../apiserver/storage/kv/layout.ts";
import { chunkCount, decodeRecord } from "../../apiserver/storage/kv/record.ts";
import type { Change, Store } from "../../apiserver/storage/mod.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { tokenOfValue } from "./checked_value.ts";
import type { Acknowledged } from "./writing_process.ts";

const ROUNDS = Deno.env.get("ORCH_TEST_SLOW") === undefined ? 5 : 100;
const LEAST_COMMITS = 50;
const MORE_COMMITS = 500;

Deno.test(`a file store keeps what it acknowledged when its process is killed, ${ROUNDS} times`, async () => {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  console.log(`seed ${seed}`);
  const folder = await Deno.makeTempDir();
  const path = `${folder}/store.kv`;
  /** For each key its newest acknowledged change. */
  const newest = new Map<string, { revision: number; token: string | null }>();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const commits = LEAST_COMMITS + (seed + round * 7919) % MORE_COMMITS;
      const acknowledged = await writeAndKill(path, (seed + round) >>> 0, commits);
      assert(acknowledged.length >= commits, "the process wrote until it was killed");
      for (const { revision, changes } of acknowledged) {
        for (const [key, token] of Object.entries(changes)) {
          const known = newest.get(key)?.revision ?? 0;
          if (revision > known) newest.set(key, { revision, token });
        }
      }
      const store = await open(path);
      await checkLog(store, acknowledged);
      await checkState(store, newest);
      await store.close();
      await checkPieces(path);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

function open(path: string): Promise<Store> {
  return openFileStore({ path, dialect: "orch", clock: systemClock, logger: silentLogger });
}

/** Runs the writing process until it has acknowledged so many commits, and kills it. */
async function writeAndKill(path: string, seed: number, commits: number): Promise<Acknowledged[]> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--quiet",
      "--no-check",
      "--unstable-kv",
      new URL("./writing_process.ts", import.meta.url).href,
      path,
      `${seed}`,
    ],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const acknowledged: Acknowledged[] = [];
  let rest = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    // The last line is cut short when the process was killed while it wrote it.
    rest = lines.pop() ?? "";
    for (const line of lines) acknowledged.push(JSON.parse(line));
    if (acknowledged.length >= commits) killed(child);
  }
  const { signal } = await child.status;
  assertEquals(signal, "SIGKILL");
  return acknowledged;
}

function killed(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    // It was, and what it had written by then is still being read.
    if (!(error instanceof TypeError || error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** The log has every revision, each whole, and says of each what was acknowledged. */
async function checkLog(store: Store, acknowledged: readonly Acknowledged[]): Promise<void> {
  const { revision: head, compacted } = await store.status();
  const log = new Map<number, Change[]>();
  if (head > compacted) {
    for await (const { revision, changes } of store.changes(compacted)) {
      for (const change of changes) {
        log.set(change.revision, [...log.get(change.revision) ?? [], change]);
      }
      if (revision >= head) break;
    }
  }
  for (let revision = Math.max(compacted, 1) + 1; revision <= head; revision++) {
    assert(log.has(revision), `revision ${revision} of ${compacted} to ${head} is missing`);
  }
  for (const [revision, changes] of log) {
    const tokens = changes.flatMap(({ value }) => value === undefined ? [] : [tokenOfValue(value)]);
    assertEquals(new Set(tokens).size, 1, `revision ${revision} is of one commit`);
    const names = changes.map(({ key }) => key.split("/").at(-1)).join();
    const together = ["100,101,102", "200,201"].find((group) => names.includes(group.slice(0, 3)));
    if (together !== undefined) assertEquals(names, together, `revision ${revision} is whole`);
  }
  for (const { revision, changes } of acknowledged) {
    assert(revision <= head, `revision ${revision} was acknowledged, and ${head} is the newest`);
    if (revision <= compacted) continue;
    for (const change of log.get(revision) ?? []) {
      const token = change.value === undefined ? null : tokenOfValue(change.value);
      assertEquals(token, changes[change.key], `${change.key} at ${revision}`);
    }
  }
}

/** Each key is as its newest acknowledged commit left it, unless a later one was written too. */
async function checkState(
  store: Store,
  newest: ReadonlyMap<string, { revision: number; token: string | null }>,
): Promise<void> {
  const { items } = await store.range("");
  const found = new Map(items.map((item) => [item.key, item]));
  for (const [key, { revision, token }] of newest) {
    const item = found.get(key);
    if (item === undefined) {
      // Deleted, by that commit or by one whose acknowledgement did not get out any more.
      if (token !== null) assert(await deletedAfter(store, key, revision), `${key} is lost`);
      continue;
    }
    assert(item.revision >= revision || token === null, `${key} is older than ${revision}`);
    if (item.revision === revision) assertEquals(tokenOfValue(item.value), token);
    else tokenOfValue(item.value);
  }
}

async function deletedAfter(store: Store, key: string, revision: number): Promise<boolean> {
  const { revision: head, compacted } = await store.status();
  if (revision < compacted) return true;
  for await (const batch of store.changes(revision, { prefix: key, progress: true })) {
    if (batch.changes.some((change) => change.key === key && change.type === "delete")) return true;
    if (batch.revision >= head) return false;
  }
  return false;
}

/** Every piece of a large value belongs to a change, and no piece of one is missing. */
async function checkPieces(path: string): Promise<void> {
  const kv = await Deno.openKv(path);
  try {
    for await (const { key } of kv.list({ prefix: PENDING })) {
      throw new Error(`pieces ${JSON.stringify(key)} are still announced`);
    }
    const expected = new Set<string>();
    for await (const { key, value } of kv.list({ prefix: CHANGES })) {
      const { pointer } = decodeRecord(value, key, NEWEST_FORMAT);
      if (pointer === undefined) continue;
      const { id, first, length } = pointer;
      for (let number = first; number < first + chunkCount(length); number++) {
        expected.add(`${id.toHex()}/${number}`);
      }
    }
    for await (const { key } of kv.list({ prefix: ["b"] })) {
      const [, id, number] = key;
      assert(id instanceof Uint8Array);
      const name = `${id.toHex()}/${String(number)}`;
      assert(expected.delete(name), `no change points to piece ${name}`);
    }
    assertEquals([...expected], [], "every piece that a change points to is there");
  } finally {
    kv.close();
  }
}
