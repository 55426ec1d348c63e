/** Pushed bodies: on their way to clients of either protocol, fast, slow and gone ones. */
import type { ClientHttp2Stream } from "node:http2";
import { FakeClock } from "../clock.ts";
import { assert, assertEquals } from "../deps/assert.ts";
import type { BodySink } from "./http.ts";
import { fixedTls, type Handler, pulled, type PushBody, serve, type ServeOptions } from "./mod.ts";
import { eventually } from "../../testing/eventually.ts";
import { testWith } from "../../testing/requirements.ts";
import {
  http2Session,
  openssl,
  parseAnswer,
  received,
  tcpSocket,
  tlsSocket,
} from "./testdata/client.ts";
import { material } from "./testdata/pki.ts";

const encoder = new TextEncoder();
const text = (pieces: readonly Uint8Array[]) =>
  pieces.map((piece) => new TextDecoder().decode(piece)).join("");

/** A body that a test pushes. */
class TestBody implements PushBody {
  readonly started = Promise.withResolvers<BodySink>();
  readonly cancelled = Promise.withResolvers<void>();
  starts = 0;
  cancels = 0;

  start(sink: BodySink): void {
    this.starts++;
    this.started.resolve(sink);
  }

  cancel(): void {
    this.cancels++;
    this.cancelled.resolve();
  }
}

const start = (handler: Handler, more: Partial<ServeOptions> = {}) =>
  serve({ listen: { hostname: "127.0.0.1", port: 0 }, tls: fixedTls(material), ...more }, handler);

/** A request whose answer is read piece by piece, over one protocol. */
interface Reader {
  /** Settles at the end of the answer: with all of it, or with what broke it off. */
  readonly all: Promise<string>;
  pause(): void;
  resume(): void;
  destroy(): void;
}

type Server = Awaited<ReturnType<typeof start>>;

const READERS: readonly [protocol: string, read: (server: Server) => Promise<Reader>][] = [
  ["HTTP/1.1", async (server) => {
    const socket = await tlsSocket(server);
    const all = received(socket).then((whole) => parseAnswer(whole).body);
    all.catch(() => {});
    socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    return {
      all,
      pause: () => void socket.pause(),
      resume: () => void socket.resume(),
      destroy: () => void socket.destroy(),
    };
  }],
  ["HTTP/2", async (server) => {
    const session = await http2Session(server);
    session.on("error", () => {});
    const stream = session.request({ ":path": "/" });
    const all = bodyOf(stream).finally(() => session.destroy());
    all.catch(() => {});
    return {
      all,
      pause: () => void stream.pause(),
      resume: () => void stream.resume(),
      destroy: () => void session.destroy(),
    };
  }],
];

function bodyOf(stream: ClientHttp2Stream): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = [];
    stream.on("data", (piece: Uint8Array) => pieces.push(piece));
    stream.on("error", reject);
    stream.on(
      "close",
      () =>
        stream.rstCode === 0 && stream.readableEnded
          ? resolve(text(pieces))
          : reject(new Error("the response broke off")),
    );
  });
}

for (const [protocol, read] of READERS) {
  Deno.test(`${protocol}: pushed pieces come in order and whole, whatever their size`, async () => {
    const body = new TestBody();
    await using server = await start(() => ({ status: 200, body }));
    const reader = await read(server);
    const sink = await body.started.promise;
    const sizes = [1, 15, 16, 17, 255, 256, 4096, 65_535, 65_536, 65_537, 300_000, 2];
    const pieces = sizes.map((size, at) =>
      encoder.encode(String.fromCharCode(97 + at).repeat(size))
    );
    for (const piece of pieces) {
      if (!sink.write(piece)) await new Promise<void>((resolve) => sink.onDrain(resolve));
      // It is no end.
      sink.write(new Uint8Array());
    }
    sink.end();
    assert(await reader.all === text(pieces));
    assertEquals([body.starts, body.cancels], [1, 0]);
  });

  Deno.test(`${protocol}: a client that is gone ends the body, once, in the middle of a piece`, async () => {
    const body = new TestBody();
    await using server = await start(() => ({ status: 200, body }));
    const reader = await read(server);
    const sink = await body.started.promise;
    sink.write(encoder.encode("x".repeat(3_000_000)));
    reader.destroy();
    await body.cancelled.promise;
    sink.write(encoder.encode("more"));
    sink.end();
    sink.fail(new Error("late"));
    while (server.connections > 0) await turn();
    assertEquals(body.cancels, 1);
  });

  Deno.test(`${protocol}: a body that fails is not taken for whole`, async () => {
    const body = new TestBody();
    await using server = await start(() => ({ status: 200, body }));
    const reader = await read(server);
    const sink = await body.started.promise;
    sink.write(encoder.encode("half"));
    sink.fail(new Error("broken"));
    const outcome = await reader.all.then(() => "whole", () => "broken off");
    assertEquals([outcome, body.cancels], ["broken off", 0]);
  });

  Deno.test(`${protocol}: a server that stops at once ends the body`, async () => {
    const body = new TestBody();
    const server = await start(() => ({ status: 200, body }));
    const reader = await read(server);
    (await body.started.promise).write(encoder.encode("x"));
    await server.close(0);
    await body.cancelled.promise;
    reader.destroy();
    assertEquals(body.cancels, 1);
  });

  Deno.test(`${protocol}: one piece goes to many clients`, async () => {
    const sinks: BodySink[] = [];
    const clients = 100;
    const all = Promise.withResolvers<void>();
    const body = (): PushBody => ({
      start(sink) {
        if (sinks.push(sink) === clients) all.resolve();
      },
      cancel() {},
    });
    await using server = await start(() => ({ status: 200, body: body() }));
    const readers = await Promise.all(Array.from({ length: clients }, () => read(server)));
    await all.promise;
    let whole = "";
    for (let round = 0; round < 20; round++) {
      const shared = encoder.encode(`${round} `.repeat(round * 37));
      whole += `${round} `.repeat(round * 37);
      for (const sink of sinks) sink.write(shared);
      if (round % 5 === 0) await turn();
    }
    for (const sink of sinks) sink.end();
    for (const reader of readers) assert(await reader.all === whole);
  });
}

