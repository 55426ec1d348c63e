import { constants, type Http2Session, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import { FakeClock } from "../clock.ts";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { FrameReader } from "../http2/frame_reader.ts";
import { Transport, type TransportRequest } from "./mod.ts";
import { still, turn } from "./testdata/answers.ts";
import {
  FLAG,
  FRAME,
  frame,
  frameServer,
  http2Server,
  httpsServer,
  number,
  OK,
  patientServer,
  rawServer,
  secure,
  type TestServer,
} from "./testdata/servers.ts";

const GET: TransportRequest = { method: "GET", path: "/" };
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (body: Uint8Array) => new TextDecoder().decode(body);
const h2 = (server: TestServer) => secure(server, ["h2", "http/1.1"]);

/** A server whose streams are answered by one function. */
const streams = (
  serve: (stream: ServerHttp2Stream, path: string, at: number) => void,
  settings = {},
) => {
  let count = 0;
  return http2Server((server) => {
    server.on("stream", (stream, headers) => {
      stream.on("error", () => {});
      serve(stream, String(headers[":path"]), count++);
    });
    server.on("session", (session: Http2Session) => session.on("error", () => {}));
  }, settings);
};

const echo = (stream: ServerHttp2Stream) => {
  stream.respond({ ":status": 200, "x-a": "b" });
  stream.pipe(stream);
};

async function* pieces(...all: string[]): AsyncGenerator<Uint8Array> {
  for (const one of all) yield await Promise.resolve(bytes(one));
}

Deno.test("send() speaks HTTP/2 where both sides do, over one connection", async () => {
  await using server = await streams(echo);
  using transport = new Transport();
  const answers = await Promise.all(Array.from({ length: 50 }, async (_, at) => {
    const body = at % 2 === 0 ? bytes(`${at}`) : pieces("a", `${at}`);
    const answer = await transport.call(h2(server), { method: "POST", path: "/", body });
    assertEquals([answer.status, answer.headers["x-a"]], [200, "b"]);
    return text(answer.body);
  }));
  assertEquals(answers, Array.from({ length: 50 }, (_, at) => at % 2 === 0 ? `${at}` : `a${at}`));
  assertEquals([server.accepted(), transport.connections], [1, 1]);
  assertEquals((await transport.call(h2(server), { ...GET, method: "HEAD" })).body.length, 0);
});

Deno.test("send() falls back to HTTP/1.1 where the server speaks nothing else", async () => {
  await using server = await httpsServer((_, response) => response.end("old"));
  using transport = new Transport({ pool: { maxConnections: 4 } });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => transport.call(h2(server), GET)),
  );
  assertEquals(new Set(answers.map(({ body }) => text(body))), new Set(["old"]));
  assert(server.accepted() <= 4, `${server.accepted()} connections`);
});

Deno.test("send() checks who the server is before HTTP/2 too", async () => {
  await using server = await streams(echo);
  using transport = new Transport();
  const endpoint = h2(server);
  const wrong = { ...endpoint, tls: { ...endpoint.tls, serverName: "other.default.svc" } };
  await transport.call(endpoint, GET);
  await assertRejects(() => transport.call(wrong, GET), /is valid for hook/);
  assertEquals([server.accepted(), transport.connections], [2, 1]);
});

Deno.test("send() opens more connections where long answers take all places of one", async () => {
  const held: ServerHttp2Stream[] = [];
  await using server = await streams((stream, path) => {
    stream.respond({ ":status": 200 });
    if (path !== "/watch") return stream.end("now");
    stream.write("x");
    held.push(stream);
  }, { maxConcurrentStreams: 4 });
  using transport = new Transport();
  const watches = await Promise.all(
    Array.from({ length: 9 }, () => transport.send(h2(server), { ...GET, path: "/watch" })),
  );
  assertEquals(text((await transport.call(h2(server), GET)).body), "now");
  assertEquals(server.accepted(), 3);
  for (const { body } of watches) body.discard();
});

