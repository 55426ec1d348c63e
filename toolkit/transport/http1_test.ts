import type { Socket } from "node:net";
import { FakeClock } from "../clock.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { Transport, TransportError, type TransportRequest } from "./mod.ts";
import { answering, HELLO, turn } from "./testdata/answers.ts";
import { httpsServer, plain, rawServer, received, secure } from "./testdata/servers.ts";

const GET: TransportRequest = { method: "GET", path: "/" };
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (body: Uint8Array) => new TextDecoder().decode(body);

const ending = (socket: Socket) => socket.end();

const GOOD: [name: string, answer: string, body: string, ends?: boolean][] = [
  ["with a length", HELLO, "hello"],
  [
    "with its length twice",
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\ncontent-length: 2\r\n\r\nhi",
    "hi",
  ],
  [
    "in chunks",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2;x=y\r\nhi\r\n03\r\n yo\r\n0\r\nx: y\r\n\r\n",
    "hi yo",
  ],
  [
    "in chunks and with a length",
    "HTTP/1.1 200 OK\r\ncontent-length: 99\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
    "hi",
  ],
  ["until the end", "HTTP/1.1 200 OK\r\n\r\nhi there", "hi there", true],
  ["of an old server", "HTTP/1.0 200 OK\r\n\r\nhi", "hi", true],
  [
    "after others that only announce it",
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nx: y\r\n\r\n${HELLO}`,
    "hello",
  ],
  [
    "with lines that end in nothing but a line feed",
    "HTTP/1.1 200 OK\ncontent-length: 2\n\nhi",
    "hi",
  ],
  ["without a reason", "HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n", ""],
  ["with none to come", "HTTP/1.1 204 No Content\r\n\r\n", ""],
  [
    "with keys that objects have",
    "HTTP/1.1 200 OK\r\n__proto__: x\r\nconstructor: y\r\ncontent-length: 0\r\n\r\n",
    "",
  ],
];

for (const [name, answer, body, ends] of GOOD) {
  Deno.test(`call() reads an answer ${name}`, async () => {
    await using server = await rawServer(answering(answer, ends ? ending : undefined));
    using transport = new Transport();
    for (let i = 0; i < 2; i++) {
      assertEquals(text((await transport.call(plain(server), GET)).body), body);
    }
  });
  Deno.test(`call() reads an answer ${name}, a byte at a time`, async () => {
    await using server = await rawServer((socket) => {
      received(socket).then(async () => {
        for (const byte of bytes(answer)) {
          await new Promise((resolve) => socket.write(new Uint8Array([byte]), resolve));
        }
        if (ends) socket.end();
      }).catch(() => {});
    });
    using transport = new Transport();
    assertEquals(text((await transport.call(plain(server), GET)).body), body);
  });
}

const CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
const BAD: [name: string, answer: string, message: RegExp, ends?: boolean][] = [
  ["nothing", "", /without an answer/, true],
  ["half a head", "HTTP/1.1 200 OK\r\ncontent-le", /EOF in the head/, true],
  ["garbage", "\x16\x03\x01\x02\x00\x01", /malformed HTTP/],
  ["an alert of TLS", "\x15\x03\x03\x00\x02\x02\x46", /its address must be an https one/],
  ["another protocol", "SSH-2.0-OpenSSH\r\n", /malformed HTTP/],
  ["a later version", "HTTP/2.0 200 OK\r\n\r\n", /malformed HTTP/],
  ["no status", "HTTP/1.1 OK\r\n\r\n", /malformed HTTP/],
  ["a status of four digits", "HTTP/1.1 2000 OK\r\n\r\n", /malformed HTTP/],
  ["a header without a colon", "HTTP/1.1 200 OK\r\nx\r\n\r\n", /malformed HTTP/],
  ["a header without a name", "HTTP/1.1 200 OK\r\n: x\r\n\r\n", /malformed HTTP/],
  ["a name with a space", "HTTP/1.1 200 OK\r\ncontent-length : 5\r\n\r\nhello", /malformed HTTP/],
  ["a header that is folded", "HTTP/1.1 200 OK\r\nx: y\r\n z\r\n\r\n", /malformed HTTP/],
  ["a line feed in a header", "HTTP/1.1 200 OK\r\nx: a\rb\r\n\r\n", /malformed HTTP/],
  ["a zero byte in a header", "HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n", /malformed HTTP/],
  [
    "two lengths",
    "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nhi",
    /Content-Length/,
  ],
  ["a length that is none", "HTTP/1.1 200 OK\r\ncontent-length: +5\r\n\r\nhello", /Content-Length/],
  ["a length below zero", "HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nhello", /Content-Length/],
  [
    "a length that no number has",
    `HTTP/1.1 200 OK\r\ncontent-length: ${"9".repeat(30)}\r\n\r\n`,
    /Content-Length/,
  ],
  [
    "another encoding",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n",
    /transfer encoding/,
  ],
  [
    "chunks from an old server",
    "HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    /transfer encoding/,
  ],
  [
    "a body that breaks off",
    "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello",
    /unexpected EOF/,
    true,
  ],
  ["chunks that break off", `${CHUNKED}5\r\nhel`, /unexpected EOF/, true],
  ["chunks without an end", `${CHUNKED}5\r\nhello\r\n`, /unexpected EOF/, true],
  ["a chunk of no size", `${CHUNKED}\r\nhello`, /chunked/],
  ["a chunk of a size that is none", `${CHUNKED}0x5\r\nhello\r\n0\r\n\r\n`, /chunked/],
  ["a chunk that is longer than it says", `${CHUNKED}2\r\nhello\r\n0\r\n\r\n`, /chunked/],
  ["a chunk of a size without end", CHUNKED + "0".repeat(5000), /chunked/],
  ["trailers without end", `${CHUNKED}0\r\n${"x: y\r\n".repeat(50_000)}`, /chunked/],
  ["headers without end", `HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(50_000)}`, /longer than/],
  ["one header without end", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(300_000)}`, /longer than/],
  ["announcements without end", "HTTP/1.1 100 Continue\r\n\r\n".repeat(1000), /interim responses/],
  [
    "another protocol, unasked",
    "HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\n",
    /without being asked/,
  ],
];

