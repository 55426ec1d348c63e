/** Servers, programs and objects that mean no good, one by one. */
import { FaultyServer } from "../../testing/faulty_server.ts";
import { drained, VirtualClock } from "../../testing/virtual_clock.ts";
import type { Client, ClientOptions } from "../client/client.ts";
import { createClient } from "../client/create_client.ts";
import { encodeUntypedJson } from "../codec/json.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "../deps/assert.ts";
import { ConfigMap, Deployment, Namespace, Pod } from "../kinds/built_in.ts";
import type { AnyKind, ObjectOf } from "../kinds/mod.ts";
import type { Timer } from "../clock.ts";
import { silentLogger } from "../logger.ts";
import {
  createInformer,
  defineIndex,
  defineView,
  type Delta,
  type Informer,
  type InformerOptions,
  RunningInformer,
} from "./mod.ts";

/** What a test runs in: a clock, what was logged, and what to be disposed of. */
class Setting implements AsyncDisposable {
  readonly clock = new VirtualClock();
  readonly errors: string[] = [];
  readonly warnings: string[] = [];
  readonly servers: FaultyServer[] = [];
  readonly #end = new AbortController();

  async client(
    fetch: (request: Request) => Promise<Response>,
    options: ClientOptions = {},
  ): Promise<Client> {
    const logger = {
      ...silentLogger,
      error: (text: string, error: unknown) => void this.errors.push(`${text}: ${error}`),
      warning: (_: string, pairs?: { error?: unknown }) =>
        void this.warnings.push(String(pairs?.error)),
      with: () => logger,
    };
    return await createClient({
      transport: { fetch },
      dialect: "kubernetes",
      clock: this.clock,
      random: () => 0.5,
      protobuf: false,
      logger,
      signal: this.#end.signal,
      ...options,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort(new Error("the test is over"));
    for (const server of this.servers) server[Symbol.dispose]();
    await drained();
    assertEquals(this.clock.pending, 0, "no timer is left");
  }
}

interface Meta {
  readonly name?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
}

function map(name: string, revision: string, data: Record<string, string> = {}) {
  const metadata: Meta = { name, namespace: "n", uid: `uid-${name}`, resourceVersion: revision };
  return { apiVersion: "v1", kind: "ConfigMap", metadata, data };
}

const json = (value: unknown, init: ResponseInit = {}) =>
  new Response(encodeUntypedJson(value), {
    headers: { "content-type": "application/json" },
    ...init,
  });

const listOf = (items: unknown, resourceVersion = "10", more: object = {}) =>
  json({ apiVersion: "v1", kind: "ConfigMapList", metadata: { resourceVersion, ...more }, items });

const isWatch = (request: Request) => new URL(request.url).searchParams.has("watch");

/** A watch that says these, and then nothing. */
function watchOf(...events: readonly (object | Uint8Array)[]): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    start(controller) {
      for (const event of events) {
        const isBytes = event instanceof Uint8Array;
        controller.enqueue(isBytes ? event : encoder.encode(JSON.stringify(event) + "\n"));
      }
    },
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

const keysOf = (informer: Informer<unknown>) => [...informer.lister.keys()].sort().join();

/** An informer whose start is nobody's business. */
function begun<K extends AnyKind>(
  client: Client,
  kind: K,
  options: InformerOptions<ObjectOf<K>> = {},
): RunningInformer<ObjectOf<K>> {
  const informer = createInformer(client, kind, options);
  assert(informer instanceof RunningInformer);
  informer.start().catch(() => {});
  return informer;
}

const MINUTES = 60_000;

for (
  const [name, bad] of [
    ["an answer that is no list", () => json({ apiVersion: "v1", kind: "Status", metadata: {} })],
    ["an object instead of a list", () => json(map("a", "5"))],
    ["items that are no list", () => listOf({ a: 1 })],
    ["no items", () => listOf(undefined)],
    ["an item that is none", () => listOf([1])],
    ["an item of another kind", () => listOf([{ ...map("a", "5"), kind: "Secret" }])],
    ["no revision", () => listOf([], "")],
    ["a revision that means any", () => listOf([], "0")],
    ["an object without metadata", () => listOf([{ data: {} }])],
    ["an object without a name", () => listOf([{ metadata: { namespace: "n", uid: "u" } }])],
    [
      "an object without a uid",
      () => listOf([{ metadata: { ...map("a", "5").metadata, uid: "" } }]),
    ],
    [
      "an object without a revision",
      () => listOf([{ metadata: { ...map("a", "5").metadata, resourceVersion: 5 } }]),
    ],
    ["a name with a slash", () => listOf([map("a/b", "5")])],
    ["a page that is followed by itself", () => listOf([], "10", { continue: "again" })],
    ["HTML", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
    ["nothing", () => new Response("")],
    ["half an answer", () => new Response('{"kind":"ConfigMapList","items":[')],
    ["a redirect", () => new Response(null, { status: 307, headers: { location: "/" } })],
  ] as const
) {
  Deno.test(`createInformer() is not taken in by a list that is ${name}`, async () => {
    await using setting = new Setting();
    let healed = false;
    const client = await setting.client((request) => {
      if (isWatch(request)) return Promise.resolve(watchOf());
      return Promise.resolve(healed ? listOf([map("a", "5")]) : bad());
    });
    await using maps = begun(client, ConfigMap);
    await setting.clock.run(5 * MINUTES);
    assertEquals([keysOf(maps), maps.stats.revision], ["", ""]);
    assert(
      setting.warnings.length > 3 && setting.warnings.length < 30,
      setting.warnings.join("\n"),
    );
    healed = true;
    await setting.clock.run(MINUTES);
    assertEquals(keysOf(maps), "n/a");
    assertEquals(setting.errors, []);
  });
}

for (
  const [name, bad] of [
    ["an event of another kind", { type: "ADDED", object: { ...map("x", "12"), kind: "Secret" } }],
    ["an event of no type", { type: "CHANGED", object: map("x", "12") }],
    ["an event without an object", { type: "ADDED" }],
    ["an event without a name", { type: "ADDED", object: { ...map("x", "12"), metadata: {} } }],
    ["a bookmark without a revision", {
      type: "BOOKMARK",
      object: { kind: "ConfigMap", metadata: {} },
    }],
    ["garbage", Uint8Array.of(0xff, 0x00, 0x0a)],
    ["a number", new TextEncoder().encode("17\n")],
    ["an error", { type: "ERROR", object: { kind: "Status", status: "Failure", code: 500 } }],
    ["an error that is none", { type: "ERROR", object: {} }],
  ] as const
) {
  Deno.test(`createInformer() is not taken in by ${name}`, async () => {
    await using setting = new Setting();
    let watches = 0;
    const client = await setting.client((request) => {
      if (!isWatch(request)) return Promise.resolve(listOf([map("a", "5")], "10"));
      if (++watches > 1) {
        assertEquals(new URL(request.url).searchParams.get("resourceVersion"), "11");
        return Promise.resolve(watchOf({ type: "ADDED", object: map("c", "13") }));
      }
      const before = { type: "ADDED", object: map("b", "11") };
      return Promise.resolve(watchOf(before, bad, { type: "ADDED", object: map("y", "12") }));
    });
    await using maps = begun(client, ConfigMap);
    await setting.clock.run(MINUTES);
    assertEquals(keysOf(maps), "n/a,n/b,n/c");
    assertEquals([maps.stats.relists, setting.warnings.length], [0, 1]);
  });
}

Deno.test("createInformer() takes null for no items, and odd keys for what they are", async () => {
  await using setting = new Setting();
  const odd = ["__proto__", "constructor", "a:b", "ü", " ", "a%2Fb", "\u0000"];
  let items: unknown = null;
  const client = await setting.client((request) =>
    Promise.resolve(isWatch(request) ? watchOf() : listOf(items))
  );
  await using empty = begun(client, ConfigMap);
  await setting.clock.run(1);
  assertEquals([empty.stats.revision, keysOf(empty)], ["10", ""]);
  items = odd.map((name, at) => map(name, String(at + 1), { v: name }));
  await using maps = begun(client, ConfigMap, {
    indexes: [byData],
  });
  await setting.clock.run(1);
  for (const name of odd) {
    assertEquals(maps.lister.get(`n/${name}`)?.data?.v, name);
    assertEquals(maps.lister.by(byData, name).length, 1);
  }
});

const byData = defineIndex(ConfigMap, "data", ({ data }) => data?.v);

for (
  const [name, form] of [
    ["line", { protobuf: false, start: new Uint8Array() }],
    ["frame", { protobuf: true, start: Uint8Array.of(0x10, 0, 0, 0) }],
  ] as const
) {
  Deno.test(`createInformer() takes in no endless ${name}`, async () => {
    await using setting = new Setting();
    let sent = 0;
    const piece = new Uint8Array(4 * 1024 * 1024).fill(0x20);
    const client = await setting.client((request) => {
      if (!isWatch(request)) return Promise.resolve(listOf([map("a", "5")]));
      if (sent > 0) return Promise.resolve(watchOf());
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(form.start),
        pull(controller) {
          sent += piece.length;
          controller.enqueue(piece);
        },
      });
      const type = form.protobuf ? "application/vnd.kubernetes.protobuf" : "application/json";
      return Promise.resolve(new Response(body, { headers: { "content-type": type } }));
    }, { protobuf: form.protobuf });
    await using maps = begun(client, ConfigMap);
    await setting.clock.run(1000);
    assertEquals(keysOf(maps), "n/a");
    assert(sent < 100 * 1024 * 1024, `${sent} bytes were taken in`);
  });
}

Deno.test("createInformer() takes in no endless page, and no endless failure", async () => {
  await using setting = new Setting();
  const pieces = { list: 0, failure: 0 };
  // The same bytes again and again: they are never all there at once.
  const piece = new Uint8Array(16 * 1024 * 1024).fill(0x20);
  const endless = (which: keyof typeof pieces) =>
    new ReadableStream({
      pull(controller) {
        pieces[which]++;
        controller.enqueue(piece);
      },
    }, { highWaterMark: 0 });
  let requests = 0;
  const client = await setting.client((request) => {
    if (isWatch(request)) return Promise.resolve(watchOf());
    if (++requests === 1) return Promise.resolve(new Response(endless("list")));
    if (requests === 2) return Promise.resolve(new Response(endless("failure"), { status: 400 }));
    return Promise.resolve(listOf([map("a", "5")]));
  });
  await using maps = begun(client, ConfigMap);
  await setting.clock.run(MINUTES);
  assertEquals(keysOf(maps), "n/a");
  // A gigabyte, and four megabytes.
  assertEquals(pieces, { list: 65, failure: 1 });
});

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

/** A server that works, with some objects. */
async function working(setting: Setting, names: readonly string[] = ["a", "b", "c"]) {
  const server = new FaultyServer({ clock: setting.clock });
  setting.servers.push(server);
  for (const name of names) server.commit(`n/${name}`, { data: { v: name } });
  server.calm();
  const client = await setting.client((request) => server.fetch(request), { namespace: "n" });
  return { server, client };
}

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

Deno.test("subscribe() follows from what others were told, not from own writes", async () => {
  await using setting = new Setting();
  const { server, client } = await working(setting, ["a", "b"]);
  await using maps = begun(client, ConfigMap);
  await setting.clock.run(1);
  server.reads = [];
  // The watch says nothing for a while: answers come first.
  const held = server.deliver;
  server.deliver = () => {};
  await client.patch(ConfigMap, "a", { data: { v: "mine" } });
  await client.create(ConfigMap, { metadata: { name: "c" }, data: { v: "mine" } });
  await client.create(ConfigMap, { metadata: { name: "d" }, data: { v: "mine" } });
  await client.delete(ConfigMap, "d");
  await client.delete(ConfigMap, "b");
  assertEquals(keysOf(maps), "n/a,n/c");
  const log: string[] = [];
  maps.subscribe(({ type, key, object, previous }) =>
    void log.push(`${type} ${key} ${previous?.data?.v ?? ""}>${object.data?.v}`)
  );
  assertEquals(log.splice(0).sort(), ["Added n/a >a", "Added n/b >b"]);
  server.deliver = held;
  server.deliver(Infinity);
  await setting.clock.run(1);
  assertEquals(log, [
    "Updated n/a a>mine",
    "Added n/c >mine",
    "Added n/d >mine",
    "Deleted n/d >mine",
    "Deleted n/b >b",
  ]);
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

Deno.test("the end of a client ends its informers and watches", async () => {
  await using setting = new Setting();
  const { client } = await working(setting);
  await using maps = begun(client, ConfigMap);
  const watch = Array.fromAsync(client.watch(ConfigMap));
  await setting.clock.run(1);
  await client[Symbol.asyncDispose]();
  assertEquals((await watch).length, 4);
  await setting.clock.run(10 * MINUTES);
  assert(maps.lister.size === 3);
});

Deno.test("informers of one client, and those derived of it, hear of each other's writes", async () => {
  await using setting = new Setting();
  const { server, client } = await working(setting, ["a"]);
  await using maps = begun(client, ConfigMap);
  const derived = client.with({ fieldManager: "other" });
  await using theirs = begun(derived, ConfigMap, { namespaces: ["n", "m"] });
  await setting.clock.run(1);
  server.deliver = () => {};
  // Without a namespace: in that of the client.
  await derived.create(ConfigMap, { metadata: { name: "b" }, data: { v: "1" } });
  await client.with({ namespace: "m" }).create(ConfigMap, { metadata: { name: "c" } });
  await client.create(ConfigMap, { metadata: { name: "d", namespace: "elsewhere" } });
  assertEquals(keysOf(maps), "elsewhere/d,m/c,n/a,n/b");
  assertEquals(keysOf(theirs), "m/c,n/a,n/b");
  // What is only tried changes nothing.
  const tried = client.with({ dryRun: true });
  await tried.patch(ConfigMap, "a", { data: { v: "tried" } });
  await client.delete(ConfigMap, "b", { dryRun: true });
  assertEquals([maps.lister.get("n/a")?.data?.v, maps.lister.has("n/b")], ["a", true]);
});

/** A server that answers writes with what a test says, and has nothing else. */
async function answering(
  setting: Setting,
  items: readonly object[],
  answers: (request: Request) => unknown,
) {
  return await setting.client((request) => {
    if (isWatch(request)) return Promise.resolve(watchOf());
    if (request.method === "GET") return Promise.resolve(listOf(items));
    const answer = answers(request);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(json(answer));
  });
}

Deno.test("answers that say what an object is now enter; others leave the key to be looked up", async () => {
  await using setting = new Setting();
  const typed = (kind: AnyKind, more: object, metadata: object) => ({
    apiVersion: kind.group === "" ? kind.version : `${kind.group}/${kind.version}`,
    kind: kind.kind,
    metadata: { name: "a", namespace: "default", uid: "u", resourceVersion: "5", ...metadata },
    ...more,
  });
  let answer: unknown;
  const pod = (metadata: object = {}) => typed(Pod, {}, metadata);
  const client = await setting.client((request) => {
    if (isWatch(request)) return Promise.resolve(watchOf());
    if (request.method !== "GET") return Promise.resolve(json(answer));
    const isPods = request.url.includes("/pods");
    const items = isPods ? [pod()] : [typed(Deployment, { spec: {} }, {})];
    return Promise.resolve(
      json({
        apiVersion: isPods ? "v1" : "apps/v1",
        kind: isPods ? "PodList" : "DeploymentList",
        metadata: { resourceVersion: "10" },
        items,
      }),
    );
  });
  await using pods = begun(client, Pod);
  await using deployments = begun(client, Deployment);
  await setting.clock.run(1);
  const revision = () => pods.lister.get("default/a")?.metadata.resourceVersion;

  answer = { ...pod({ resourceVersion: "11" }), status: { phase: "Running" } };
  await client.patch(Pod, "a", { status: { phase: "Running" } }, { subresource: "status" });
  assertEquals([revision(), pods.lister.get("default/a")?.status?.phase], ["11", "Running"]);

  const going = { deletionTimestamp: "2026-01-01T00:00:00Z", deletionGracePeriodSeconds: 30 };
  answer = pod({ resourceVersion: "12", ...going });
  await client.delete(Pod, "a");
  assertEquals(revision(), "12");
  assertEquals(pods.remembered, 1, "what nobody was told of yet");

  answer = { apiVersion: "v1", kind: "Status", metadata: {}, status: "Success" };
  await client.createSubresource(Pod, "a", "eviction", {
    apiVersion: "policy/v1",
    kind: "Eviction",
    metadata: { name: "a" },
  });
  assertEquals([revision(), pods.remembered], ["12", 2]);

  answer = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: pod().metadata, spec: {} };
  await client.scale(Deployment, "a", 3);
  assertEquals(deployments.lister.get("default/a")?.metadata.resourceVersion, "5");
  assertEquals(deployments.remembered, 1);

  answer = { apiVersion: "v1", kind: "PodList", metadata: {}, items: [pod()] };
  await client.deleteAll(Pod, { labelSelector: { a: "b" } });
  assertEquals(pods.remembered, 2);

  answer = pod({ resourceVersion: "14" });
  await client.delete(Pod, "a", { gracePeriod: 0 });
  assertEquals(pods.lister.size, 0);
});

Deno.test("the answer to a write of another version of a kind leaves the key to be looked up", async () => {
  await using setting = new Setting();
  const client = await answering(setting, [map("a", "5")], () => ({
    ...map("a", "11"),
    apiVersion: "v2",
  }));
  await using maps = begun(client, ConfigMap);
  await setting.clock.run(1);
  await client.patch({ ...ConfigMap, version: "v2" }, "n/a", { data: { v: "2" } });
  assertEquals([maps.lister.get("n/a")?.metadata.resourceVersion, maps.remembered], ["5", 1]);
});

Deno.test("lost answers of kinds without a namespace leave their keys to be looked up", async () => {
  await using setting = new Setting();
  const metadata = { name: "a", uid: "u", resourceVersion: "15" };
  const spaces = (revision: string, items: readonly object[]) =>
    json({
      apiVersion: "v1",
      kind: "NamespaceList",
      metadata: { resourceVersion: revision },
      items,
    });
  let lists = 0;
  const client = await setting.client((request) => {
    if (isWatch(request)) return Promise.resolve(watchOf());
    if (request.method !== "GET") return Promise.reject(new TypeError("the connection broke"));
    lists++;
    if (lists > 1) assert(request.url.includes("fieldSelector=metadata.name%3Da"), request.url);
    return Promise.resolve(spaces(String(10 * lists), lists > 1 ? [{ metadata }] : []));
  });
  await using spacesOf = begun(client, Namespace);
  await setting.clock.run(1);
  await assertRejects(() => client.create(Namespace, { metadata: { name: "a" } }));
  assertEquals([...spacesOf.lister.keys()], []);
  await spacesOf.settled("a", new AbortController().signal);
  assertEquals([lists, [...spacesOf.lister.keys()]], [2, ["a"]]);
});

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