Deno.test("send() is not held up by answers that nobody reads", async () => {
  await using server = await patientServer((stream) => {
    const isLarge = stream.raw.includes("/large");
    stream.respond({ ":status": 200 }, false);
    stream.end(isLarge ? new Uint8Array(8 * 1024 * 1024) : bytes("now"));
  });
  using transport = new Transport();
  const unread = await Promise.all(
    Array.from({ length: 20 }, () => transport.send(h2(server), { ...GET, path: "/large" })),
  );
  assertEquals(text((await transport.call(h2(server), GET)).body), "now");
  assertEquals(server.accepted(), 1);
  const [first] = unread;
  let length = 0;
  for await (const piece of first!.body) length += piece.length;
  assertEquals(length, 8 * 1024 * 1024);
  for (const { body } of unread.slice(1)) body.discard();
});

const SETTINGS = frame(FRAME.settings, 0, 0);
const HEAD = frame(FRAME.headers, FLAG.endHeaders, 1, OK);
const DATA = (body: string, flags = 0) => frame(FRAME.data, flags, 1, [...bytes(body)]);
const RESET = (code: number) => frame(FRAME.reset, 0, 1, number(code));
const GOAWAY = (last: number, code = 0) =>
  frame(FRAME.goaway, 0, 0, [...number(last), ...number(code)]);
const WHOLE = [HEAD, DATA("ok", FLAG.endStream)];

/** Writes frames one by one. */
async function written(socket: Socket, frames: readonly Uint8Array[]): Promise<void> {
  for (const one of frames) await new Promise((resolve) => socket.write(one, resolve));
}

Deno.test("send() has a server wait with an answer that nobody reads, over HTTP/2", async () => {
  let sent = 0;
  await using server = await patientServer((stream) => {
    const isEndless = stream.raw.includes("/endless");
    stream.respond({ ":status": 200 }, false);
    if (!isEndless) return stream.end(bytes("now"));
    const piece = new Uint8Array(64 * 1024);
    const more = () => {
      do sent += piece.length; while (!stream.closed && stream.write(piece) && sent < 1e9);
      if (!stream.closed) stream.onDrain(more);
    };
    more();
  });
  using transport = new Transport();
  const { body } = await transport.send(h2(server), { ...GET, path: "/endless" });
  await still(() => sent);
  assert(sent < 16 * 1024 * 1024, `${sent} bytes went out to somebody who reads none`);
  assertEquals(text((await transport.call(h2(server), GET)).body), "now");
  const before = sent;
  let read = 0;
  for await (const piece of body) if ((read += piece.length) > before + 1e6) break;
  assert(sent > before);
});

Deno.test("send() makes the body of a request wait for a server that is slow, over HTTP/2", async () => {
  let made = 0;
  async function* endless() {
    for (;;) {
      made += 65536;
      yield await Promise.resolve(new Uint8Array(65536));
    }
  }
  await using server = await patientServer(() => {});
  using transport = new Transport();
  const abort = new AbortController();
  const request = { method: "POST", path: "/", body: endless(), signal: abort.signal };
  const asked = transport.call(h2(server), request);
  await still(() => made);
  assert(made < 64 * 1024 * 1024, `${made} bytes were made for somebody who reads none`);
  abort.abort(new Error("enough"));
  await assertRejects(() => asked, "enough");
});

const AGAIN: [name: string, frames: Uint8Array[], isSafe: boolean][] = [
  ["refused the stream", [RESET(constants.NGHTTP2_REFUSED_STREAM)], true],
  ["goes away and did not look at it", [GOAWAY(0)], true],
  ["goes away and fails after it looked", [GOAWAY(1), RESET(2)], false],
  ["reset the stream", [RESET(constants.NGHTTP2_INTERNAL_ERROR)], false],
];

for (const [name, frames, isSafe] of AGAIN) {
  Deno.test(`send() ${isSafe ? "asks again" : "fails"} where the server ${name}`, async () => {
    await using server = await frameServer((socket, connection) => {
      written(socket, [SETTINGS, ...(connection === 1 ? frames : WHOLE)]).catch(() => {});
    });
    using transport = new Transport();
    const request = { method: "POST", path: "/", body: bytes("x") };
    const asked = transport.call(h2(server), request);
    if (isSafe) assertEquals(text((await asked).body), "ok");
    else await assertRejects(() => asked, /code|error/i);
    assertEquals(server.accepted(), isSafe ? 2 : 1);
  });
}

