import { Buffer } from "node:buffer";
import { once } from "node:events";
import { FakeClock } from "../clock.ts";
import { WebSocketClient } from "../deps/ws.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { silentLogger } from "../logger.ts";
import {
  fixedTls,
  type Handler,
  offeredSubprotocols,
  rawUpgrade,
  serve,
  type ServeOptions,
  type Server,
  webSocket,
  type WebSocketConnection,
} from "./mod.ts";
import {
  askHttp1,
  askHttp2,
  parseAnswer,
  portOf,
  received,
  tcpSocket,
  tlsSocket,
} from "./testdata/client.ts";
import { material, serverAuthority } from "./testdata/pki.ts";

const start = (handler: Handler, more: Partial<ServeOptions> = {}) =>
  serve({ listen: { hostname: "127.0.0.1", port: 0 }, tls: fixedTls(material), ...more }, handler);

const connect = (server: Server, protocols: string[] = []) =>
  new WebSocketClient(`wss://localhost:${portOf(server)}/`, protocols, {
    ca: serverAuthority.certificate,
  });

const echo = async (socket: WebSocketConnection) => {
  for await (const { binary, data } of socket.messages) {
    await socket.send(binary ? data : new TextDecoder().decode(data));
  }
};

Deno.test("webSocket() carries messages of either kind, under the subprotocol that was chosen", async () => {
  await using server = await start((request) => {
    assertEquals(request.upgrade, "websocket");
    assertEquals(offeredSubprotocols(request.headers), ["v5", "v4"]);
    return webSocket({ subprotocol: "v4" }, echo);
  });
  const client = connect(server, ["v5", "v4"]);
  await once(client, "open");
  assertEquals(client.protocol, "v4");
  for (const [data, binary] of [["text", false], [Buffer.from([0, 1, 2]), true]] as const) {
    client.send(data, { binary });
    const [answer, isBinary] = await once(client, "message");
    assertEquals([Buffer.compare(Buffer.from(answer), Buffer.from(data)), isBinary], [0, binary]);
  }
  client.close(1000);
  await once(client, "close");
});

Deno.test("webSocket() refuses a subprotocol that was not offered, and who is no WebSocket", async () => {
  await using server = await start(() => webSocket({ subprotocol: "v9" }, echo));
  const client = connect(server, ["v5"]);
  const [error] = await once(client, "error");
  assert(String(error).includes("500"), String(error));
  const answer = await askHttp1(server, {
    headers: { connection: "Upgrade", upgrade: "websocket", "sec-websocket-protocol": "v9" },
  });
  assertEquals(answer.status, 400);
});

Deno.test("a WebSocket message over its limit closes with 1009", async () => {
  const ended = Promise.withResolvers<unknown>();
  await using server = await start(() =>
    webSocket(
      { messageLimitBytes: 1000 },
      (socket) => echo(socket).catch((error) => ended.resolve(error)),
    )
  );
  const client = connect(server);
  await once(client, "open");
  client.send(Buffer.alloc(1001), { binary: true });
  const [code] = await once(client, "close");
  assertEquals(code, 1009);
  assert(await ended.promise instanceof Error);
});

Deno.test("a WebSocket's messages wait for their reader, and so does its client", async () => {
  const goOn = Promise.withResolvers<void>();
  const total = Promise.withResolvers<number>();
  await using server = await start(() =>
    webSocket({}, async ({ messages }) => {
      await goOn.promise;
      let bytes = 0;
      for await (const { data } of messages) bytes += data.length;
      total.resolve(bytes);
    })
  );
  const client = connect(server);
  await once(client, "open");
  const piece = Buffer.alloc(100_000, 1);
  let accepted = 0;
  for (let sent = 0; sent < 200; sent++) {
    client.send(piece, { binary: true }, () => accepted++);
  }
  for (let turns = 0; turns < 100; turns++) await new Promise((resolve) => setTimeout(resolve));
  assert(accepted < 150, `${accepted} of 200 messages were taken in that nobody read`);
  goOn.resolve();
  client.close(1000);
  assertEquals(await total.promise, 200 * piece.length);
});

