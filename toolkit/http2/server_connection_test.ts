import { assert, assertEquals } from "../deps/assert.ts";
import { joinedBytes } from "../joined_bytes.ts";
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
import { HeaderEncoder } from "./hpack/encoder.ts";
import { data, GET, headers, Peer, POST } from "./testdata/peer.ts";

const OPEN_BODY = FLAG.endHeaders;
const of = (frames: readonly Frame[], type: number) => frames.filter((one) => one.type === type);
const bodyOf = (frames: readonly Frame[]) =>
  of(frames, FRAME.data).reduce((sum, { payload }) => sum + payload.length, 0);
const block = (head: Readonly<Record<string, string>>) => new HeaderEncoder().encode(head);
const numbers = frameOfNumbers;

Deno.test("ServerConnection answers a request, and tells its settings first", async () => {
  const peer = new Peer();
  peer.send(headers(1, { ...GET, "x-a": "1" }));
  const [stream] = peer.streams;
  assertEquals(stream!.raw.slice(-2), ["x-a", "1"]);
  assertEquals(stream!.remoteEnded, true);
  stream!.respond({ ":status": 200, "x-b": ["1", "2"] }, false);
  stream!.write(new TextEncoder().encode("hello"));
  stream!.end();
  assertEquals([stream!.closed, stream!.answered], [true, true]);
  const [settings, window, ack, head, body, end] = await peer.received();
  assertEquals([settings!.type, window!.type, ack!.flags], [
    FRAME.settings,
    FRAME.windowUpdate,
    FLAG.ack,
  ]);
  const fields = new HeaderDecoder().decode(head!.payload, { bytes: 1000, fields: 10 });
  assertEquals(fields, [":status", "200", "x-b", "1", "x-b", "2"]);
  assertEquals(new TextDecoder().decode(body!.payload), "hello");
  assertEquals([end!.type, end!.flags, end!.payload.length], [FRAME.data, FLAG.endStream, 0]);
});

Deno.test("ServerConnection reads frames wherever they are cut", () => {
  const whole = joinedBytes([
    headers(1, POST, OPEN_BODY),
    data(1, "ab"),
    data(1, "cd", FLAG.endStream),
    headers(3, GET),
  ]);
  for (const size of [1, 2, 7, 16]) {
    const peer = new Peer();
    for (let at = 0; at < whole.length; at += size) peer.send(whole.subarray(at, at + size));
    const [first, second] = peer.streams;
    const taken = [first!.take(), first!.take()].map((piece) => new TextDecoder().decode(piece));
    assertEquals([taken.join(""), first!.remoteEnded, second?.id], ["abcd", true, 3]);
  }
});

Deno.test("ServerConnection reads a large frame that comes byte by byte", () => {
  const peer = new Peer();
  peer.send(headers(1, POST, OPEN_BODY));
  const payload = Uint8Array.from({ length: 16 * 1024 }, (_, at) => at * at);
  for (const byte of data(1, payload)) peer.send(Uint8Array.of(byte));
  assertEquals(peer.streams[0]!.take(), payload);
});