Deno.test("send() reads to its end what the server began before it went away", async () => {
  const gate = Promise.withResolvers<void>();
  await using server = await frameServer((socket, connection) => {
    if (connection > 1) {
      written(socket, [SETTINGS, ...WHOLE]).catch(() => {});
      return;
    }
    written(socket, [SETTINGS, HEAD, DATA("first "), GOAWAY(1)])
      .then(() => gate.promise).then(() => written(socket, [DATA("last", FLAG.endStream)]))
      .catch(() => {});
  });
  using transport = new Transport();
  const slow = await transport.send(h2(server), GET);
  const reader = slow.body[Symbol.asyncIterator]();
  let read = text((await reader.next()).value ?? new Uint8Array());
  // What the server said comes with the next turns.
  for (let at = 0; at < 20; at++) await turn();
  assertEquals(text((await transport.call(h2(server), GET)).body), "ok");
  gate.resolve();
  for await (const piece of { [Symbol.asyncIterator]: () => reader }) read += text(piece);
  assertEquals([read, server.accepted()], ["first last", 2]);
});

type Ending = "open" | "ended" | "destroyed";
/** A length of 5, packed: a field without an index. */
const LENGTH_5 = [0x0f, 0x0d, 1, 0x35];
const INTERIM = frame(FRAME.headers, FLAG.endHeaders, 1, [0x08, 3, 0x31, 0x30, 0x33]);

const BAD: [name: string, frames: Uint8Array[], ending: Ending, message: RegExp][] = [
  ["a stream that is reset", [RESET(2)], "open", /INTERNAL_ERROR|code 2/],
  ["a stream that is cancelled", [RESET(8)], "open", /without an answer/],
  ["a stream that is closed without an answer", [RESET(0)], "open", /without an answer/],
  ["a connection that ends", [], "ended", /without an answer/],
  ["a connection that breaks off", [], "destroyed", /without an answer/],
  ["a body that is reset", [HEAD, DATA("x"), RESET(2)], "open", /INTERNAL_ERROR|code 2/],
  ["a body that is cancelled", [HEAD, DATA("x"), RESET(8)], "open", /code 8/],
  ["a body that ends with its connection", [HEAD, DATA("x")], "ended", /unexpected EOF/],
  ["a body that breaks off with its connection", [HEAD, DATA("x")], "destroyed", /unexpected EOF/],
  [
    "a body of another length",
    [
      frame(FRAME.headers, FLAG.endHeaders, 1, [...OK, ...LENGTH_5]),
      DATA("x", FLAG.endStream),
    ],
    "open",
    /another length/,
  ],
  [
    "a body that is closed before its length",
    [
      frame(FRAME.headers, FLAG.endHeaders, 1, [...OK, ...LENGTH_5]),
      DATA("x"),
      RESET(0),
    ],
    "open",
    /unexpected EOF/,
  ],
  [
    "announcements without end",
    Array.from({ length: 50 }, () => INTERIM),
    "open",
    /interim responses/,
  ],
  ["an answer without a status", [frame(FRAME.headers, 5, 1, [0x86])], "open", /./],
];

for (const [name, frames, ending, message] of BAD) {
  Deno.test(`call() refuses ${name}, over HTTP/2`, async () => {
    await using server = await frameServer((socket) => {
      written(socket, [SETTINGS, ...frames]).then(() => {
        if (ending === "ended") socket.end();
        else if (ending === "destroyed") socket.destroy();
      }).catch(() => {});
    });
    using transport = new Transport();
    const request = { method: "POST", path: "/", body: bytes("x") };
    await assertRejects(() => transport.call(h2(server), request), message);
    transport.close();
    await server.drained();
  });
}

Deno.test("call() refuses headers without end over HTTP/2", async () => {
  await using server = await streams((stream) => {
    stream.respond({
      ":status": 200,
      ...Object.fromEntries(
        Array.from({ length: 100 }, (_, at) => [`x-${at}`, "y".repeat(10_000)]),
      ),
    });
    stream.end("x");
  });
  using transport = new Transport();
  await assertRejects(() => transport.call(h2(server), GET));
});

