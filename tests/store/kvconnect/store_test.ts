import { type Backend, storeContract } from "../../../apiserver/storage/contract.ts";
import { openStore } from "./connect.ts";
import { KvConnectServer } from "./server.ts";

async function backend(): Promise<Backend> {
  const server = await KvConnectServer.start();
  return {
    shared: true,
    persistent: true,
    open: () => openStore(server.url),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

storeContract("KvStore by KV Connect", backend, { modelRuns: 3 });
