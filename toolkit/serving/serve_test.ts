import { Buffer } from "node:buffer";
import { testWith } from "../../testing/requirements.ts";
import { FakeClock } from "../clock.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import type { Logger } from "../logger.ts";
import { silentLogger } from "../logger.ts";
import { fixedTls, type Handler, type HttpRequest, serve, type ServeOptions } from "./mod.ts";
import { UNREAD_BODY_MS } from "./limits.ts";
import { readBody } from "./read_body.ts";
import {
  askHttp1,
  http2Session,
  onSession,
  openssl,
  parseAnswer,
  PROTOCOLS,
  received,
  tcpSocket,
  tlsSocket,
} from "./testdata/client.ts";
import { material } from "./testdata/pki.ts";

const start = (handler: Handler, more: Partial<ServeOptions> = {}) =>
  serve({ listen: { hostname: "127.0.0.1", port: 0 }, tls: fixedTls(material), ...more }, handler);

/** A logger that keeps what it is told of errors. */
function errorsTo(list: string[]): Logger {
  return {
    ...silentLogger,
    error: (message, error) => void list.push(`${message}: ${(error as Error).message}`),
  };
}

const MEGABYTE = new Uint8Array(1024 * 1024).fill(97);

testWith(["curl"], "curl sends a body that nobody reads, and gets its response", async () => {
  await using server = await start((request) =>
    request.path === "/empty"
      ? { status: 401 }
      : { status: Number(request.path.slice(1)), body: "unread" }
  );
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeFile(`${folder}/body`, new Uint8Array(3_000_000));
    const { port } = server.address as { port: number };
    for (
      const [path, expected] of [
        ["/200", "unread 200"],
        ["/403", "unread 403"],
        ["/empty", " 401"],
      ]
    ) {
      const { code, stdout } = await new Deno.Command("curl", {
        args: [
          ...["--http2", "-sk", "--max-time", "30", "-w", " %{http_code}"],
          ...["--data-binary", `@${folder}/body`, `https://127.0.0.1:${port}${path}`],
        ],
      }).output();
      assertEquals([code, new TextDecoder().decode(stdout)], [0, expected], path);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

for (const [protocol, ask] of PROTOCOLS) {
  Deno.test(`${protocol}: a handler sees the request as it was sent`, async () => {
    const seen: unknown[] = [];
    await using server = await start(async (request) => {
      const body = new TextDecoder().decode(await readBody(request, 100));
      const { method, path, query, version, headers, peer } = request;
      seen.push([method, path, query, version, headers["x-a"], headers["__proto__"], headers.host]);
      seen.push([peer.address, peer.port > 0, peer.serverName, peer.certificates]);
      return { status: 201, headers: { "x-b": ["1", "2"] }, body: `got ${body}` };
    });
    const answer = await ask(server, {
      method: "PUT",
      path: "/a%2Fb/../c?x=%20&y",
      headers: { "x-a": "1", ...(protocol === "HTTP/1.1" && { "__proto__": "p" }) },
      body: "hello",
    });
    assertEquals([answer.status, answer.body], [201, "got hello"]);
    assertEquals(answer.headers["content-length"], "9");
    const [[, , , , xa, proto, host]] = seen as [unknown[]];
    assertEquals((seen[0] as unknown[]).slice(0, 4), [
      "PUT",
      "/a%2Fb/../c",
      "x=%20&y",
      protocol === "HTTP/2" ? "2.0" : "1.1",
    ]);
    assertEquals(xa, "1");
    assertEquals(proto, undefined);
    assert(String(host).startsWith("localhost"));
    assertEquals(seen[1], ["127.0.0.1", true, "localhost", undefined]);
  });

  Deno.test(`${protocol}: HEAD has the fields of GET and no body`, async () => {
    let returned = 0;
    const pieces = {
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.reject(new Error("asked for a body")),
        return: () => Promise.resolve({ done: true as const, value: returned++ as never }),
      }),
    };
    await using server = await start(({ path }) => ({
      status: 200,
      headers: { "x-a": "1" },
      body: path === "/pieces" ? pieces : "four",
    }));
    const whole = await ask(server, { method: "HEAD" });
    assertEquals([whole.status, whole.body, whole.headers["content-length"]], [200, "", "4"]);
    const streamed = await ask(server, { method: "HEAD", path: "/pieces" });
    assertEquals([streamed.status, streamed.body, streamed.headers["x-a"]], [200, "", "1"]);
    assertEquals(returned, 1);
  });

  Deno.test(`${protocol}: statuses without a body have none`, async () => {
    await using server = await start(({ query }) => ({ status: Number(query), body: "" }));
    for (const status of [204, 304]) {
      const answer = await ask(server, { path: `/?${status}` });
      assertEquals([answer.status, answer.body], [status, ""]);
      assertEquals(answer.headers["content-length"], undefined);
    }
  });

  Deno.test(`${protocol}: what a handler throws is a 500, and the server lives on`, async () => {
    const errors: string[] = [];
    const failing: Handler = ({ path }) => {
      if (path === "/now") throw new Error("thrown");
      if (path === "/later") return Promise.reject(new Error("rejected"));
      if (path === "/field") return { status: 200, headers: { "x-a": "a\r\nx-b: c" } };
      if (path === "/upgrade") {
        return { status: 101, upgrade: { kind: "raw", run: async () => {} } };
      }
      return { status: 200, body: "fine" };
    };
    await using server = await start(failing, { logger: errorsTo(errors) });
    for (const path of ["/now", "/later", "/field", "/upgrade"]) {
      const answer = await ask(server, { path });
      assertEquals([answer.status, answer.body], [500, "Internal Server Error\n"], path);
      assertEquals(answer.headers["x-b"], undefined);
    }
    assertEquals((await ask(server)).body, "fine");
    assertEquals(errors.length, 4);
    assert(errors[0]?.includes("thrown"));
  });

  Deno.test(`${protocol}: a body that breaks off does not look whole`, async () => {
    const errors: string[] = [];
    await using server = await start(() => ({
      status: 200,
      body: (async function* () {
        yield new TextEncoder().encode("half");
        await Promise.resolve();
        throw new Error("no more");
      })(),
    }), { logger: errorsTo(errors) });
    await assertRejects(() => ask(server));
    assertEquals(errors, ["A response broke off: no more"]);
  });

  Deno.test(`${protocol}: bodies stream both ways, byte for byte`, async () => {
    await using server = await start((request) => ({ status: 200, body: request.body() }));
    const sent = new Uint8Array(3 * 1024 * 1024 + 7);
    for (let at = 0; at < sent.length; at += 65536) {
      crypto.getRandomValues(sent.subarray(at, Math.min(at + 65536, sent.length)));
    }
    const answer = await ask(server, { method: "POST", body: sent });
    assertEquals(Buffer.compare(Buffer.from(answer.body, "latin1"), Buffer.from(sent)), 0);
  });

  Deno.test(`${protocol}: a body over its limit is a 413 that arrives`, async () => {
    await using server = await start(async (request) => {
      await readBody(request, 1000);
      return { status: 200 };
    });
    const answer = await ask(server, { method: "POST", body: new Uint8Array(100_000) });
    assertEquals(answer.status, 413);
    assertEquals((await ask(server, { method: "POST", body: new Uint8Array(1000) })).status, 200);
  });

  Deno.test(`${protocol}: a body that nobody reads does not cost its client the response`, async () => {
    await using server = await start(() => ({ status: 200, body: "unread" }));
    for (const size of [1, 1000, 3_000_000]) {
      const answer = await ask(server, { method: "POST", body: new Uint8Array(size) });
      assertEquals([answer.status, answer.body], [200, "unread"]);
    }
  });

  Deno.test(`${protocol}: a client that waits for 100 Continue gets it with the first read`, async () => {
    await using server = await start(async (request) =>
      request.path === "/read"
        ? { status: 200, body: await readBody(request, 100) }
        : { status: 403 }
    );
    const headers = { expect: "100-continue" };
    const refused = await ask(server, { method: "POST", path: "/no", headers, body: "" });
    assertEquals(refused.status, 403);
    if (protocol === "HTTP/2") {
      assertEquals(
        (await ask(server, { method: "POST", path: "/read", headers, body: "x" })).body,
        "x",
      );
      return;
    }
    const socket = await tlsSocket(server);
    const all = received(socket);
    socket.write(
      "POST /read HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 4\r\nconnection: close\r\n\r\n",
    );
    const first = await new Promise<string>((resolve) =>
      socket.once("data", (piece) => resolve(String(piece)))
    );
    assert(first.startsWith("HTTP/1.1 100 Continue"));
    socket.write("body");
    assert((await all).endsWith("body"));
  });

  Deno.test(`${protocol}: a client that goes away aborts its request`, async () => {
    const started = Promise.withResolvers<HttpRequest>();
    const ended = Promise.withResolvers<unknown>();
    await using server = await start(async (request) => {
      started.resolve(request);
      await new Promise((resolve) => request.signal.addEventListener("abort", resolve));
      ended.resolve(request.signal.reason);
      throw new Error("nobody is told of this");
    });
    const stop = await stalled(protocol, server);
    const request = await started.promise;
    assertEquals(request.signal.aborted, false);
    stop();
    assertEquals((await ended.promise as Error).name, "ClientGone");
    assertEquals((await ended.promise as Error).message, "the client is gone");
  });

  Deno.test(`${protocol}: a request that is answered in full is not aborted`, async () => {
    const signals: AbortSignal[] = [];
    {
      await using server = await start(({ signal }) => {
        signals.push(signal);
        return { status: 200, body: "x" };
      });
      await ask(server);
    }
    assertEquals(signals.map(({ aborted }) => aborted), [false]);
  });

  Deno.test(`${protocol}: close() lets what is under way finish`, async () => {
    const entered = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const server = await start(async () => {
      entered.resolve();
      await goOn.promise;
      return { status: 200, body: "finished" };
    });
    const answer = ask(server, { headers: {} });
    await entered.promise;
    const closing = server.close();
    await assertRejects(() => tcpSocket(server));
    goOn.resolve();
    assertEquals((await answer).body, "finished");
    await closing;
    assertEquals(server.connections, 0);
    await server.close();
  });

  Deno.test(`${protocol}: a response says when it was made, unless its handler does`, async () => {
    const clock = new FakeClock(Date.UTC(2026, 10, 28, 11, 45, 24, 999));
    await using server = await start(({ path }) => ({
      status: 200,
      headers: path === "/passed-on" ? { date: "Sun, 01 Nov 2026 00:00:00 GMT" } : {},
    }), { clock });
    const date = async (path: string) => (await ask(server, { path })).headers["date"];
    assertEquals(await date("/"), "Sat, 28 Nov 2026 11:45:24 GMT");
    await clock.advance(1);
    assertEquals(await date("/"), "Sat, 28 Nov 2026 11:45:25 GMT");
    assertEquals(await date("/passed-on"), "Sun, 01 Nov 2026 00:00:00 GMT");
  });

  Deno.test(`${protocol}: close() waits for a body that has begun, and no longer`, async () => {
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const server = await start(() => ({
      status: 200,
      body: (async function* () {
        yield new TextEncoder().encode("first, ");
        begun.resolve();
        await goOn.promise;
        yield new TextEncoder().encode("last");
      })(),
    }), { clock: new FakeClock() });
    const answer = ask(
      server,
      protocol === "HTTP/1.1" ? { headers: { connection: "keep-alive" } } : {},
    );
    await begun.promise;
    const closing = server.close();
    goOn.resolve();
    assertEquals((await answer).body, "first, last");
    await closing;
  });

  Deno.test(`${protocol}: close() cuts what outlasts its grace`, async () => {
    const clock = new FakeClock();
    const entered = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const server = await start(({ signal }) => {
      entered.resolve();
      signal.addEventListener("abort", () => aborted.resolve());
      return new Promise(() => {});
    }, { clock });
    const answer = assertRejects(() => ask(server));
    await entered.promise;
    const closing = server.close(5000);
    await clock.advance(5000);
    await closing;
    await aborted.promise;
    await answer;
  });
}

/** HTTP/2 by hand: a client that allows any amount to be sent to it, and one GET. */
const HTTP2_GET = new Uint8Array([
  ...new TextEncoder().encode("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  // Settings: an initial window of 2^31 - 1; a window update of the connection to about the same.
  ...[0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 4, 0x7f, 0xff, 0xff, 0xff],
  ...[0, 0, 4, 8, 0, 0, 0, 0, 0, 0x7f, 0x0f, 0, 0],
  // :method GET, :scheme https, :path /, :authority x
  ...[0, 0, 6, 1, 5, 0, 0, 0, 1, 0x82, 0x87, 0x84, 0x41, 1, 120],
]);
const HTTP1_GET = new TextEncoder().encode("GET / HTTP/1.1\r\nhost: x\r\n\r\n");

for (const [alpn, bytes] of [["http/1.1", HTTP1_GET], ["h2", HTTP2_GET]] as const) {
  testWith(["openssl"], `${alpn}: a client that stops reading stops the handler`, async () => {
    let made = 0;
    const returned = Promise.withResolvers<void>();
    const clock = new FakeClock();
    await using server = await start(() => ({
      status: 200,
      body: (async function* () {
        try {
          for (;;) {
            made++;
            yield MEGABYTE;
            await turn();
          }
        } finally {
          returned.resolve();
        }
      })(),
    }), { clock });
    // Its output is a pipe that nobody reads: when that is full, it stops reading too. (A client
    // in this process would not do: the runtime's reads on when it is paused.)
    await using client = openssl(server, "-alpn", alpn);
    await client.write(bytes);
    for (let before = -1; made !== before || made === 0;) {
      before = made;
      for (let turns = 0; turns < 200; turns++) await turn();
    }
    assert(made < 32, `${made} MB were made for a client that reads none`);
    // It may have been the machine that stood still, and some more is read yet.
    let isOver = false;
    const over = returned.promise.then(() => isOver = true);
    while (!isOver) {
      await clock.advance(30_000);
      await turn();
    }
    await over;
  });
}

/** One round of the event loop: what the system has to say is heard. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** A request whose answer nobody reads; the returned function goes away. */
async function stalled(protocol: string, server: Awaited<ReturnType<typeof serve>>) {
  if (protocol === "HTTP/2") {
    const session = await http2Session(server);
    session.on("error", () => {});
    const stream = session.request({ ":path": "/" });
    stream.on("error", () => {});
    stream.pause();
    return () => session.destroy();
  }
  const socket = await tlsSocket(server);
  socket.on("error", () => {});
  socket.pause();
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  return () => socket.destroy();
}

Deno.test("HTTP/1.1: one connection carries many requests, also before their answers", async () => {
  const peers = new Set<unknown>();
  await using server = await start(({ path, peer }) => {
    peers.add(peer);
    return { status: 200, body: path };
  });
  const socket = await tlsSocket(server);
  const all = received(socket);
  const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`;
  for (const path of ["/one", "/two"]) {
    socket.write(get(path));
    await new Promise((resolve) => socket.once("data", resolve));
  }
  socket.write(get("/three") + get("/four") + get("/five", "connection: close\r\n"));
  const bodies = [...(await all).matchAll(/\r\n\r\n(\/[a-z]+)/g)].map(([, path]) => path);
  assertEquals(bodies, ["/one", "/two", "/three", "/four", "/five"]);
  assertEquals(peers.size, 1);
});

for (const answer of [{ status: 401 }, { status: 413, body: "too large" }]) {
  const what = answer.body === undefined ? "an empty" : "its";
  Deno.test(`HTTP/1.1: a client that sends on is not cut off before it can have read ${what} response`, async () => {
    const clock = new FakeClock();
    await using server = await start(() => answer, { clock });
    const socket = await tlsSocket(server);
    let closed = false;
    const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()))
      .then(() => closed = true);
    const first = new Promise<string>((resolve) =>
      socket.once("data", (piece) => resolve(String(piece)))
    );
    socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n");
    assert((await first).startsWith(`HTTP/1.1 ${answer.status} `));
    socket.write(new Uint8Array(100_000));
    // By then the server would have closed it.
    assertEquals((await askHttp1(server)).status, answer.status);
    assertEquals(closed, false);
    await clock.advance(UNREAD_BODY_MS);
    await ended;
  });
}

Deno.test("HTTP/1.1: an idle connection ends with close(), an HTTP/2 one is told", async () => {
  const server = await start(() => ({ status: 200, body: "x" }));
  const socket = await tlsSocket(server);
  const all = received(socket);
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  await new Promise((resolve) => socket.once("data", resolve));
  const session = await http2Session(server);
  assertEquals((await onSession(session)).body, "x");
  const goaway = new Promise((resolve) => session.once("goaway", resolve));
  const closing = server.close();
  assertEquals(await goaway, 0);
  await closing;
  assertEquals(parseAnswer(await all).body, "x");
  session.destroy();
});

Deno.test("a response may send its client to a new connection", async () => {
  await using server = await start(() => ({ status: 200, body: "x", closeConnection: true }));
  const session = await http2Session(server);
  const goaway = new Promise((resolve) => session.once("goaway", resolve));
  assertEquals((await onSession(session)).body, "x");
  assertEquals(await goaway, 0);
  const socket = await tlsSocket(server);
  const all = received(socket);
  socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  const answer = parseAnswer(await all);
  assertEquals([answer.headers["connection"], answer.body], ["close", "x"]);
});

Deno.test("a response may send its client away over HTTP/2 only", async () => {
  await using server = await start(() => ({ status: 200, body: "x", goAway: true }));
  const session = await http2Session(server);
  const goaway = new Promise((resolve) => session.once("goaway", resolve));
  assertEquals((await onSession(session)).body, "x");
  assertEquals(await goaway, 0);
  const socket = await tlsSocket(server);
  const all = received(socket);
  const request = "GET / HTTP/1.1\r\nhost: x\r\n";
  socket.write(`${request}\r\n${request}connection: close\r\n\r\n`);
  assertEquals((await all).match(/HTTP\/1\.1 200/g)?.length, 2);
});

Deno.test("a plain listener serves HTTP/1.1, also on a unix socket of this user only", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/s.sock`;
  const handler: Handler = ({ peer, version }) => ({
    status: 200,
    body: JSON.stringify([version, peer.certificates ?? null]),
  });
  try {
    {
      await using server = await serve({ listen: { path } }, handler);
      assertEquals(server.address, { path });
      assertEquals((await Deno.stat(path)).mode! & 0o777, 0o600);
      const client = Deno.createHttpClient({ proxy: { transport: "unix", path } });
      const response = await fetch("http://localhost/", { client });
      assertEquals(await response.json(), ["1.1", null]);
      client.close();
      await assertRejects(
        () => serve({ listen: { path } }, handler),
        `cannot listen on ${path}: address already in use`,
      );
    }
    assertEquals([...Deno.readDirSync(folder)], []);
    const nowhere: [path: string, why: string][] = [
      [`${folder}/none/s`, `cannot listen on ${folder}/none/s: there is no such folder`],
      [`${folder}/file/s`, `cannot listen on ${folder}/file/s: what it would be in is no folder`],
    ];
    await Deno.writeTextFile(`${folder}/file`, "");
    for (const [path, why] of nowhere) {
      const error = await assertRejects(() => serve({ listen: { path } }, handler));
      assertEquals(error.message, why);
    }
    // What a killed process leaves behind is in nobody's way.
    await Deno.writeTextFile(path, "");
    await using again = await serve({ listen: { path } }, handler);
    assertEquals(again.address, { path });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a unix socket's path may be as long as the system allows, and is refused beyond that", async () => {
  const folder = await Deno.makeTempDir();
  const handler: Handler = () => ({ status: 200, body: "ok" });
  try {
    const deep = `${folder}/${"d".repeat(100 - folder.length - 1)}`;
    await Deno.mkdir(deep);
    const path = `${deep}/s.sock`;
    assertEquals(path.length, 107);
    {
      await using server = await serve({ listen: { path } }, handler);
      assertEquals(server.address, { path });
      using client = Deno.createHttpClient({ proxy: { transport: "unix", path } });
      assertEquals(await (await fetch("http://localhost/", { client })).text(), "ok");
    }
    await Deno.mkdir(`${deep}/deeper`);
    await assertRejects(() => serve({ listen: { path: `${deep}/deeper/s` } }, handler), "too long");
    assertEquals([...Deno.readDirSync(deep)].map(({ name }) => name), ["deeper"]);
    assertEquals([...Deno.readDirSync(`${deep}/deeper`)], []);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a port that is taken is named, and one on both families serves both", async () => {
  const handler: Handler = ({ peer }) => ({ status: 200, body: peer.address });
  await using server = await serve({ listen: { hostname: "", port: 0 } }, handler);
  const { port } = server.address as { port: number };
  assertEquals(await (await fetch(`http://127.0.0.1:${port}/`)).text(), "127.0.0.1");
  await assertRejects(
    () => serve({ listen: { hostname: "127.0.0.1", port } }, handler),
    `cannot listen on 127.0.0.1:${port}: address already in use`,
  );
  await assertRejects(
    () => serve({ listen: { hostname: "127.0.0.1", port, flag: "--port" } }, handler),
    `--port: cannot listen on 127.0.0.1:${port}: address already in use`,
  );
  await assertRejects(
    () => serve({ listen: { hostname: "203.0.113.1", port: 0 } }, handler),
    "this machine has no such address",
  );
  const shared = { hostname: "127.0.0.1", shared: true };
  await using first = await serve({ listen: { ...shared, port: 0 } }, handler);
  const { port: both } = first.address as { port: number };
  await using second = await serve({ listen: { ...shared, port: both } }, handler);
  assertEquals((second.address as { port: number }).port, both);
});