Deno.test("send() stops at its signal over HTTP/2, and leaves the others alone", async () => {
  let closed = 0;
  await using server = await streams((stream, path) => {
    stream.on("close", () => closed++);
    if (path === "/silent") return;
    stream.respond({ ":status": 200 });
    if (path === "/") stream.end("now");
    else stream.write("x");
  });
  using transport = new Transport();
  const other = await transport.send(h2(server), { ...GET, path: "/watch" });
  const abort = new AbortController();
  const { signal } = abort;
  const silent = transport.call(h2(server), { ...GET, path: "/silent", signal });
  const watch = await transport.send(h2(server), { ...GET, path: "/watch", signal });
  abort.abort(new Error("enough"));
  await Promise.all([
    assertRejects(() => silent, "enough"),
    assertRejects(async () => {
      for await (const _ of watch.body);
    }, "enough"),
  ]);
  assertEquals(text((await transport.call(h2(server), GET)).body), "now");
  while (closed < 3) await turn();
  const [piece] = [await other.body[Symbol.asyncIterator]().next()];
  assertEquals(text(piece.value ?? new Uint8Array()), "x");
  assertEquals(server.accepted(), 1);
  other.body.discard();
});

Deno.test("send() keeps to its limits over HTTP/2, and lets idle connections go", async () => {
  const clock = new FakeClock(Date.now());
  await using server = await streams((stream, path) => {
    if (path === "/silent") return;
    stream.respond({ ":status": 200 });
    stream.end("x".repeat(1000));
  });
  using transport = new Transport({ clock });
  await assertRejects(
    () => transport.call(h2(server), { ...GET, limits: { bodyLimitBytes: 100 } }),
    /longer than 100 bytes/,
  );
  let isOpen = false;
  const asked = transport.call(h2(server), {
    ...GET,
    path: "/silent",
    limits: { headTimeoutMs: 50 },
  });
  asked.catch(() => isOpen = true);
  while (!isOpen) await clock.advance(51);
  await assertRejects(() => asked, /no answer within 50 ms/);
  assertEquals(transport.connections, 1);
  await clock.advance(30_001);
  assertEquals(transport.connections, 0);
  await server.drained();
});

Deno.test("send() notices that a connection was lost on the way, and asks on another one", async () => {
  const clock = new FakeClock(Date.now());
  await using server = await frameServer((socket, connection) => {
    // The first one is silent after that, whatever it is asked.
    written(socket, [SETTINGS, ...(connection === 1 ? [HEAD, DATA("x")] : WHOLE)]).catch(() => {});
  });
  using transport = new Transport({ clock });
  const watch = await transport.send(h2(server), GET);
  const pieces = watch.body[Symbol.asyncIterator]();
  await pieces.next();
  const next = pieces.next();
  await clock.advance(44_999);
  assertEquals(transport.connections, 1);
  await clock.advance(1);
  await assertRejects(() => next, /unexpected EOF: the server has been silent for 45 s/);
  assertEquals(text((await transport.call(h2(server), GET)).body), "ok");
  assertEquals(server.accepted(), 2);
});

Deno.test("send() keeps a connection whose server says nothing and is there", async () => {
  const clock = new FakeClock(Date.now());
  let pings = 0;
  await using server = await frameServer((socket) => {
    const reader = new FrameReader(2 ** 24);
    socket.on("data", (bytes: Uint8Array) => {
      reader.add(bytes);
      for (let one = reader.next(); one !== undefined; one = reader.next()) {
        if (one.type !== FRAME.ping) continue;
        pings++;
        socket.write(frame(FRAME.ping, 1, 0, [...one.payload]));
      }
    });
    written(socket, [SETTINGS, HEAD, DATA("x")]).catch(() => {});
  });
  using transport = new Transport({ clock });
  const watch = await transport.send(h2(server), GET);
  const pieces = watch.body[Symbol.asyncIterator]();
  await pieces.next();
  for (const count of [1, 2, 3]) {
    await clock.advance(30_000);
    while (pings < count) await turn();
    // The answer comes with the next turns.
    for (let at = 0; at < 20; at++) await turn();
  }
  assertEquals([server.accepted(), transport.connections], [1, 1]);
  watch.body.discard();
});

