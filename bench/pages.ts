/**
 * Pages of lists out of more and more objects: a page of 500 at the beginning, in the middle and
 * near the end, in each form. What a page takes must depend on what it shows alone.
 *
 * @module
 */

import { negotiate } from "../apiserver/bodies/form.ts";
import { listBody } from "../apiserver/bodies/list_body.ts";
import { DEFAULT_COLUMNS } from "../apiserver/bodies/shapes.ts";
import type { ServedResource } from "../apiserver/resource/served_resource.ts";
import { CacheFeed, type ResourceCache } from "../apiserver/storage/cache/mod.ts";
import { MemoryStore, type Stored } from "../apiserver/storage/mod.ts";
import { systemClock } from "../toolkit/clock.ts";
import { silentLogger } from "../toolkit/logging/mod.ts";
import { schemaOf } from "../toolkit/schema/mod.ts";
import { saveResult, table } from "./report.ts";

const PREFIX = "/registry/core/configmaps/";
const SIZES = [5_000, 50_000, 500_000];
const PAGE = 500;
const ROUNDS = 41;
const encoder = new TextEncoder();

const FORMS: readonly [name: string, accept: string][] = [
  ["JSON", "application/json"],
  ["Protobuf", "application/vnd.kubernetes.protobuf"],
  ["table", "application/json;as=Table;v=v1;g=meta.k8s.io"],
];

/** What bodies of lists are made with. */
const RESOURCE = {
  group: "",
  version: "v1",
  resource: "configmaps",
  kind: "ConfigMap",
  listKind: "ConfigMapList",
  type: schemaOf("kubernetes").kind("", "v1", "ConfigMap"),
  columns: DEFAULT_COLUMNS,
} as unknown as ServedResource;

const LOOK = { include: "Metadata", now: () => systemClock.now() } as const;

const nameOf = (at: number) => `object-${String(at).padStart(7, "0")}`;

function valueOf(at: number): Uint8Array {
  return encoder.encode(JSON.stringify({
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: {
      name: nameOf(at),
      namespace: "default",
      resourceVersion: "1",
      creationTimestamp: "2026-01-01T00:00:00Z",
    },
    data: { text: "x".repeat(100) },
  }));
}

const decode = ({ value }: Stored) => ({ json: value, labels: {}, fields: {} });

async function cacheOf(objects: number) {
  const store = new MemoryStore();
  for (let at = 0; at < objects; at += 100) {
    await store.commit(Array.from({ length: 100 }, (_, index) => ({
      type: "put",
      key: `${PREFIX}default/${nameOf(at + index)}`,
      value: valueOf(at + index),
    })));
  }
  const feed = await CacheFeed.start({ store, clock: systemClock, logger: silentLogger });
  const cache = await feed.cache({ prefix: PREFIX, decode });
  return { store, feed, cache };
}

/** Microseconds that a page takes: the median of many. */
async function pageUs(cache: ResourceCache, accept: string, start: number): Promise<number> {
  const form = negotiate(accept, { protobuf: true, shapes: true }, false);
  const after = start === 0 ? undefined : `${PREFIX}default/${nameOf(start - 1)}`;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    // Under a name of its own each time: what is kept of pages is not what is measured.
    const listed = await cache.joinedList(`${accept} ${start} ${round}`, { after, limit: PAGE });
    const { entries, remaining } = listed;
    const metadata = { resourceVersion: "1", remainingItemCount: remaining };
    listBody(RESOURCE, { metadata, entries, joined: listed }, form, LOOK);
    times.push((performance.now() - began) * 1000);
  }
  return times.sort((a, b) => a - b)[ROUNDS >> 1]!;
}

/** Runs the benchmark and prints its table. */
export async function main(_args: string[]): Promise<number> {
  const figures: { form: string; place: string; us: number[] }[] = [];
  for (const objects of SIZES) {
    const { store, feed, cache } = await cacheOf(objects);
    const places = { first: 0, middle: objects / 2, "last but one": objects - 2 * PAGE };
    for (const [form, accept] of FORMS) {
      for (const [place, start] of Object.entries(places)) {
        const us = await pageUs(cache, accept, start);
        const row = figures.find((one) => one.form === form && one.place === place);
        if (row === undefined) figures.push({ form, place, us: [us] });
        else row.us.push(us);
      }
    }
    await feed.close();
    await store.close();
  }
  console.log(table(
    [`µs a page of ${PAGE}`, ...SIZES.map((size) => `of ${size}`), "ratio"],
    figures.map(({ form, place, us }) => [
      `${form}, ${place}`,
      ...us.map((one) => one.toFixed(0)),
      (us.at(-1)! / us[0]!).toFixed(2),
    ]),
  ));
  await saveResult("pages", { sizes: SIZES, figures });
  return 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
