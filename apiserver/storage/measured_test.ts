import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { storeContract } from "./contract.ts";
import { put, rejects } from "./contract/suite.ts";
import { Conflict, FutureRevision } from "./errors.ts";
import { measuredStore } from "./measured.ts";
import { MemoryStore } from "./memory.ts";
import { ResourceSeries } from "./resource_series.ts";
import type { Store } from "./store.ts";
import { declareStoreMetrics } from "./store_metrics.ts";

function measured(store: Store, clock = new FakeClock()) {
  const metrics = new Registry();
  const series = new ResourceSeries("apps", "deployments");
  const view = measuredStore(store, declareStoreMetrics(metrics, clock)(series));
  return { metrics, series, view };
}

storeContract("measured store", () => {
  const { view } = measured(new MemoryStore());
  return Promise.resolve({
    shared: false,
    persistent: false,
    open: () => Promise.resolve(view),
    [Symbol.asyncDispose]: () => view.close(),
  });
});

/** What is shown of calls, without their resource: `family operation` and the value. */
function shown(metrics: Registry): Record<string, number> {
  const pattern =
    /^etcd_(requests_total|request_errors_total|request_duration_seconds_(?:count|sum)){operation="(\w+)",group="apps",resource="deployments"} (.*)$/gm;
  return Object.fromEntries(
    [...metrics.render().matchAll(pattern)].map((
      [, name, operation, value],
    ) => [`${name} ${operation}`, Number(value)]),
  );
}

const KEY = "/registry/apps/deployments/a/b";

/** Calls on a store that holds nothing, and what is counted of them. */
const CALLS: readonly [
  name: string,
  call: (store: Store) => Promise<unknown>,
  counted: Record<string, number>,
][] = [
  ["a get of nothing", (store) => store.get(KEY), { get: 1 }],
  ["a list", (store) => store.range("/registry/"), { list: 1 }],
  ["a creation", (store) => store.commit([{ ...put(KEY, "1"), revision: 0 }]), { create: 1 }],
  ["a creation that takes along another write", async (store) => {
    const ops = [{ ...put(KEY, "1"), revision: 0 }, put(`${KEY}/x`, "2")];
    await store.commit(ops);
  }, { create: 1 }],
  ["an update", async (store) => {
    const revision = await store.commit([{ ...put(KEY, "1"), revision: 0 }]);
    await store.commit([{ ...put(KEY, "2"), revision }]);
  }, { create: 1, update: 1 }],
  ["a deletion", (store) => store.commit([{ type: "delete", key: KEY }]), { delete: 1 }],
  ["a commit of nothing", (store) => store.commit([]), {}],
  [
    "a conflict, which is an answer",
    (store) => rejects(Conflict, () => store.commit([{ ...put(KEY, "1"), revision: 5 }])),
    { update: 1 },
  ],
];

for (const [name, call, counted] of CALLS) {
  Deno.test(`measuredStore() counts ${name}`, async () => {
    const { metrics, view } = measured(new MemoryStore());
    await call(view);
    const expected = Object.entries(counted).flatMap(([operation, count]) => [
      [`requests_total ${operation}`, count],
      [`request_duration_seconds_sum ${operation}`, 0],
      [`request_duration_seconds_count ${operation}`, count],
    ]);
    assertEquals(shown(metrics), Object.fromEntries(expected));
    await view.close();
  });
}

Deno.test("measuredStore() counts failures, and how long calls took", async () => {
  const clock = new FakeClock();
  const inner = new MemoryStore();
  const slow: Store = Object.create(inner, {
    range: {
      value: async (prefix: string, options: object) => {
        await clock.advance(250);
        return await inner.range(prefix, options);
      },
    },
  });
  const { metrics, view } = measured(slow, clock);
  await view.range("/registry/");
  await rejects(FutureRevision, () => view.range("/registry/", { at: 99 }));
  assertEquals(shown(metrics), {
    "requests_total list": 2,
    "request_errors_total list": 1,
    "request_duration_seconds_count list": 2,
    "request_duration_seconds_sum list": 0.5,
  });
  await inner.close();
});

Deno.test("ResourceSeries.remove() takes away all series, and later ones do not come back", async () => {
  const { metrics, series, view } = measured(new MemoryStore());
  await view.get(KEY);
  series.remove();
  assertEquals(shown(metrics), {});
  await view.get(KEY);
  await view.range("/registry/");
  assertEquals(shown(metrics), {});
  await view.close();
});