Deno.test("call() and send() give plain bytes over HTTP/2", async () => {
  await using server = await streams((stream, path) => {
    stream.respond({ ":status": 200 });
    stream.end(path);
  });
  using transport = new Transport();
  const { body } = await transport.call(h2(server), GET);
  assertEquals(body, bytes("/"));
  const pieces: Uint8Array[] = [];
  for await (const piece of (await transport.send(h2(server), GET)).body) pieces.push(piece);
  assertEquals(pieces, [bytes("/")]);
});

Deno.test("send() carries a thousand requests at once over HTTP/2", async () => {
  await using server = await streams((stream, path) => {
    stream.respond({ ":status": 200 });
    stream.end(path);
  });
  using transport = new Transport({ pool: { maxConnections: 4 } });
  const answers = await Promise.all(
    Array.from(
      { length: 1000 },
      async (_, at) => text((await transport.call(h2(server), { ...GET, path: `/${at}` })).body),
    ),
  );
  assertEquals(answers, Array.from({ length: 1000 }, (_, at) => `/${at}`));
  assert(server.accepted() <= 4, `${server.accepted()} connections`);
});

const HOSTILE: [name: string, frames: Uint8Array[]][] = [
  ["nothing of HTTP/2", [bytes("HTTP/1.1 200 OK\r\n\r\n")]],
  ["a frame longer than allowed", [
    SETTINGS,
    frame(0, 0, 1),
    Uint8Array.from([255, 255, 255, 0, 0, 0, 0, 0, 1]),
  ]],
  ["data for a stream that nobody opened", [SETTINGS, frame(0, 1, 7, [1, 2, 3])]],
  ["pushed streams", [SETTINGS, frame(5, 4, 1, [0, 0, 0, 2, 0x82])]],
  ["headers that can't be unpacked", [SETTINGS, frame(1, 4, 1, [255, 255, 255, 255, 255, 255])]],
  ["resets without end", [
    SETTINGS,
    ...Array.from({ length: 20_000 }, () => frame(3, 0, 1, [0, 0, 0, 7])),
  ]],
  ["pings without end", [
    SETTINGS,
    ...Array.from({ length: 20_000 }, () => frame(6, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0])),
  ]],
  ["settings without end", Array.from({ length: 20_000 }, () => SETTINGS)],
  ["windows that grow too large", [
    SETTINGS,
    frame(8, 0, 0, [0x7f, 255, 255, 255]),
    frame(8, 0, 0, [0x7f, 255, 255, 255]),
  ]],
  ["an end at once", [SETTINGS, frame(7, 0, 0, [0, 0, 0, 0, 0, 0, 0, 0])]],
  ["headers that go on without end", [
    SETTINGS,
    frame(1, 0, 1, [0x88]),
    ...Array.from({ length: 5000 }, () => frame(9, 0, 1, [0x88])),
  ]],
];

for (const [name, frames] of HOSTILE) {
  for (const ending of ["ended", "destroyed"]) {
    Deno.test(`call() survives a server of HTTP/2 that sends ${name}, and is ${ending}`, async () => {
      await using server = await frameServer((socket) => {
        for (const one of frames) socket.write(one);
        if (ending === "ended") socket.end();
        else socket.write(SETTINGS, () => socket.destroy());
      });
      using transport = new Transport();
      const request = { method: "POST", path: "/", body: bytes("x") };
      const asked = Array.from({ length: 5 }, () => transport.call(h2(server), request));
      const ends = await Promise.allSettled(asked);
      assertEquals(ends.map(({ status }) => status), ends.map(() => "rejected"));
      transport.close();
      await server.drained();
    });
  }
}

Deno.test("send() waits for no connection after one that failed", async () => {
  let count = 0;
  await using server = await rawServer((socket) => {
    count++;
    socket.destroy();
  });
  using transport = new Transport();
  const ends = await Promise.allSettled(
    Array.from({ length: 10 }, () => transport.call(h2(server), GET)),
  );
  assertEquals(ends.map(({ status }) => status), ends.map(() => "rejected"));
  assert(count >= 1);
  assertEquals(transport.connections, 0);
});