/** What ends the whole connection. */
const FATAL: readonly [name: string, code: number, ...frames: Uint8Array[]][] = [
  ["a body of no stream", ERROR.protocol, data(0, "a")],
  ["a body of a stream that was not opened", ERROR.protocol, data(5, "a")],
  ["a stream of the server's", ERROR.protocol, headers(2, GET)],
  ["a stream twice", ERROR.streamClosed, headers(3, GET), headers(1, GET)],
  ["a promise", ERROR.protocol, frameOfBytes(FRAME.pushPromise, 4, 1, new Uint8Array(4))],
  ["a ping of nine bytes", ERROR.frameSize, frameOfBytes(FRAME.ping, 0, 0, new Uint8Array(9))],
  ["a ping of a stream", ERROR.protocol, frameOfBytes(FRAME.ping, 0, 1, new Uint8Array(8))],
  ["half a setting", ERROR.frameSize, frameOfBytes(FRAME.settings, 0, 0, new Uint8Array(5))],
  ["settings in an answer", ERROR.frameSize, frameOfBytes(FRAME.settings, 1, 0, new Uint8Array(6))],
  ["a push that is no flag", ERROR.protocol, settingsFrame([[SETTING.enablePush, 2]])],
  [
    "a window setting that is too large",
    ERROR.flowControl,
    settingsFrame([[SETTING.initialWindowBytes, 2 ** 31]]),
  ],
  ["a frame size that is too small", ERROR.protocol, settingsFrame([[SETTING.maxFrameBytes, 100]])],
  ["a window that does not grow", ERROR.protocol, numbers(FRAME.windowUpdate, 0, [0])],
  ["a window that is too large", ERROR.flowControl, numbers(FRAME.windowUpdate, 0, [2 ** 31 - 1])],
  ["a window of a stream that was not opened", ERROR.protocol, numbers(FRAME.windowUpdate, 7, [1])],
  ["a reset of a stream that was not opened", ERROR.protocol, numbers(FRAME.resetStream, 7, [8])],
  [
    "a reset of two bytes",
    ERROR.frameSize,
    frameOfBytes(FRAME.resetStream, 0, 1, new Uint8Array(2)),
  ],
  ["a priority of four bytes", ERROR.frameSize, numbers(FRAME.priority, 1, [0])],
  [
    "a stream that depends on itself",
    ERROR.protocol,
    frameOfBytes(FRAME.priority, 0, 1, Uint8Array.of(0, 0, 0, 1, 9)),
  ],
  [
    "header fields without a beginning",
    ERROR.protocol,
    frameOfBytes(FRAME.continuation, 4, 1, block(GET)),
  ],
  [
    "a ping amid header fields",
    ERROR.protocol,
    headers(1, GET, FLAG.endStream),
    frameOfBytes(FRAME.ping, 0, 0, new Uint8Array(8)),
  ],
  [
    "fields in no known code",
    ERROR.compression,
    frameOfBytes(FRAME.headers, 5, 1, Uint8Array.of(0xff)),
  ],
  [
    "padding longer than its frame",
    ERROR.protocol,
    frameOfBytes(FRAME.headers, 13, 1, Uint8Array.of(9, 0x82)),
  ],
  ["a frame of 16 KB and a byte", ERROR.frameSize, data(1, new Uint8Array(16 * 1024 + 1))],
  [
    "header fields without an end",
    ERROR.enhanceYourCalm,
    headers(1, GET, FLAG.endStream),
    ...Array(10).fill(frameOfBytes(FRAME.continuation, 0, 1, new Uint8Array(2000))),
  ],
];

for (const [name, code, ...frames] of FATAL) {
  Deno.test(`ServerConnection ends with ${name}, and tells why`, async () => {
    const peer = new Peer();
    for (const frame of frames) peer.send(frame);
    const goAway = of(await peer.received(), FRAME.goAway).at(-1);
    assertEquals(goAway && readUint32(goAway.payload, 4), code);
    assertEquals(peer.socket.destroyed, true);
  });
}

