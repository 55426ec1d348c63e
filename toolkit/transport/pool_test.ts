import { FakeClock } from "../clock.ts";
import { assertEquals, assertRejects } from "../deps/assert.ts";
import type { Connection, ConnectionEvents } from "./connection.ts";
import { DEFAULT_POOL_LIMITS, Pool } from "./pool.ts";

/** A connection that carries `places` requests, and none of them anywhere. */
class FakeConnection implements Connection {
  readonly protocol: Connection["protocol"];
  readonly identity = undefined;
  isClosed = false;
  isUsed = false;
  #active = 0;
  readonly #events: ConnectionEvents;
  readonly #places: number;

  constructor(events: ConnectionEvents, places: number) {
    this.#events = events;
    this.#places = places;
    this.protocol = places > 1 ? "h2" : "http/1.1";
  }

  get isFree(): boolean {
    return !this.isClosed && this.#active < this.#places;
  }

  get isIdle(): boolean {
    return this.#active === 0;
  }

  reserve(): void {
    this.#active++;
    this.isUsed = true;
  }

  release(): void {
    this.#active--;
    this.#events.changed(this);
  }

  exchange(): never {
    throw new Error("not in this test");
  }

  retire(): void {
    if (this.isIdle) this.destroy();
  }

  destroy(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.#events.closed(this);
  }
}

function poolOf(places: number, maxConnections: number) {
  const gates: PromiseWithResolvers<void>[] = [];
  let emptied = 0;
  const pool = new Pool({
    limits: { ...DEFAULT_POOL_LIMITS, maxConnections },
    clock: new FakeClock(),
    mayShare: places > 1,
    async open(_identity, events) {
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      return new FakeConnection(events, places);
    },
    emptied: () => emptied++,
  });
  const take = (signal = new AbortController().signal) =>
    pool.take({ identity: undefined, fresh: false, signal });
  return { pool, take, gates, emptied: () => emptied };
}

Deno.test("Pool.take() gives the turn of one that was aborted to the next", async () => {
  const { pool, take, gates } = poolOf(1, 1);
  const first = take();
  gates[0]?.resolve();
  const connection = await first;
  const abort = new AbortController();
  const second = take(abort.signal);
  const third = take();
  // The second has its turn, and is gone before it can take it.
  connection.release();
  abort.abort(new Error("gone"));
  await assertRejects(() => second, "gone");
  assertEquals(await third, connection);
  assertEquals([pool.size, gates.length], [1, 1]);
});

Deno.test("Pool.take() opens one connection for all where it may be shared", async () => {
  const { take, gates } = poolOf(10, 64);
  const taken = Array.from({ length: 10 }, () => take());
  assertEquals(gates.length, 1);
  gates[0]?.resolve();
  assertEquals(new Set(await Promise.all(taken)).size, 1);
  const more = take();
  assertEquals(gates.length, 2);
  gates[1]?.resolve();
  await more;
});

Deno.test("Pool.take() lets all try for themselves once one has failed", async () => {
  const { pool, take, gates, emptied } = poolOf(10, 64);
  const taken = Array.from({ length: 3 }, () => take());
  gates[0]?.reject(new Error("no"));
  await assertRejects(() => taken[0] ?? Promise.resolve(), "no");
  assertEquals(gates.length, 3);
  for (const gate of gates) gate.reject(new Error("no"));
  await Promise.allSettled(taken);
  assertEquals([pool.size, emptied() > 0], [0, true]);
});
