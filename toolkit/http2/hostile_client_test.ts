import { assert, assertEquals } from "../deps/assert.ts";
import { ERROR, FLAG, FRAME, frameOfBytes, frameOfNumbers, readUint32 } from "./frame.ts";
import { SETTING, settingsFrame } from "./frame.ts";
import { data, GET, headers, Peer, POST } from "./testdata/peer.ts";

const OPEN_BODY = FLAG.endHeaders;
const LENGTH_OF_ONE = { ...POST, "content-length": "1" };

async function goAwayCode(peer: Peer): Promise<number | undefined> {
  const goAway = (await peer.received()).filter(({ type }) => type === FRAME.goAway).at(-1);
  return goAway && readUint32(goAway.payload, 4);
}

/** Ways to have a stream reset whose handler runs, each a stream's frames. */
const RESETS: readonly [name: string, frames: (id: number) => Uint8Array[]][] = [
  ["takes them back", (id) => [headers(id, GET), frameOfNumbers(FRAME.resetStream, id, [8])]],
  ["sends more than announced", (id) => [
    headers(id, LENGTH_OF_ONE, OPEN_BODY),
    data(id, "ab"),
  ]],
  ["sends less than announced", (id) => [
    headers(id, LENGTH_OF_ONE, OPEN_BODY),
    data(id, "", FLAG.endStream),
  ]],
  ["sends trailers that are no end", (id) => [
    headers(id, POST, OPEN_BODY),
    headers(id, { "x-a": "1" }, FLAG.endHeaders),
  ]],
  ["sends trailers that are none", (id) => [
    headers(id, POST, OPEN_BODY),
    headers(id, { ":path": "/" }),
  ]],
  ["sends a body after the end", (id) => [headers(id, GET), data(id, "a")]],
  ["sends fields after the end", (id) => [headers(id, GET), headers(id, { "x-a": "1" })]],
  ["widens windows by nothing", (id) => [
    headers(id, GET),
    frameOfNumbers(FRAME.windowUpdate, id, [0]),
  ]],
  ["widens windows too far", (id) => [
    headers(id, GET),
    frameOfNumbers(FRAME.windowUpdate, id, [2 ** 31 - 1]),
  ]],
];

for (const [name, frames] of RESETS) {
  for (const isServed of [false, true]) {
    const before = isServed ? ", however much it was sent before" : "";
    Deno.test(`ServerConnection ends with a client that opens streams and ${name}${before}`, async () => {
      const peer = new Peer();
      let id = 1;
      if (isServed) {
        // Updates of windows are owed for what was sent, and cost nothing.
        peer.send(headers(id, GET));
        const [stream] = peer.streams.splice(0);
        stream!.respond({ ":status": 200 }, false);
        for (let at = 0; at < 60_000; at += 10) stream!.write(new Uint8Array(10));
        stream!.end();
        id += 2;
      }
      while (id < 20_000 && !peer.socket.destroyed) {
        peer.send(...frames(id));
        id += 2;
      }
      assertEquals(await goAwayCode(peer), ERROR.enhanceYourCalm);
      assert(peer.streams.length <= 501, `${peer.streams.length} streams were served`);
    });
  }
}

Deno.test("ServerConnection ends with a client whose setting widens windows too far", async () => {
  const peer = new Peer();
  const most = 2 ** 31 - 1;
  peer.send(settingsFrame([[SETTING.initialWindowBytes, most - 1]]));
  for (const id of [1, 3]) {
    peer.send(headers(id, GET), frameOfNumbers(FRAME.windowUpdate, id, [1]));
  }
  peer.send(settingsFrame([[SETTING.initialWindowBytes, most]]));
  assertEquals(await goAwayCode(peer), ERROR.flowControl);
});

Deno.test("ServerConnection ends with a client that sends thousands of settings in a frame", async () => {
  const peer = new Peer();
  const settings = Array.from(
    { length: 2700 },
    (_, at) => [SETTING.initialWindowBytes, at % 2] as const,
  );
  peer.send(settingsFrame(settings));
  assertEquals(await goAwayCode(peer), ERROR.enhanceYourCalm);
});

Deno.test("ServerConnection lets others come in the place of a body that was not as announced", async () => {
  const peer = new Peer();
  const piece = new Uint8Array(16 * 1024);
  // 2 MiB, of which no more than 1 MiB may come untaken.
  for (let id = 1; id < 2 * 128; id += 2) {
    peer.send(headers(id, LENGTH_OF_ONE, OPEN_BODY), data(id, piece));
  }
  assertEquals(await goAwayCode(peer), undefined);
  assertEquals(peer.socket.destroyed, false);
});

Deno.test("ServerConnection ends with a client that asks for answers and takes none, however slowly", async () => {
  const peer = new Peer();
  const ping = frameOfBytes(FRAME.ping, 0, 0, new Uint8Array(8));
  peer.socket.writableNeedDrain = true;
  let answers = 0;
  while (answers < 100_000 && !peer.socket.destroyed) {
    for (let at = 0; at < 100; at++, answers++) peer.send(ping);
    peer.now += 1000;
    await Promise.resolve();
  }
  assertEquals(await goAwayCode(peer), ERROR.enhanceYourCalm);
  assert(answers <= 11_000, `${answers} answers`);
});

Deno.test("ServerConnection keeps answers for a client that takes nothing, in one piece", async () => {
  const peer = new Peer();
  await peer.received();
  peer.socket.writableNeedDrain = true;
  for (let at = 0; at < 50; at++) {
    peer.send(frameOfBytes(FRAME.ping, 0, 0, Uint8Array.of(at, 0, 0, 0, 0, 0, 0, 0)));
    await Promise.resolve();
  }
  assertEquals(peer.socket.written.length, 0);
  peer.socket.writableNeedDrain = false;
  peer.socket.emit("drain");
  assertEquals(peer.socket.written.length, 1);
  const answers = await peer.received();
  assertEquals(answers.map(({ payload }) => payload[0]), [...Array(50).keys()]);
});

Deno.test("ServerConnection sends of all streams in turn to a client that takes little at a time", async () => {
  const peer = new Peer({ streams: 20 }, [[SETTING.initialWindowBytes, 2 ** 20]]);
  peer.widen(0, 2 ** 30);
  for (let id = 1; id < 40; id += 2) peer.send(headers(id, GET));
  peer.socket.writableNeedDrain = true;
  for (const stream of peer.streams) {
    stream.respond({ ":status": 200 }, false);
    stream.write(new Uint8Array(500_000));
  }
  const write = peer.socket.write.bind(peer.socket);
  peer.socket.write = (bytes, done) => {
    peer.socket.writableNeedDrain = true;
    return write(bytes, done);
  };
  const sent = new Map<number, number>();
  for (let round = 0; round < 20; round++) {
    peer.socket.writableNeedDrain = false;
    peer.socket.emit("drain");
    for (const { type, stream, payload } of await peer.received()) {
      if (type === FRAME.data) sent.set(stream, (sent.get(stream) ?? 0) + payload.length);
    }
  }
  const amounts = [...sent.values()];
  assertEquals(sent.size, 20);
  assert(Math.max(...amounts) - Math.min(...amounts) <= 16 * 1024, `${amounts}`);
});
