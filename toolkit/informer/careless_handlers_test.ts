/** Handlers, indexes, transforms and views that throw, answer nonsense, or are slow. */
import { drained } from "../../testing/virtual_clock.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "../deps/assert.ts";
import { ConfigMap } from "../kinds/built_in.ts";
import type { ObjectOf } from "../kinds/mod.ts";
import { createInformer, defineIndex, defineView, type Delta } from "./mod.ts";
import {
  begun,
  isWatch,
  keysOf,
  listOf,
  map,
  MINUTES,
  Setting,
  watchOf,
  working,
} from "../../testing/informer_setting.ts";

Deno.test("subscribe() within a handler, and its end, miss nothing and tell nothing twice", async () => {
  await using setting = new Setting();
  const { server, client } = await working(setting);
  await using maps = begun(client, ConfigMap);
  const logs: string[][] = [];
  const follow = (depth: number): Disposable => {
    const log: string[] = [];
    logs.push(log);
    let inner: Disposable | undefined;
    return maps.subscribe(({ type, key }) => {
      log.push(`${type} ${key}`);
      if (type === "Deleted") inner?.[Symbol.dispose]();
      else if (depth > 0) inner ??= follow(depth - 1);
    });
  };
  using _outer = follow(2);
  await setting.clock.run(1);
  const all = ["Added n/a", "Added n/b", "Added n/c"];
  assertEquals(logs.map((log) => log.splice(0).sort()), [all, all, all]);
  // Another one of the same name: whoever comes between hears of one of them.
  maps.subscribe(({ type }) => {
    if (type === "Deleted") follow(0);
  });
  maps.subscribe(() => {})[Symbol.dispose]();
  server.commit("n/b", undefined);
  server.commit("n/b", { data: { v: "new" } });
  await setting.clock.run(1);
  assertEquals(logs.map((log) => log.sort()), [
    ["Added n/b", "Deleted n/b"],
    [],
    ["Added n/b", "Deleted n/b"],
    ["Added n/a", "Added n/b", "Added n/c"],
  ]);
});

Deno.test("each subscriber has objects of his own, unless the informer shares them", async () => {
  for (const sharesObjects of [false, true]) {
    await using setting = new Setting();
    const { server, client } = await working(setting, ["a"]);
    const seen: object[] = [];
    const byName = defineIndex(ConfigMap, "name", (map) => {
      seen.push(map);
      return map.metadata.name;
    });
    await using maps = createInformer(client, ConfigMap, { sharesObjects, indexes: [byName] });
    await maps.start();
    const told: Delta<ObjectOf<typeof ConfigMap>>[][] = [[], []];
    for (const log of told) maps.subscribe((delta) => void log.push(delta));
    server.commit("n/a", { data: { v: "new" } });
    await setting.clock.run(1);
    const [[first, changed], [, same]] = told as [typeof told[0], typeof told[0]];
    assertEquals([first!.initial, changed!.object.data], [true, { v: "new" }]);
    assertEquals(changed!.object === same!.object, sharesObjects);
    assertEquals(changed!.object === seen.at(-1), sharesObjects, "decoded for the index already");
    assert(maps.lister.get("n/a") !== seen.at(-1), "what is looked up is its caller's own");
    assertEquals(changed!.previous === same!.previous, sharesObjects);
    assertEquals(changed!.previous, same!.previous);
  }
});

Deno.test("handlers that throw, and those that reject, harm nobody", async () => {
  await using setting = new Setting();
  const { client } = await working(setting, ["a"]);
  await using maps = begun(client, ConfigMap);
  maps.subscribe(() => {
    throw new Error("thrown");
  });
  const rejects = (): unknown => Promise.reject(new Error("rejected"));
  maps.subscribe(rejects as () => void);
  const log: string[] = [];
  maps.subscribe(({ key }) => void log.push(key));
  await setting.clock.run(1);
  assertEquals(log, ["n/a"]);
  assertEquals(setting.errors.map((error) => error.split(": ").at(-1)), ["thrown", "rejected"]);
});

Deno.test("an index that throws, answers nonsense, or has thousands of keys", async () => {
  await using setting = new Setting();
  const { client } = await working(setting);
  const throws = defineIndex(ConfigMap, "throws", ({ metadata }) => {
    if (metadata.name === "b") throw new Error("not this one");
    return "one";
  });
  const nonsense = defineIndex(ConfigMap, "nonsense", ({ metadata }) =>
    // deno-lint-ignore no-explicit-any -- what a program without types may do
    (metadata.name === "a" ? [1] : metadata.name === "b" ? null : 7) as any);
  const many = defineIndex(
    ConfigMap,
    "many",
    () => Array.from({ length: 5000 }, (_, at) => `k${at}`),
  );
  await using maps = begun(client, ConfigMap, { indexes: [throws, nonsense, many] });
  await setting.clock.run(1);
  assertEquals(maps.lister.size, 3);
  assertEquals(maps.lister.by(throws, "one").length, 2);
  assertEquals(maps.lister.by(many, "k4999").length, 3);
  assertEquals(setting.errors.length, 4);
  await client.delete(ConfigMap, "n/a");
  assertEquals(maps.lister.by(many, "k0").length, 2);
});