for (const [name, answer, message, ends] of BAD) {
  Deno.test(`call() refuses ${name}, and keeps no connection`, async () => {
    await using server = await rawServer(answering(answer, ends ? ending : undefined));
    using transport = new Transport();
    const error = await assertRejects(() => transport.call(plain(server), GET), message);
    assert(error instanceof TransportError);
    assertEquals(transport.connections, 0);
    await server.drained();
  });
}

const UNSAID: [name: string, request: Partial<TransportRequest>][] = [
  ["a method with a line break", { method: "GET / HTTP/1.1\r\nx: y\r\n\r\nGET" }],
  ["a path with a space", { path: "/a b" }],
  ["a path with a line break", { path: "/\r\nx: y" }],
  ["no path", { path: "" }],
  ["a name with a colon", { headers: { "x:": "y" } }],
  ["a value with a line break", { headers: { x: "y\r\nz: w" } }],
  ["one value of several with a line break", { headers: { x: ["y", "a\nb"] } }],
  ["a value beyond Latin-1", { headers: { x: "€" } }],
  ["a length that is none", {
    method: "POST",
    headers: { "content-length": "5\r\nx: y" },
    body: pieces("hello"),
  }],
];

async function* pieces(...all: string[]): AsyncGenerator<Uint8Array> {
  for (const one of all) yield await Promise.resolve(bytes(one));
}

for (const [name, request] of UNSAID) {
  Deno.test(`send() sends nothing of ${name}`, async () => {
    let seen = "";
    await using server = await rawServer((socket) => {
      socket.on("data", (piece: Uint8Array) => seen += text(piece));
    });
    using transport = new Transport();
    await assertRejects(() => transport.call(plain(server), { ...GET, ...request }));
    await server.drained();
    assertEquals(seen, "");
  });
}