/** What ends one stream, and leaves the others alone. */
const STREAM: readonly [name: string, code: number, ...frames: Uint8Array[]][] = [
  ["no method", ERROR.protocol, headers(1, { ":scheme": "https", ":path": "/" })],
  ["no path", ERROR.protocol, headers(1, { ":method": "GET", ":scheme": "https" })],
  ["an empty path", ERROR.protocol, headers(1, { ...GET, ":path": "" })],
  ["an unknown pseudo field", ERROR.protocol, headers(1, { ...GET, ":x": "1" })],
  ["a status", ERROR.protocol, headers(1, { ...GET, ":status": "200" })],
  ["a pseudo field after the others", ERROR.protocol, headers(1, { "x-a": "1", ...GET })],
  ["a name in upper case", ERROR.protocol, headers(1, { ...GET, "X-A": "1" })],
  ["a name with a space", ERROR.protocol, headers(1, { ...GET, "x a": "1" })],
  ["a line break in a value", ERROR.protocol, headers(1, { ...GET, "x-a": "1\r\nx-b: 2" })],
  ["a null in a value", ERROR.protocol, headers(1, { ...GET, "x-a": "1\0" })],
  ["a control character in a value", ERROR.protocol, headers(1, { ...GET, "x-a": "a\x7fb" })],
  [
    "a control character in a long value, after others",
    ERROR.protocol,
    headers(1, {
      ...GET,
      "x-a": "a".repeat(100),
      "x-b": "a".repeat(100),
      "x-c": "a".repeat(100) + "\0",
    }),
  ],
  [
    "a long value that ends with a tab",
    ERROR.protocol,
    headers(1, { ...GET, "x-a": "a".repeat(100), "x-b": "a".repeat(100) + "\t" }),
  ],
  ["a method that is no word", ERROR.protocol, headers(1, { ...GET, ":method": "GET /x" })],
  ["no method at all", ERROR.protocol, headers(1, { ...GET, ":method": "" })],
  ["another scheme", ERROR.protocol, headers(1, { ...GET, ":scheme": "file" })],
  ["a path with a space", ERROR.protocol, headers(1, { ...GET, ":path": "/a HTTP/1.1" })],
  ["a path with a tab", ERROR.protocol, headers(1, { ...GET, ":path": "/a\tb" })],
  ["a path with a byte of 8 bits", ERROR.protocol, headers(1, { ...GET, ":path": "/\xe9" })],
  ["a path that is a URL", ERROR.protocol, headers(1, { ...GET, ":path": "https://x/" })],
  ["an authority with a user", ERROR.protocol, headers(1, { ...GET, ":authority": "a@x" })],
  ["an authority with a path", ERROR.protocol, headers(1, { ...GET, ":authority": "x/y" })],
  ["an authority with a space", ERROR.protocol, headers(1, { ...GET, ":authority": "x y" })],
  ["a host that is not its authority", ERROR.protocol, headers(1, { ...GET, host: "y" })],
  ["a path to connect to", ERROR.protocol, headers(1, { ...GET, ":method": "CONNECT" })],
  [
    "a path to connect to, and an authority to hide that",
    ERROR.protocol,
    headers(1, { ":authority": ":method", ":method": "CONNECT", ":scheme": "https", ":path": "/" }),
  ],
  ["a field without a name", ERROR.protocol, headers(1, { ...GET, "": "1" })],
  ["a value that begins with a space", ERROR.protocol, headers(1, { ...GET, "x-a": " 1" })],
  ["a field of connections", ERROR.protocol, headers(1, { ...GET, connection: "close" })],
  [
    "an encoding of transfers",
    ERROR.protocol,
    headers(1, { ...GET, "transfer-encoding": "chunked" }),
  ],
  ["te that is not trailers", ERROR.protocol, headers(1, { ...GET, te: "gzip" })],
  [
    "a length that is none",
    ERROR.protocol,
    headers(1, { ...POST, "content-length": "+1" }, OPEN_BODY),
  ],
  ["a length without a body", ERROR.protocol, headers(1, { ...POST, "content-length": "1" })],
  [
    "more than its length",
    ERROR.protocol,
    headers(1, { ...POST, "content-length": "1" }, OPEN_BODY),
    data(1, "ab"),
  ],
  [
    "less than its length",
    ERROR.protocol,
    headers(1, { ...POST, "content-length": "3" }, OPEN_BODY),
    data(1, "ab", FLAG.endStream),
  ],
  ["a body after its end", ERROR.streamClosed, headers(1, GET), data(1, "a")],
  ["fields after the end", ERROR.streamClosed, headers(1, GET), headers(1, { "x-a": "1" })],
  [
    "trailers that are no end",
    ERROR.protocol,
    headers(1, POST, OPEN_BODY),
    headers(1, { "x-a": "1" }, FLAG.endHeaders),
  ],
  [
    "pseudo fields in trailers",
    ERROR.protocol,
    headers(1, POST, OPEN_BODY),
    headers(1, { ":path": "/" }),
  ],
  [
    "a window that does not grow",
    ERROR.protocol,
    headers(1, POST, OPEN_BODY),
    numbers(FRAME.windowUpdate, 1, [0]),
  ],
  [
    "a window that is too large",
    ERROR.flowControl,
    headers(1, POST, OPEN_BODY),
    numbers(FRAME.windowUpdate, 1, [2 ** 31 - 1]),
  ],
];

