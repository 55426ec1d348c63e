import { eventually } from "../testing/eventually.ts";
import { metricValues } from "../testing/metric_samples.ts";
import { FakeClock } from "../toolkit/clock.ts";
import { assertEquals } from "../toolkit/deps/assert.ts";
import { silentLogger } from "../toolkit/logger.ts";
import { Registry } from "../toolkit/metrics/mod.ts";
import { MemoryStore, type Store } from "./storage/mod.ts";
import { measureStores } from "./storage_metrics.ts";

/** A store that says that it is so large. */
function sized(bytes: () => number | undefined): Store {
  const status = () => {
    const sizeBytes = bytes();
    const facts = { backend: "test", revision: 1, compacted: 0 };
    return Promise.resolve(sizeBytes === undefined ? facts : { ...facts, sizeBytes });
  };
  return Object.assign(new MemoryStore(), { status });
}

Deno.test("measureStores() asks every minute where nobody said how often", async () => {
  const metrics = new Registry();
  const clock = new FakeClock();
  let bytes = 1000;
  const store = sized(() => bytes);
  const stores = { stores: [store], storeFor: () => store, close: async () => {} };
  const stop = new AbortController();
  const options = { stores, metrics, clock, logger: silentLogger, intervalMs: 0 };
  const running = measureStores(options).run({ signal: stop.signal, started() {} });
  const shown = () => metricValues(metrics, "apiserver_storage_size_bytes");
  const only = 'storage_cluster_id="etcd-0"';
  await eventually("the size", () => shown()[only] === 1000);
  bytes = 2000;
  await clock.advance(60_000);
  await eventually("the new size", () => shown()[only] === 2000);
  stop.abort();
  await running;
  await store.close();
});

Deno.test("measureStores() shows each store's size, where it has and tells one, and asks again", async () => {
  const metrics = new Registry();
  const clock = new FakeClock();
  let bytes = 1000;
  const away = Object.assign(new MemoryStore(), {
    status: () => Promise.reject(new Error("away")),
  });
  const all = [sized(() => bytes), away, sized(() => 7), sized(() => undefined)];
  const stores = { stores: all, storeFor: () => all[0]!, close: async () => {} };
  const stop = new AbortController();
  const { signal } = stop;
  const options = { stores, metrics, clock, logger: silentLogger, intervalMs: 60_000 };
  const running = measureStores(options).run({ signal, started() {} });
  const shown = () => metricValues(metrics, "apiserver_storage_size_bytes");
  const [first, third] = ['storage_cluster_id="etcd-0"', 'storage_cluster_id="etcd-2"'] as const;
  await eventually("all sizes", () => shown()[third] === 7);
  assertEquals(shown(), { [first]: 1000, [third]: 7 });
  bytes = 2000;
  await clock.advance(60_000);
  await eventually("the new size", () => shown()[first] === 2000);
  stop.abort();
  await running;
  for (const store of all) await store.close();
});

Deno.test("measureStores() has started when sizes are shown, or can't be asked for", async () => {
  for (const answers of [true, false]) {
    const metrics = new Registry();
    const asked = Promise.withResolvers<number>();
    const status = async () => ({
      ...{ backend: "test", revision: 1, compacted: 0 },
      sizeBytes: await asked.promise,
    });
    const store = Object.assign(new MemoryStore(), { status });
    const stores = { stores: [store], storeFor: () => store, close: async () => {} };
    const stop = new AbortController();
    const clock = new FakeClock();
    const options = { stores, metrics, clock, logger: silentLogger, intervalMs: 0 };
    const begun = Promise.withResolvers<void>();
    let hasStarted = false;
    const started = () => {
      hasStarted = true;
      begun.resolve();
    };
    const running = measureStores(options).run({ signal: stop.signal, started });
    assertEquals(hasStarted, false);
    if (answers) asked.resolve(9);
    else asked.reject(new Error("away"));
    await begun.promise;
    const shown = metricValues(metrics, "apiserver_storage_size_bytes");
    assertEquals(shown, answers ? { 'storage_cluster_id="etcd-0"': 9 } : {});
    stop.abort();
    await running;
    await store.close();
  }
});
