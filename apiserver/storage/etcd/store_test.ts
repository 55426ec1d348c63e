import { type Clock, FakeClock, systemClock } from "../../../toolkit/clock.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import { ConnectProxy } from "../../../testing/connect_proxy.ts";
import { passTimeUntil } from "../../../testing/time.ts";
import { missing, testWith } from "../../../testing/requirements.ts";
import { assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { type Backend, storeContract } from "../contract.ts";
import { DEFAULT_REQUEST_BYTES } from "./commit.ts";
import { type LocalCluster, startCluster } from "../../../testing/etcd_cluster.ts";
import { memberName } from "./servers.ts";
import { EtcdStore } from "./store.ts";

let cluster: LocalCluster | undefined;

/** The one server of this file, with nothing in it. */
function emptyBackend(): Promise<Backend> {
  const server = cluster!;
  return Promise.resolve({
    shared: true,
    persistent: true,
    open: () =>
      EtcdStore.open({
        where: "the store of this test",
        members: server.addresses,
        prefix: "/registry",
        dialect: "orch",
        clock: systemClock,
        logger: silentLogger,
      }),
    [Symbol.asyncDispose]: () => server.wipe(),
  });
}

if (missing(["etcd"]).length > 0) {
  testWith(["etcd"], "EtcdStore keeps the contract of stores", () => {});
} else {
  Deno.test.beforeAll(async () => {
    cluster = await startCluster();
  });
  Deno.test.afterAll(async () => {
    await cluster?.[Symbol.asyncDispose]();
  });
  Deno.test("EtcdStore.open() goes through a proxy, and fails where that is shut", async () => {
    await using empty = await emptyBackend();
    let isShut = false;
    await using proxy = await ConnectProxy.start({
      leadsTo: (target) => isShut ? undefined : Number(target.split(":").at(-1)),
    });
    const open = (clock: Clock) =>
      EtcdStore.open({
        where: "the store of this test",
        members: cluster!.addresses,
        proxy: { host: "127.0.0.1", port: proxy.port, tunnels: true },
        prefix: "/registry",
        dialect: "orch",
        clock,
        logger: silentLogger,
      });
    const store = await open(systemClock);
    await store.close();
    const expected = new Set(cluster!.addresses.map(memberName));
    assertEquals(new Set(proxy.targets), expected);
    isShut = true;
    // It goes on asking until the clock says that it was long enough.
    const clock = new FakeClock();
    await assertRejects(
      () => passTimeUntil(clock, open(clock)),
      /refuses to connect|asking etcd|not.*answer/,
    );
    await (await empty.open()).close();
  });
  storeContract("EtcdStore", emptyBackend, {
    // A request holds some more than the value.
    maxValueBytes: DEFAULT_REQUEST_BYTES - 10_000,
    inOrder: false,
    acknowledgesInOrder: false,
    skip: {
      "commit() goes on from the least revision asked for": "etcd counts by itself",
    },
    modelRuns: 8,
  });
}