Deno.test("a WebSocket client that answers no ping is gone", async () => {
  const clock = new FakeClock();
  const ended = Promise.withResolvers<unknown>();
  const open = Promise.withResolvers<void>();
  await using server = await start(() =>
    webSocket({ pingIntervalMs: 1000 }, async (socket) => {
      open.resolve();
      await echo(socket).catch((error) => ended.resolve(error));
    }), { clock });
  const socket = await tlsSocket(server);
  socket.on("data", () => {});
  socket.write(
    "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
  );
  await open.promise;
  await clock.advance(1000);
  await clock.advance(1000);
  assertEquals((await ended.promise as Error).name, "ClientGone");
  socket.destroy();
});

Deno.test("a request to upgrade may be refused like any other", async () => {
  await using server = await start(({ path }) => {
    if (path === "/throws") throw new Error("it does");
    return path === "/pieces"
      ? {
        status: 403,
        body: (async function* () {
          yield new TextEncoder().encode("no");
          yield new TextEncoder().encode(" way");
        })(),
      }
      : { status: 401, headers: { "www-authenticate": "Bearer" }, body: "who?" };
  });
  const headers = { connection: "Upgrade", upgrade: "SPDY/3.1" };
  const refused = await askHttp1(server, { headers });
  assertEquals([refused.status, refused.body], [401, "who?"]);
  assertEquals(refused.headers["www-authenticate"], "Bearer");
  const pieces = await askHttp1(server, { path: "/pieces", headers });
  assertEquals([pieces.status, pieces.body], [403, "no way"]);
  assertEquals((await askHttp1(server, { path: "/throws", headers })).status, 500);
});

Deno.test("rawUpgrade() leaves the bytes to the handler, those that came early too", async () => {
  const handler: Handler = () =>
    rawUpgrade("echo", async (stream) => {
      for await (const bytes of stream.incoming) await stream.write(bytes);
      await stream.write(new TextEncoder().encode("."));
    }, { "x-a": "1" });
  for (const tls of [true, false]) {
    await using server = tls
      ? await start(handler)
      : await serve({ listen: { hostname: "127.0.0.1", port: 0 } }, handler);
    const socket = await (tls ? tlsSocket(server) : tcpSocket(server));
    const all = received(socket);
    const head = "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n";
    socket.write(`${head}early `);
    await once(socket, "data");
    socket.write("and late");
    socket.end();
    const text = await all;
    assert(text.startsWith("HTTP/1.1 101 Switching Protocols\r\n"), text);
    const answer = parseAnswer(text.replace("101", "200"));
    assertEquals([answer.headers.upgrade, answer.headers["x-a"]], ["echo", "1"]);
    // Over TLS the runtime may have ended the other way, too, when the client has said all.
    assert(
      ["early and late.", ...tls ? ["early and late"] : []].includes(answer.body),
      answer.body,
    );
  }
});

Deno.test("an upgraded connection ends when its server does, and its handler is told", async () => {
  const open = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const server = await start(({ signal }) =>
    webSocket({}, async (socket) => {
      signal.addEventListener("abort", () => ended.resolve(signal.reason));
      open.resolve();
      await echo(socket).catch(() => {});
    })
  );
  const client = connect(server);
  client.on("error", () => {});
  await open.promise;
  await server.close(0);
  assertEquals((await ended.promise as Error).name, "ClientGone");
  await assertRejects(() => tlsSocket(server));
  client.terminate();
});

Deno.test("a WebSocket client that says farewell while it is sent something is no failure", async () => {
  const errors: string[] = [];
  const refused = Promise.withResolvers<Error>();
  await using server = await start(() =>
    webSocket({}, async (socket) => {
      try {
        for (;;) await socket.send("news");
      } catch (error) {
        refused.resolve(error as Error);
        throw error;
      }
    }), { logger: { ...silentLogger, error: (message) => void errors.push(message) } });
  const client = connect(server);
  client.on("error", () => {});
  client.once("message", () => client.close());
  await once(client, "close");
  assertEquals((await refused.promise).name, "ClientGone");
  await server.close();
  assertEquals(errors, []);
});

Deno.test("HTTP/2 requests ask for no upgrade", async () => {
  await using server = await start(({ upgrade }) => ({ status: 200, body: String(upgrade) }));
  assertEquals((await askHttp2(server)).body, "undefined");
  assertEquals((await askHttp1(server)).body, "undefined");
});
