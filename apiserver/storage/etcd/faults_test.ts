import { join } from "node:path";
import { slowTests, testWith } from "../../../testing/requirements.ts";
import { makeAuthority, makeCertificate } from "../../../toolkit/certificates/mod.ts";
import { systemClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import { contents, put, rejects, takeChanges, text } from "../contract/suite.ts";
import {
  Conflict,
  Corrupt,
  SetBack,
  StoreError,
  TooLarge,
  Unavailable,
  WrongDialect,
} from "../errors.ts";
import { Notifier } from "../history/notifier.ts";
import type { Change, Store } from "../store.ts";
import type { Timeouts } from "./client.ts";
import { encodeKey } from "./key_range.ts";
import {
  type LocalCluster,
  type LocalMember,
  startCluster,
} from "../../../testing/etcd_cluster.ts";
import { decodeStatus, encodeTxn, METHODS } from "./messages.ts";
import { EtcdStore, type EtcdStoreOptions } from "./store.ts";

/** Of those who are to find out soon that a server has died: what is late by that is no failure. */
const TIMEOUTS: Partial<Timeouts> = { attemptMs: 1500, silenceMs: 500, signOfLifeMs: 1000 };

function open(cluster: LocalCluster, more: Partial<EtcdStoreOptions> = {}): Promise<EtcdStore> {
  return EtcdStore.open({
    where: "the store of this test",
    members: cluster.addresses,
    prefix: "/registry",
    dialect: "orch",
    clock: systemClock,
    logger: silentLogger,
    ...more,
  });
}

/** Writers that never stop, a reader that sees everything, and what each was told. */
class Load {
  readonly acknowledged = new Map<number, string>();
  readonly unknown = new Set<string>();
  readonly #notifier = new Notifier();
  readonly #stop = new AbortController();
  readonly #writing: Promise<unknown>;

  constructor(stores: readonly Store[], writers: number) {
    this.#writing = Promise.all(
      Array.from({ length: writers }, (_, writer) => {
        return this.#write(stores[writer % stores.length] as Store, `/registry/w${writer}`);
      }),
    );
  }

  /** Settles once `count` further commits were acknowledged. */
  async progress(count: number): Promise<void> {
    const goal = this.acknowledged.size + count;
    while (this.acknowledged.size < goal) await this.#notifier.wait();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#writing;
  }

  async #write(store: Store, key: string): Promise<void> {
    let at = (await store.get(key))?.revision ?? 0;
    for (let step = 0; !this.#stop.signal.aborted; step++) {
      const value = `${key}:${step}`;
      try {
        at = await store.commit([put(key, value, at)]);
        assert(!this.acknowledged.has(at), `revision ${at} was acknowledged twice`);
        this.acknowledged.set(at, value);
        this.#notifier.notifyAll();
      } catch (error) {
        assert(error instanceof Unavailable, String(error));
        if (error.outcome === "unknown") this.unknown.add(value);
        at = await revisionOf(store, key);
      }
    }
  }
}

/** The revision of a key, as soon as the store can be asked. */
async function revisionOf(store: Store, key: string): Promise<number> {
  for (;;) {
    try {
      return (await store.get(key))?.revision ?? 0;
    } catch (error) {
      assert(error instanceof Unavailable, String(error));
    }
  }
}

/**
 * Every acknowledged commit is in the log at its revision; what is there and was not acknowledged
 * was said to be unknown; each change follows the one before it of its key.
 */
function checkLog(changes: readonly Change[], load: Load, end: number): void {
  const last = new Map<string, number>();
  const seen = new Set<number>();
  for (const { key, revision, value, previous } of changes) {
    assert(!seen.has(revision), `revision ${revision} came twice`);
    seen.add(revision);
    assertEquals(previous?.revision, last.get(key), `what ${revision} replaced`);
    last.set(key, revision);
    const found = text(value) ?? "";
    const told = load.acknowledged.get(revision);
    if (told !== undefined) assertEquals(found, told);
    else assert(load.unknown.has(found), `${found} at ${revision} was said not to be written`);
  }
  for (const revision of load.acknowledged.keys()) {
    assert(revision > end || seen.has(revision), `acknowledged revision ${revision} is lost`);
  }
}

