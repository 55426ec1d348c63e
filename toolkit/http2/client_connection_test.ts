/** Requests and answers on a connection as its client has them, and servers that break the rules. */
import { assert, assertEquals } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { joinedBytes } from "../joined_bytes.ts";
import type { ClientStream } from "./client_stream.ts";
import {
  ERROR,
  FLAG,
  FRAME,
  frameOfBytes,
  frameOfNumbers,
  readUint32,
  SETTING,
  settingsFrame,
} from "./frame.ts";
import type { Frame } from "./frame_reader.ts";
import { HeaderDecoder } from "./hpack/decoder.ts";
import { data, GET, headers } from "./testdata/peer.ts";
import { bodyOf, ServerByHand } from "./testdata/server_by_hand.ts";

const OK = { ":status": "200" };
const HEAD = FLAG.endHeaders;
const END = FLAG.endStream;

const of = (frames: readonly Frame[], type: number) => frames.filter((one) => one.type === type);
const ended = (stream: ClientStream) => [stream.closed, stream.resetCode, stream.problem];

Deno.test("ClientConnection tells its settings, then sends heads, and bodies as far as they may", async () => {
  const server = new ServerByHand({}, [[SETTING.initialWindowBytes, 5]]);
  const [one, two] = [server.ask(), server.ask("with a body")];
  two.write(new TextEncoder().encode("hello"));
  two.end(new TextEncoder().encode(" you"));
  assertEquals([one.id, two.id], [1, 3]);
  const [settings, window, ack, first, second, body] = await server.received();
  assertEquals([settings!.type, window!.type, ack!.flags], [4, FRAME.windowUpdate, FLAG.ack]);
  assertEquals([first!.flags, second!.flags], [HEAD | END, HEAD]);
  const read = new HeaderDecoder().decode(first!.payload, { bytes: 1000, fields: 10 });
  assertEquals(read, Object.entries(GET).flat());
  assertEquals([new TextDecoder().decode(body!.payload), body!.flags], ["hello", 0]);
  server.send(frameOfNumbers(FRAME.windowUpdate, 3, [100]));
  const [rest] = await server.received();
  assertEquals([new TextDecoder().decode(rest!.payload), rest!.flags], [" you", END]);
});

Deno.test("ClientConnection reads an answer wherever it is cut", () => {
  const answer = joinedBytes([
    headers(1, { ":status": "103" }, HEAD),
    headers(1, { ...OK, "x-a": "1", "content-length": "10" }, HEAD),
    data(1, "hello"),
    data(1, " you!"),
    headers(1, { "grpc-status": "0" }, HEAD | END),
  ]);
  fc.assert(fc.property(fc.array(fc.nat(answer.length), { maxLength: 20 }), (cuts) => {
    const server = new ServerByHand();
    const stream = server.ask();
    const heads: unknown[] = [];
    stream.onHead = ({ status, raw }) => heads.push([status, ...raw]);
    const places = [0, ...cuts.sort((a, b) => a - b), answer.length];
    places.slice(1).forEach((end, at) => server.send(answer.subarray(places[at], end)));
    assertEquals(heads, [[200, "x-a", "1", "content-length", "10"]]);
    assertEquals([bodyOf(stream), stream.trailers], ["hello you!", ["grpc-status", "0"]]);
    assertEquals([...ended(stream), stream.remoteEnded], [true, undefined, undefined, true]);
  }));
});

Deno.test("ClientConnection opens as many streams as its server allows, and no more than its own", () => {
  const server = new ServerByHand();
  assertEquals(server.connection.mostStreams, 10);
  server.send(settingsFrame([[SETTING.maxConcurrentStreams, 3]]));
  assertEquals([server.connection.mostStreams, server.changes], [3, 1]);
  server.send(settingsFrame([[SETTING.maxConcurrentStreams, 1000]]));
  assertEquals(server.connection.mostStreams, 10);
});

Deno.test("ClientConnection allows more of an answer when it is read, and of all others at once", async () => {
  const server = new ServerByHand();
  const [read, ...unread] = Array.from({ length: 9 }, () => server.ask());
  const all = [read!, ...unread];
  for (const { id } of all) server.send(headers(id, OK, HEAD));
  await server.received();
  const piece = new Uint8Array(16 * 1024);
  for (let at = 0; at < 256; at++) server.send(...all.map(({ id }) => data(id, piece)));
  const updated = async () =>
    of(await server.received(), FRAME.windowUpdate).map(({ stream }) => stream);
  assertEquals(await updated(), [0]);
  bodyOf(read!);
  assertEquals(new Set(await updated()), new Set([read!.id]));
  // More than the window: nobody has read it.
  const [first] = unread;
  server.send(data(first!.id, piece));
  assertEquals(ended(first!), [true, ERROR.flowControl, "an answer that breaks the protocol"]);
  assertEquals(unread.slice(1).some(({ closed }) => closed), false);
});

