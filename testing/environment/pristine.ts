/**
 * The states that environments begin with.
 *
 * @module
 */

import type { Groups } from "../../apiserver/served_groups.ts";
import { ServerSnapshot } from "../../apiserver/snapshot.ts";
import { MemoryStore } from "../../apiserver/storage/mod.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { startPristine } from "./pristine_server.ts";
import { PRISTINE } from "./pristine_table.ts";

const known = new Map<string, Promise<ServerSnapshot>>();

/**
 * The state of a server that has just been started, and knows nothing but what it made itself: the same
 * in every process. With all groups it was written down when this program was made; for others a server
 * is started, once a process.
 */
export function pristineState(dialect: Dialect, groups: Groups): Promise<ServerSnapshot> {
  const name = JSON.stringify([dialect, groups]);
  let state = known.get(name);
  if (state === undefined) {
    state = groups === "all" ? stateOf(PRISTINE[dialect]) : startPristine(dialect, groups);
    known.set(name, state);
    // Another attempt may have better luck.
    state.catch(() => known.delete(name));
  }
  return state;
}

/** A state as lines, for {@link stateOf}: of each object its revision, key and value, as they were written. */
export async function linesOf(state: ServerSnapshot): Promise<string> {
  const pages = await Promise.all(state.fork().stores.map((store) => store.range("")));
  return pages.flatMap(({ items }) => items)
    .toSorted((one, other) => one.revision - other.revision)
    .map(({ revision, key, value }) => `${revision}\t${key}\t${value.toBase64()}`)
    .join("\n");
}

/** The state that lines say, with the same revisions. */
export async function stateOf(lines: string): Promise<ServerSnapshot> {
  const store = new MemoryStore();
  for (const line of lines.split("\n")) {
    const [revision, key, value] = line.split("\t") as [string, string, string];
    const op = { type: "put", key, value: Uint8Array.fromBase64(value) } as const;
    await store.commit([op], { minRevision: Number(revision) });
  }
  const set = { stores: [store], storeFor: () => store, close: () => store.close() };
  return new ServerSnapshot(Symbol(), set);
}