for (const [name, code, ...frames] of STREAM) {
  Deno.test(`ServerConnection ends a stream with ${name}, and serves others`, async () => {
    const peer = new Peer();
    peer.send(...frames);
    const resets = of(await peer.received(), FRAME.resetStream);
    assertEquals(resets.map(({ stream, payload }) => [stream, readUint32(payload, 0)]), [[
      1,
      code,
    ]]);
    peer.send(headers(3, GET));
    assertEquals([peer.streams.at(-1)!.id, peer.socket.destroyed], [3, false]);
  });
}

Deno.test("ServerConnection takes what comes with padding, priority, trailers, in several frames", () => {
  const peer = new Peer();
  const fields = block({ ...POST, "x-a": "1" });
  peer.send(
    frameOfBytes(
      FRAME.headers,
      FLAG.padded | FLAG.priority,
      1,
      Uint8Array.of(2, 0, 0, 0, 0, 9, ...fields.subarray(0, 3), 0, 0),
    ),
    frameOfBytes(FRAME.continuation, 0, 1, fields.subarray(3, 5)),
    frameOfBytes(FRAME.continuation, FLAG.endHeaders, 1, fields.subarray(5)),
    data(1, Uint8Array.of(3, 97, 98, 0, 0, 0), FLAG.padded),
    frameOfBytes(200, 255, 1, new Uint8Array(9)),
    headers(1, { "x-check": "1" }),
  );
  const [stream] = peer.streams;
  assertEquals(stream!.raw.slice(-2), ["x-a", "1"]);
  assertEquals([...stream!.take()!, stream!.remoteEnded], [97, 98, true]);
});

Deno.test("ServerConnection sends no more than windows allow, of all streams in turn", async () => {
  const peer = new Peer({}, [[SETTING.initialWindowBytes, 30_000]]);
  peer.send(headers(1, GET), headers(3, GET));
  for (const stream of peer.streams) {
    stream.respond({ ":status": 200 }, false);
    stream.write(new Uint8Array(100_000));
  }
  await peer.received();
  const [one, three] = peer.streams;
  // Window of the connection: 65,535, of which 60,000 are used.
  peer.widen(1, 50_000);
  assertEquals(bodyOf(await peer.received()), 5535);
  peer.widen(0, 10_000);
  assertEquals(bodyOf(await peer.received()), 10_000);
  peer.widen(3, 50_000);
  peer.widen(0, 30_000);
  const both = await peer.received();
  assertEquals([...new Set(of(both, FRAME.data).map(({ stream }) => stream))].sort(), [1, 3]);
  // A smaller initial window holds for streams that are open: theirs may be below nothing.
  peer.send(settingsFrame([[SETTING.initialWindowBytes, 0]]));
  peer.widen(0, 1_000_000);
  await peer.received();
  peer.send(settingsFrame([[SETTING.initialWindowBytes, 200_000]]));
  peer.widen(0, 1_000_000);
  for (const stream of [one, three]) stream!.end();
  const rest = await peer.received();
  assertEquals(of(rest, FRAME.data).filter(({ flags }) => flags === FLAG.endStream).length, 2);
  assertEquals(peer.streams.every(({ answered }) => answered), true);
});