/** The member that leads: the one that the others wait for. */
async function leaderOf(cluster: LocalCluster): Promise<LocalMember> {
  for (;;) {
    for (const member of cluster.members) {
      const client = cluster.client(member);
      try {
        const status = await client.repeat(METHODS.status, new Uint8Array(0));
        if (decodeStatus(status).isLeader) return member;
      } finally {
        client.close();
      }
    }
  }
}

/** Runs faults under load, and checks everything after. */
async function underLoad(
  cluster: LocalCluster,
  run: (load: Load) => Promise<void>,
  more: Partial<EtcdStoreOptions> = {},
): Promise<void> {
  const options = { timeouts: TIMEOUTS, ...more };
  const stores = await Promise.all([open(cluster, options), open(cluster, options)]);
  const base = await stores[0].revision();
  const load = new Load(stores, 8);
  const stop = new AbortController();
  const seen: Change[] = [];
  const end = { revision: Infinity };
  const watching = (async () => {
    for await (const { changes } of stores[1].changes(base, { signal: stop.signal })) {
      seen.push(...changes);
      if ((seen.at(-1)?.revision ?? 0) >= end.revision) return;
    }
  })();
  try {
    await run(load);
  } finally {
    await load.stop();
  }
  // The watch is at most one batch behind this commit, and ends with the next one.
  for (const value of ["x", "y"]) {
    const revision = await stores[0].commit([put("/registry/last", value)]);
    load.acknowledged.set(revision, value);
    end.revision = Math.min(end.revision, revision);
  }
  await watching;
  stop.abort();
  checkLog(seen, load, end.revision);
  checkLog(await takeChanges(stores[0], base, seen.length), load, end.revision);
  await Promise.all(stores.map((store) => store.close()));
}

testWith(
  ["etcd"],
  "a killed and restarted server loses nothing that was acknowledged",
  async () => {
    await using cluster = await startCluster({ fsync: true });
    const [member] = cluster.members;
    await underLoad(cluster, async (load) => {
      for (let round = 0; round < (slowTests() ? 10 : 2); round++) {
        await load.progress(200);
        await member!.kill();
        member!.start();
      }
      await load.progress(200);
    });
  },
);

testWith(["etcd"], "three servers with TLS: members and the leader die under load", async () => {
  await using certificates = await makeCertificates();
  await using cluster = await startCluster({ size: 3, ...certificates.options });
  const tls = certificates.options.clientTls;
  await underLoad(cluster, async (load) => {
    for (let round = 0; round < (slowTests() ? 6 : 1); round++) {
      await load.progress(200);
      const leader = await leaderOf(cluster);
      await leader.kill();
      await load.progress(200);
      leader.start();
      const follower = cluster.members.find((member) => member !== leader)!;
      await load.progress(200);
      await follower.kill();
      await load.progress(200);
      follower.start();
    }
  }, { tls });
  await rejects(Unavailable, () => open(cluster, { timeouts: { ...TIMEOUTS, callMs: 300 } }));
});

testWith(["etcd"], "a frozen server is left for another, and what it got is not lost", async () => {
  await using cluster = await startCluster({ size: 3 });
  await underLoad(cluster, async (load) => {
    for (let round = 0; round < (slowTests() ? 6 : 1); round++) {
      await load.progress(100);
      const leader = await leaderOf(cluster);
      leader.signal("SIGSTOP");
      await load.progress(100);
      leader.signal("SIGCONT");
      await load.progress(100);
    }
  });
});

