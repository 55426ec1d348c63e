import { FakeClock } from "../clock.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "../deps/assert.ts";
import { fixedTls, type Handler, serve, type ServeOptions, type Server } from "./mod.ts";
import { completeLimits } from "./limits.ts";
import { readBody } from "./read_body.ts";
import {
  askHttp1,
  askHttp2,
  http2Session,
  onSession,
  parseAnswer,
  portOf,
  received,
  tcpSocket,
  tlsSocket,
} from "./testdata/client.ts";
import { material } from "./testdata/pki.ts";

const echo: Handler = async (request) => ({
  status: 200,
  body: `${request.method} ${request.path} ${(await readBody(request, 1000)).length}`,
});

const start = (more: Partial<ServeOptions> = {}, handler = echo) =>
  serve({ listen: { hostname: "127.0.0.1", port: 0 }, tls: fixedTls(material), ...more }, handler);

/** Without TLS, where it is the HTTP that matters. */
const startPlain = (more: Partial<ServeOptions> = {}, handler = echo) =>
  serve({ listen: { hostname: "127.0.0.1", port: 0 }, ...more }, handler);

/** All that a server answers to `bytes` before it closes. */
async function answerTo(server: Server, bytes: string): Promise<string> {
  const socket = await tcpSocket(server);
  const all = received(socket);
  socket.write(bytes);
  return await all;
}

Deno.test("completeLimits() refuses a bound that is none", () => {
  for (const headerBytes of [0, -1, NaN, Infinity]) {
    assertThrows(() => completeLimits({ headerBytes }), "headerBytes");
  }
});

/** Requests whose end two readers may see at different places, and what else no client sends. */
const MALFORMED: readonly [name: string, head: string, body?: string][] = [
  ["both lengths", "Host: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked", "0\r\n\r\n"],
  ["two lengths", "Host: x\r\nContent-Length: 1\r\nContent-Length: 2", "ab"],
  ["one length twice", "Host: x\r\nContent-Length: 1\r\nContent-Length: 1", "a"],
  ["a list of lengths", "Host: x\r\nContent-Length: 1, 1", "a"],
  ["a length with a sign", "Host: x\r\nContent-Length: +1", "a"],
  ["a length in hexadecimal", "Host: x\r\nContent-Length: 0x1", "a"],
  ["an unknown encoding", "Host: x\r\nTransfer-Encoding: xchunked", "0\r\n\r\n"],
  ["chunked and more", "Host: x\r\nTransfer-Encoding: chunked, identity", "0\r\n\r\n"],
  [
    "an encoding twice",
    "Host: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
    "0\r\n\r\n",
  ],
  ["a folded line", "Host: x\r\nX-A: 1\r\n 2"],
  ["a space before the colon", "Host: x\r\nContent-Length : 1", "a"],
  ["a bare CR", "Host: x\r\nX-A: 1\r2"],
  ["a null", "Host: x\r\nX-A: 1\x002"],
  ["no host", "X-A: 1"],
  ["two hosts", "Host: x\r\nHost: y"],
  ["a name with a space", "Host: x\r\nX A: 1"],
  ["a bad chunk size", "Host: x\r\nTransfer-Encoding: chunked", "zz\r\n\r\n"],
];

