import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { NodePlace, PodPlace } from "../places.ts";
import type { Reading, Sample } from "./reading.ts";
import { UsageStore } from "./usage_store.ts";

const STALE_MS = 40_000;

function node(name: string, uid = name): NodePlace {
  return { name, uid, labels: {}, addresses: new Map(), port: 0, path: "/metrics/resource" };
}

function pod(name: string, on: string, more: Partial<PodPlace> = {}): PodPlace {
  const place = { key: `n/${name}`, name, namespace: "n", uid: name, labels: {}, node: on };
  return { ...place, containers: ["c"], ...more };
}

/** What an agent says at a second: of the node, and of containers by `pod/container`, seconds of processors. */
function reading(second: number, cpu: number, told: Record<string, number | undefined>): Reading {
  const sample = (cpuSeconds: number | undefined): Sample => ({
    cpuSeconds,
    atMs: second * 1000,
    memoryBytes: 1024,
    startedMs: 0,
  });
  const pods = new Map<string, Map<string, Sample>>();
  for (const [place, seconds] of Object.entries(told)) {
    const [name, container] = place.split("/") as [string, string];
    const key = `n/${name}`;
    pods.set(key, (pods.get(key) ?? new Map()).set(container, sample(seconds)));
  }
  return { node: sample(cpu), pods };
}

/** Cores of each container of a pod. */
function coresOf(store: UsageStore, of: PodPlace, second: number) {
  return store.ofPod(of, second * 1000)?.map(({ name, usage }) => [name, usage.cores]);
}

Deno.test("UsageStore tells of nodes and pods once they were counted twice", () => {
  const store = new UsageStore(STALE_MS);
  const [one, web] = [node("one"), pod("web", "one", { containers: ["c", "d", "init"] })];
  store.take(one, [web], reading(0, 10, { "web/c": 1, "web/d": 1 }), 0);
  assertEquals([store.ofNode(one, 0), coresOf(store, web, 0)], [undefined, undefined]);
  store.take(one, [web], reading(10, 20, { "web/c": 6, "web/d": 2 }), 10_000);
  assertEquals(store.ofNode(one, 10_000)?.cores, 1);
  assertEquals(coresOf(store, web, 10), [["c", 0.5], ["d", 0.1]]);
  assertEquals(store.size, { nodes: 1, containers: 2 });
});

Deno.test("UsageStore believes a node's agent only about pods that run on it", () => {
  const store = new UsageStore(STALE_MS);
  const [good, liar] = [node("good"), node("liar")];
  const [web, own] = [pod("web", "good"), pod("own", "liar")];
  for (const [second, seconds] of [[0, 0], [10, 1]] as const) {
    const at = second * 1000;
    store.take(good, [web], reading(second, 0, { "web/c": seconds }), at);
    store.take(
      liar,
      [own],
      reading(second, 0, { "web/c": seconds * 100, "own/c": seconds, "none/c": seconds }),
      at,
    );
  }
  assertEquals(coresOf(store, web, 10), [["c", 0.1]]);
  assertEquals(coresOf(store, own, 10), [["c", 0.1]]);
  assertEquals(coresOf(store, pod("none", "liar"), 10), undefined);
  // What was counted on one node says nothing of a pod of that name on another.
  assertEquals(coresOf(store, { ...web, node: "liar" }, 10), undefined);
  // Containers that its pods don't have are nothing that is kept.
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`own/x${at}`, 1]));
  store.take(liar, [own], reading(20, 0, many), 20_000);
  assertEquals(store.size.containers, 1);
});

Deno.test("UsageStore begins anew with another node or pod of the same name", () => {
  const store = new UsageStore(STALE_MS);
  const [first, second] = [node("one", "a"), node("one", "b")];
  const [old, young] = [pod("web", "one", { uid: "a" }), pod("web", "one", { uid: "b" })];
  store.take(first, [old], reading(0, 0, { "web/c": 0 }), 0);
  store.take(first, [old], reading(10, 1, { "web/c": 1 }), 10_000);
  assertEquals(coresOf(store, young, 10), undefined);
  assertEquals(store.ofNode(second, 10_000), undefined);
  store.take(first, [young], reading(20, 2, { "web/c": 2 }), 20_000);
  assertEquals([coresOf(store, young, 20), coresOf(store, old, 20)], [undefined, undefined]);
  store.take(second, [young], reading(30, 3, { "web/c": 3 }), 30_000);
  assertEquals([store.ofNode(second, 30_000), coresOf(store, young, 30)], [undefined, undefined]);
});

Deno.test("UsageStore tells nothing of a pod of which it knows a part", () => {
  const store = new UsageStore(STALE_MS);
  const [one, web] = [node("one"), pod("web", "one", { containers: ["c", "d"] })];
  store.take(one, [web], reading(0, 0, { "web/c": 0, "web/d": 0 }), 0);
  store.take(one, [web], reading(10, 0, { "web/c": 1, "web/d": undefined }), 10_000);
  assertEquals(coresOf(store, web, 10), undefined);
  store.take(one, [web], reading(20, 0, { "web/c": 2, "web/d": 2 }), 20_000);
  store.take(one, [web], reading(30, 0, { "web/c": 3, "web/d": 4 }), 30_000);
  assertEquals(coresOf(store, web, 30), [["c", 0.1], ["d", 0.2]]);
  // One that has ended is no part of it any more.
  store.take(one, [web], reading(40, 0, { "web/c": 4 }), 40_000);
  assertEquals(coresOf(store, web, 40), [["c", 0.1]]);
});

Deno.test("UsageStore leaves out nodes that have not answered for long, and forgets those that are gone", () => {
  const store = new UsageStore(STALE_MS);
  const [one, web] = [node("one"), pod("web", "one")];
  store.take(one, [web], reading(0, 0, { "web/c": 0 }), 0);
  store.take(one, [web], reading(10, 5, { "web/c": 1 }), 10_000);
  store.missed("one", 50_000);
  assertEquals(store.ofNode(one, 50_000)?.cores, 0.5);
  assertEquals([store.ofNode(one, 50_001), coresOf(store, web, 50.001)], [undefined, undefined]);
  store.missed("one", 50_001);
  assertEquals(store.size, { nodes: 0, containers: 0 });
  store.missed("none", 0);
  store.take(one, [web], reading(60, 0, { "web/c": 0 }), 60_000);
  store.keepOnly((name) => name !== "one");
  assertEquals(store.size, { nodes: 0, containers: 0 });
});