testWith(
  ["etcd"],
  "a store that was set back is used no more by who had seen it further on",
  async () => {
    await using cluster = await startCluster({ fsync: true });
    const [member] = cluster.members as [LocalMember];
    const backup = `${member.folder}.backup`;
    const opened = () => open(cluster);
    // Of each store another answer is the first that tells.
    const stores = {
      revision: await opened(),
      get: await opened(),
      range: await opened(),
      commit: await opened(),
      changes: await opened(),
    };
    await stores.get.commit([put("/registry/a", "1")]);
    await setAside(member, () => copyFolder(member.folder, backup));
    for (const value of ["2", "3", "4"]) await stores.get.commit([put("/registry/a", value)]);
    const base = await stores.get.revision();
    for (const store of Object.values(stores)) assertEquals(await store.revision(), base);
    const stop = new AbortController();
    const batches = stores.changes.changes(base, { signal: stop.signal })[Symbol.asyncIterator]();
    const next = batches.next();
    const last = await stores.get.commit([put("/registry/a", "5")]);
    assertEquals((await next).value?.revision, last);
    const ended = batches.next();
    await setAside(member, async () => {
      await Deno.remove(member.folder, { recursive: true });
      await copyFolder(backup, member.folder);
    });
    await rejects(SetBack, () => ended);
    await stores.get.get("/registry/a");
    await stores.range.range("/registry/");
    await stores.commit.commit([put("/registry/b", "1")]);
    for (const [name, store] of Object.entries(stores)) {
      const error = await rejects(SetBack, () => store.revision());
      assert(error.found < base && error.seen >= base, `${name}: ${error.message}`);
      await rejects(SetBack, () => store.commit([put("/registry/c", "1")]));
      await store.close();
    }
    // Who begins with it as it is has no past to go by.
    const anew = await opened();
    assertEquals(await contents(anew), { "/registry/a": "1", "/registry/b": "1" });
    await anew.close();
  },
);

/** Does something with a server's data while it does not run. */
async function setAside(member: LocalMember, work: () => Promise<void>): Promise<void> {
  await member.kill();
  await work();
  member.start();
}

async function copyFolder(from: string, to: string): Promise<void> {
  const { success } = await new Deno.Command("cp", { args: ["-r", from, to] }).output();
  assert(success, `copying ${from}`);
}

testWith(["etcd"], "EtcdStore refuses what is not its own, and what is too large", async () => {
  await using cluster = await startCluster();
  const store = await open(cluster);
  await rejects(WrongDialect, () => open(cluster, { dialect: "kubernetes" }));
  const large = { type: "put", key: "/registry/a", value: new Uint8Array(2 ** 21) } as const;
  const error = await rejects(TooLarge, () => store.commit([large]));
  assert(error.size > error.limit && error.limit >= 2 ** 20, error.message);
  await store.commit([put("/registry/a", "1")]);
  assertEquals(await contents(store), { "/registry/a": "1" });
  await rejects(Conflict, () => store.commit([put("/registry/a", "2", 0)]));
  const client = cluster.client();
  const strange = { put: { key: encodeKey("/other/x"), value: new Uint8Array(1) } };
  await client.repeat(
    METHODS.txn,
    encodeTxn({ compare: [], success: [strange], failure: [] }),
  );
  client.close();
  await rejects(Corrupt, () => open(cluster, { prefix: "/other" }));
  await store.close();
});

testWith(["etcd"], "many large values after small ones are read in pages that fit", async () => {
  await using cluster = await startCluster();
  const messageLimitBytes = 512 * 1024;
  const store = await open(cluster, { messageLimitBytes });
  const large = "x".repeat(10_000);
  const keys = Array.from(
    { length: 300 },
    (_, index) => `/registry/${String(index).padStart(3, "0")}`,
  );
  const values = keys.map((_, index) => index < 60 ? "small" : large);
  await Promise.all(keys.map((key, index) => store.commit([put(key, values[index]!)])));
  const { items, remaining } = await store.range("/registry/");
  assertEquals([items.length, remaining], [300, 0]);
  assertEquals(items.map(({ key }) => key), keys);
  assert(items.every(({ value }, index) => value.length === values[index]!.length));
  const page = await store.range("/registry/", { limit: 200, at: await store.revision() });
  assertEquals([page.items.length, page.remaining], [200, 100]);
  await store.commit([put("/registry/999", "x".repeat(messageLimitBytes))]);
  await rejects(Unavailable, () => store.range("/registry/"));
  await store.close();
});

