/** How often a server is asked that fails, ends its watches, says nothing, or stands still. */
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { ConfigMap } from "../kinds/built_in.ts";
import type { Timer } from "../clock.ts";
import { type Logger, silentLogger } from "../logger.ts";
import {
  begun,
  isWatch,
  json,
  keysOf,
  listOf,
  map,
  MINUTES,
  Setting,
  watchOf,
} from "../../testing/informer_setting.ts";

for (const status of [400, 401, 403, 404, 410, 429, 500, 501, 502, 503, 504]) {
  for (const which of ["lists", "watches"] as const) {
    Deno.test(`createInformer() whose ${which} all fail with ${status} asks rarely, and goes on`, async () => {
      await using setting = new Setting();
      let healed = false, asked = 0;
      const failed = { kind: "Status", apiVersion: "v1", status: "Failure", code: status };
      const client = await setting.client((request) => {
        asked++;
        const fails = !healed && isWatch(request) === (which === "watches");
        if (fails) return Promise.resolve(json(failed, { status }));
        const events = healed ? [{ type: "ADDED", object: map("b", "12") }] : [];
        return Promise.resolve(isWatch(request) ? watchOf(...events) : listOf([map("a", "5")]));
      });
      await using maps = begun(client, ConfigMap);
      await setting.clock.run(30 * MINUTES);
      assert(asked > 20 && asked < 300, `${asked} requests in half an hour`);
      healed = true;
      await setting.clock.run(2 * MINUTES);
      assertEquals(keysOf(maps), "n/a,n/b");
      assertEquals(setting.errors, []);
    });
  }
}

for (const events of [[], [{ type: "ADDED", object: map("b", "11") }]]) {
  Deno.test(`createInformer() whose watches end at once after ${events.length} events asks rarely`, async () => {
    await using setting = new Setting();
    let asked = 0;
    const client = await setting.client((request) => {
      asked++;
      if (!isWatch(request)) return Promise.resolve(listOf([]));
      const lines = events.map((event) => JSON.stringify(event) + "\n").join("");
      return Promise.resolve(
        new Response(lines, { headers: { "content-type": "application/json" } }),
      );
    });
    await using _maps = begun(client, ConfigMap);
    await setting.clock.run(30 * MINUTES);
    assert(asked > 20 && asked < 300, `${asked} requests in half an hour`);
  });
}

for (
  const [status, said] of [
    [404, "An informer waits for its kind to be served: is it defined?"],
    [503, "An informer goes on after a failure"],
  ] as const
) {
  Deno.test(`createInformer() says what it waits for after a ${status}`, async () => {
    await using setting = new Setting();
    const warned: string[] = [];
    const logger: Logger = {
      ...silentLogger,
      warning: (message) => void warned.push(message),
      with: () => logger,
    };
    const failed = { kind: "Status", apiVersion: "v1", status: "Failure", code: status };
    const client = await setting.client(() => Promise.resolve(json(failed, { status })), {
      logger,
    });
    await using _maps = begun(client, ConfigMap);
    await setting.clock.run(MINUTES);
    assertEquals(new Set(warned), new Set([said]));
  });
}

Deno.test("createInformer() waits as long as a server says, within reason", async () => {
  await using setting = new Setting();
  const at: number[] = [];
  const client = await setting.client(() => {
    at.push(setting.clock.monotonic());
    const retryAfter = at.length < 3 ? "20" : "86400";
    const headers = { "content-type": "application/json", "retry-after": retryAfter };
    return Promise.resolve(json({ kind: "Status", code: 429 }, { status: 429, headers }));
  });
  await using _maps = begun(client, ConfigMap);
  await setting.clock.run(5 * MINUTES);
  assertEquals(at, [0, 20_000, 40_000, 100_000, 160_000, 220_000, 280_000]);
});

