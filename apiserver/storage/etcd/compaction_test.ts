import { testWith } from "../../../testing/requirements.ts";
import { FakeClock, systemClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import { startCompactor } from "../compactor.ts";
import { put } from "../contract/suite.ts";
import { Compacted } from "../errors.ts";
import type { Store } from "../store.ts";
import { startCluster } from "../../../testing/etcd_cluster.ts";
import { EtcdStore } from "./store.ts";

const INTERVAL_MS = 1000;

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