for (
  const [name, broken] of [
    ["throws", () => {
      throw new Error("not this one");
    }],
    ["returns nothing", () => undefined],
    ["returns no object", () => "text"],
    ["returns an object without metadata", () => ({})],
    ["returns what can't be written", () => {
      const self: Record<string, unknown> = { metadata: {} };
      return Object.assign(self, { self });
    }],
  ] as const
) {
  Deno.test(`a transform that ${name} leaves out the object, and only that one`, async () => {
    await using setting = new Setting();
    const { server, client } = await working(setting);
    await using maps = begun(client, ConfigMap, {
      // deno-lint-ignore no-explicit-any -- what a program without types may do
      transform: (map) => map.data?.v === "b" ? broken() as any : map,
    });
    const log: string[] = [];
    maps.subscribe(({ type, key }) => void log.push(`${type} ${key}`));
    await setting.clock.run(1);
    assertEquals([keysOf(maps), setting.warnings.length], ["n/a,n/c", 0]);
    // What was kept, and can't be any more, is not shown as it was.
    server.commit("n/a", { data: { v: "b" } });
    await client.patch(ConfigMap, "c", { data: { v: "b" } });
    assertEquals(keysOf(maps), "");
    server.commit("n/b", { data: { v: "x" } });
    await setting.clock.run(1);
    assertEquals(keysOf(maps), "n/b");
    assertEquals(log.slice(2), ["Deleted n/a", "Deleted n/c", "Added n/b"]);
    assert(setting.errors.every((error) => error.includes("is left out")), setting.errors.join());
  });
}

Deno.test("a view whose projection throws leaves out the object", async () => {
  await using setting = new Setting();
  const { client } = await working(setting);
  const Value = defineView(ConfigMap, "Value", ({ data }) => {
    if (data?.v === "b") throw new Error("not this one");
    return { v: data?.v };
  });
  await using values = begun(client, Value);
  await setting.clock.run(1);
  assertEquals(values.lister.list().map(({ v }) => v).sort(), ["a", "c"]);
});

for (
  const when of ["before it begins", "in a list", "in a watch", "in a wait", "in a page"] as const
) {
  for (const how of ["disposed of", "aborted"] as const) {
    Deno.test(`createInformer() that is ${how} ${when} ends, with nothing left behind`, async () => {
      await using setting = new Setting();
      let asked = 0;
      const client = await setting.client((request) => {
        asked++;
        if (when === "in a wait") return Promise.reject(new TypeError("no connection"));
        if (when === "in a page" && asked === 1) {
          const body = new ReadableStream({ start: (it) => it.enqueue(Uint8Array.of(0x7b)) });
          return Promise.resolve(new Response(body));
        }
        if (when === "in a list") return new Promise(() => {});
        return Promise.resolve(isWatch(request) ? watchOf() : listOf([map("a", "5")]));
      });
      const maps = createInformer(client, ConfigMap);
      const stop = new AbortController();
      const reason = new Error("enough");
      const end = async () => {
        if (how === "aborted") stop.abort(reason);
        else await maps[Symbol.asyncDispose]();
      };
      if (when === "before it begins") await end();
      const started = maps.start(stop.signal);
      started.catch(() => {});
      if (when !== "before it begins") {
        await setting.clock.run(5000);
        await end();
      }
      await setting.clock.run(0);
      if (when === "in a watch") await started;
      else {
        const error = await assertRejects(() => started);
        if (how === "aborted") assertEquals(error, reason);
        else assert(error instanceof DOMException, String(error));
      }
      const before = asked;
      await setting.clock.run(10 * MINUTES);
      assertEquals([asked, setting.clock.pending], [before, 0]);
      await maps[Symbol.asyncDispose]();
      // It does not begin anew.
      await maps.start().catch(() => {});
      assertEquals(asked, before);
    });
  }
}

Deno.test("watch() goes at the pace of who takes its events", async () => {
  await using setting = new Setting();
  let sent = 0;
  const encoder = new TextEncoder();
  const client = await setting.client((request) => {
    if (!isWatch(request)) return Promise.resolve(listOf([]));
    const body = new ReadableStream({
      pull(controller) {
        sent++;
        const object = map(`m${sent % 10}`, String(10 + sent));
        const type = sent <= 10 ? "ADDED" : "MODIFIED";
        controller.enqueue(encoder.encode(JSON.stringify({ type, object }) + "\n"));
      },
    });
    return Promise.resolve(new Response(body, { headers: { "content-type": "application/json" } }));
  });
  let taken = 0;
  for await (const _ of client.watch(ConfigMap)) {
    await drained();
    assert(sent - taken < 10, `${sent} were sent, ${taken} were taken`);
    if (++taken === 500) break;
  }
  assertEquals(setting.clock.pending, 0, "what was broken off is over");
});

Deno.test("resync tells of all as it was told last", async () => {
  await using setting = new Setting();
  const { client } = await working(setting, ["a"]);
  await using maps = begun(client, ConfigMap, { resync: "10m" });
  const log: string[] = [];
  maps.subscribe(({ type, key, resync, previous }: Delta<ObjectOf<typeof ConfigMap>>) =>
    void log.push(`${type} ${key} ${resync} ${previous?.data?.v ?? ""}`)
  );
  await setting.clock.run(25 * MINUTES);
  assertEquals(log, ["Added n/a false ", "Updated n/a true a", "Updated n/a true a"]);
  assertThrows(() => createInformer(client, ConfigMap, { resync: -1 }), /resync is -1/);
});

Deno.test("resync never comes where it is 0", async () => {
  await using setting = new Setting();
  const { client } = await working(setting, ["a"]);
  await using maps = begun(client, ConfigMap, { resync: 0 });
  const log: string[] = [];
  let ended: PromiseLike<void> | undefined;
  maps.subscribe(({ type, key }) => {
    // It would come for ever.
    if (log.push(`${type} ${key}`) === 10) ended = maps[Symbol.asyncDispose]();
  });
  await setting.clock.run(25 * MINUTES);
  await ended;
  assertEquals(log, ["Added n/a"]);
});
