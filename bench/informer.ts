/**
 * What an informer stands on: a hundred thousand pods held as the bytes that came, beside the same
 * pods decoded, and beside a buffer for each; then informers as a whole. Every way has a process of its
 * own, in turns.
 *
 * @module
 */

import { ObjectCache, ObjectStore } from "../toolkit/cache/mod.ts";
import { decodeProtobuf, encodeJson } from "../toolkit/codec/mod.ts";
import { trimProtobuf } from "../toolkit/wire/trim_protobuf.ts";
import { POD } from "./codec.ts";
import { floor, type FloorFigures, path, type PathFigures, PATHS } from "./informer_path.ts";
import {
  CHANGES_A_SECOND,
  FIRST_REVISION,
  nameOf,
  namespaceOf,
  PAGE,
  page,
  POD_TYPE,
  PODS,
  template,
} from "./many_pods.ts";
import { saveResult, table } from "./report.ts";

const CHANGES = 20_000;
const READS = 20_000;
const ROUNDS = 3;
const PATH_ROUNDS = 2;

const TRIM = { keepManagers: new Set<string>(), dropAnnotations: new Set<string>() };

interface Pod {
  readonly metadata: {
    readonly namespace: string;
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
  readonly spec: { readonly nodeName: string };
}

/** A way to hold pods. `put` takes one as a list or a watch brings it. */
interface Way {
  put(message: Uint8Array, listed: boolean): void;
  /** The caller's own copy of a pod. */
  read(key: string): unknown;
  readonly size: number;
}

function decoded(message: Uint8Array): Pod {
  return decodeProtobuf(POD_TYPE, message) as unknown as Pod;
}

const keyOf = ({ metadata: { namespace, name } }: Pod) => `${namespace}/${name}`;

/** Bytes in slabs, with an index, and the rules for what comes when. */
function slabs(): Way {
  const store = new ObjectStore({ indexes: ["node"] });
  const cache = new ObjectCache({ store });
  const list = cache.list();
  list.start(String(FIRST_REVISION));
  let listing = true;
  return {
    put(message, listed) {
      const bytes = trimProtobuf(message, TRIM);
      const pod = decoded(bytes);
      const { uid, resourceVersion: revision } = pod.metadata;
      const object = {
        key: keyOf(pod),
        uid,
        revision,
        bytes,
        indexKeys: { node: pod.spec.nodeName },
      };
      if (listed) { for (const _ of cache.tell(list.put(object), true)); }
      else {
        if (listing) list.finish();
        listing = false;
        for (const _ of cache.tell(cache.event("MODIFIED", object)));
      }
    },
    read: (key) => decoded(store.get(key)!.bytes),
    get size() {
      return store.size;
    },
  };
}

/** A buffer for each pod, as long as it is. */
function buffers(): Way {
  const pods = new Map<string, Uint8Array>();
  return {
    put(message) {
      const bytes = trimProtobuf(message, TRIM);
      pods.set(keyOf(decoded(bytes)), bytes.slice());
    },
    read: (key) => decoded(pods.get(key)!),
    get size() {
      return pods.size;
    },
  };
}

/** Decoded pods. */
function objects(): Way {
  const pods = new Map<string, Pod>();
  return {
    put(message) {
      const pod = decoded(trimProtobuf(message, TRIM));
      pods.set(keyOf(pod), pod);
    },
    read: (key) => structuredClone(pods.get(key)),
    get size() {
      return pods.size;
    },
  };
}

const WAYS: Readonly<Record<string, () => Way>> = { slabs, buffers, objects };

/** What one process measured. */
interface Figures {
  readonly rssBytes: number;
  readonly fillMs: number;
  readonly changeMicros: number;
  readonly readMicros: number;
}

/** Puts pods in, page by page; returns the milliseconds without those that making them took. */
function fill(way: Way, pods: number, listed: boolean, which: (index: number) => number): number {
  const pod = template();
  let ms = 0;
  for (let first = 0; first < pods; first += PAGE) {
    const messages = page(
      pod,
      Array.from({ length: PAGE }, (_, index) => ({
        at: which(first + index),
        revision: FIRST_REVISION + (listed ? 0 : PODS) + first + index,
      })),
    );
    const start = performance.now();
    for (const message of messages) way.put(message, listed);
    ms += performance.now() - start;
  }
  return ms;
}

async function hold(way: Way): Promise<Figures> {
  const fillMs = fill(way, PODS, true, (index) => index);
  // What is garbage by now goes while nothing is to be done, as it does in an operator.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const rssBytes = Deno.memoryUsage().rss;
  const changeMs = fill(way, CHANGES, false, (index) => (index * 7919) % PODS);
  if (way.size !== PODS) throw new Error(`${way.size} pods are held, not ${PODS}`);
  const start = performance.now();
  for (let read = 0; read < READS; read++) {
    const at = (read * 7919) % PODS;
    way.read(`${namespaceOf(at)}/${nameOf(at)}`);
  }
  const readMs = performance.now() - start;
  return {
    rssBytes,
    fillMs,
    changeMicros: changeMs / CHANGES * 1000,
    readMicros: readMs / READS * 1000,
  };
}

async function inProcess(name: string): Promise<Figures> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "-A", import.meta.url, "--hold", name],
    stdin: "null",
    env: { NO_COLOR: "1" },
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

