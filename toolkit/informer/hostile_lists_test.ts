/** Lists and watches of servers that mean no good. */
import { assert, assertEquals } from "../deps/assert.ts";
import { ConfigMap } from "../kinds/built_in.ts";
import { defineIndex } from "./mod.ts";
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