Deno.test("ServerConnection says when a client has to catch up, and when it has", async () => {
  const peer = new Peer({}, [[SETTING.initialWindowBytes, 10]]);
  peer.send(headers(1, GET));
  const [stream] = peer.streams;
  stream!.respond({ ":status": 200 }, false);
  assertEquals(stream!.write(new Uint8Array(70)), true);
  assertEquals(stream!.write(new Uint8Array(70_000)), false);
  let drained = 0;
  stream!.onDrain(() => drained++);
  peer.widen(1, 1000);
  assertEquals(drained, 0);
  peer.widen(1, 60_000);
  assertEquals(drained, 1);
  // What the socket does not take counts as well.
  peer.socket.writableNeedDrain = true;
  assertEquals(stream!.write(new Uint8Array(1)), false);
  stream!.onDrain(() => drained++);
  peer.widen(1, 60_000);
  assertEquals(drained, 1);
  peer.socket.writableNeedDrain = false;
  peer.socket.emit("drain");
  assertEquals(drained, 2);
  assertEquals(of(await peer.received(), FRAME.resetStream).length, 0);
});

Deno.test("ServerConnection holds heads back from a client that takes nothing, which ends what it may ask for", async () => {
  const peer = new Peer();
  await peer.received();
  peer.socket.writableNeedDrain = true;
  let answered = 0;
  for (let id = 1; id < 2001; id += 2) {
    peer.send(headers(id, { ...GET, ":method": "HEAD" }));
    for (const stream of peer.streams.splice(0)) {
      answered++;
      stream.respond({ ":status": 200, "x-a": "a".repeat(1000) }, true);
    }
  }
  // As many as may be open at a time; the others are refused.
  assertEquals(answered, 10);
  assertEquals(of(await peer.received(), FRAME.headers).length, 0);
  peer.socket.writableNeedDrain = false;
  peer.socket.emit("drain");
  const heads = of(await peer.received(), FRAME.headers);
  assertEquals(heads.map(({ flags }) => flags & FLAG.endStream), Array(10).fill(FLAG.endStream));
  // There is room again.
  peer.send(headers(2001, GET));
  assertEquals(peer.streams.length, 1);
});

Deno.test("ServerConnection sends a head that was held back before its body, and none of a stream that is over", async () => {
  const peer = new Peer();
  peer.send(headers(1, GET), headers(3, GET));
  await peer.received();
  peer.socket.writableNeedDrain = true;
  for (const stream of peer.streams) {
    stream.respond({ ":status": 200 }, false);
    stream.write(new Uint8Array(10));
    stream.end();
  }
  peer.streams[1]!.close(ERROR.cancel);
  peer.socket.writableNeedDrain = false;
  peer.socket.emit("drain");
  const sent = await peer.received();
  assertEquals(sent.map(({ type, stream }) => [type, stream]), [[FRAME.headers, 1], [
    FRAME.data,
    1,
  ]]);
  assertEquals(peer.streams.map(({ answered }) => answered), [true, false]);
});

Deno.test("ServerConnection lets bodies come as they are taken, and no faster", async () => {
  const peer = new Peer();
  peer.send(headers(1, POST, OPEN_BODY), headers(3, POST, OPEN_BODY));
  const [one, three] = peer.streams;
  const piece = new Uint8Array(16 * 1024);
  for (let at = 0; at < 16; at++) peer.send(data(1, piece));
  assertEquals(
    of(await peer.received(), FRAME.windowUpdate).length,
    1,
    "of the connection, at first",
  );
  for (let at = 0; at < 8; at++) one!.take();
  const [update] = of(await peer.received(), FRAME.windowUpdate);
  assertEquals([update!.stream, readUint32(update!.payload, 0)], [1, 128 * 1024]);
  for (let at = 0; at < 8; at++) peer.send(data(1, piece));
  assertEquals(one!.closed, false);
  peer.send(data(1, "x"));
  assertEquals([one!.closed, one!.answered, three!.closed], [true, false, false]);
  const resets = of(await peer.received(), FRAME.resetStream);
  assertEquals(resets.map(({ payload }) => readUint32(payload, 0)), [ERROR.flowControl]);
  // What nobody took of it may come again of others.
  for (let at = 0; at < 16; at++) peer.send(data(3, piece));
  assertEquals(peer.socket.destroyed, false);
});

