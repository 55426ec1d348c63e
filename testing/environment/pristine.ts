/**
 * The states that environments begin with.
 *
 * @module
 */

import type { Groups } from "../../apiserver/served_groups.ts";
import { ServerSnapshot } from "../../apiserver/snapshot.ts";
import {
  type CachedObject,
  noneDerived,
  type ReadObjects,
} from "../../apiserver/storage/cache/mod.ts";
import { OrderedMap } from "../../apiserver/storage/history/ordered_map.ts";
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

/**
 * A state as lines, for {@link stateOf}: of each object, as they were written, its revision, the prefix of its
 * resource and the rest of its key, the stored value, and what readers get of it: its JSON, and the fields
 * that selectors ask for.
 */
export async function linesOf(state: ServerSnapshot): Promise<string> {
  const lines = await Promise.all(
    state.fork().stores.map(async (store, index) => {
      const read = [...state.read?.[index] ?? []];
      const { items } = await store.range("");
      return items.map(({ revision, key, value }) => {
        const [prefix, objects] = read.find(([prefix]) => key.startsWith(prefix)) ?? [""];
        const { json, fields } = objects?.entries.get(key) ?? {};
        const readers = json === undefined ? [] : [decoder.decode(json), JSON.stringify(fields)];
        const parts = [prefix, key.slice(prefix.length), value.toBase64(), ...readers];
        return { revision, line: [revision, ...parts].join("\t") };
      });
    }),
  );
  return lines.flat().toSorted((one, other) => one.revision - other.revision)
    .map(({ line }) => line).join("\n");
}

/** The state that lines say, with the same revisions. Nobody has to read the stored values again. */
export async function stateOf(lines: string): Promise<ServerSnapshot> {
  const store = new MemoryStore();
  const read = new Map<string, ReadObjects>();
  for (const line of lines.split("\n")) {
    const [number, prefix, name, value, json, fields] = line.split("\t") as Line;
    const [revision, key] = [Number(number), prefix + name];
    const op = { type: "put", key, value: Uint8Array.fromBase64(value) } as const;
    await store.commit([op], { minRevision: revision });
    if (json === undefined) continue;
    let objects = read.get(prefix);
    if (objects === undefined) {
      read.set(prefix, objects = { form: undefined, entries: new OrderedMap<CachedObject>() });
    }
    objects.entries.set(key, {
      key,
      revision,
      createRevision: revision,
      storedBytes: op.value.length,
      json: encoder.encode(json),
      labels: JSON.parse(json).metadata.labels ?? {},
      fields: JSON.parse(fields),
      derived: noneDerived(),
    });
  }
  const set = { stores: [store], storeFor: () => store, close: () => store.close() };
  return new ServerSnapshot(Symbol(), set, [read]);
}

/** Without the last two where nobody has read the value. */
type Line = [
  revision: string,
  prefix: string,
  name: string,
  value: string,
  json: string | undefined,
  fields: string,
];

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