Deno.test("send() says what it sends", async () => {
  const seen: string[] = [];
  await using server = await rawServer((socket) => {
    socket.on("data", (piece: Uint8Array) => {
      seen.push(text(piece));
      if (
        /\r\n\r\n(?:hello|x\r\n0\r\n\r\n)?$/.test(text(piece)) || text(piece).endsWith("0\r\n\r\n")
      ) {
        socket.write(bytes(HELLO));
      }
    });
  });
  using transport = new Transport();
  const endpoint = plain(server);
  await transport.call(endpoint, GET);
  await transport.call(endpoint, {
    method: "POST",
    path: "/x?y=%20",
    headers: { host: "other", A: ["b", "c"], connection: "close", "transfer-encoding": "gzip" },
    body: bytes("hello"),
  });
  await transport.call(endpoint, { method: "PUT", path: "/", body: pieces("ab", "", "c") });
  assertEquals(
    seen.join("").replaceAll(String(server.port), "PORT"),
    [
      "GET / HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\n\r\n",
      "POST /x?y=%20 HTTP/1.1\r\nA: b\r\nA: c\r\nhost: other\r\ncontent-length: 5\r\n\r\nhello",
      "PUT / HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\ntransfer-encoding: chunked\r\n\r\n",
      "2\r\nab\r\n1\r\nc\r\n0\r\n\r\n",
    ].join(""),
  );
});

Deno.test("send() keeps connections, after errors of the server too", async () => {
  await using server = await httpsServer((request, response) => {
    response.statusCode = request.url === "/bad" ? 500 : 200;
    request.resume();
    request.on("end", () => response.end(request.url));
  });
  using transport = new Transport();
  const endpoint = secure(server);
  for (let i = 0; i < 20; i++) {
    await transport.call(endpoint, { ...GET, path: i % 2 === 0 ? "/bad" : "/" });
    await transport.call(endpoint, { method: "POST", path: "/", body: pieces("a", "b") });
    const head = await transport.call(endpoint, { ...GET, method: "HEAD" });
    assertEquals(head.body.length, 0);
  }
  assertEquals(server.accepted(), 1);
});

Deno.test("send() keeps no connection on which more came than was asked for", async () => {
  await using server = await rawServer(answering(HELLO + HELLO));
  using transport = new Transport();
  for (let i = 0; i < 3; i++) await transport.call(plain(server), GET);
  assertEquals(server.accepted(), 3);
});

Deno.test("send() keeps no connection whose server wants none kept", async () => {
  const closing = HELLO.replace("\r\n\r\n", "\r\nconnection: x, Close\r\n\r\n");
  await using server = await rawServer(answering(closing));
  using transport = new Transport();
  for (let i = 0; i < 3; i++) await transport.call(plain(server), GET);
  assertEquals([server.accepted(), transport.connections], [3, 0]);
});

Deno.test("send() asks again where a kept connection was closed, if that is safe", async () => {
  let asked = 0;
  await using server = await rawServer((socket) => {
    let count = 0;
    socket.on("data", () => {
      asked++;
      // As a server that stopped waiting for more: its first answer on a connection is its last.
      if (++count > 1) socket.destroy();
      else socket.write(bytes(HELLO));
    });
  });
  using transport = new Transport();
  const call = (request: Partial<TransportRequest>) =>
    transport.call(plain(server), { ...GET, ...request });
  await call({});
  assertEquals((await call({})).status, 200);
  assertEquals(asked, 3);
  const post = { method: "POST", body: bytes("x") };
  await assertRejects(() => call(post), /without an answer|reset/i);
  assertEquals(asked, 4);
  await call(post);
  assertEquals((await call({ ...post, replayable: true })).status, 200);
  assertEquals(asked, 7);
  // A body that was begun can't be sent again.
  await assertRejects(() => call({ body: pieces("x"), replayable: true }));
});

Deno.test("send() asks a connection that was never used no second time", async () => {
  let asked = 0;
  await using server = await rawServer((socket) => {
    socket.on("data", () => {
      asked++;
      socket.destroy();
    });
  });
  using transport = new Transport();
  await assertRejects(() => transport.call(plain(server), GET));
  assertEquals(asked, 1);
});

Deno.test("send() answers before the request is whole, and ends that connection", async () => {
  const stop = Promise.withResolvers<void>();
  async function* endless() {
    yield bytes("a");
    await stop.promise;
    yield bytes("b");
  }
  await using server = await rawServer((socket) => {
    socket.once("data", () => socket.write(bytes(HELLO)));
  });
  using transport = new Transport();
  const answer = await transport.call(plain(server), {
    method: "POST",
    path: "/",
    body: endless(),
  });
  assertEquals(text(answer.body), "hello");
  assertEquals(transport.connections, 0);
  await server.drained();
  stop.resolve();
});