testWith(["etcd"], "EtcdStore makes no store where it is only to be looked at", async () => {
  await using cluster = await startCluster();
  const error = await rejects(StoreError, () => open(cluster, { create: false }));
  assert(error.message.includes("holds no store: make one with --create"), error.message);
  await rejects(StoreError, () => open(cluster, { create: false }));
  await (await open(cluster)).close();
  await (await open(cluster, { create: false })).close();
});

testWith(["etcd"], "writes of others in the cluster move the store's revision", async () => {
  await using cluster = await startCluster();
  const [ours, theirs] = [await open(cluster), await open(cluster, { prefix: "/theirs" })];
  const base = await ours.revision();
  const batches = ours.changes(base, { progress: true })[Symbol.asyncIterator]();
  const next = batches.next();
  const revision = await theirs.commit([put("/theirs/a", "1")]);
  assertEquals(await next, { done: false, value: { revision, changes: [] } });
  assertEquals(await ours.revision(), revision);
  assertEquals(await contents(ours), {});
  await Promise.all([ours.close(), theirs.close()]);
});

testWith(
  ["etcd"],
  "etcd is reached only with an authority that it has and a certificate that it takes",
  async () => {
    await using certificates = await makeCertificates();
    await using cluster = await startCluster(certificates.options);
    const { clientTls, stranger, expired } = certificates.options;
    const store = await open(cluster, { tls: clientTls });
    await store.commit([put("/registry/a", "1")]);
    await store.close();
    const refused: [why: string, tls: EtcdStoreOptions["tls"]][] = [
      ["the machine's authorities alone", undefined],
      ["another authority", { ...clientTls, ca: stranger.ca }],
      ["no certificate of ours", { ca: clientTls.ca }],
      ["a certificate of another authority", { ...clientTls, ...stranger, ca: clientTls.ca }],
      ["a certificate that has expired", { ...clientTls, ...expired }],
    ];
    for (const [why, tls] of refused) {
      const options = { tls, timeouts: { callMs: 1000 } };
      const opened = open(cluster, options).then((store) => store.close());
      const error = await opened.then(() => undefined, (error: unknown) => error);
      assert(error instanceof Unavailable, `${why}: ${error}`);
    }
  },
);

/** An authority, a certificate for servers on loopback, and one for us; and ones that must not do. */
async function makeCertificates() {
  const folder = await Deno.makeTempDir();
  const now = new Date(systemClock.now());
  const authority = await makeAuthority("etcd-ca", now);
  const hosts = ["127.0.0.1", "localhost"];
  const server = await makeCertificate({ commonName: "etcd", hosts, now }, authority);
  const client = await makeCertificate({ commonName: "store", now }, authority);
  const other = await makeAuthority("other", now);
  const others = await makeCertificate({ commonName: "store", now }, other);
  const past = new Date(now.getTime() - 10 * 24 * 60 * 60 * 1000);
  const old = await makeCertificate({ commonName: "store", now: past, days: 1 }, authority);
  const write = async (name: string, content: string) => {
    const path = join(folder, name);
    await Deno.writeTextFile(path, content);
    return path;
  };
  return {
    options: {
      tls: {
        ca: await write("ca.crt", authority.certificate),
        cert: await write("server.crt", server.certificate),
        key: await write("server.key", server.key),
      },
      clientTls: { ca: authority.certificate, cert: client.certificate, key: client.key },
      stranger: { ca: other.certificate, cert: others.certificate, key: others.key },
      expired: { cert: old.certificate, key: old.key },
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}
