/**
 * Measures the stores over the network, on loopback: etcd, beside a raw loop of transactions of the
 * same size in the same run, and KV Connect by the small server of the tests.
 *
 * @module
 */

import { encodeKey } from "../apiserver/storage/etcd/key_range.ts";
import { startCluster } from "../testing/etcd_cluster.ts";
import { encodeTxn, METHODS } from "../apiserver/storage/etcd/messages.ts";
import { EtcdStore } from "../apiserver/storage/etcd/mod.ts";
import { openKvConnectStore } from "../apiserver/storage/kvconnect/mod.ts";
import type { Store } from "../apiserver/storage/mod.ts";
import { findProgram } from "../testing/requirements.ts";
import { KvConnectServer } from "../tests/store/kvconnect/server.ts";
import { systemClock } from "../toolkit/clock.ts";
import { redacted, silentLogger } from "../toolkit/logger.ts";

/** What the measurements are made with. */
export interface RemoteBench {
  readonly writers: readonly number[];
  readonly ms: number;
  nextKey(): string;
  object(): Uint8Array;
  /** Objects a second that `writers` callers write. */
  writeFor(store: Store, writers: number, ms: number): Promise<number>;
  note(name: string, value: number, unit: string): void;
}

const OPTIONS = {
  dialect: "orch",
  prefix: "/registry",
  clock: systemClock,
  logger: silentLogger,
} as const;

/** Runs them; etcd only where it is on PATH. */
export async function measureRemote(bench: RemoteBench): Promise<void> {
  if (findProgram("etcd") === undefined) console.log("etcd is not on PATH: not measured");
  else await measureEtcd(bench);
  await measureKvConnect(bench);
}

async function measureEtcd(bench: RemoteBench): Promise<void> {
  await using cluster = await startCluster({ fsync: true });
  const members = cluster.addresses;
  const store = await EtcdStore.open({ ...OPTIONS, where: "etcd", members });
  const client = cluster.client();
  try {
    for (const writers of bench.writers) {
      await bench.writeFor(store, writers, bench.ms / 2);
      const rate = await bench.writeFor(store, writers, bench.ms);
      const raw = await rawLoop(bench, writers, (message) => client.attempt(METHODS.txn, message));
      bench.note(`etcd, ${writers} writers`, rate, "objects/s");
      bench.note(`etcd, raw transactions, ${writers} under way`, raw, "objects/s");
      bench.note(`etcd, ${writers} writers, of the raw loop`, rate / raw, "x");
    }
  } finally {
    client.close();
    await store.close();
  }
}

/** Transactions of one object each, so many at once, that are only sent and answered. */
async function rawLoop(
  { ms, nextKey, object }: RemoteBench,
  underWay: number,
  send: (message: Uint8Array) => Promise<unknown>,
): Promise<number> {
  const value = object();
  const start = performance.now();
  let written = 0;
  await Promise.all(Array.from({ length: underWay }, async () => {
    while (performance.now() - start < ms) {
      const key = encodeKey(nextKey());
      const success = [{ put: { key, value } }];
      await send(encodeTxn({ compare: [{ key, modRevision: 0 }], success, failure: [] }));
      written++;
    }
  }));
  return written / (performance.now() - start) * 1000;
}

async function measureKvConnect(bench: RemoteBench): Promise<void> {
  await using server = await KvConnectServer.start();
  const store = await openKvConnectStore(server.url, {
    ...OPTIONS,
    accessToken: redacted(KvConnectServer.TOKEN),
    compactionIntervalMs: 0,
    historyBytes: 0,
  });
  for (const writers of bench.writers) {
    await bench.writeFor(store, writers, bench.ms / 2);
    const rate = await bench.writeFor(store, writers, bench.ms);
    bench.note(`KV Connect, server of the tests, ${writers} writers`, rate, "objects/s");
  }
  await store.close();
}
