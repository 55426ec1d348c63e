import { VirtualClock } from "../../testing/virtual_clock.ts";
import { ObjectCache, ObjectStore } from "../cache/mod.ts";
import { assertEquals } from "../deps/assert.ts";
import { statusErrorFromObject } from "../errors/mod.ts";
import type { Received, ReceivedEvent, ReceivedPage } from "../wire/form.ts";
import { reflect } from "./mod.ts";

const EXPIRED = {
  apiVersion: "v1",
  kind: "Status",
  metadata: {},
  status: "Failure",
  code: 410,
  reason: "Expired",
  message: "old",
};
const AWAY = new Error("no connection");
const GONE = statusErrorFromObject(EXPIRED)!;

function object(at: number): Received<object> {
  return {
    key: `n/object-${at}`,
    uid: `uid-${at}`,
    revision: "7",
    take: () => ({}),
    bytes: () => new Uint8Array(),
    newestManager: () => "",
  };
}

/** What is waited after each failure of watches that fail one after the other, beside a list that works. */
async function waitsOf(failures: readonly Error[]): Promise<number[]> {
  const clock = new VirtualClock();
  const over = new AbortController();
  const waits: number[] = [];
  const left = [...failures];
  const steps = reflect<object>({
    source: {
      // deno-lint-ignore require-yield
      async *events(): AsyncGenerator<ReceivedEvent<object>> {
        const failure = await Promise.resolve(left.shift());
        if (failure !== undefined) throw failure;
        over.abort(new Error("all has failed"));
      },
      async *pages(): AsyncGenerator<ReceivedPage<object>> {
        yield await Promise.resolve({ revision: "7", next: "", items: [] });
      },
    },
    cache: new ObjectCache({ store: new ObjectStore() }),
    keep: () => undefined,
    signal: over.signal,
    clock,
    random: () => 0,
    stats: { lists: 0, watches: 0, heardAt: 0 },
    failed: (_, waitMs) => waits.push(waitMs),
  });
  const all = Array.fromAsync(steps);
  await clock.run(60_000);
  await all;
  return waits;
}

for (
  const [name, failures, expected] of [
    ["longer after each failure", [AWAY, AWAY, AWAY, AWAY], [200, 400, 800, 1600]],
    [
      "no longer than after the first failure when a server is back and has forgotten the revision",
      [AWAY, AWAY, AWAY, GONE],
      [200, 400, 800, 200],
    ],
    [
      "longer each time when a server forgets at once what it has listed",
      [GONE, GONE, GONE, GONE],
      [200, 400, 800, 1600],
    ],
  ] as const
) {
  Deno.test(`reflect() waits ${name}`, async () => {
    assertEquals(await waitsOf(failures), [...expected]);
  });
}

Deno.test("reflect() tells of each object of a page once, some at a time", async () => {
  const clock = new VirtualClock();
  const over = new AbortController();
  const store = new ObjectStore();
  const told: string[] = [];
  const objects = Array.from({ length: 101 }, (_, at) => object(at));
  const steps = reflect<object>({
    source: {
      // deno-lint-ignore require-yield
      async *events(): AsyncGenerator<ReceivedEvent<object>> {
        await Promise.resolve();
        over.abort(new Error("enough"));
      },
      async *pages(): AsyncGenerator<ReceivedPage<object>> {
        yield await Promise.resolve({ revision: "7", next: "", items: objects });
      },
    },
    cache: new ObjectCache({ store }),
    keep: ({ key, uid, revision, bytes }) => ({ key, uid, revision, bytes: bytes() }),
    signal: over.signal,
    clock,
    random: () => 0,
    stats: { lists: 0, watches: 0, heardAt: 0 },
    failed() {},
  });
  let parts = 0;
  for await (const step of steps) {
    if (step.type === "changes") parts++;
    if (step.type === "synced") told.push("synced");
    else for (const { object } of step.deltas) told.push(object?.key ?? "");
  }
  assertEquals(told, [...objects.map(({ key }) => key), "synced"]);
  assertEquals(parts, 4);
});

Deno.test("reflect() reads no event of what the answer to a write has brought", async () => {
  const over = new AbortController();
  const store = new ObjectStore();
  const cache = new ObjectCache({ store });
  const kept: string[] = [], told: string[] = [];
  const keep = ({ key, uid, revision }: Received<object>) => {
    kept.push(`${key} ${revision}`);
    return { key, uid, revision, bytes: new Uint8Array(1) };
  };
  const own = { ...object(1), revision: "8" };
  const steps = reflect<object>({
    source: {
      async *events(): AsyncGenerator<ReceivedEvent<object>> {
        yield await Promise.resolve({ type: "ADDED", object: own });
        yield { type: "MODIFIED", object: { ...own, revision: "9" } };
        over.abort(new Error("enough"));
      },
      async *pages(): AsyncGenerator<ReceivedPage<object>> {
        yield await Promise.resolve({ revision: "7", next: "", items: [] });
        cache.wrote({ key: own.key, uid: own.uid, revision: "8", bytes: new Uint8Array(2) });
      },
    },
    cache,
    keep,
    signal: over.signal,
    clock: new VirtualClock(),
    random: () => 0,
    stats: { lists: 0, watches: 0, heardAt: 0 },
    failed() {},
  });
  for await (const step of steps) {
    if (step.type === "synced") continue;
    for (const { type, object } of step.deltas) {
      told.push(`${type} ${object?.revision} of ${object?.bytes.length} bytes`);
    }
  }
  assertEquals(kept, [`${own.key} 9`]);
  assertEquals(told, ["Added 8 of 2 bytes", "Updated 9 of 1 bytes"]);
});
