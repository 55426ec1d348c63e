import { runs } from "../../../testing/requirements.ts";
import { systemClock } from "../../../toolkit/clock.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import { type Backend, storeContract } from "../contract.ts";
import { KvStore } from "./store.ts";

/** A database in a file, opened by the one process that has it, or as one of several. */
async function kvBackend(exclusive: boolean): Promise<Backend> {
  const folder = await Deno.makeTempDir();
  return {
    shared: !exclusive,
    persistent: true,
    async open() {
      return await KvStore.open(await Deno.openKv(`${folder}/store.kv`), {
        where: "the store of this test",
        backend: "kv",
        dialect: "orch",
        exclusive,
        clock: systemClock,
        logger: silentLogger,
      });
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

storeContract("KvStore, exclusive", () => kvBackend(true), { modelRuns: runs(20) });
storeContract("KvStore, shared", () => kvBackend(false), { modelRuns: runs(20) });
