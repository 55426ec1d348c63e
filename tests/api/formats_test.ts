/**
 * Two versions of the server side by side on one store. The next version is this one with a format
 * more that it reads and writes; what it writes says which format it is in.
 *
 * @module
 */

import { startCluster } from "../../testing/etcd_cluster.ts";
import { markerKey } from "../../apiserver/storage/etcd/marker.ts";
import { encodeTxn, METHODS } from "../../apiserver/storage/etcd/messages.ts";
import { EtcdStore } from "../../apiserver/storage/etcd/store.ts";
import { CHANGES, META_ROW, NEWEST_ROW } from "../../apiserver/storage/kv/layout.ts";
import { KvStore } from "../../apiserver/storage/kv/store.ts";
import { newDescription } from "../../apiserver/storage/description.ts";
import { NewerFormat } from "../../apiserver/storage/errors.ts";
import type { Store } from "../../apiserver/storage/mod.ts";
import { errorsKept, startTestServer, type TestServer } from "../../testing/api_server.ts";
import { type RequirementName, testWith } from "../../testing/requirements.ts";
import { systemClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { silentLogger } from "../../toolkit/logger.ts";
import { rejects } from "../../apiserver/storage/contract/suite.ts";
import { connect } from "../store/kvconnect/connect.ts";
import { KvConnectServer } from "../store/kvconnect/server.ts";

const THIS = 1;
const NEXT = 2;

const OPTIONS = {
  where: "the store",
  dialect: "kubernetes",
  clock: systemClock,
  logger: silentLogger,
} as const;

/** A store that several can open, each as a program that knows formats up to one. */
interface Backend {
  open(newestFormat: number): Promise<Store>;
  /** Raises the store to a format. */
  raise(format: number): Promise<void>;
  /** The formats that its log has, where it has such. */
  formats?(): Promise<number[]>;
}

const BACKENDS: readonly {
  readonly name: string;
  readonly needs: readonly RequirementName[];
  run(test: (backend: Backend) => Promise<void>): Promise<void>;
}[] = [
  {
    name: "KV Connect",
    needs: [],
    async run(test) {
      await using server = await KvConnectServer.start();
      using kv = connect(server.url);
      await test({
        open: (newestFormat) =>
          KvStore.open(connect(server.url), {
            ...OPTIONS,
            backend: "kvconnect",
            exclusive: false,
            newestFormat,
          }),
        async raise(format) {
          const newest = await kv.get(NEWEST_ROW);
          const description = newDescription({ ...OPTIONS, newestFormat: format });
          // The newest revision too, as it is: no commit that was begun before goes through.
          const { ok } = await kv.atomic().check(newest).set(META_ROW, description)
            .set(NEWEST_ROW, newest.value).commit();
          assert(ok);
        },
        async formats() {
          const formats = new Set<number>();
          for await (const { value } of kv.list({ prefix: CHANGES })) {
            formats.add((value as Uint8Array)[0]!);
          }
          return [...formats].sort();
        },
      });
    },
  },
  {
    name: "etcd",
    needs: ["etcd"],
    async run(test) {
      await using cluster = await startCluster();
      const members = cluster.addresses;
      await test({
        open: (newestFormat) =>
          EtcdStore.open({ ...OPTIONS, members, prefix: "/registry", newestFormat }),
        async raise(format) {
          const key = markerKey("/registry");
          const value = newDescription({ ...OPTIONS, newestFormat: format });
          const client = cluster.client();
          const success = [{ put: { key, value } }];
          await client.repeat(METHODS.txn, encodeTxn({ compare: [], success, failure: [] }));
          client.close();
        },
      });
    },
  },
];

const COLLECTION = "/api/v1/namespaces/default/configmaps";

async function create({ client }: TestServer, name: string): Promise<number> {
  return (await client.post(COLLECTION, { metadata: { name } })).status;
}

async function namesOf({ client }: TestServer): Promise<string[]> {
  const { status, text, json } = await client.get(COLLECTION);
  assertEquals(status, 200, text);
  return json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
}

for (const { name, needs, run } of BACKENDS) {
  testWith(
    needs,
    `on one ${name} the next version writes what this one reads, until it is raised`,
    () =>
      run(async (backend) => {
        const { logger, errors } = errorsKept();
        const readyz = ({ client }: TestServer) => client.get("/readyz");
        await using old = await startTestServer({ store: await backend.open(THIS), logger });
        await using next = await startTestServer({ store: await backend.open(NEXT), logger });
        const watch = await old.client.watch(`${COLLECTION}?watch=1`);

        // Side by side: each reads what the other one writes.
        assertEquals([await create(old, "a"), await create(next, "b")], [201, 201]);
        assertEquals([await namesOf(old), await namesOf(next)], [["a", "b"], ["a", "b"]]);
        assertEquals(await watch.take(2), ["ADDED a", "ADDED b"]);
        assertEquals(await backend.formats?.() ?? [THIS], [THIS]);
        assertEquals(errors, []);

        await backend.raise(NEXT);
        // The old one answers nothing rather than something wrong, and sends its clients elsewhere.
        assertEquals(await watch.next(), undefined);
        const refused = await old.client.get(COLLECTION);
        assertEquals([refused.status, refused.json.reason], [503, "ServiceUnavailable"]);
        assertEquals((await readyz(old)).status, 500);
        assertEquals(await create(old, "c"), 503);
        assertEquals([await create(next, "d"), await namesOf(next)], [201, ["a", "b", "d"]]);
        assertEquals(await backend.formats?.() ?? [THIS, NEXT], [THIS, NEXT]);
        assertEquals((await old.client.get(COLLECTION)).status, 503);
        assertEquals((await readyz(next)).status, 200);
        const error = await rejects(NewerFormat, () => backend.open(THIS));
        assertEquals(
          error.message,
          "the store has format 2, and this version reads formats up to 1",
        );
      }),
  );

  testWith(
    needs,
    `a new store on ${name} has the newest format of who made it`,
    () =>
      run(async (backend) => {
        const store = await backend.open(NEXT);
        await store.commit([{ type: "put", key: "/registry/a", value: new Uint8Array(1) }]);
        await store.close();
        assertEquals(await backend.formats?.() ?? [NEXT], [NEXT]);
        await rejects(NewerFormat, () => backend.open(THIS));
        await (await backend.open(NEXT + 1)).close();
      }),
  );
}