function best(all: readonly Figures[]): Figures {
  const least = (of: (one: Figures) => number) => Math.min(...all.map(of));
  return {
    rssBytes: least((one) => one.rssBytes),
    fillMs: least((one) => one.fillMs),
    changeMicros: least((one) => one.changeMicros),
    readMicros: least((one) => one.readMicros),
  };
}

/** From the connection to the cache; prints a table. */
async function followed(): Promise<Record<string, PathFigures & Partial<FloorFigures>>> {
  const runs = new Map<string, PathFigures[]>(PATHS.map((name) => [name, []]));
  for (let round = 0; round < PATH_ROUNDS; round++) {
    for (const [name, all] of runs) all.push(await path(name));
  }
  const least = (name: string, of: (one: PathFigures) => number) =>
    Math.min(...(runs.get(name) ?? []).map(of));
  const row = (
    title: string,
    of: (one: PathFigures) => number,
    unit: (value: number) => string,
  ) => [
    title,
    ...PATHS.map((name) => unit(least(name, of))),
    ...PATHS.slice(0, -1).map((name) => (least(name, of) / least(PATHS.at(-1)!, of)).toFixed(2)),
  ];
  console.log(
    `\nThe same pods from a server of their own, ${CHANGES_A_SECOND} changes a second after that\n`,
  );
  console.log(table(
    ["what", ...PATHS, ...PATHS.slice(0, -1).map((name) => `ratio of ${name}`)],
    [
      row("MB of the process", (one) => one.rssBytes, (value) => (value / 1e6).toFixed(0)),
      row("ms until all are there", (one) => one.syncMs, (value) => value.toFixed(0)),
      row("of a core to follow", (one) => one.share, (value) => `${(value * 100).toFixed(1)} %`),
    ],
  ));
  const floors = await floorsBelow(PATHS.slice(0, -1), (name, of) => least(name, of));
  return Object.fromEntries(PATHS.map((name) => [name, {
    ...floors[name],
    keptBytes: least(name, (one) => one.keptBytes),
    rssBytes: least(name, (one) => one.rssBytes),
    laterRssBytes: least(name, (one) => one.laterRssBytes),
    syncMs: least(name, (one) => one.syncMs),
    share: least(name, (one) => one.share),
  }]));
}

/** What processes take that hold as much, and have no code of this project; prints a table. */
async function floorsBelow(
  names: readonly string[],
  least: (name: string, of: (one: PathFigures) => number) => number,
): Promise<Record<string, FloorFigures>> {
  const floors: Record<string, FloorFigures> = {};
  const rows: string[][] = [];
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0);
  for (const name of names) {
    const bytes = least(name, (one) => one.keptBytes);
    const { heldRssBytes, fetchedRssBytes } = floors[name] = await floor(bytes);
    const rss = least(name, (one) => one.rssBytes);
    rows.push([
      name,
      ...[bytes, rss, heldRssBytes, fetchedRssBytes].map(mb),
      (rss / heldRssBytes).toFixed(2),
      (rss / fetchedRssBytes).toFixed(2),
    ]);
  }
  console.log("\nThe same beside processes that have no code of this project\n");
  console.log(table(
    [
      "MB of",
      "bytes kept",
      "the process",
      "one that holds them",
      "one that fetched them",
      "ratio to the first",
      "to the second",
    ],
    rows,
  ));
  return floors;
}

/** Runs the benchmark and prints its tables. */
export async function main(args: string[]): Promise<number> {
  if (args[0] === "--hold") {
    const way = WAYS[args[1] ?? ""];
    if (way === undefined) throw new Error(`there is no way ${args[1]} to hold pods`);
    console.log(JSON.stringify(await hold(way())));
    return 0;
  }
  const runs = new Map<string, Figures[]>(Object.keys(WAYS).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, all] of runs) all.push(await inProcess(name));
  }
  const figures = Object.fromEntries([...runs].map(([name, all]) => [name, best(all)]));
  const protobuf = template();
  const bytes = {
    json: encodeJson(POD_TYPE, POD).length,
    protobuf: protobuf.length,
    trimmed: trimProtobuf(protobuf, TRIM).length,
  };
  console.log(
    `${PODS.toLocaleString("en-US")} pods of ${bytes.json} bytes of JSON, ${bytes.protobuf} of ` +
      `Protobuf, ${bytes.trimmed} without managedFields\n`,
  );
  const ours = figures.slabs!;
  const row = (title: string, of: (one: Figures) => number, unit: (value: number) => string) => [
    title,
    ...Object.values(figures).map((one) => unit(of(one))),
    (of(ours) / of(figures.buffers!)).toFixed(2),
    (of(ours) / of(figures.objects!)).toFixed(2),
  ];
  const share = (micros: number) => `${(micros * CHANGES_A_SECOND / 10_000).toFixed(1)} %`;
  console.log(table(
    ["what", "slabs", "buffers", "objects", "ratio to buffers", "ratio to objects"],
    [
      row("MB of the process", (one) => one.rssBytes, (value) => (value / 1e6).toFixed(0)),
      row("ms to fill", (one) => one.fillMs, (value) => value.toFixed(0)),
      row(`of a core for ${CHANGES_A_SECOND} changes/s`, (one) => one.changeMicros, share),
      row("µs for a copy of one", (one) => one.readMicros, (value) => value.toFixed(1)),
    ],
  ));
  const paths = await followed();
  await saveResult("informer", { pods: PODS, bytes, ...figures, followed: paths });
  return 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
