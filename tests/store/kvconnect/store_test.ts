import { type Backend, storeContract } from "../../../apiserver/storage/contract.ts";
import { openKvConnectStore } from "../../../apiserver/storage/kvconnect/mod.ts";
import { systemClock } from "../../../toolkit/clock.ts";
import { secret, silentLogger } from "../../../toolkit/logging/logger.ts";
import { KvConnectServer } from "./server.ts";

async function backend(): Promise<Backend> {
  const server = await KvConnectServer.start();
  return {
    shared: true,
    persistent: true,
    open: () =>
      openKvConnectStore(server.url, {
        dialect: "orch",
        prefix: "/registry",
        clock: systemClock,
        logger: silentLogger,
        accessToken: secret(KvConnectServer.TOKEN),
        compactionIntervalMs: 0,
        historyBytes: 0,
      }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

storeContract("KvStore by KV Connect", backend, { modelRuns: 3 });
