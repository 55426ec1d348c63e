/** Watches of a remote database, whatever becomes of their streams. */
import { setImmediate } from "node:timers";
import { KvConnectClient } from "../../../apiserver/storage/kvconnect/client.ts";
import { KvConnectError } from "../../../apiserver/storage/kvconnect/error.ts";
import { encodeKey } from "../../../apiserver/storage/kvconnect/keys.ts";
import type { RemoteKv } from "../../../apiserver/storage/kvconnect/remote_kv.ts";
import { watch as watchBy } from "../../../apiserver/storage/kvconnect/watch.ts";
import { FakeClock } from "../../../toolkit/clock.ts";
import { assert, assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { clientOptions, connect } from "./connect.ts";
import { hasty, HastyClock } from "./hasty_clock.ts";
import { encodeStatus, encodeWatchOutput } from "./messages.ts";
import { type Fault, KvConnectServer } from "./server.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

type States = ReadableStreamDefaultReader<readonly Deno.KvEntryMaybe<unknown>[]>;

function watch(kv: RemoteKv, ...keys: Deno.KvKey[]): States {
  return kv.watch(keys).getReader() as States;
}

/** The next state: the texts of the keys. */
async function next(states: States): Promise<(string | undefined)[] | undefined> {
  const { value } = await states.read();
  return value?.map(({ value }) =>
    value === null ? undefined : new TextDecoder().decode(value as Uint8Array)
  );
}

/** Lets a turn of the event loop go by. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A message as it comes on a stream. */
function framed(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(4 + message.length);
  new DataView(frame.buffer).setUint32(0, message.length, true);
  frame.set(message, 4);
  return frame;
}

/** An answer in chunks; it ends after them, or it breaks off. */
function answer(chunks: readonly Uint8Array[], end: "ends" | "breaks off" = "ends"): Response {
  const left = [...chunks];
  return new Response(
    new ReadableStream({
      pull(controller) {
        const chunk = left.shift();
        if (chunk !== undefined) controller.enqueue(chunk);
        else if (end === "ends") controller.close();
        else controller.error(new Error("cut off, as the test wants"));
      },
    }),
  );
}

const absent = framed(encodeWatchOutput([undefined]));

const BROKEN: [name: string, fault: () => Fault, asks?: "for metadata"][] = [
  ["was cut after a message", () => answer([absent], "breaks off")],
  ["was cut amid a message", () => answer([absent.subarray(0, 6)], "breaks off")],
  ["ended at once", () => answer([])],
  ["was refused", () => "refuse"],
  ["was cut before it began", () => "cut"],
  ["says that it is elsewhere", () => answer([framed(encodeStatus(1, 2))]), "for metadata"],
  ["needs another token", () => new Response("no", { status: 401 }), "for metadata"],
];

Deno.test("a watch goes on whatever became of its stream, and misses nothing", async () => {
  await using server = await KvConnectServer.start();
  using kv = connect(server.url);
  const states = watch(kv, ["a"]);
  assertEquals(await next(states), [undefined]);
  for (const [index, [name, fault, asks]] of BROKEN.entries()) {
    const { metadata } = server.requests;
    let faults = 1;
    server.fault = (action) => action === "watch" && faults-- > 0 ? fault() : undefined;
    await server.endWatches();
    await kv.set(["a"], bytes(`${index}`));
    // What was read of the broken one may be older.
    while ((await next(states))?.[0] !== `${index}`);
    assert(faults <= 0, name);
    assertEquals(server.requests.metadata > metadata, asks !== undefined, name);
  }
  await states.cancel();
});

Deno.test("messages of a watch come in pieces, with signs of life, and with what has changed", async () => {
  await using server = await KvConnectServer.start();
  using kv = connect(server.url);
  const { versionstamp } = await kv.set(["a"], bytes("1"));
  const entry = {
    key: Uint8Array.of(2, 0x61, 0),
    value: bytes("1"),
    encoding: 3,
    versionstamp: Uint8Array.fromHex(versionstamp),
  };
  const first = framed(encodeWatchOutput([undefined, entry]));
  const unchanged = framed(Uint8Array.of(8, 1, 0x12, 2, 8, 1, 0x12, 0));
  const alive = new Uint8Array(4);
  const all = [alive, first, alive, alive, unchanged].flatMap((part) => [...part]);
  server.fault = (action) => {
    if (action !== "watch" || server.requests.watch > 1) return undefined;
    return answer(all.map((byte) => Uint8Array.of(byte)));
  };
  const states = watch(kv, ["b"], ["a"]);
  assertEquals(await next(states), [undefined, "1"]);
  assertEquals(await next(states), [undefined, "1"]);
  await kv.set(["b"], bytes("2"));
  assertEquals(await next(states), ["2", "1"], "from the next stream");
  await states.cancel();
});

Deno.test("a watch that hears nothing asks again", async () => {
  await using server = await KvConnectServer.start();
  const clock = new FakeClock();
  using kv = connect(server.url, { clock });
  const states = watch(kv, ["a"]);
  assertEquals(await next(states), [undefined]);
  const second = next(states);
  while (clock.pending === 0) await turn();
  await clock.advance(29_999);
  assertEquals(server.requests.watch, 1);
  await clock.advance(1);
  // It waits a moment before it does.
  while (clock.pending === 0) await turn();
  await clock.advance(100);
  assertEquals(await second, [undefined]);
  assertEquals(server.requests.watch, 2);
  await states.cancel();
});

const BAD_MESSAGES: [why: string, message: Uint8Array][] = [
  ["a message of 4294967295 bytes", new Uint8Array(8).fill(0xff)],
  ["can't be read", framed(bytes("garbage"))],
  ["news of 0 keys, not 1", framed(encodeWatchOutput([]))],
  ["status 0", framed(encodeStatus(7, 7))],
  ["status 9", framed(encodeStatus(1, 9))],
];

Deno.test("messages of a watch that make no sense end it", async () => {
  await using server = await KvConnectServer.start();
  using kv = connect(server.url);
  for (const [why, message] of BAD_MESSAGES) {
    server.fault = (action) => action === "watch" ? answer([absent, message]) : undefined;
    const states = watch(kv, ["a"]);
    assertEquals(await next(states), [undefined]);
    const error = await states.read().then(() => undefined, (error) => error);
    assert(error instanceof KvConnectError, why);
    assert(error.message.includes(why), error.message);
  }
});

Deno.test("where the server has no watches, the keys are read from time to time", async () => {
  await using server = await KvConnectServer.start({ version: 2 });
  using kv = connect(server.url, { clock: new HastyClock() });
  const states = watch(kv, ["a"]);
  assertEquals(await next(states), [undefined]);
  const polls = Promise.withResolvers<void>();
  server.fault = () => void (server.requests.snapshot_read > 5 && polls.resolve());
  const second = next(states);
  await polls.promise;
  await kv.set(["a"], bytes("1"));
  assertEquals(await second, ["1"]);
  await states.cancel();
});

Deno.test("a watch that is cut now and then never fails, one that ends at once does", async () => {
  await using server = await KvConnectServer.start();
  const clock = new HastyClock();
  using kv = connect(server.url, { clock });
  const states = watch(kv, ["a"]);
  assertEquals(await next(states), [undefined]);
  let faults = 0;
  server.fault = (action) => action === "watch" && faults-- > 0 ? "refuse" : undefined;
  for (let cuts = 0; cuts < 3; cuts++) {
    faults = 1;
    clock.pass(20_000);
    await server.endWatches();
    assertEquals(await next(states), [undefined]);
  }
  server.fault = (action) => action === "watch" ? answer([]) : undefined;
  await server.endWatches();
  const error = await states.read().then(() => undefined, (error) => error);
  assert(error instanceof KvConnectError && error.message.includes("before it said anything"));
});

Deno.test("a watch fails once the server has been away for the time of a call", async () => {
  await using server = await KvConnectServer.start();
  using kv = connect(server.url, hasty());
  const states = watch(kv, ["a"]);
  assertEquals(await next(states), [undefined]);
  server.fault = () => "refuse";
  await server.endWatches();
  const error = await states.read().then(() => undefined, (error) => error);
  assert(error instanceof KvConnectError && error.message.includes("503"), String(error));
  assert(server.requests.watch > 2);
});

Deno.test("a watch takes nothing from the network that nobody reads", async () => {
  await using server = await KvConnectServer.start();
  using kv = connect(server.url);
  const unread = kv.watch([["a"]]);
  await kv.set(["a"], bytes("1"));
  assertEquals(server.requests.watch, 0);
  await unread.cancel();
  const states = watch(kv, ["a"]);
  await next(states);
  await states.cancel();
  assertEquals((await states.read()).done, true);
});

/** Is closed when what it has read has just come. */
class ClosedAmidReading extends KvConnectClient {
  override async read(ranges: Parameters<KvConnectClient["read"]>[0]) {
    const read = await super.read(ranges);
    this.close();
    return read;
  }
}

Deno.test("a watch ends with its client, also as a state comes", async () => {
  await using server = await KvConnectServer.start({ version: 2 });
  const client = new ClosedAmidReading(clientOptions(server.url));
  const states = watchBy(client, [encodeKey(["a"])], (state) => state).getReader();
  await assertRejects(() => states.read(), "the database was closed");
});