Deno.test("ServerConnection lets no more come at a time of all bodies than of a connection", async () => {
  const peer = new Peer();
  const piece = new Uint8Array(16 * 1024);
  for (let id = 1; id <= 9; id += 2) peer.send(headers(id, POST, OPEN_BODY));
  // 1 MiB of four streams, each within its own window.
  for (const id of [1, 3, 5, 7]) for (let at = 0; at < 16; at++) peer.send(data(id, piece));
  assertEquals(peer.socket.destroyed, false);
  peer.send(data(9, "x"));
  const [goAway] = of(await peer.received(), FRAME.goAway);
  assertEquals(readUint32(goAway!.payload, 4), ERROR.flowControl);
});

Deno.test("ServerConnection lets others come in the place of what nobody will take", async () => {
  const peer = new Peer();
  const piece = new Uint8Array(16 * 1024);
  // Of streams that are over with bytes that were not taken, and of bytes for streams that are over.
  for (let id = 1; id < 21; id += 2) {
    peer.send(headers(id, POST, OPEN_BODY));
    for (let at = 0; at < 8; at++) peer.send(data(id, piece));
    peer.send(frameOfNumbers(FRAME.resetStream, id, [ERROR.cancel]));
    for (let at = 0; at < 8; at++) peer.send(data(id, piece));
  }
  assertEquals(peer.socket.destroyed, false);
  const updates = of(await peer.received(), FRAME.windowUpdate).filter(({ stream }) =>
    stream === 0
  );
  const allowed = updates.slice(1).reduce((sum, { payload }) => sum + readUint32(payload, 0), 0);
  assert(allowed >= 2 * 1024 * 1024, `${allowed} bytes were allowed anew`);
});

Deno.test("ServerConnection refuses more streams than are allowed at a time", async () => {
  const peer = new Peer({ streams: 2 });
  peer.send(headers(1, GET), headers(3, GET), headers(5, GET));
  const [refused] = of(await peer.received(), FRAME.resetStream);
  assertEquals([refused!.stream, readUint32(refused!.payload, 0)], [5, ERROR.refusedStream]);
  peer.streams[0]!.respond({ ":status": 204 }, true);
  peer.send(headers(7, GET));
  assertEquals(peer.streams.map(({ id }) => id), [1, 3, 7]);
});

Deno.test("ServerConnection closes once the client knows, and what was under way is done", async () => {
  const peer = new Peer();
  peer.send(headers(1, GET));
  peer.connection.close();
  const [first, ping] = (await peer.received()).slice(-2);
  assertEquals([first!.type, ping!.type], [FRAME.goAway, FRAME.ping]);
  // It was on its way before the client knew.
  peer.send(headers(3, GET));
  peer.send(frameOfBytes(FRAME.ping, FLAG.ack, 0, ping!.payload));
  const last = of(await peer.received(), FRAME.goAway);
  assertEquals(last.map(({ payload }) => [readUint32(payload, 0), readUint32(payload, 4)]), [[
    3,
    0,
  ]]);
  peer.send(headers(5, GET));
  const [refused] = of(await peer.received(), FRAME.resetStream);
  assertEquals([refused!.stream, readUint32(refused!.payload, 0)], [5, ERROR.refusedStream]);
  for (const stream of peer.streams) {
    assertEquals(peer.socket.destroyed, false);
    stream.respond({ ":status": 204 }, true);
  }
  assertEquals([peer.streams.length, peer.socket.destroyed], [2, true]);
});