Deno.test("ClientConnection ends with a server that goes away, when what it serves is over", () => {
  const server = new ServerByHand();
  const [served, refused] = [server.ask(), server.ask()];
  server.send(frameOfNumbers(FRAME.goAway, 0, [served.id, ERROR.none]));
  assertEquals([served.closed, refused.isRefused, server.isClosed], [false, true, false]);
  assertEquals([server.connection.mostStreams, server.changes], [0, 1]);
  assertEquals(server.connection.open(GET, { last: true, isBodyless: false }), undefined);
  server.send(headers(served.id, OK, HEAD), data(served.id, "all", END));
  assertEquals([bodyOf(served), ...ended(served)], ["all", true, undefined, undefined]);
  assertEquals([server.isClosed, server.socket.destroyed], [true, true]);
});

Deno.test("ClientConnection does not mind what comes of streams that it gave up", async () => {
  const server = new ServerByHand();
  const [gone, kept] = [server.ask(), server.ask()];
  gone.reset(ERROR.cancel);
  const [reset] = of(await server.received(), FRAME.resetStream);
  assertEquals(readUint32(reset!.payload, 0), ERROR.cancel);
  server.send(headers(gone.id, { ...OK, "x-a": "1" }, HEAD));
  for (let at = 0; at < 5000; at++) server.send(data(gone.id, "x"));
  server.send(headers(kept.id, OK, HEAD), data(kept.id, "still here", END));
  assertEquals([bodyOf(kept), kept.remoteEnded], ["still here", true]);
  assertEquals(server.isClosed, false);
});

Deno.test("ClientConnection keeps what has come of an answer that breaks off", () => {
  const server = new ServerByHand();
  const [reset, lost] = [server.ask(), server.ask()];
  for (const { id } of [reset, lost]) server.send(headers(id, OK, HEAD), data(id, "half"));
  server.send(frameOfNumbers(FRAME.resetStream, reset.id, [ERROR.internal]));
  assertEquals([reset.resetCode, reset.isLost, reset.remoteEnded], [ERROR.internal, false, false]);
  server.socket.emit("end");
  assertEquals([lost.isLost, lost.remoteEnded, server.isClosed], [true, false, true]);
  assertEquals([bodyOf(reset), bodyOf(lost)], ["half", "half"]);
});

const block = (count: number) =>
  frameOfBytes(FRAME.headers, HEAD, 1, new Uint8Array(count).fill(0x88));

/** What ends one stream, and says why. */
const REFUSED: readonly [name: string, problem: RegExp, ...frames: Uint8Array[]][] = [
  ["a body without a head", /without a head/, data(1, "x")],
  ["an end without an answer", /before its answer/, headers(1, { ":status": "100" }, HEAD | END)],
  ["two heads", /second head/, headers(1, OK, HEAD), headers(1, OK, HEAD)],
  ["a head without a status", /trailers/, headers(1, { "x-a": "1" }, HEAD)],
  ["a status that is none", /malformed head/, headers(1, { ":status": "20" }, HEAD)],
  ["a switch of protocols", /malformed head/, headers(1, { ":status": "101" }, HEAD)],
  ["two statuses", /malformed head/, block(2)],
  ["a name with capitals", /malformed head/, headers(1, { ...OK, "X-A": "1" }, HEAD)],
  ["a name with a blank", /malformed head/, headers(1, { ...OK, "x-a ": "1" }, HEAD)],
  ["a line break after a value", /malformed head/, headers(1, { ...OK, "x-a": "1\n" }, HEAD)],
  ["a line break in a value", /malformed head/, headers(1, { ...OK, "x-a": "1\n2" }, HEAD)],
  ["a field of a connection", /malformed head/, headers(1, { ...OK, connection: "close" }, HEAD)],
  ["a length that is none", /malformed head/, headers(1, { ...OK, "content-length": "-1" }, HEAD)],
  ["a long head", /more than 1000 bytes/, headers(1, { ...OK, "x-a": "x".repeat(1001) }, HEAD)],
  [
    "a head of many fields",
    /20 fields/,
    headers(
      1,
      { ...OK, ...Object.fromEntries([...Array(21).keys()].map((at) => [`${at}`, ""])) },
      HEAD,
    ),
  ],
  [
    "a longer body than its length",
    /another length/,
    headers(1, { ...OK, "content-length": "1" }, HEAD),
    data(1, "xx"),
  ],
  [
    "a shorter body than its length",
    /another length/,
    headers(1, { ...OK, "content-length": "3" }, HEAD),
    data(1, "xx", END),
  ],
  [
    "a body of what has none",
    /another length/,
    headers(1, { ":status": "204" }, HEAD),
    data(1, "xx", END),
  ],
  [
    "trailers that are not the end",
    /trailers/,
    headers(1, OK, HEAD),
    headers(1, { "x-a": "1" }, HEAD),
  ],
  ["a window that does not grow", /protocol/, frameOfNumbers(FRAME.windowUpdate, 1, [0])],
];