Deno.test("createInformer() asks anew where a server says nothing, and lists where it never does", async () => {
  await using setting = new Setting();
  const asked: string[] = [];
  const client = await setting.client((request) => {
    asked.push(isWatch(request) ? "watch" : "list");
    // It was set back, and hides it: it would tell of what comes after its future.
    if (isWatch(request)) return new Promise(() => {});
    return Promise.resolve(asked.length === 1 ? listOf([map("a", "50")], "99") : listOf([], "20"));
  });
  await using maps = begun(client, ConfigMap);
  await setting.clock.run(4 * MINUTES);
  assertEquals([asked.join(), keysOf(maps)], ["list,watch,watch", "n/a"]);
  await setting.clock.run(2 * MINUTES);
  assertEquals(keysOf(maps), "");
  assertEquals(maps.stats.revision, "20");
});

Deno.test("createInformer() notices a list that stands still, however far it has come", async () => {
  await using setting = new Setting();
  let lists = 0;
  const client = await setting.client((request) => {
    if (isWatch(request)) return Promise.resolve(watchOf());
    if (++lists === 1) return new Promise(() => {});
    if (lists > 2) return Promise.resolve(listOf([map("a", "5")]));
    // One that goes on slowly is not disturbed.
    let left = 10;
    const body = new ReadableStream({
      pull(controller) {
        if (left-- === 0) return new Promise(() => {});
        return new Promise((resolve) =>
          void setting.clock.after(100_000, () => {
            controller.enqueue(Uint8Array.of(0x20));
            resolve();
          })
        );
      },
    }, { highWaterMark: 0 });
    return Promise.resolve(new Response(body));
  });
  await using maps = begun(client, ConfigMap);
  await setting.clock.run(150_000);
  assertEquals(lists, 1);
  await setting.clock.run(1000);
  assertEquals(lists, 2);
  await setting.clock.run(1_000_000 + 140_000);
  assertEquals(lists, 2);
  await setting.clock.run(11_000);
  assertEquals([lists, keysOf(maps)], [3, "n/a"]);
});

Deno.test("createInformer() recovers from failures: what fails now and then is asked at once", async () => {
  await using setting = new Setting();
  const at: number[] = [];
  let timer: Timer | undefined;
  const client = await setting.client((request) => {
    if (!isWatch(request)) return Promise.resolve(listOf([]));
    at.push(setting.clock.monotonic());
    const body = new ReadableStream({
      start(controller) {
        timer = setting.clock.after(100_000, () => controller.error(new TypeError("reset")));
      },
      cancel: () => timer?.cancel(),
    });
    return Promise.resolve(new Response(body, { headers: { "content-type": "application/json" } }));
  });
  await using _maps = begun(client, ConfigMap);
  await setting.clock.run(20 * MINUTES);
  const waits = at.slice(1).map((ms, index) => ms - at[index]! - 100_000);
  assert(waits.length > 8 && Math.max(...waits) < 1000, waits.join());
});

Deno.test("watch() before it has told of all rejects what no waiting mends, and nothing else", async () => {
  await using setting = new Setting();
  let answer: () => Promise<Response> = () => Promise.reject(new TypeError("no connection"));
  const client = await setting.client((request) =>
    isWatch(request) ? Promise.resolve(watchOf()) : answer()
  );
  const events = client.watch(ConfigMap)[Symbol.asyncIterator]();
  const first = events.next();
  await setting.clock.run(2 * MINUTES);
  answer = () => Promise.resolve(listOf([map("a", "5")]));
  await setting.clock.run(MINUTES);
  const { value } = await first;
  assertEquals(value?.type, "ADDED");
  await events.return?.();
  answer = () => Promise.resolve(json({ kind: "Status", code: 403 }, { status: 403 }));
  await assertRejects(() => Array.fromAsync(client.watch(ConfigMap)));
});

Deno.test("iterate() does not spin where a server always says that it took too long", async () => {
  await using setting = new Setting();
  const status = {
    apiVersion: "v1",
    kind: "Status",
    code: 410,
    reason: "Expired",
    metadata: { continue: "on" },
  };
  let asked = 0;
  const client = await setting.client(() => {
    asked++;
    return Promise.resolve(json(status, { status: 410 }));
  });
  await assertRejects(() => Array.fromAsync(client.iterate(ConfigMap)));
  assertEquals(asked, 2);
});
