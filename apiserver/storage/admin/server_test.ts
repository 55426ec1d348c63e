import { assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { silentLogger } from "../../../toolkit/logger.ts";
import type { StoreAdmin } from "./admin.ts";
import { adminBehind } from "./client.ts";
import { serveStoreAdmin, socketPath } from "./server.ts";

Deno.test("a store's socket ends beside a client that has sent half a request, and a backup that nobody reads", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/store.kv`;
    let isOver = false;
    const admin = {
      async *backup() {
        try {
          for (;;) yield await Promise.resolve(new Uint8Array(100_000));
        } finally {
          isOver = true;
        }
      },
    } as unknown as StoreAdmin;
    const server = await serveStoreAdmin(admin, path, silentLogger);
    using client = await Deno.connect({ transport: "unix", path: socketPath(path) });
    await client.write(new TextEncoder().encode("GET /report HTTP/1.1\r\nHost: x\r\n"));
    const remote = adminBehind(socketPath(path));
    const backup = remote.backup()[Symbol.asyncIterator]();
    assertEquals((await backup.next()).done, false);
    await server.close(100);
    assertEquals(isOver, true);
    // What was cut is not taken for the whole.
    const error = await assertRejects(async () => {
      while (!(await backup.next()).done);
    }, "the process that holds the store broke off its answer");
    assertEquals(error.name, "StoreError");
    assertEquals([...Deno.readDirSync(folder)], []);
    const refused = await assertRejects(() => remote.report(), "does not answer");
    assertEquals(refused.name, "StoreError");
    remote.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
