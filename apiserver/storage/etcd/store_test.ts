import { systemClock } from "../../../toolkit/clock.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import { missing, testWith } from "../../../testing/requirements.ts";
import { type Backend, storeContract } from "../contract.ts";
import { DEFAULT_REQUEST_BYTES } from "./commit.ts";
import { type LocalCluster, startCluster } from "./local_cluster.ts";
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
