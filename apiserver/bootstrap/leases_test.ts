import { FakeClock } from "../../toolkit/clock.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { MemoryStore } from "../storage/mod.ts";
import { LEASE_MS, ReplicaLeases } from "./leases.ts";

const { signal } = new AbortController();
const [A, B] = ["192.0.2.1", "192.0.2.2"];

/** Two replicas on one store, whose clocks do not agree. */
function twoReplicas() {
  const store = new MemoryStore();
  const clocks = [new FakeClock(), new FakeClock(Date.UTC(1999, 1, 1))] as const;
  const [a, b] = clocks.map((clock) => new ReplicaLeases(store, "/registry", clock));
  const advance = (ms: number) => Promise.all(clocks.map((clock) => clock.advance(ms)));
  return { store, a: a!, b: b!, advance };
}

async function keysOf(store: MemoryStore): Promise<string[]> {
  return (await store.range("")).items.map(({ key }) => key);
}

Deno.test("ReplicaLeases has all that were renewed, in order", async () => {
  const { store, a, b } = twoReplicas();
  assertEquals(await a.alive(signal), []);
  await b.renew(B, signal);
  await a.renew(A, signal);
  assertEquals(await a.alive(signal), [A, B]);
  assertEquals(await b.alive(signal), [A, B]);
  assertEquals(await keysOf(store), [`/registry/masterleases/${A}`, `/registry/masterleases/${B}`]);
});

Deno.test("ReplicaLeases forgets one that does not move for the time of a lease", async () => {
  const { store, a, b, advance } = twoReplicas();
  await a.renew(A, signal);
  await b.renew(B, signal);
  assertEquals(await a.alive(signal), [A, B]);
  await advance(LEASE_MS - 1);
  await a.renew(A, signal);
  assertEquals(await a.alive(signal), [A, B]);
  await advance(1);
  assertEquals(await a.alive(signal), [A]);
  assertEquals(await keysOf(store), [`/registry/masterleases/${A}`]);
  // It was only slow.
  await b.renew(B, signal);
  assertEquals(await a.alive(signal), [A, B]);
});

Deno.test("ReplicaLeases keeps one that moves in time", async () => {
  const { a, b, advance } = twoReplicas();
  for (let round = 0; round < 10; round++) {
    await Promise.all([a.renew(A, signal), b.renew(B, signal)]);
    assertEquals(await a.alive(signal), [A, B]);
    await advance(LEASE_MS - 1);
  }
});

Deno.test("ReplicaLeases gives one that it never saw all of a lease's time", async () => {
  const { a, b, advance } = twoReplicas();
  await b.renew(B, signal);
  await advance(LEASE_MS * 100);
  assertEquals(await a.alive(signal), [B]);
  await advance(LEASE_MS);
  assertEquals(await a.alive(signal), []);
});

Deno.test("ReplicaLeases forgets one at once that was released", async () => {
  const { store, a, b } = twoReplicas();
  await a.renew(A, signal);
  await b.renew(B, signal);
  assertEquals(await a.alive(signal), [A, B]);
  await b.release(B);
  assertEquals(await a.alive(signal), [A]);
  await a.release(A);
  assertEquals(await keysOf(store), []);
});

Deno.test("ReplicaLeases leaves the lease that moves while it is about to be removed", async () => {
  const { store, a, b, advance } = twoReplicas();
  await b.renew(B, signal);
  await a.alive(signal);
  await advance(LEASE_MS);
  const { range } = store;
  store.range = async (...args) => {
    const page = await range.apply(store, args);
    await b.renew(B, signal);
    return page;
  };
  await a.alive(signal);
  store.range = range;
  assertEquals(await a.alive(signal), [B]);
});