const HTTP2_GET = [0, 0, 6, 1, 5, 0, 0, 0, 1, 0x82, 0x87, 0x84, 0x41, 1, 120];
const HTTP2_PREFACE = [...encoder.encode("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")];

/** Requests by hand, of clients that read nothing; over HTTP/2, what they allow to be sent. */
const UNREAD: readonly [name: string, alpn: string, bytes: readonly number[]][] = [
  ["HTTP/1.1", "http/1.1", [...encoder.encode("GET / HTTP/1.1\r\nHost: x\r\n\r\n")]],
  ["HTTP/2, any amount allowed", "h2", [
    ...HTTP2_PREFACE,
    ...[0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 4, 0x7f, 0xff, 0xff, 0xff],
    ...[0, 0, 4, 8, 0, 0, 0, 0, 0, 0x7f, 0x0f, 0, 0],
    ...HTTP2_GET,
  ]],
  ["HTTP/2, little allowed", "h2", [
    ...HTTP2_PREFACE,
    ...[0, 0, 0, 4, 0, 0, 0, 0, 0],
    ...HTTP2_GET,
  ]],
];

for (const [name, alpn, bytes] of UNREAD) {
  testWith(["openssl"], `${name}: who does not read is waited for, and cut off`, async () => {
    const clock = new FakeClock();
    const body = new TestBody();
    await using server = await start(() => ({ status: 200, body }), { clock });
    // Its output is a pipe: when that is full, it stops reading too.
    await using client = openssl(server, "-alpn", alpn);
    await client.write(Uint8Array.from(bytes));
    const sink = await body.started.promise;
    const piece = encoder.encode("x".repeat(50_000));
    let sent = 0;
    let hasRoom = true;
    for (let still = 0; still < 200; await turn()) {
      if (!hasRoom) {
        still++;
        continue;
      }
      still = 0;
      sent += piece.length;
      hasRoom = sink.write(piece);
      if (!hasRoom) sink.onDrain(() => hasRoom = true);
      assert(sent < 32_000_000, `${sent} bytes were taken of a client that reads none`);
    }
    // It may have been the machine that stood still, and some more is read yet.
    while (body.cancels === 0) {
      if (hasRoom) {
        hasRoom = sink.write(piece);
        if (!hasRoom) sink.onDrain(() => hasRoom = true);
      }
      await clock.advance(60_000);
      await turn();
    }
    await body.cancelled.promise;
    assertEquals(body.cancels, 1);
  });

  if (name.endsWith("little allowed")) continue;
  testWith(["openssl"], `${name}: who reads late gets all that was pushed`, async () => {
    const body = new TestBody();
    await using server = await start(() => ({ status: 200, body }));
    await using client = openssl(server, "-alpn", alpn);
    await client.write(Uint8Array.from(bytes));
    const sink = await body.started.promise;
    const piece = encoder.encode("x".repeat(50_000));
    for (let pieces = 0; pieces < 100; pieces++) sink.write(piece);
    let drained = false;
    sink.onDrain(() => drained = true);
    for (let turns = 0; turns < 20; turns++) await turn();
    assertEquals(drained, false);
    let letters = 0;
    const output = client.output((text) => letters += text.split("x").length - 1);
    while (!drained) await turn();
    sink.end();
    await eventually("it has read all", () => letters >= 5_000_000);
    await server.close(0);
    await output;
    // What frames and head there are has few of them.
    assert(letters >= 5_000_000 && letters < 5_010_000, String(letters));
  });
}

