/** Requests and answers on a connection: read however they come, its settings, its end. */
import { assert, assertEquals } from "../deps/assert.ts";
import { joinedBytes } from "../joined_bytes.ts";
import { ERROR, FLAG, FRAME, frameOfBytes, readUint32 } from "./frame.ts";
import type { Frame } from "./frame_reader.ts";
import { HeaderDecoder } from "./hpack/decoder.ts";
import { HeaderEncoder } from "./hpack/encoder.ts";
import { data, GET, headers, Peer, POST } from "./testdata/peer.ts";

const OPEN_BODY = FLAG.endHeaders;

const of = (frames: readonly Frame[], type: number) => frames.filter((one) => one.type === type);

const block = (head: Readonly<Record<string, string>>) => new HeaderEncoder().encode(head);

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

Deno.test("ServerConnection takes away blanks around values, which some clients send", () => {
  const peer = new Peer();
  const long = "a".repeat(100);
  const sent = { authorization: "Bearer ", "x-a": " \t1 2\t", "x-b": long, "x-c": `${long}\t` };
  peer.send(
    headers(1, { ...POST, "content-length": " 2", ...sent }, OPEN_BODY),
    data(1, Uint8Array.of(1, 2)),
  );
  const [stream] = peer.streams;
  const raw = stream!.raw.slice(-10);
  assertEquals(raw.filter((_, at) => at % 2 === 1), ["2", "Bearer", "1 2", long, long]);
  assertEquals([...stream!.take()!], [1, 2]);
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