Deno.test("ServerConnection splits a head that is larger than a frame", async () => {
  const peer = new Peer();
  peer.send(headers(1, GET));
  peer.streams[0]!.respond({ ":status": 200, "x-a": "a".repeat(40_000) }, true);
  const frames = (await peer.received()).slice(-3);
  assertEquals(frames.map(({ type }) => type), [
    FRAME.headers,
    FRAME.continuation,
    FRAME.continuation,
  ]);
  assertEquals(frames.map(({ flags }) => flags), [FLAG.endStream, 0, FLAG.endHeaders]);
  const whole = joinedBytes(frames.map(({ payload }) => payload));
  const raw = new HeaderDecoder().decode(whole, { bytes: 100_000, fields: 10 });
  assertEquals(raw[3]!.length, 40_000);
});

Deno.test("ServerConnection puts up with what is no request only in the long run", () => {
  const peer = new Peer();
  const ping = frameOfBytes(FRAME.ping, 0, 0, new Uint8Array(8));
  for (let seconds = 0; seconds < 100; seconds++) {
    for (let at = 0; at < 100; at++) peer.send(ping);
    peer.now += 1000;
  }
  assertEquals(peer.socket.destroyed, false);
  for (let at = 0; at < 5000 && !peer.socket.destroyed; at++) peer.send(ping);
  assert(peer.socket.destroyed, "5,000 pings at once");
});

Deno.test("ServerConnection takes an update for each piece that it sent, however small, and no more", () => {
  const peer = new Peer();
  peer.send(headers(1, GET));
  const [stream] = peer.streams;
  stream!.respond({ ":status": 200 }, false);
  for (let at = 0; at < 20_000; at++) {
    stream!.write(new Uint8Array(10));
    peer.widen(1, 10);
    peer.widen(0, 10);
  }
  assertEquals(peer.socket.destroyed, false);
  for (let at = 0; at < 5000 && !peer.socket.destroyed; at++) peer.widen(0, 10);
  assert(peer.socket.destroyed, "5,000 updates for nothing");
});

Deno.test("ServerConnection takes updates of a client that takes large frames a little at a time", () => {
  const LITTLE = 4096;
  const peer = new Peer();
  peer.send(headers(1, GET));
  const [stream] = peer.streams;
  stream!.respond({ ":status": 200 }, false);
  for (let at = 0; at < 1000; at++) {
    stream!.write(new Uint8Array(4 * LITTLE));
    for (let part = 0; part < 4; part++) {
      peer.widen(1, LITTLE);
      peer.widen(0, LITTLE);
    }
  }
  assertEquals(peer.socket.destroyed, false);
});

Deno.test("ServerConnection is not made to send a body in crumbs", () => {
  const peer = new Peer({}, [[SETTING.initialWindowBytes, 0]]);
  peer.send(headers(1, GET));
  const [stream] = peer.streams;
  stream!.respond({ ":status": 200 }, false);
  stream!.write(new Uint8Array(60_000));
  for (let at = 0; at < 5000 && !peer.socket.destroyed; at++) peer.widen(1, 1);
  assert(peer.socket.destroyed, "5,000 bytes, one at a time");
});

Deno.test("ServerConnection tells its streams when the connection is gone", () => {
  const peer = new Peer();
  peer.send(headers(1, POST, OPEN_BODY), headers(3, GET));
  const closed: number[] = [];
  for (const stream of peer.streams) stream.onClose = () => closed.push(stream.id);
  peer.connection.destroy();
  assertEquals(closed, [1, 3]);
  assertEquals(peer.streams.map(({ answered }) => answered), [false, false]);
});

Deno.test("ServerConnection hands over a body that comes byte by byte in few pieces", () => {
  const peer = new Peer();
  peer.send(headers(1, POST, OPEN_BODY));
  const bytes = Array.from({ length: 1000 }, () => data(1, "a"));
  for (let at = 0; at < 200; at++) peer.send(...bytes);
  const [stream] = peer.streams;
  let [pieces, length] = [0, 0];
  for (let piece = stream!.take(); piece !== undefined; piece = stream!.take()) {
    pieces++;
    length += piece.length;
  }
  assertEquals([length, peer.socket.destroyed], [200_000, false]);
  assert(pieces < 100, `${pieces} pieces`);
});
