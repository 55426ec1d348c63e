import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { put } from "../contract/suite.ts";
import { MemoryStore } from "../memory.ts";
import type { Page, RangeOptions } from "../store.ts";
import { scan } from "./scan.ts";

Deno.test("scan() takes a few large values at a time, however many small ones came before", async () => {
  const MIB = 1024 * 1024;
  const large = "x".repeat(MIB);
  let mostBytes = 0;
  const store = new class extends MemoryStore {
    override async range(prefix: string, options?: RangeOptions): Promise<Page> {
      const page = await super.range(prefix, options);
      mostBytes = Math.max(mostBytes, page.items.reduce((sum, { value }) => sum + value.length, 0));
      return page;
    }
  }();
  for (let index = 0; index < 160; index++) {
    const key = `/registry/${String(index).padStart(3, "0")}`;
    await store.commit([put(key, index < 100 ? "small" : large)]);
  }
  const found = await Array.fromAsync(scan(store, "/registry/", await store.revision()));
  assertEquals(found.length, 160);
  assert(mostBytes <= 6 * MIB, `${mostBytes} bytes at once`);
  await store.close();
});
