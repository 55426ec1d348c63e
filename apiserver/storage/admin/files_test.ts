import { assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { StoreError } from "../errors.ts";
import { saveBackup, writeAll } from "./files.ts";

Deno.test({
  name: "writeAll() says what can't be written where the disk is full",
  ignore: Deno.build.os !== "linux",
  async fn() {
    using full = await Deno.open("/dev/full", { write: true });
    const error = await assertRejects(
      () => writeAll(full, new Uint8Array(1), "a.backup"),
      "a.backup can't be written: No space left on device",
    );
    assertEquals(error.name, "StoreError");
  },
});

Deno.test("saveBackup() leaves nothing of a backup that breaks off", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const broken = (async function* () {
      yield await Promise.resolve(new Uint8Array(10));
      throw new StoreError("it broke off");
    })();
    const options = { force: false, progress() {} };
    await assertRejects(() => saveBackup(`${folder}/x`, broken, options), "it broke off");
    assertEquals([...Deno.readDirSync(folder)], []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
