import { assertEquals, assertRejects } from "./deps/assert.ts";
import { silentLogger } from "./logger.ts";
import { runGroups, type Runnable } from "./runnable.ts";

/** A part that writes down what happens to it, and starts when it is told to. */
function part(name: string, log: string[], starts: Promise<void> = Promise.resolve()): Runnable {
  return {
    name,
    announcesStart: true,
    async run({ signal, started }) {
      log.push(`${name} runs`);
      await starts;
      started();
      log.push(`${name} started`);
      await new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      log.push(`${name} ends`);
    },
  };
}

Deno.test("runGroups() starts a group after the one before, and ends them in the opposite order", async () => {
  const log: string[] = [];
  const stop = new AbortController();
  const held = Promise.withResolvers<void>();
  const all = Promise.withResolvers<void>();
  const running = runGroups([[part("store", log, held.promise)], [part("server", log)]], {
    signal: stop.signal,
    logger: silentLogger,
    started: all.resolve,
  });
  assertEquals(log, ["store runs"]);
  held.resolve();
  await all.promise;
  stop.abort();
  await running;
  assertEquals(log, [
    "store runs",
    "store started",
    "server runs",
    "server started",
    "server ends",
    "store ends",
  ]);
});

Deno.test("runGroups() ends everything when one part fails, and rejects with its failure", async () => {
  const log: string[] = [];
  const failing: Runnable = { name: "bad", run: () => Promise.reject(new Error("broken")) };
  const running = runGroups([[part("store", log)], [failing, part("server", log)]], {
    signal: new AbortController().signal,
    logger: silentLogger,
  });
  await assertRejects(() => running, "broken");
  assertEquals(log.filter((line) => line.endsWith("ends")), ["server ends", "store ends"]);
});

Deno.test("runGroups() starts nothing more once it is to end", async () => {
  const log: string[] = [];
  const stop = new AbortController();
  const never = new Promise<void>(() => {});
  const stuck: Runnable = {
    name: "stuck",
    announcesStart: true,
    run: ({ signal }) =>
      Promise.race([
        never,
        new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve())),
      ]),
  };
  const running = runGroups([[stuck], [part("server", log)]], {
    signal: stop.signal,
    logger: silentLogger,
  });
  stop.abort();
  await running;
  assertEquals(log, []);
});

Deno.test("runGroups() settles when all parts have ended by themselves", async () => {
  const brief: Runnable = { name: "brief", run: () => Promise.resolve() };
  let started = false;
  await runGroups([[brief], [brief]], {
    signal: new AbortController().signal,
    logger: silentLogger,
    started: () => started = true,
  });
  assertEquals(started, true);
});
