/**
 * Servers and members of the store that die under load: nothing that was acknowledged is lost, and
 * clients go on by themselves.
 *
 * @module
 */

import { type LocalMember, startCluster } from "../../testing/etcd_cluster.ts";
import { METHODS } from "../../apiserver/storage/etcd/messages.ts";
import type { AnyObject } from "../../testing/api_client.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { makeAuthority, makeCertificate } from "../../toolkit/certificates/mod.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { Follower, revisionOf, statesOf } from "./follower.ts";
import { COLLECTION, Ledger, NAMESPACE, runWriters, writeFence } from "./load.ts";
import { Replicas, SHARED_STORES } from "./replicas.ts";

/** Writes before a fault, and after it. */
const WRITES = 120;

/** The other stores have their short test in `replicas_test.ts`. */
const STORES = SHARED_STORES.filter(({ name }) => slowTests() || name === "KV Connect");

for (const { name, needs, replicas: count, run } of STORES) {
  testWith(needs, `of ${count} API servers on one ${name} one is killed under load`, () => {
    return run((options) =>
      Replicas.run(count, options, async (replicas) => {
        const load = await Load.start(replicas);
        await load.run(async (written) => {
          await written();
          await replicas.kill(0);
          await written();
          await replicas.start();
          await written();
          await replicas.kill(0);
          await written();
        });
        await load.check();
      })
    );
  });
}

/** Members that are killed, one after the other: each of the three, or the first. */
const KILLED = slowTests() ? 3 : 1;

testWith(
  ["etcd"],
  `under two API servers ${KILLED} of 3 members of an etcd are killed in turn`,
  async () => {
    const folder = await Deno.makeTempDir();
    try {
      const { flags, clientTls, tls } = await certificates(folder);
      await using cluster = await startCluster({ size: 3, tls, clientTls });
      const names = cluster.addresses.map(({ host, port }) => `etcds://${host}:${port}`);
      const options = { store: names.join(","), args: flags };
      const answers = async (member: LocalMember) => {
        const client = cluster.client(member);
        await client.repeat(METHODS.status, new Uint8Array(0));
        client.close();
      };
      await Promise.all(cluster.members.map(answers));
      await Replicas.run(2, options, async (replicas) => {
        const load = await Load.start(replicas);
        await load.run(async (written) => {
          for (const member of cluster.members.slice(0, KILLED)) {
            await written();
            await member.kill();
            await written();
            member.start();
            // Two of three must be there before the next one goes.
            await answers(member);
          }
          await written();
        });
        await load.check();
      });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

/** Writers and watches by way of the balancer. */
class Load {
  readonly #replicas: Replicas;
  readonly #ledger = new Ledger();
  readonly #follower: Follower;
  readonly #over = new AbortController();

  private constructor(replicas: Replicas, follower: Follower) {
    this.#replicas = replicas;
    this.#follower = follower;
  }

  static async start(replicas: Replicas): Promise<Load> {
    const metadata = { name: NAMESPACE };
    const made = await replicas.spread.post("/api/v1/namespaces", { metadata });
    assertEquals(made.status, 201, made.text);
    const { json } = await replicas.spread.get(COLLECTION);
    return new Load(replicas, new Follower(COLLECTION, revisionOf(json)));
  }

  /** Runs the writers meanwhile; `written` settles after each further {@link WRITES} of them. */
  async run(meanwhile: (written: () => Promise<void>) => Promise<void>): Promise<void> {
    const client = this.#replicas.clientOfAll();
    // What fails it, its until() tells.
    this.#follower.followOn(client, this.#over.signal).catch(() => {});
    const over = new AbortController();
    const ended = new AbortController();
    const ledger = this.#ledger;
    // What the writers do depends on the answers anyway: a seed would bring nothing back.
    const random = Math.random;
    const { signal } = over;
    const writing = runWriters({ client, ledger, random, signal, untilLost: false })
      .finally(() => ended.abort(new Error("the writers ended too early")));
    const faults = meanwhile(() => ledger.until(ledger.count + WRITES, ended.signal))
      .finally(() => over.abort());
    for (const result of await Promise.allSettled([writing, faults])) {
      if (result.status === "rejected") throw result.reason;
    }
  }

  /** Compares what every replica shows, and what was told, with what was acknowledged. */
  async check(): Promise<void> {
    const [replicas, ledger, follower] = [this.#replicas, this.#ledger, this.#follower];
    const until = await writeFence(replicas.spread, ledger);
    await follower.until(until);
    this.#over.abort();
    ledger.checkTold(follower.told);
    for (let number = 0; number < replicas.count; number++) {
      const items: AnyObject[] = (await replicas.client(number).get(COLLECTION)).json.items;
      ledger.check(items, { settle: false });
      assertEquals(follower.states, statesOf(items));
    }
  }
}

/** An authority, with certificates for an etcd and for its clients. */
async function certificates(folder: string) {
  const now = new Date();
  const authority = await makeAuthority("etcd-ca", now);
  const hosts = ["127.0.0.1"];
  const pair = await makeCertificate({ commonName: "etcd", hosts, now }, authority);
  const tls = { ca: `${folder}/ca.crt`, cert: `${folder}/etcd.crt`, key: `${folder}/etcd.key` };
  await Deno.writeTextFile(tls.ca, authority.certificate);
  await Deno.writeTextFile(tls.cert, pair.certificate);
  await Deno.writeTextFile(tls.key, pair.key);
  return {
    tls,
    clientTls: { ca: authority.certificate, cert: pair.certificate, key: pair.key },
    flags: [
      `--store-cafile=${tls.ca}`,
      `--store-certfile=${tls.cert}`,
      `--store-keyfile=${tls.key}`,
    ],
  };
}
