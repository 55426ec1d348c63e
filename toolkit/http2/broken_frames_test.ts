/** Frames that break the rules: what ends a connection, and what ends one stream. */
import { assert, assertEquals } from "../deps/assert.ts";
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
import { HeaderEncoder } from "./hpack/encoder.ts";
import { data, GET, headers, Peer, POST } from "./testdata/peer.ts";

const OPEN_BODY = FLAG.endHeaders;

const of = (frames: readonly Frame[], type: number) => frames.filter((one) => one.type === type);

const block = (head: Readonly<Record<string, string>>) => new HeaderEncoder().encode(head);

const numbers = frameOfNumbers;

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
    "a host that is not its authority, behind a space",
    ERROR.protocol,
    headers(1, { ...GET, host: " y" }),
  ],
  [
    "a line's end behind a space",
    ERROR.protocol,
    headers(1, { ...GET, "x-a": " \r\n" }),
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