Deno.test("a thousand streams of ten connections all get what is pushed", async () => {
  const sinks: BodySink[] = [];
  const all = Promise.withResolvers<void>();
  await using server = await start(() => ({
    status: 200,
    body: {
      start(sink) {
        if (sinks.push(sink) === 1000) all.resolve();
      },
      cancel() {},
    },
  }));
  const sessions = await Promise.all(Array.from({ length: 10 }, () => http2Session(server)));
  const bodies = sessions.flatMap((session) =>
    Array.from({ length: 100 }, () => bodyOf(session.request({ ":path": "/" })))
  );
  await all.promise;
  for (let round = 0; round < 30; round++) {
    const piece = encoder.encode(`${round};`);
    for (const sink of sinks) sink.write(piece);
    if (round % 3 === 0) await turn();
  }
  for (const sink of sinks) sink.end();
  const expected = Array.from({ length: 30 }, (_, round) => `${round};`).join("");
  for (const body of bodies) assertEquals(await body, expected);
  for (const session of sessions) session.destroy();
});

/** What is asked without TLS, and what becomes of a body that is pushed "a" and "bc". */
const ASKED: readonly [name: string, head: string, started: boolean, answer: RegExp][] = [
  ["HTTP/1.1", "GET / HTTP/1.1\r\nHost: x", true, /\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n/],
  ["HTTP/1.0", "GET / HTTP/1.0\r\nHost: x", true, /\r\n\r\nabc$/],
  ["HEAD", "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close", false, /^HTTP\/1.1 200[^]*\r\n\r\n$/],
];

for (const [name, head, started, answer] of ASKED) {
  Deno.test(`${name}: a pushed body is framed as the request allows`, async () => {
    const body = new TestBody();
    await using server = await serve(
      { listen: { hostname: "127.0.0.1", port: 0 } },
      (request) =>
        request.path === "/"
          ? { status: 200, body }
          : { status: 200, body: "next", closeConnection: true },
    );
    const socket = await tcpSocket(server);
    const all = received(socket);
    socket.write(`${head}\r\n\r\n`);
    if (started) {
      const sink = await body.started.promise;
      sink.write(encoder.encode("a"));
      sink.write(encoder.encode("bc"));
      sink.end();
    } else await body.cancelled.promise;
    if (name === "HTTP/1.1") socket.write("GET /next HTTP/1.1\r\nHost: x\r\n\r\n");
    const whole = await all;
    assert(answer.test(whole), JSON.stringify(whole));
    // The connection is good for what comes next.
    assertEquals(whole.endsWith("next"), name === "HTTP/1.1");
    assertEquals([body.starts, body.cancels], started ? [1, 0] : [0, 1]);
  });
}

Deno.test("HTTP/1.1: pushed bodies of requests that came together go out one after the other", async () => {
  const bodies: Record<string, TestBody> = { "/1": new TestBody(), "/2": new TestBody() };
  await using server = await serve(
    { listen: { hostname: "127.0.0.1", port: 0 } },
    ({ path }) => ({ status: 200, body: bodies[path]!, closeConnection: path === "/2" }),
  );
  const socket = await tcpSocket(server);
  const all = received(socket);
  socket.write("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n");
  const [first, second] = await Promise.all([
    bodies["/1"]!.started.promise,
    bodies["/2"]!.started.promise,
  ]);
  for (const part of ["a", "b", "c"]) {
    second!.write(encoder.encode(`2${part}`));
    first!.write(encoder.encode(`1${part}`));
  }
  second!.end();
  first!.end();
  const whole = await all;
  const order = [...whole.matchAll(/[12][abc]/g)].map(([found]) => found);
  assertEquals(order, ["1a", "1b", "1c", "2a", "2b", "2c"], whole);
});

Deno.test("pulled() asks for no more than is taken, and cancels what is left", async () => {
  const body = new TestBody();
  const pieces = pulled(body);
  const first = pieces.next();
  const sink = await body.started.promise;
  let room = 0;
  const push = (text: string) => {
    assertEquals(sink.write(encoder.encode(text)), false);
    sink.onDrain(() => room++);
  };
  push("a");
  assertEquals(text([(await first).value!]), "a");
  assertEquals(room, 0);
  const second = pieces.next();
  await turn();
  assertEquals(room, 1);
  push("b");
  assertEquals(text([(await second).value!]), "b");
  await pieces.return();
  assertEquals(body.cancels, 1);
});

Deno.test("pulled() ends with the body, and rejects with what it fails with", async () => {
  const ended: PushBody = {
    start(sink) {
      sink.write(encoder.encode("a"));
      sink.write(encoder.encode("b"));
      sink.end();
    },
    cancel: () => assert(false, "it has ended"),
  };
  const seen: Uint8Array[] = [];
  for await (const piece of pulled(ended)) seen.push(piece);
  assertEquals(text(seen), "ab");
  const failed: PushBody = { start: (sink) => sink.fail(new Error("broken")), cancel() {} };
  const outcome = await pulled(failed).next().then(() => "whole", (error) => error.message);
  assertEquals(outcome, "broken");
});

/** One round of the event loop: what the system has to say is heard. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