Deno.test("HTTP/1.1: what could be read in two ways is refused, and nothing after it is read", async (t) => {
  await using server = await startPlain();
  for (const [name, head, body = ""] of MALFORMED) {
    await t.step(name, async () => {
      const smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
      const text = await answerTo(server, `POST /a HTTP/1.1\r\n${head}\r\n\r\n${body}${smuggled}`);
      assert(/^HTTP\/1\.1 4\d\d /.test(text), JSON.stringify(text));
      assert(!text.includes("smuggled"), JSON.stringify(text));
    });
  }
  // The connection is what the requests have in common: others are well.
  assertEquals(
    parseAnswer(await answerTo(server, "GET /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
      .body,
    "GET /b 0",
  );
});

const TARGETS: readonly [target: string, status: number, path: string][] = [
  ["/", 200, "/"],
  ["//a//b", 200, "//a//b"],
  ["*", 200, "*"],
  ["http://other/a", 200, "/a"],
  ["http://other", 200, "/"],
  ["ftp://other/a", 400, ""],
  ["a", 400, ""],
  [`/${"a".repeat(70_000)}`, 414, ""],
];

Deno.test("HTTP/1.1: targets are paths, or whole URLs as proxies get them", async () => {
  await using server = await startPlain();
  for (const [target, status, path] of TARGETS) {
    const method = target === "*" ? "OPTIONS" : "GET";
    const text = await answerTo(
      server,
      `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    const answer = parseAnswer(text);
    assertEquals(answer.status, status, target.slice(0, 20));
    if (status === 200) assertEquals(answer.body, `${method} ${path} 0`);
  }
});

Deno.test("header fields are bounded in bytes and in number, on either protocol", async () => {
  await using server = await start({ limits: { headerBytes: 8000, headerCount: 50 } });
  const large = { "x-a": "a".repeat(9000) };
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x-${at}`, "1"]));
  for (const headers of [large, many]) {
    assertEquals((await askHttp1(server, { headers })).status, 431);
    // The runtime's own bounds may come first, and end the stream.
    const status = await askHttp2(server, { headers }).then(({ status }) => status, () => "reset");
    assert(status === 431 || status === "reset", String(status));
  }
  assertEquals((await askHttp1(server)).status, 200);
  assertEquals((await askHttp2(server)).status, 200);
});

/** What a client does that never comes to the point, and when the server has had enough. */
const SLOW: readonly [name: string, limit: string, begin: (server: Server) => Promise<unknown>][] =
  [
    ["says nothing", "handshakeTimeoutMs", (server) => tcpSocket(server)],
    ["stops in its hello", "handshakeTimeoutMs", async (server) => {
      (await tcpSocket(server)).write(new Uint8Array([22, 3, 1, 2, 0, 1]));
    }],
    ["asks for nothing", "headersTimeoutMs", (server) => tlsSocket(server)],
    ["never ends its head", "headersTimeoutMs", async (server) => {
      (await tlsSocket(server)).write("GET / HTTP/1.1\r\nX-A: 1");
    }],
    ["asks for no more", "idleTimeoutMs", async (server) => {
      const socket = await tlsSocket(server);
      socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHo");
      await new Promise((resolve) => socket.once("data", resolve));
    }],
    ["asks for no more over HTTP/2", "idleTimeoutMs", async (server) => {
      const session = await http2Session(server);
      await onSession(session);
    }],
    ["never ends its body", "stallTimeoutMs", async (server) => {
      (await tlsSocket(server)).write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na");
    }],
  ];

for (const [name, limit, begin] of SLOW) {
  Deno.test(`a client that ${name} is cut off after ${limit}`, async () => {
    const clock = new FakeClock();
    const limits = {
      handshakeTimeoutMs: 1e9,
      headersTimeoutMs: 1e9,
      idleTimeoutMs: 1e9,
      stallTimeoutMs: 1e9,
      [limit]: 4000,
    };
    const reached = Promise.withResolvers<void>();
    await using server = await start({ clock, limits }, async (request) => {
      if (request.method === "POST") reached.resolve();
      return await echo(request);
    });
    await begin(server);
    if (limit === "stallTimeoutMs") await reached.promise;
    while (server.connections === 0) await turn();
    for (let turns = 0; turns < 50; turns++) await turn();
    await clock.advance(3000);
    for (let turns = 0; turns < 50; turns++) await turn();
    assertEquals(server.connections, 1, "not before its time");
    await clock.advance(3000);
    while (server.connections > 0) await turn();
  });
}

Deno.test("a request that takes its time is nobody's idleness", async () => {
  const clock = new FakeClock();
  const goOn = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  await using server = await start({ clock }, async () => {
    entered.resolve();
    await goOn.promise;
    return { status: 200, body: "done" };
  });
  const answers = [askHttp1(server)];
  await entered.promise;
  for (let hours = 0; hours < 3; hours++) await clock.advance(3_600_000);
  goOn.resolve();
  for (const answer of answers) assertEquals((await answer).body, "done");
});

Deno.test("connections over the limit are closed at once", async () => {
  await using server = await start({ limits: { connections: 2 } });
  const kept = [await tlsSocket(server), await tlsSocket(server)];
  await assertRejects(() => tlsSocket(server));
  kept[0]?.destroy();
  while (server.connections > 1) await turn();
  (await tlsSocket(server)).destroy();
  kept[1]?.destroy();
});

Deno.test("HTTP/2: no more streams at a time than allowed, and all of them are answered", async () => {
  let now = 0;
  let most = 0;
  await using server = await start({ limits: { streamsPerConnection: 3 } }, async () => {
    most = Math.max(most, ++now);
    await turn();
    now--;
    return { status: 200, body: "x" };
  });
  const session = await http2Session(server);
  await new Promise((resolve) => session.once("remoteSettings", resolve));
  assertEquals(session.remoteSettings.maxConcurrentStreams, 3);
  const answers = await Promise.all(Array.from({ length: 20 }, () => onSession(session)));
  assertEquals(answers.map(({ body }) => body).join(""), "x".repeat(20));
  assert(most <= 3, String(most));
  session.destroy();
});

Deno.test("a client that speaks no TLS is told so, or dropped", async () => {
  await using server = await start();
  const text = await answerTo(server, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  assert(text.startsWith("HTTP/1.0 400"), text);
  assert(text.includes("HTTP request to an HTTPS server"), text);
  assertEquals(await answerTo(server, "\x01\x02\x03nonsense"), "");
  assertEquals(await answerTo(server, "SSH-2.0-x\r\n"), "");
  assertEquals((await askHttp1(server)).status, 200);
});

Deno.test("connections that break at any point leave nothing behind", async () => {
  await using server = await start();
  for (let bytes = 0; bytes < 40; bytes += 3) {
    const socket = await tcpSocket(server);
    socket.write(
      new Uint8Array([22, 3, 1, 0, 200, ...new Array(40).fill(1)]).subarray(0, bytes || 1),
    );
    socket.resetAndDestroy();
  }
  for (const text of ["GET", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na"]) {
    const socket = await tlsSocket(server);
    socket.write(text);
    await turn();
    socket.destroy();
  }
  while (server.connections > 0) await turn();
  assertEquals((await askHttp1(server)).status, 200);
  assert(portOf(server) > 0);
});

/** One round of the event loop: what the system has to say is heard. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
