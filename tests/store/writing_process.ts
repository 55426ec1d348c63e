/**
 * A process that writes to a file store until it is killed: `writing_process.ts PATH SEED`. It prints
 * a line for each commit that was acknowledged, so that another process can check that it is there.
 *
 * @module
 */

import { openFileStore } from "../../apiserver/storage/kv/mod.ts";
import type { Op } from "../../apiserver/storage/mod.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { checkedValue } from "./checked_value.ts";

/** What a line of output says. */
export interface Acknowledged {
  readonly revision: number;
  /** The token that was put under each key; null for a delete. */
  readonly changes: Readonly<Record<string, string | null>>;
}

const WRITERS = 8;
/** Should nobody kill it, it ends after so many commits. */
const MOST_COMMITS = 50_000;
const KEYS_A_WRITER = 6;
/** A compaction comes after so many commits, and leaves so much history. */
const COMPACT_EVERY = 300;
const HISTORY_KEPT = 500;

async function main([path = "", seed = "0"]: string[]): Promise<void> {
  const store = await openFileStore({
    path,
    dialect: "orch",
    clock: systemClock,
    logger: silentLogger,
  });
  const random = generator(Number(seed));
  const encoder = new TextEncoder();
  let commits = 0;
  await Promise.all(Array.from({ length: WRITERS }, async (_, writer) => {
    while (commits++ < MOST_COMMITS) {
      const ops = nextCommit(writer, `${seed}.${commits}`, random);
      const revision = await store.commit(ops);
      const line: Acknowledged = { revision, changes: Object.fromEntries(ops.map(tokenOf)) };
      // At once, in full: what is printed must never be more than what was acknowledged.
      const bytes = encoder.encode(JSON.stringify(line) + "\n");
      for (let start = 0; start < bytes.length;) {
        start += Deno.stdout.writeSync(bytes.subarray(start));
      }
      if (commits % COMPACT_EVERY === 0 && revision > HISTORY_KEPT) {
        await store.compact(revision - HISTORY_KEPT);
      }
    }
  }));
  await store.close();
}

const tokens = new WeakMap<Op, string | null>();

function tokenOf(op: Op): [string, string | null] {
  return [op.key, tokens.get(op) ?? null];
}

/** One put, one delete, several puts that belong together, or a large value. */
function nextCommit(writer: number, token: string, random: () => number): Op[] {
  const key = (name: number) => `/registry/kill/${writer}/${name}`;
  const put = (name: number, size: number): Op => {
    const op: Op = { type: "put", key: key(name), value: checkedValue(token, size) };
    tokens.set(op, token);
    return op;
  };
  const name = Math.floor(random() * KEYS_A_WRITER);
  const kind = random();
  if (kind < 0.5) return [put(name, 200)];
  if (kind < 0.6) return [{ type: "delete", key: key(name) }, put(KEYS_A_WRITER, 50)];
  if (kind < 0.9) return [put(100, 300), put(101, 3000), put(102, 30)];
  return [put(200, 60_000 + Math.floor(random() * 200_000)), put(201, 100)];
}

/** A small generator of numbers from 0 to 1, the same ones for the same seed. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

if (import.meta.main) await main(Deno.args);
