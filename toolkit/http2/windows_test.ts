/** Windows: neither side sends more than the other takes. */
import { assert, assertEquals } from "../deps/assert.ts";
import { joinedBytes } from "../joined_bytes.ts";
import { ERROR, FLAG, FRAME, frameOfNumbers, readUint32, SETTING, settingsFrame } from "./frame.ts";
import type { Frame } from "./frame_reader.ts";
import { data, GET, headers, Peer, POST } from "./testdata/peer.ts";

const OPEN_BODY = FLAG.endHeaders;

const of = (frames: readonly Frame[], type: number) => frames.filter((one) => one.type === type);

const bodyOf = (frames: readonly Frame[]) =>
  of(frames, FRAME.data).reduce((sum, { payload }) => sum + payload.length, 0);

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

Deno.test("ServerConnection sends a piece that others get too in frames as large as allowed, to its end", async () => {
  const piece = Uint8Array.from({ length: 40_000 }, (_, at) => at * 7);
  const cases: [name: string, window: number, frameBytes: number, lengths: number[][]][] = [
    ["all at once", 100_000, 16_384, [[16_384, 16_384, 7232, 0]]],
    ["in larger frames", 100_000, 32_768, [[32_768, 7232, 0]]],
    ["as its window allows", 17_000, 16_384, [[16_384, 616], [16_384, 616], [6000, 0]]],
  ];
  for (const [name, window, frameBytes, lengths] of cases) {
    // Twice: the second one's frames were made for the first.
    for (const _ of [1, 2]) {
      const peer = new Peer({}, [
        [SETTING.initialWindowBytes, window],
        [SETTING.maxFrameBytes, frameBytes],
      ]);
      await peer.received();
      peer.send(headers(1, GET));
      const [stream] = peer.streams;
      stream!.sharesPieces = true;
      stream!.respond({ ":status": 200 }, false);
      stream!.write(piece);
      stream!.end();
      const sent: Frame[][] = [];
      for (const expected of lengths) {
        const frames = of(await peer.received(), FRAME.data);
        sent.push(frames);
        assertEquals(frames.map(({ payload }) => payload.length), expected, name);
        peer.widen(1, 17_000);
      }
      const all = sent.flat();
      assertEquals(joinedBytes(all.map(({ payload }) => payload)), piece, name);
      assertEquals(all.map(({ flags }) => flags).indexOf(FLAG.endStream), all.length - 1, name);
    }
  }
});
