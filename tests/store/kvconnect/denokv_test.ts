import { type Backend, storeContract } from "../../../apiserver/storage/contract.ts";
import { missing, testWith } from "../../../testing/requirements.ts";
import { connect, openStore } from "./connect.ts";
import { KvConnectServer } from "./server.ts";

/** The real server, over a file in a folder of its own. */
async function startServer() {
  const folder = await Deno.makeTempDir({ prefix: "orch-denokv-" });
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const address = `127.0.0.1:${listener.addr.port}`;
  listener.close();
  const child = new Deno.Command("denokv", {
    args: ["--sqlite-path", `${folder}/store.sqlite`, "serve", "--addr", address],
    env: { DENO_KV_ACCESS_TOKEN: KvConnectServer.TOKEN },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  return {
    url: `http://${address}`,
    async wipe() {
      using kv = connect(`http://${address}`);
      for await (const { key } of kv.list({ prefix: [] })) await kv.delete(key);
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

let server: Awaited<ReturnType<typeof startServer>> | undefined;

function emptyBackend(): Promise<Backend> {
  const { url, wipe } = server!;
  return Promise.resolve({
    shared: true,
    persistent: true,
    open: () => openStore(url),
    [Symbol.asyncDispose]: wipe,
  });
}

if (missing(["denokv"]).length > 0) {
  testWith(["denokv"], "the real denokv keeps the contract of stores", () => {});
} else {
  Deno.test.beforeAll(async () => {
    server = await startServer();
  });
  Deno.test.afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });
  storeContract("KvStore on denokv", emptyBackend, { modelRuns: 3 });
}
