import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import type { ServedResource } from "../resource/served_resource.ts";
import {
  type CachedObject,
  CacheEvent,
  type EventType,
  type Notice,
} from "../storage/cache/mod.ts";
import { ResourceSeries } from "../storage/resource_series.ts";
import { negotiate } from "./form.ts";
import { DEFAULT_COLUMNS } from "./shapes.ts";
import { WatchFrames } from "./watch_frames.ts";
import { declareWatchMetrics } from "../resource/watch_metrics.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const LOOK = { include: "Metadata", now: () => 0 } as const;
const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

/** A resource, as far as frames look at it. */
const resource = () =>
  ({
    group: "",
    version: "v1",
    kind: "Thing",
    columns: DEFAULT_COLUMNS,
  }) as unknown as ServedResource;

const THINGS = { group: "", version: "v1", resource: "things" };

const framesOf = (
  of: ServedResource,
  accept = "application/json",
  metrics = new Registry(),
) =>
  new WatchFrames(
    of,
    negotiate(accept, { protobuf: true, shapes: true }, false),
    LOOK,
    declareWatchMetrics(metrics, new FakeClock())(new ResourceSeries("", "things"), THINGS),
  );

function notice(type: EventType, revision: number): Notice {
  const metadata = { name: `n${revision}`, resourceVersion: String(revision) };
  const entry: CachedObject = {
    key: `/things/n${revision}`,
    revision,
    createRevision: revision,
    storedBytes: 0,
    json: encoder.encode(JSON.stringify({ kind: "Thing", apiVersion: "v1", metadata })),
    labels: {},
    fields: {},
    derived: new Map(),
  };
  return { type, event: new CacheEvent(entry.key, revision, entry, undefined) };
}

/** The same events as another watch is told of them: in notices of its own. */
const again = (notices: readonly Notice[]) => notices.map((one) => ({ ...one }));

const lines = (bytes: Uint8Array) =>
  decoder.decode(bytes).trim().split("\n").map((line) => {
    const { type, object } = JSON.parse(line);
    return `${type} ${object.metadata.resourceVersion}`;
  });

Deno.test("WatchFrames.events() makes what many watches are told together once", () => {
  const of = resource();
  const told = [notice("ADDED", 2), notice("MODIFIED", 3), notice("ADDED", 4)];
  const bytes = framesOf(of).events(told, false);
  assertEquals(lines(bytes), ["ADDED 2", "MODIFIED 3", "ADDED 4"]);
  assert(framesOf(of).events(again(told), false) === bytes);
  // A single event is its own frame.
  const one = framesOf(of).events(told.slice(0, 1), false);
  assert(framesOf(of).events(again(told.slice(0, 1)), false) === one);
});

/** What another watch is told, of which nothing may be taken for the same. */
const OTHERS: readonly [name: string, change: (told: Notice[]) => Notice[], seen: string[]][] = [
  ["fewer events", (told) => told.slice(0, 2), ["ADDED 2", "MODIFIED 3"]],
  ["later events", (told) => told.slice(1), ["MODIFIED 3", "ADDED 4"]],
  ["other types", ([first, ...more]) => [{ ...first!, type: "MODIFIED" }, ...more], [
    "MODIFIED 2",
    "MODIFIED 3",
    "ADDED 4",
  ]],
  ["other events of the same types", () => [
    notice("ADDED", 5),
    notice("MODIFIED", 6),
    notice("ADDED", 7),
  ], ["ADDED 5", "MODIFIED 6", "ADDED 7"]],
];

for (const [name, change, seen] of OTHERS) {
  Deno.test(`WatchFrames.events() tells apart ${name}`, () => {
    const of = resource();
    const told = [notice("ADDED", 2), notice("MODIFIED", 3), notice("ADDED", 4)];
    framesOf(of).events(told, false);
    assertEquals(lines(framesOf(of).events(change(again(told)), false)), seen);
  });
}

Deno.test("WatchFrames.events() tells apart resources, forms, and who has a table's columns", () => {
  const of = resource();
  const told = [notice("ADDED", 2), notice("ADDED", 3)];
  const plain = framesOf(of).events(told, false);
  const rows = framesOf(of, TABLE).events(again(told), false);
  const first = framesOf(of, TABLE).events(again(told), true);
  assert(framesOf(resource()).events(again(told), false) !== plain);
  const columns = (bytes: Uint8Array) =>
    decoder.decode(bytes).trim().split("\n").map((line) =>
      JSON.parse(line).object.columnDefinitions?.length
    );
  assertEquals([columns(rows), columns(first)], [[undefined, undefined], [2, undefined]]);
});

/** What is sent to two watches, of which the second is told what was made for the first; and its sizes. */
const SENT: readonly [name: string, send: (frames: WatchFrames) => readonly number[]][] = [
  ["an event alone", (frames) => [frames.events([FIRST], false).length]],
  ["events together", (frames) => {
    const { length } = frames.events([FIRST, SECOND], false);
    return [length - SECOND_BYTES, SECOND_BYTES];
  }],
  ["an object that was there", (frames) => [frames.existing(FIRST.event.shown, false).length]],
  ["a bookmark", (frames) => [frames.bookmark(7).length]],
  ["an error", (frames) => [frames.error({ kind: "Status" }).length]],
];
const [FIRST, SECOND] = [notice("ADDED", 2), notice("ADDED", 3)];
const SECOND_BYTES = framesOf(resource()).events([SECOND], false).length;

for (const [name, send] of SENT) {
  Deno.test(`WatchFrames counts ${name} for each watch`, () => {
    const metrics = new Registry();
    const of = resource();
    const sizes = [1, 2].flatMap(() => send(framesOf(of, "application/json", metrics)));
    const shown = metrics.render();
    const labels = '{group="",version="v1",resource="things"}';
    const sum = sizes.reduce((all, size) => all + size, 0);
    assert(shown.includes(`apiserver_watch_events_total${labels} ${sizes.length}\n`), shown);
    assert(shown.includes(`apiserver_watch_events_sizes_sum${labels} ${sum}\n`), shown);
    assert(shown.includes(`apiserver_watch_events_sizes_count${labels} ${sizes.length}\n`), shown);
  });
}
