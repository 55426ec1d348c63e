import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { type WebSocket, WebSocketServer } from "../deps/ws.ts";
import { issue } from "../certificates/testdata/issue.ts";
import { openWebSocket, Transport, UpgradeRefused, type WebSocketRequest } from "./mod.ts";
import { NAME, plain, rawServer, received } from "./testdata/servers.ts";

const root = await issue({ name: "root", authority: true });
const leaf = await issue({ name: "leaf", hosts: [NAME] }, root);
const REQUEST: WebSocketRequest = { path: "/ws", protocols: ["v5", "v4"] };
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (data: Uint8Array | undefined) => new TextDecoder().decode(data);

/** A server of WebSockets that somebody else wrote. */
async function withServer(
  serve: (socket: WebSocket) => void,
  run: (
    open: (request?: Partial<WebSocketRequest>) => ReturnType<typeof openWebSocket>,
  ) => Promise<void>,
): Promise<void> {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: 1e9,
    perMessageDeflate: true,
    handleProtocols: (offered) => offered.has("v4") ? "v4" : false,
  });
  const server = createServer({ cert: leaf.certificate, key: leaf.key }, (_, response) => {
    response.statusCode = 403;
    response.end("no");
  });
  const open = new Set<Duplex>();
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head) => {
    open.add(socket);
    sockets.handleUpgrade(request, socket, head, serve);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const endpoint = {
    host: "127.0.0.1",
    port,
    tls: { serverName: NAME, roots: root.certificate },
    protocols: ["h2", "http/1.1"] as const,
  };
  using transport = new Transport();
  try {
    await run((request) => openWebSocket(transport, endpoint, { ...REQUEST, ...request }));
  } finally {
    for (const socket of open) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const echo = (socket: WebSocket) => {
  socket.on("message", (data: Uint8Array, isBinary: boolean) => {
    socket.send(isBinary ? data : text(data), { binary: isBinary });
  });
};

Deno.test("openWebSocket() speaks with a server that somebody else wrote", () =>
  withServer(echo, async (open) => {
    using socket = await open();
    assertEquals(socket.protocol, "v4");
    for (const length of [0, 1, 125, 126, 65_535, 65_536, 1_000_000]) {
      const data = crypto.getRandomValues(new Uint8Array(Math.min(length, 65_536)));
      const whole = new Uint8Array(length);
      for (let at = 0; at < length; at += data.length) whole.set(data.subarray(0, length - at), at);
      await socket.send(whole);
      const answer = await socket.next();
      assertEquals([answer?.isText, answer?.data.length], [false, length]);
      assert(answer?.data.every((byte, at) => byte === whole[at]));
    }
    await socket.send("grüße");
    const answer = await socket.next();
    assertEquals([answer?.isText, text(answer?.data)], [true, "grüße"]);
    using other = await open({ protocols: ["v9"] });
    assertEquals(other.protocol, "");
  }));

Deno.test("next() answers pings, and tells how the server closed", () =>
  withServer((socket) => {
    socket.ping();
    socket.on("pong", () => socket.close(4001, "done"));
  }, async (open) => {
    using socket = await open();
    assertEquals(await socket.next(), undefined);
    assertEquals(socket.closedBy, { code: 4001, reason: "done" });
    await assertRejects(() => socket.send("x"), /closed/);
  }));

Deno.test("close() says so, and lets the server finish", () =>
  withServer((socket) => {
    socket.on("message", () => socket.send("last", { binary: false }));
  }, async (open) => {
    using socket = await open();
    await socket.send("x");
    await socket.close(1000, "enough");
    const seen: string[] = [];
    for await (const { data } of socket) seen.push(text(data));
    assertEquals([seen, socket.closedBy?.code], [["last"], 1000]);
  }));

Deno.test("openWebSocket() hands over the answer of a server that refuses", async () => {
  await using server = await rawServer((socket) => {
    received(socket).then(() => {
      socket.write(bytes("HTTP/1.1 403 No\r\ncontent-length: 3\r\n\r\nwhy"));
    }).catch(() => {});
  });
  using transport = new Transport();
  const error = await assertRejects(() => openWebSocket(transport, plain(server), REQUEST));
  assert(error instanceof UpgradeRefused);
  const { status, body } = error.response;
  let read = "";
  for await (const piece of body) read += text(piece);
  assertEquals([status, read], [403, "why"]);
});

Deno.test("a WebSocket ends at its signal, with its reason", () =>
  withServer(() => {}, async (open) => {
    const abort = new AbortController();
    using socket = await open({ signal: abort.signal });
    const next = socket.next();
    abort.abort(new Error("enough"));
    await assertRejects(() => next, "enough");
    await assertRejects(() => socket.send("x"), "enough");
  }));

Deno.test("next() takes messages in parts, with others between them", async () => {
  await using server = await upgrading((socket) => {
    for (
      const one of [
        [0x01, 2, 0xc3, 0x61].slice(0, 2).concat([0x61, 0xc3]),
        [0x89, 1, 0x70],
        [0x00, 0],
        [0x80, 1, 0xa4],
        [0x88, 0],
      ]
    ) socket.write(Uint8Array.from(one));
  });
  using transport = new Transport();
  using socket = await openWebSocket(transport, plain(server), REQUEST);
  assertEquals(text((await socket.next())?.data), "aä");
  assertEquals([await socket.next(), socket.closedBy?.code], [undefined, 1005]);
});

/** A server that opens a WebSocket by hand. */
function upgrading(serve: (socket: Socket) => void, change = (head: string) => head) {
  return rawServer((socket) => {
    received(socket).then((request) => {
      const [, key = ""] = /sec-websocket-key: (\S+)/.exec(request) ?? [];
      const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest("base64");
      const head = "HTTP/1.1 101 Switching\r\nupgrade: WebSocket\r\nconnection: Upgrade\r\n" +
        `sec-websocket-accept: ${accept}\r\n\r\n`;
      socket.write(bytes(change(head)));
      serve(socket);
    }).catch(() => {});
  });
}

const WRONG: [name: string, change: (head: string) => string][] = [
  ["another key", (head) => head.replace(/accept: ./, "accept: _")],
  ["no key", (head) => head.replace(/sec-websocket-accept.*\r\n/, "")],
  ["another upgrade", (head) => head.replace("WebSocket", "SPDY/3.1")],
  [
    "a protocol that was not offered",
    (head) => head.replace("\r\n\r\n", "\r\nsec-websocket-protocol: v1\r\n\r\n"),
  ],
  [
    "an extension",
    (head) => head.replace("\r\n\r\n", "\r\nsec-websocket-extensions: permessage-deflate\r\n\r\n"),
  ],
];

for (const [name, change] of WRONG) {
  Deno.test(`openWebSocket() refuses an answer with ${name}`, async () => {
    await using server = await upgrading(() => {}, change);
    using transport = new Transport();
    await assertRejects(
      () => openWebSocket(transport, plain(server), REQUEST),
      /handshake is invalid/,
    );
    await server.drained();
  });
}

const BAD: [name: string, frames: number[], message: RegExp, code?: number][] = [
  ["with a mask", [0x82, 0x81, 1, 2, 3, 4, 5], /mask/, 1002],
  ["of an extension", [0xc2, 0], /extension/, 1002],
  ["of an unknown kind", [0x83, 0], /opcode 3/, 1002],
  ["that is a long ping", [0x89, 126, 0, 200], /control/, 1002],
  ["that is a ping in parts", [0x09, 0], /control/, 1002],
  ["that goes on with nothing", [0x80, 0], /a continuation of no message/, 1002],
  ["within another message", [0x02, 0, 0x82, 0], /within another/, 1002],
  ["of a length in too many bytes", [0x82, 126, 0, 5], /more bytes/, 1002],
  ["that is too long", [0x82, 127, 0, 0, 0, 0, 1, 0, 0, 0], /longer than allowed/, 1009],
  ["that is longer than any", [0x82, 127, 255, 255, 255, 255, 255, 255, 255, 255], /longer/, 1009],
  ["of text that is none", [0x81, 1, 0xff], /UTF-8/, 1007],
  ["of half a code", [0x88, 1, 3], /half/, 1002],
  ["of a code that nobody may send", [0x88, 2, 3, 0xed], /code 1005/, 1002],
  ["that breaks off", [0x82, 5, 1], /EOF/],
];

for (const [name, frames, message, code] of BAD) {
  Deno.test(`next() refuses a frame ${name}`, async () => {
    const told = Promise.withResolvers<string>();
    await using server = await upgrading((socket) => {
      let seen = "";
      socket.on("data", (piece: Uint8Array) => seen += piece.toHex());
      socket.on("close", () => told.resolve(seen));
      socket.write(Uint8Array.from(frames), () => code === undefined && socket.end());
    });
    using transport = new Transport();
    using socket = await openWebSocket(transport, plain(server), {
      ...REQUEST,
      messageLimitBytes: 65_536,
    });
    await assertRejects(async () => {
      while (await socket.next() !== undefined);
    }, message);
    const frame = Uint8Array.fromHex(await told.promise);
    const [, , a = 0, b = 0, , , high = 0, low = 0] = frame;
    assertEquals(frame.length === 0 ? undefined : ((high ^ a) << 8) | (low ^ b), code);
  });
}
