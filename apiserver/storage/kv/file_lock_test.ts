import { systemClock } from "../../../toolkit/clock.ts";
import { assertRejects } from "../../../toolkit/deps/assert.ts";
import { lockFile } from "./file_lock.ts";

Deno.test("a lock is free once it is released, even while child processes are being started", async () => {
  const folder = await Deno.makeTempDir();
  let stopped = false;
  const starting = (async () => {
    while (!stopped) {
      await Promise.all(Array.from({ length: 4 }, () => new Deno.Command("true").output()));
    }
  })();
  try {
    for (let turn = 0; turn < 300; turn++) {
      const lock = await lockFile(`${folder}/store`, "the store", systemClock);
      await assertRejects(
        () => lockFile(`${folder}/store`, "the store", systemClock),
        `in use by process ${Deno.pid}`,
      );
      lock.release();
    }
  } finally {
    stopped = true;
    await starting;
    await Deno.remove(folder, { recursive: true });
  }
});
