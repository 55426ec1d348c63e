import { FakeClock } from "../clock.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { issue } from "../certificates/testdata/issue.ts";
import { Transport, type TransportRequest } from "./mod.ts";
import { answering, HELLO, still, turn } from "./testdata/answers.ts";
import { httpsServer, plain, rawServer, secure } from "./testdata/servers.ts";

const GET: TransportRequest = { method: "GET", path: "/" };
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (body: Uint8Array) => new TextDecoder().decode(body);

Deno.test("send() takes no more of an answer than is asked for", async () => {
  let sent = 0;
  const stopped = Promise.withResolvers<void>();
  await using server = await rawServer((socket) => {
    socket.once("data", () => {
      socket.write(bytes("HTTP/1.1 200 OK\r\n\r\n"));
      const piece = new Uint8Array(256 * 1024);
      const more = () => {
        do sent += piece.length; while (socket.write(piece) && sent < 1e9);
        stopped.resolve();
        socket.once("drain", more);
      };
      more();
    });
  });
  using transport = new Transport();
  const { body } = await transport.send(plain(server), GET);
  await stopped.promise;
  await still(() => sent);
  assert(sent < 64 * 1024 * 1024, `${sent} bytes went out to somebody who reads none`);
  body.discard();
});

Deno.test("send() makes the body of a request wait for a server that is slow", async () => {
  let made = 0;
  async function* endless() {
    for (;;) {
      made += 65536;
      yield await Promise.resolve(new Uint8Array(65536));
    }
  }
  await using server = await rawServer((socket) => {
    socket.pause();
  });
  using transport = new Transport();
  const abort = new AbortController();
  const request = { method: "POST", path: "/", body: endless(), signal: abort.signal };
  const asked = transport.call(plain(server), request);
  await still(() => made);
  assert(made < 64 * 1024 * 1024, `${made} bytes were made for somebody who reads none`);
  abort.abort(new Error("enough"));
  await assertRejects(() => asked, "enough");
});

Deno.test("call() and send() give plain bytes", async () => {
  await using server = await rawServer(
    answering("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n/\r\n0\r\n\r\n"),
  );
  using transport = new Transport();
  const { body } = await transport.call(plain(server), GET);
  assertEquals(body, bytes("/"));
  const pieces: Uint8Array[] = [];
  for await (const piece of (await transport.send(plain(server), GET)).body) pieces.push(piece);
  assertEquals(pieces, [bytes("/")]);
});

Deno.test("send() carries a thousand requests at once over few connections", async () => {
  await using server = await httpsServer((request, response) => {
    request.resume();
    setTimeout(() => response.end(request.url), 1);
  });
  using transport = new Transport({ pool: { maxConnections: 8 } });
  const answers = await Promise.all(Array.from({ length: 1000 }, async (_, at) => {
    const { body } = await transport.call(secure(server), { ...GET, path: `/${at}` });
    return text(body);
  }));
  assertEquals(answers, Array.from({ length: 1000 }, (_, at) => `/${at}`));
  assert(server.accepted() <= 8, `${server.accepted()} connections`);
});

Deno.test("send() lets others go on where those that waited are aborted", async () => {
  const gate = Promise.withResolvers<void>();
  await using server = await rawServer((socket) => {
    socket.on("data", () => {
      gate.promise.then(() => socket.write(bytes(HELLO))).catch(() => {});
    });
  });
  using transport = new Transport({ pool: { maxConnections: 1 } });
  const abort = new AbortController();
  const first = transport.call(plain(server), GET);
  const waiting = Array.from(
    { length: 20 },
    (_, at) =>
      transport.call(plain(server), { ...GET, ...(at % 2 === 0 && { signal: abort.signal }) })
        .then(({ status }) => String(status), (error) => error.message),
  );
  abort.abort(new Error("gone"));
  gate.resolve();
  assertEquals((await first).status, 200);
  const ends = await Promise.all(waiting);
  assertEquals(ends, Array.from({ length: 20 }, (_, at) => at % 2 === 0 ? "gone" : "200"));
});

Deno.test("send() bounds who waits, the places that are kept, and for how long", async () => {
  const clock = new FakeClock();
  await using silent = await rawServer((socket) => socket.resume());
  await using server = await rawServer(answering(HELLO));
  await using other = await rawServer(answering(HELLO));
  using transport = new Transport({
    clock,
    maxPlaces: 1,
    pool: { maxConnections: 1, maxWaiting: 1 },
  });
  const abort = new AbortController();
  const request = { ...GET, signal: abort.signal };
  const two = [transport.call(plain(silent), request), transport.call(plain(silent), request)];
  await assertRejects(() => transport.call(plain(silent), request), /wait for a connection/);
  abort.abort(new Error("enough"));
  for (const one of two) await assertRejects(() => one, "enough");
  await transport.call(plain(server), GET);
  await transport.call(plain(other), GET);
  assertEquals(transport.connections, 1);
  await server.drained();
  await clock.advance(30_001);
  assertEquals(transport.connections, 0);
  await other.drained();
});

Deno.test("close() lets what is under way end, and nothing begin", async () => {
  const gate = Promise.withResolvers<void>();
  await using server = await rawServer((socket) => {
    socket.once("data", () => {
      gate.promise.then(() => socket.write(bytes(HELLO))).catch(() => {});
    });
  });
  const transport = new Transport({ pool: { maxConnections: 1 } });
  const first = transport.call(plain(server), GET);
  const second = transport.call(plain(server), GET);
  while (server.sockets.size === 0) await turn();
  transport.close();
  await assertRejects(() => second, "the transport is closed");
  await assertRejects(() => transport.call(plain(server), GET), "the transport is closed");
  gate.resolve();
  assertEquals((await first).status, 200);
  assertEquals(transport.connections, 0);
  await server.drained();
});

Deno.test("send() hands an upgraded connection over, with what came on it", async () => {
  await using server = await rawServer((socket) => {
    socket.once("data", () => {
      socket.write(bytes("HTTP/1.1 101 Switching\r\nupgrade: echo\r\n\r\nfirst"));
      socket.on("data", (piece: Uint8Array) => socket.write(piece));
    });
  });
  using transport = new Transport();
  const abort = new AbortController();
  const request = { ...GET, headers: { upgrade: "echo" }, signal: abort.signal };
  const { status, upgraded } = await transport.send(plain(server), request);
  assert(upgraded !== undefined);
  const { stream, head } = upgraded;
  assertEquals([status, text(head), transport.connections], [101, "first", 0]);
  stream.write(bytes("hello"));
  for await (const piece of stream) {
    assertEquals(text(piece), "hello");
    break;
  }
  stream.destroy();
  await server.drained();
});

Deno.test("send() reaches a unix socket", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/x.sock`;
  await using server = Deno.serve(
    { path, onListen() {} },
    (request) => new Response(request.headers.get("host")),
  );
  using transport = new Transport();
  const answer = await transport.call({ host: "name", port: 80, socketPath: path }, GET);
  assertEquals(text(answer.body), "name");
  transport.close();
  await server.shutdown();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("send() makes connections anew when who it is changes", async () => {
  await using server = await httpsServer((_, response) => response.end("yes"));
  const [one, two] = [await issue({ name: "one" }), await issue({ name: "two" })];
  let current = one;
  using transport = new Transport({ identity: () => Promise.resolve(current) });
  const endpoint = secure(server);
  for (const [who, accepted] of [[one, 1], [one, 1], [two, 2], [two, 2]] as const) {
    current = who;
    await transport.call(endpoint, GET);
    assertEquals([server.accepted(), transport.connections], [accepted, 1]);
  }
});
