import { setImmediate } from "node:timers";
import { testWith } from "../../../testing/requirements.ts";
import { passTimeUntil } from "../../../testing/time.ts";
import { FakeClock, systemClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import { startCompactor } from "../compactor.ts";
import { put } from "../contract/suite.ts";
import { Compacted, Unavailable } from "../errors.ts";
import type { Store } from "../store.ts";
import { startCluster } from "../../../testing/etcd_cluster.ts";
import { CODE, GrpcError } from "../../../toolkit/grpc/mod.ts";
import type { EtcdClient } from "./client.ts";
import { findCompacted } from "./compaction.ts";
import { EtcdStore } from "./store.ts";

const INTERVAL_MS = 1000;

Deno.test("findCompacted() pauses between attempts where no server can be reached, and gives up", async () => {
  const clock = new FakeClock();
  let attempts = 0;
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const client = {
    clock,
    timeouts: { attemptMs: 3000, callMs: 15_000, silenceMs: 5000, signOfLifeMs: 3000 },
    connect: () => ({
      stream: async () => {
        attempts++;
        await turn();
        throw new GrpcError(CODE.unavailable, "connection refused", false);
      },
    }),
    failed() {},
    release() {},
  } as unknown as EtcdClient;
  const never = new AbortController().signal;
  const asked = findCompacted(client, new Uint8Array(1), never);
  asked.catch(() => {});
  for (let turns = 0; turns < 20; turns++) await turn();
  assertEquals(attempts, 1);
  const error = await passTimeUntil(clock, asked).catch((error: unknown) => error);
  assert(error instanceof Unavailable, String(error));
  assert(attempts < 50, `${attempts} attempts`);
});

testWith(
  ["etcd"],
  "servers that share a cluster leave each other an interval of history",
  async () => {
    await using cluster = await startCluster();
    const open = () =>
      EtcdStore.open({
        where: "the store of this test",
        members: cluster.addresses,
        prefix: "/registry",
        dialect: "orch",
        clock: systemClock,
        logger: silentLogger,
      });
    const stores = [await open(), await open(), await open()];
    const turns = stores.map(() => Promise.withResolvers<void>());
    const clock = new FakeClock();
    // Each begins at another moment of the interval, and says when a turn is over.
    const compactors = [];
    const written: { at: number; revision: number }[] = [];
    for (const [index, store] of stores.entries()) {
      const begun = Promise.withResolvers<void>();
      const reporting: Store = Object.create(store, {
        revision: {
          value: async () => {
            const revision = await store.revision();
            begun.resolve();
            return revision;
          },
        },
        compact: {
          value: async (revision: number) => {
            const age = clock.monotonic() - newestBefore(written, revision);
            try {
              assert(age >= INTERVAL_MS, `${revision} was the newest only ${age} ms ago`);
              await store.compact(revision);
              turns[index]!.resolve();
            } catch (error) {
              turns[index]!.reject(error);
            }
          },
        },
      });
      compactors.push(
        startCompactor({ store: reporting, intervalMs: INTERVAL_MS, clock, logger: silentLogger }),
      );
      // What is written now is news to it.
      await begun.promise;
      written.push({
        at: clock.monotonic(),
        revision: await store.commit([put("/registry/a", "x")]),
      });
      await clock.advance(INTERVAL_MS / 4);
    }
    await clock.advance(INTERVAL_MS);
    await Promise.all(turns.map(({ promise }) => promise));
    const oldest = (await stores[0]!.status()).compacted;
    assert(oldest > 0, "something was compacted");
    const error = await stores[1]!.get("/registry/a", { at: oldest - 1 }).catch((error) => error);
    assert(error instanceof Compacted);
    assertEquals(error.oldest, oldest);
    await Promise.all(compactors.map((compactor) => compactor.close()));
    await Promise.all(stores.map((store) => store.close()));
  },
);

/** When the revision after `revision` was written: until then that one was the newest. */
function newestBefore(written: readonly { at: number; revision: number }[], revision: number) {
  return written.find((one) => one.revision > revision)?.at ?? 0;
}