for (const [name, problem, ...frames] of REFUSED) {
  Deno.test(`ClientConnection refuses ${name}, and lives`, async () => {
    const server = new ServerByHand();
    const [bad, good] = [server.ask(), server.ask()];
    server.send(...frames);
    assert(problem.test(bad.problem ?? ""), `${bad.problem}`);
    assertEquals(bad.closed, true);
    const [reset] = of(await server.received(), FRAME.resetStream);
    assertEquals(reset?.stream, bad.id);
    server.send(headers(good.id, OK, HEAD), data(good.id, "ok", END));
    assertEquals([bodyOf(good), good.remoteEnded, server.isClosed], ["ok", true, false]);
  });
}

const many = (count: number, frame: Uint8Array) => Array.from({ length: count }, () => frame);

/** What ends the connection. */
const FATAL: readonly [name: string, code: number, ...frames: Uint8Array[]][] = [
  ["a stream of its own", ERROR.protocol, headers(2, OK, HEAD)],
  ["an answer that nobody asked for", ERROR.protocol, headers(7, OK, HEAD)],
  ["a body that nobody asked for", ERROR.protocol, data(7, "x")],
  ["a promise", ERROR.protocol, frameOfBytes(FRAME.pushPromise, 4, 1, new Uint8Array(5))],
  [
    "a head that can't be unpacked",
    ERROR.compression,
    frameOfBytes(1, HEAD, 1, Uint8Array.of(255)),
  ],
  ["a farewell cut off", ERROR.frameSize, frameOfBytes(FRAME.goAway, 0, 0, new Uint8Array(4))],
  ["settings without end", ERROR.enhanceYourCalm, ...many(3000, settingsFrame([]))],
  [
    "pings without end",
    ERROR.enhanceYourCalm,
    ...many(3000, frameOfBytes(FRAME.ping, 0, 0, new Uint8Array(8))),
  ],
  [
    "empty bodies without end",
    ERROR.enhanceYourCalm,
    headers(1, OK, HEAD),
    ...many(3000, data(1, "")),
  ],
  [
    "resets without end",
    ERROR.enhanceYourCalm,
    ...many(3000, frameOfNumbers(FRAME.resetStream, 1, [ERROR.cancel])),
  ],
  [
    "a head that goes on without end",
    ERROR.enhanceYourCalm,
    frameOfBytes(FRAME.headers, 0, 1, new Uint8Array(500)),
    ...many(3000, frameOfBytes(FRAME.continuation, 0, 1, new Uint8Array(10))),
  ],
];

for (const [name, code, ...frames] of FATAL) {
  Deno.test(`ClientConnection ends with a server that sends ${name}`, async () => {
    const server = new ServerByHand();
    const stream = server.ask();
    server.send(...frames);
    const [farewell] = of(await server.received(), FRAME.goAway);
    assertEquals([server.isClosed, stream.closed], [true, true]);
    assertEquals(readUint32(farewell!.payload, 4), code);
    assert(server.connection.problem?.startsWith("the server broke the protocol: "));
  });
}

Deno.test("ClientConnection survives whatever bytes come", () => {
  const frame = fc.tuple(
    fc.nat(12),
    fc.nat(255),
    fc.constantFrom(0, 1, 1, 2, 3, 5),
    fc.uint8Array({ maxLength: 60 }),
  ).map(([type, flags, stream, payload]) => frameOfBytes(type, flags, stream, payload));
  const good = fc.constantFrom(
    headers(1, OK, HEAD),
    data(1, "x"),
    data(1, "x", END),
    headers(3, { ":status": "100" }, HEAD),
  );
  fc.assert(fc.property(fc.array(fc.oneof(frame, good), { maxLength: 30 }), (frames) => {
    const server = new ServerByHand();
    const streams = [server.ask(), server.ask("with a body")];
    for (const one of frames) server.send(one);
    for (const stream of streams) bodyOf(stream);
    server.socket.destroy();
    for (const stream of streams) assertEquals(stream.closed, true);
    assertEquals([server.isClosed, server.clock.pending], [true, 0]);
  }));
});
