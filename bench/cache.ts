/**
 * The watch cache: events to many watchers, lists, reads, memory; beside the least that any
 * program has to do for the same bytes.
 *
 * @module
 */

import { CacheFeed, joinJson, type ResourceCache } from "../apiserver/storage/cache/mod.ts";
import { MemoryStore, type Stored } from "../apiserver/storage/mod.ts";
import { ObjectStore } from "../toolkit/cache/mod.ts";
import { StoreLister } from "../toolkit/informer/cached_lister.ts";
import { defineIndex } from "../toolkit/informer/define_index.ts";
import { ConfigMap } from "../toolkit/kinds/built_in.ts";
import { systemClock } from "../toolkit/clock.ts";
import { silentLogger } from "../toolkit/logging/mod.ts";
import { saveResult, table } from "./report.ts";

const PREFIX = "/registry/core/configmaps/";
const VALUE_BYTES = 1250;
const WATCHERS = 200;
const EVENTS = 5_000;
const OBJECTS = 100_000;
const LIST = 5_000;
const never = new AbortController().signal;

/** Object bytes pass as they are: what decoding costs is the codec's figure. */
function decode({ value }: Stored) {
  return { json: value, labels: {}, fields: {} };
}

const key = (at: number) => `${PREFIX}ns${at % 20}/object-${String(at).padStart(6, "0")}`;

function value(at: number): Uint8Array {
  const bytes = new Uint8Array(VALUE_BYTES).fill(0x61);
  bytes[0] = at & 0xff;
  return bytes;
}

async function filled(objects: number) {
  const store = new MemoryStore();
  for (let at = 0; at < objects; at += 100) {
    const count = Math.min(100, objects - at);
    await store.commit(
      Array.from({ length: count }, (_, index) => ({
        type: "put",
        key: key(at + index),
        value: value(at + index),
      })),
    );
  }
  const start = performance.now();
  const feed = await CacheFeed.start({ store, clock: systemClock, logger: silentLogger });
  const cache = await feed.cache({ prefix: PREFIX, decode });
  return { store, feed, cache, readyMs: performance.now() - start };
}

/** Events a second, counted at the watchers, which each copy every frame once. */
async function watchEvents(): Promise<number> {
  const { store, feed, cache } = await filled(0);
  const sink = new Uint8Array(VALUE_BYTES * 600);
  const watchers = Array.from({ length: WATCHERS }, () => cache.watch({}));
  const start = performance.now();
  const readers = watchers.map(async (watcher) => {
    let seen = 0;
    while (seen < EVENTS) {
      const { notices } = await watcher.next(never);
      for (const { type, event } of notices) {
        sink.set(event.frame(type, "json", ({ shown }) => shown.json), 0);
      }
      seen += notices.length;
    }
  });
  for (let at = 0; at < EVENTS; at += 25) {
    await Promise.all(
      Array.from(
        { length: 25 },
        (_, index) => store.commit([{ type: "put", key: key(at + index), value: value(at) }]),
      ),
    );
    await feed.waitUntilFresh(never);
  }
  await Promise.all(readers);
  const rate = WATCHERS * EVENTS / (performance.now() - start) * 1000;
  await feed.close();
  return rate;
}

/** The same copies, from a plain array to plain loops. */
function bareEvents(): number {
  const sink = new Uint8Array(VALUE_BYTES);
  const frames = Array.from({ length: EVENTS }, (_, at) => value(at));
  const start = performance.now();
  for (const frame of frames) for (let at = 0; at < WATCHERS; at++) sink.set(frame, 0);
  return WATCHERS * EVENTS / (performance.now() - start) * 1000;
}

/** How often `run` runs in a second. */
function rate(run: () => void): number {
  const start = performance.now();
  let runs = 0;
  while (performance.now() - start < 500) {
    run();
    runs++;
  }
  return runs / (performance.now() - start) * 1000;
}

async function lists() {
  const { feed, cache } = await filled(LIST);
  const { entries } = await cache.list();
  const figures = {
    kept: rate(() => cache.joined()),
    anew: rate(() => joinJson(entries)),
    bare: rate(() => concatenate(entries.map(({ json }) => json))),
    get: getRate(cache),
  };
  await feed.close();
  return figures;
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.length * VALUE_BYTES);
  parts.forEach((part, index) => whole.set(part, index * VALUE_BYTES));
  return whole;
}

function getRate(cache: ResourceCache): number {
  let at = 0;
  return rate(() => {
    for (let turn = 0; turn < 1000; turn++) cache.get(key(at = (at + 7) % LIST));
  }) * 1000;
}

async function memory() {
  const before = Deno.memoryUsage().rss;
  const { store, feed, readyMs } = await filled(OBJECTS);
  const rss = Deno.memoryUsage().rss - before;
  await feed.close();
  await store.close();
  return { readyMs, bytesAnObject: rss / OBJECTS };
}

/** Reads of what was made of an informer's objects, all of them and by an index, and of a plain array. */
function views() {
  const index = defineIndex(ConfigMap, "part", () => []);
  const store = new ObjectStore({ indexes: [index.name] });
  const bytes = new Uint8Array(VALUE_BYTES);
  for (let at = 0; at < LIST; at++) {
    const key = `ns/object-${at}`;
    const indexKeys = { [index.name]: at % 2 ? "odd" : "even" };
    store.put({ key, uid: crypto.randomUUID(), revision: `${at + 1}`, bytes, indexKeys });
  }
  const lister = new StoreLister<object>({
    kind: ConfigMap,
    stores: [store],
    storeOf: () => store,
    indexes: [index as never],
    decode: ({ key }) => ({ key }),
  });
  const view = lister.derive((object) => ({ object }));
  const plain = view.list();
  return {
    all: rate(() => view.list()),
    half: rate(() => view.by(index as never, "odd")),
    plain: rate(() => Array.from(plain, (one) => one)),
  };
}

/** Runs the benchmark and prints its table. */
export async function main(_args: string[]): Promise<number> {
  // First, while the process holds nothing yet.
  const { readyMs, bytesAnObject } = await memory();
  const events = await watchEvents();
  const bare = bareEvents();
  const { kept, anew, bare: copied, get } = await lists();
  const { all, half, plain } = views();
  const figure = (count: number) => Math.round(count).toLocaleString("en-US");
  const ratio = (a: number, b: number) => (a / b).toFixed(2);
  console.log(table(
    ["what", "figure", "compared with", "ratio"],
    [
      [
        `events/s to ${WATCHERS} watchers`,
        figure(events),
        "bare loop of copies",
        ratio(events, bare),
      ],
      [`lists/s of ${LIST}, changed`, figure(anew), "bare copies", ratio(anew, copied)],
      [`lists/s of ${LIST}, unchanged`, figure(kept), "bare copies", ratio(kept, copied)],
      ["gets/s", figure(get), "", ""],
      [`views/s of ${LIST}`, figure(all), "copies of an array", ratio(all, plain)],
      [
        `views/s of ${LIST / 2} by an index`,
        figure(half),
        "copies of an array",
        ratio(half, plain),
      ],
      [`ms until ${figure(OBJECTS)} objects are ready`, figure(readyMs), "", ""],
      [`bytes an object of ${VALUE_BYTES}, store and cache`, figure(bytesAnObject), "", ""],
    ],
  ));
  await saveResult("cache", {
    events,
    bare,
    anew,
    kept,
    copied,
    get,
    readyMs,
    bytesAnObject,
    all,
    half,
    plain,
  });
  return 0;
}