Deno.test("send() fails with what the body of its request fails with", async () => {
  async function* failing() {
    yield await Promise.resolve(bytes("a"));
    throw new Error("no more");
  }
  await using server = await rawServer((socket) => socket.resume());
  using transport = new Transport();
  const request = { method: "POST", path: "/" };
  await assertRejects(
    () => transport.call(plain(server), { ...request, body: failing() }),
    "no more",
  );
  for (const all of [["abc"], ["a"], ["a", "bc"]]) {
    const headers = { "content-length": "2" };
    await assertRejects(
      () => transport.call(plain(server), { ...request, headers, body: pieces(...all) }),
      /has not the 2 bytes/,
    );
  }
  assertEquals(transport.connections, 0);
});

Deno.test("send() stops at its signal at every stage, with its reason, and leaves nothing", async () => {
  const stages: [name: string, serve: (socket: Socket) => void, secured?: boolean][] = [
    ["TLS", () => {}, true],
    ["head", (socket) => socket.resume()],
    ["half a head", (socket) => socket.write(bytes("HTTP/1.1 200"))],
    ["body", answering("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhel")],
    ["chunks", answering(CHUNKED)],
    ["body without a length", answering("HTTP/1.1 200 OK\r\n\r\nx")],
  ];
  for (const [name, serve, secured] of stages) {
    const connected = Promise.withResolvers<void>();
    await using server = await rawServer((socket) => {
      serve(socket);
      socket.once("data", () => connected.resolve());
    });
    using transport = new Transport();
    const abort = new AbortController();
    const endpoint = secured ? secure(server) : plain(server);
    const asked = transport.call(endpoint, { ...GET, signal: abort.signal });
    await connected.promise;
    abort.abort(new Error(`enough at ${name}`));
    await assertRejects(() => asked, `enough at ${name}`);
    assertEquals(transport.connections, 0, name);
    await server.drained();
  }
});

Deno.test("send() sends nothing once its signal has aborted", async () => {
  await using server = await rawServer(answering(HELLO));
  using transport = new Transport();
  const signal = AbortSignal.abort(new Error("before"));
  await assertRejects(() => transport.call(plain(server), { ...GET, signal }), "before");
  assertEquals(server.accepted(), 0);
  await transport.call(plain(server), GET);
  await assertRejects(() => transport.call(plain(server), { ...GET, signal }), "before");
  assertEquals((await transport.call(plain(server), GET)).status, 200);
});

Deno.test("send() keeps to its limits", async () => {
  const clock = new FakeClock();
  await using silent = await rawServer((socket) => socket.resume());
  await using server = await rawServer(answering(CHUNKED + "5\r\nhello\r\n".repeat(100)));
  await using long = await rawServer(answering("HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n"));
  using transport = new Transport({ clock, limits: { bodyLimitBytes: 100 } });
  const late = transport.call(plain(silent), { ...GET, limits: { headTimeoutMs: 50 } });
  const slow = transport.call(secure(silent), { ...GET, limits: { connectTimeoutMs: 50 } });
  while (silent.sockets.size < 2) await turn();
  await Promise.all([
    assertRejects(() => late, /no answer within 50 ms/),
    assertRejects(() => slow, /no connection within 50 ms/),
    clock.advance(51),
  ]);
  await assertRejects(() => transport.call(plain(server), GET), /longer than 100 bytes/);
  await assertRejects(() => transport.call(plain(long), GET), /longer than 100 bytes/);
  assertEquals(transport.connections, 0);
});

Deno.test("send() gives the connection back when the body is given up", async () => {
  await using server = await rawServer(answering(CHUNKED + "5\r\nhello\r\n"));
  using transport = new Transport();
  const first = await transport.send(plain(server), GET);
  for await (const piece of first.body) {
    assertEquals(text(piece), "hello");
    break;
  }
  const second = await transport.send(plain(server), GET);
  second.body.discard();
  assertEquals(transport.connections, 0);
  await server.drained();
});
