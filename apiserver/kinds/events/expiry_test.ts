import { startTestServer } from "../../../testing/api_server.ts";
import { FakeClock, type Timer } from "../../../toolkit/clock.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import { NAMES } from "../../../toolkit/names.ts";
import type { ResourceStorage } from "../../resource/resource_storage.ts";
import { openBuiltin } from "../builtin.ts";
import { CacheFeed } from "../../storage/cache/mod.ts";
import { MemoryStore, storageEncoding } from "../../storage/mod.ts";
import { schemaOf } from "../../../toolkit/schema/mod.ts";
import {
  BATCH_EVENTS,
  BATCH_PAUSE_MS,
  expireEvents,
  LONGEST_REST_MS,
  SWEEP_INTERVAL_MS,
} from "./expiry.ts";

const TTL_MS = 3_600_000;
const START = Date.parse("2026-01-01T00:00:00Z");

/** A clock that tells when somebody goes to sleep by it. */
class WatchedClock extends FakeClock {
  #asleep = Promise.withResolvers<void>();
  #setBackMs = 0;

  override now(): number {
    return super.now() - this.#setBackMs;
  }

  /** Somebody corrects the time of day. */
  setBack(ms: number): void {
    this.#setBackMs += ms;
  }

  override after(ms: number, callback: () => void): Timer {
    const timer = super.after(ms, callback);
    this.#asleep.resolve();
    return timer;
  }

  /** Waits for the next sleep after the last that was waited for. */
  async asleep(): Promise<void> {
    await this.#asleep.promise;
    this.#asleep = Promise.withResolvers<void>();
  }
}

/** The storage of events in a new store, without a server. */
async function openEvents() {
  const clock = new FakeClock(START);
  const store = new MemoryStore();
  const feed = await CacheFeed.start({ store, clock, logger: silentLogger });
  const schema = schemaOf("kubernetes");
  const source = await openBuiltin({
    dialect: "kubernetes",
    encoding: storageEncoding(NAMES.kubernetes.protobufMediaType, schema.kind.bind(schema)),
    storePrefix: "/registry",
    isServed: ({ group, resource }) => group === "" && resource === "events",
    storeFor: () => ({ store, feed }),
    windowFor: () => undefined,
  });
  const storage = source.find("", "v1", "events")?.storage;
  if (storage === undefined) throw new Error("no events");
  return {
    storage,
    async [Symbol.asyncDispose]() {
      await feed.close();
      await store.close();
    },
  };
}

async function make(storage: ResourceStorage, name: string, metadata: object): Promise<void> {
  await storage.create(storage.key("ns", name), {
    kind: "Event",
    apiVersion: "v1",
    metadata: { name, namespace: "ns", ...metadata },
    involvedObject: {},
  });
}

const names = async (storage: ResourceStorage) => {
  await storage.waitUntilFresh(AbortSignal.timeout(120_000));
  const { entries } = await storage.cache.list();
  return entries.map(({ fields }) => fields["metadata.name"]);
};

Deno.test("expireEvents() deletes events whose last write is old, and no others", async () => {
  const clock = new WatchedClock(START);
  await using events = await openEvents();
  const { storage } = events;
  const old = "2025-12-31T23:00:00Z";
  await make(storage, "changed", {
    creationTimestamp: old,
    managedFields: [{ manager: "m", operation: "Update", time: "2025-12-31T23:30:00Z" }],
  });
  await make(storage, "made-up", {
    creationTimestamp: old,
    managedFields: [{ manager: "m", operation: "Update", time: "2030-01-01T00:00:00Z" }],
  });
  await make(storage, "changed by who is ahead", {
    creationTimestamp: old,
    managedFields: [{ manager: "m", operation: "Update", time: "2026-01-01T00:00:02Z" }],
  });
  await make(storage, "made by who is ahead", { creationTimestamp: "2026-01-01T00:00:02Z" });
  await make(storage, "made in no time", { creationTimestamp: "2030-01-01T00:00:00Z" });
  await make(storage, "old", { creationTimestamp: old });
  await make(storage, "young", { creationTimestamp: "2025-12-31T23:00:01Z" });
  await storage.waitUntilFresh(AbortSignal.timeout(120_000));
  const stop = new AbortController();
  const running = expireEvents({ storage, clock, logger: silentLogger, ttlMs: TTL_MS })
    .run({ signal: stop.signal, started() {} });
  await clock.asleep();
  const ahead = ["changed by who is ahead", "made by who is ahead"];
  assertEquals(await names(storage), ["changed", ...ahead, "young"]);
  await clock.advance(SWEEP_INTERVAL_MS);
  await clock.asleep();
  assertEquals(await names(storage), ["changed", ...ahead]);
  stop.abort();
  await running;
});

for (const setBackMs of [0, TTL_MS]) {
  Deno.test(`expireEvents() looks again though no known event is due: clocks of others may be behind, and its own set back by ${setBackMs} ms`, async () => {
    const clock = new WatchedClock(START);
    await using events = await openEvents();
    const { storage } = events;
    const stop = new AbortController();
    const running = expireEvents({ storage, clock, logger: silentLogger, ttlMs: TTL_MS })
      .run({ signal: stop.signal, started() {} });
    await clock.asleep();
    clock.setBack(setBackMs);
    await make(storage, "behind", { creationTimestamp: "2025-12-31T22:00:00Z" });
    const left: (string | undefined)[][] = [];
    for (let waited = SWEEP_INTERVAL_MS; waited <= LONGEST_REST_MS; waited += SWEEP_INTERVAL_MS) {
      await clock.advance(SWEEP_INTERVAL_MS);
      await clock.asleep();
      left.push(await names(storage));
    }
    assertEquals([left.at(0), left.at(-2), left.at(-1)], [["behind"], ["behind"], []]);
    stop.abort();
    await running;
  });
}

Deno.test("expireEvents() deletes a batch, then lets others have their turn", async () => {
  const clock = new WatchedClock(START);
  await using events = await openEvents();
  const { storage } = events;
  for (let count = 0; count <= BATCH_EVENTS; count++) {
    await make(storage, `e${count}`, { creationTimestamp: "2025-01-01T00:00:00Z" });
  }
  await storage.waitUntilFresh(AbortSignal.timeout(120_000));
  const stop = new AbortController();
  const running = expireEvents({ storage, clock, logger: silentLogger, ttlMs: TTL_MS })
    .run({ signal: stop.signal, started() {} });
  await clock.asleep();
  assertEquals((await names(storage)).length, 1);
  await clock.advance(BATCH_PAUSE_MS);
  await clock.asleep();
  assertEquals(await names(storage), []);
  stop.abort();
  await running;
});

Deno.test("a server is started and stopped with events that expire", async () => {
  await using server = await startTestServer({ eventTtlMs: TTL_MS });
  const path = "/api/v1/namespaces/default/events";
  const event = { metadata: { name: "e" }, involvedObject: { namespace: "default" } };
  assertEquals((await server.client.post(path, event)).status, 201);
  assertEquals((await server.client.get(`${path}/e`)).status, 200);
});
