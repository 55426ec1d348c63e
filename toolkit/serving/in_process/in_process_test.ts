import { assert, assertEquals, assertRejects } from "../../deps/assert.ts";
import { silentLogger } from "../../logger.ts";
import type { RequestSender } from "../../client/sender.ts";
import type { TransportRequest, TransportResponse } from "../../transport/exchange.ts";
import type { BodySink, Handler, HttpRequest } from "../http.ts";
import { readBody } from "../read_body.ts";
import { webSocket } from "../upgrade.ts";
import { fetchThrough, InProcessServer } from "./mod.ts";

const PEER = { address: "127.0.0.1", port: 0 };
const GET = { method: "GET", path: "/a?b=c" };
const text = new TextEncoder();

interface Served extends Disposable {
  readonly server: InProcessServer;
  readonly sender: RequestSender;
  readonly logged: unknown[];
}

function served(handler: Handler): Served {
  const logged: unknown[] = [];
  const logger = {
    ...silentLogger,
    error: (message: string, cause?: unknown) => void logged.push([message, String(cause)]),
  };
  const server = new InProcessServer(handler, { logger });
  return {
    server,
    sender: server.sender(PEER),
    logged,
    [Symbol.dispose]: () => void server.close(0).catch(() => {}),
  };
}

async function textOf({ body }: TransportResponse): Promise<string> {
  let whole = "";
  for await (const piece of body) whole += new TextDecoder().decode(piece);
  return whole;
}

/** A body that is pushed by hand, and what became of it. */
class Pushed {
  sink: BodySink | undefined;
  cancelled = 0;
  start(sink: BodySink): void {
    this.sink = sink;
  }
  cancel(): void {
    this.cancelled++;
  }
}

Deno.test("InProcessServer hands a request to the handler as a listener would", async () => {
  let seen: HttpRequest | undefined;
  using at = served(async (request) => {
    seen = request;
    return { status: 201, headers: { "X-A": ["1", "2"] }, body: await readBody(request, 100) };
  });
  const request = {
    method: "POST",
    path: "/a%20b?c=d",
    headers: { accept: "x", "x-many": ["1", "2"] },
    body: text.encode("hello"),
  };
  const answer = await at.sender.send(request);
  assertEquals([answer.status, answer.headers["x-a"]], [201, ["1", "2"]]);
  assertEquals(answer.headers["content-length"], "5");
  assertEquals(await textOf(answer), "hello");
  assert(seen !== undefined && seen.peer === PEER);
  assertEquals([seen.method, seen.path, seen.query], ["POST", "/a%20b", "c=d"]);
  assertEquals({ ...seen.headers }, { accept: "x", "x-many": ["1", "2"] });
  assertEquals(at.server.requests, 0);
});

Deno.test("InProcessServer refuses heads as a listener does", async (t) => {
  using at = served(() => ({ status: 200, body: "served" }));
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`x-${index}`, "1"]));
  const cases: [what: string, request: Partial<TransportRequest>, status: number][] = [
    ["a target that is too long", { path: `/${"a".repeat(65_536)}` }, 414],
    ["no target", { path: "a b" }, 400],
    ["too many fields", { headers: many }, 431],
    ["two hosts", { headers: { host: ["a", "b"] } }, 400],
  ];
  for (const [what, request, status] of cases) {
    await t.step(what, async () => {
      assertEquals((await at.sender.send({ ...GET, ...request })).status, status);
    });
  }
  await t.step("what no client could send", async () => {
    const bad = { "x-a": "1\r\nx-user: root" };
    await assertRejects(() => at.sender.send({ ...GET, headers: bad }), /can't be sent/);
  });
  assertEquals(at.server.requests, 0);
});

Deno.test("InProcessServer answers 500 where the handler fails, and lives on", async (t) => {
  using at = served((request) => {
    if (request.path === "/sync") throw new Error("secret");
    if (request.path === "/async") return Promise.reject(new Error("secret"));
    if (request.path === "/upgrade") return webSocket({}, () => Promise.resolve());
    return { status: 200, body: "fine" };
  });
  for (const path of ["/sync", "/async", "/upgrade"]) {
    await t.step(path, async () => {
      const answer = await at.sender.send({ ...GET, path });
      assertEquals([answer.status, await textOf(answer)], [500, "Internal Server Error\n"]);
    });
  }
  assertEquals(at.logged.length, 3);
  assertEquals(await textOf(await at.sender.send(GET)), "fine");
});

Deno.test("InProcessServer hands out bytes that are the caller's own", async () => {
  const whole = text.encode("shared");
  const piece = text.encode("piece");
  using at = served(({ path }) => ({
    status: 200,
    body: path === "/whole" ? whole : {
      start(sink) {
        sink.write(piece);
        sink.end();
      },
      cancel() {},
    },
  }));
  for (const path of ["/whole", "/pushed"]) {
    const { body } = await at.sender.send({ ...GET, path });
    for await (const bytes of body) bytes.fill(0);
  }
  assertEquals([whole, piece].map((one) => new TextDecoder().decode(one)), ["shared", "piece"]);
});

Deno.test("a request that is aborted before its answer tells caller and handler", async () => {
  const reading = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  let given = false;
  using at = served(async (request) => {
    reading.resolve();
    try {
      return { status: 200, body: await readBody(request, 100) };
    } catch (error) {
      ended.resolve([(error as Error).name, request.signal.aborted]);
      throw error;
    }
  });
  const abort = new AbortController();
  const body = {
    async *[Symbol.asyncIterator]() {
      try {
        yield text.encode("half");
        await new Promise<never>((_, reject) => {
          abort.signal.addEventListener("abort", () => reject(new Error("over")));
        });
      } finally {
        given = true;
      }
    },
  };
  const sent = at.sender.send({ ...GET, method: "POST", body, signal: abort.signal });
  await reading.promise;
  const reason = new Error("no longer wanted");
  abort.abort(reason);
  assertEquals(await sent.catch((error) => error), reason);
  assertEquals(await ended.promise, ["ClientGone", true]);
  assert(given);
  assertEquals([at.server.requests, at.logged], [0, []]);
  assertEquals(await at.sender.send({ ...GET, signal: abort.signal }).catch((e) => e), reason);
});

Deno.test("a request whose caller is gone does not wait for the rest of its body", async () => {
  const ended = Promise.withResolvers<unknown>();
  using at = served((request) => {
    ended.resolve(readBody(request, 100).catch((error) => error.name));
    return new Promise<never>(() => {});
  });
  let given = 0;
  const pieces: AsyncIterator<Uint8Array> = {
    next: () => new Promise(() => {}),
    return: () => Promise.resolve({ done: true, value: given++ }),
  };
  const abort = new AbortController();
  const body = { [Symbol.asyncIterator]: () => pieces };
  const sent = at.sender.send({ ...GET, body, signal: abort.signal });
  abort.abort(new Error("enough"));
  await assertRejects(() => sent, "enough");
  assertEquals([await ended.promise, given], ["ClientGone", 1]);
});

Deno.test("a body that its maker can't finish ends the request with that", async () => {
  using at = served(async (request) => ({ status: 200, body: await readBody(request, 100) }));
  const body = {
    async *[Symbol.asyncIterator]() {
      yield await Promise.resolve(text.encode("half"));
      throw new Error("the disk is gone");
    },
  };
  await assertRejects(() => at.sender.send({ ...GET, body }), "the disk is gone");
  assertEquals([at.server.requests, at.logged], [0, []]);
});

Deno.test("a body that the handler does not read is given up", async () => {
  using at = served(() => ({ status: 401 }));
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({ cancel: () => void (cancelled = true) });
  assertEquals((await at.sender.send({ ...GET, body })).status, 401);
  assert(cancelled);
});

Deno.test("a handler that cancels its request still answers", async () => {
  using at = served(async (request) => {
    const late = new Error("too late");
    request.cancel(late);
    const error = await readBody(request, 100).catch((error) => error);
    return { status: 504, body: String(error === late && request.signal.reason === late) };
  });
  const answer = await at.sender.send({ ...GET, body: text.encode("x") });
  assertEquals([answer.status, await textOf(answer)], [504, "true"]);
});

Deno.test("a pushed body waits for its reader", async () => {
  const body = new Pushed();
  using at = served(() => ({ status: 200, body }));
  const answer = await at.sender.send(GET);
  const pieces = answer.body[Symbol.asyncIterator]();
  const { sink } = body;
  assert(sink !== undefined);
  const waiting = pieces.next();
  // Who waits for it takes it at once.
  assert(sink.write(new Uint8Array(100_000)));
  assertEquals((await waiting).value?.length, 100_000);
  assert(sink.write(new Uint8Array(60_000)));
  assertEquals(sink.write(new Uint8Array(10_000)), false);
  let drained = 0;
  sink.onDrain(() => {
    drained++;
    sink.write(text.encode("more"));
  });
  await pieces.next();
  assertEquals(drained, 0);
  await pieces.next();
  assertEquals((await pieces.next()).value, text.encode("more"));
  assertEquals(drained, 1);
  sink.end();
  assertEquals(await pieces.next(), { done: true, value: undefined });
  assertEquals([body.cancelled, at.server.requests], [0, 0]);
});

Deno.test("who breaks off the reading of an answer ends it", async (t) => {
  await t.step("one that is pushed", async () => {
    const body = new Pushed();
    let signal: AbortSignal | undefined;
    using at = served((request) => {
      signal = request.signal;
      return { status: 200, body };
    });
    const answer = await at.sender.send(GET);
    body.sink?.write(text.encode("one"));
    for await (const piece of answer.body) {
      assertEquals(piece, text.encode("one"));
      break;
    }
    assertEquals([body.cancelled, signal?.aborted, at.server.requests], [1, true, 0]);
    answer.body.discard();
    assertEquals(body.cancelled, 1);
  });
  await t.step("one that is pulled", async () => {
    let over = false;
    using at = served(() => ({
      status: 200,
      body: (async function* () {
        try {
          for (;;) yield await Promise.resolve(text.encode("more"));
        } finally {
          over = true;
        }
      })(),
    }));
    for await (const _ of (await at.sender.send(GET)).body) break;
    await Promise.resolve();
    assertEquals([over, at.server.requests], [true, 0]);
  });
  await t.step("by its signal, while it waits", async () => {
    const body = new Pushed();
    using at = served(() => ({ status: 200, body }));
    const abort = new AbortController();
    const answer = await at.sender.send({ ...GET, signal: abort.signal });
    const next = answer.body[Symbol.asyncIterator]().next();
    const reason = new Error("enough");
    abort.abort(reason);
    assertEquals(await next.catch((error) => error), reason);
    assertEquals([body.cancelled, at.server.requests], [1, 0]);
  });
});

Deno.test("an answer whose maker fails breaks off, and only the log says why", async (t) => {
  const cases: [string, (body: Pushed) => AsyncIterable<Uint8Array> | Pushed][] = [
    ["pushed", (body) => body],
    ["pulled", () =>
      (async function* () {
        yield await Promise.resolve(text.encode("half"));
        throw new Error("secret");
      })()],
  ];
  for (const [what, make] of cases) {
    await t.step(what, async () => {
      const pushed = new Pushed();
      using at = served(() => ({ status: 200, body: make(pushed) }));
      const answer = await at.sender.send(GET);
      pushed.sink?.write(text.encode("half"));
      pushed.sink?.fail(new Error("secret"));
      const pieces: Uint8Array[] = [];
      const error = await assertRejects(async () => {
        for await (const piece of answer.body) pieces.push(piece);
      }, "the answer broke off");
      assert(!error.message.includes("secret"));
      assertEquals(pieces, [text.encode("half")]);
      assertEquals(at.logged, [["A response broke off", "Error: secret"]]);
    });
  }
});

Deno.test("close() lets what is under way finish, and cuts what does not", async () => {
  const slow = Promise.withResolvers<void>();
  const body = new Pushed();
  using at = served(async ({ path }) => {
    if (path === "/watch") return { status: 200, body };
    await slow.promise;
    return { status: 200, body: "done" };
  });
  const watch = (await at.sender.send({ ...GET, path: "/watch" })).body[Symbol.asyncIterator]();
  const pending = at.sender.send(GET);
  const reading = watch.next();
  await Promise.resolve();
  const closing = at.server.close(60_000);
  await assertRejects(() => at.sender.send(GET), "the server has stopped");
  slow.resolve();
  assertEquals(await textOf(await pending), "done");
  body.sink?.end();
  assertEquals((await reading).done, true);
  await closing;

  const other = new Pushed();
  using cut = served(({ path }) =>
    path === "/watch" ? { status: 200, body: other } : new Promise<never>(() => {})
  );
  const never = cut.sender.send(GET);
  const watching = (await cut.sender.send({ ...GET, path: "/watch" })).body;
  const next = watching[Symbol.asyncIterator]().next();
  await Promise.all([
    assertRejects(() => never, "the server has stopped"),
    assertRejects(() => next, "the server has stopped"),
    cut.server.close(0),
  ]);
  assertEquals([other.cancelled, cut.server.requests], [1, 0]);
});

Deno.test("requests that follow one another let timers have their turn", async () => {
  using at = served(() => ({ status: 200 }));
  let fired = false;
  const timer = setTimeout(() => fired = true, 0);
  // Without an end of the turn this would go on for ever.
  while (!fired) await at.sender.send(GET);
  clearTimeout(timer);
});

Deno.test("a thousand requests at once are each answered", async () => {
  using at = served(async (request) => ({ status: 200, body: await readBody(request, 100) }));
  const answers = await Promise.all(Array.from({ length: 1000 }, async (_, index) => {
    const body = text.encode(String(index));
    return await textOf(await at.sender.send({ ...GET, method: "POST", body }));
  }));
  assertEquals(answers, answers.map((_, index) => String(index)));
  assertEquals(at.server.requests, 0);
});

Deno.test("fetchThrough() answers as fetch() does", async (t) => {
  const body = new Pushed();
  using at = served(async (request) => {
    if (request.path === "/none") return { status: 204 };
    if (request.path === "/watch") return { status: 200, body };
    const headers = { "x-many": ["1", "2"] };
    const sent = new TextDecoder().decode(await readBody(request, 99));
    return { status: 200, headers, body: `${request.query} ${sent}` };
  });
  const send = fetchThrough(at.sender);
  await t.step("a whole answer", async () => {
    const init = { method: "POST", body: "hello" };
    const answer = await send(new Request("https://anywhere.example/a?b=c", init));
    assertEquals([answer.status, answer.headers.get("x-many")], [200, "1, 2"]);
    assertEquals(await answer.text(), "b=c hello");
  });
  await t.step("none", async () => {
    const answer = await send(new Request("http://a/none"));
    assertEquals([answer.status, answer.body], [204, null]);
  });
  await t.step("one without a body, as it was asked for", async () => {
    const answer = await send(new Request("http://a/", { method: "HEAD" }));
    assertEquals([answer.headers.get("content-length"), answer.body], ["1", null]);
  });
  await t.step("one that lasts, until it is cancelled", async () => {
    const answer = await send(new Request("http://a/watch"));
    const reader = answer.body!.getReader();
    body.sink?.write(text.encode("one"));
    assertEquals((await reader.read()).value, text.encode("one"));
    await reader.cancel();
    assertEquals([body.cancelled, at.server.requests], [1, 0]);
  });
  await t.step("one whose request is aborted", async () => {
    const abort = new AbortController();
    const answer = await send(new Request("http://a/watch", { signal: abort.signal }));
    const reading = answer.body!.getReader().read();
    abort.abort(new Error("enough"));
    await assertRejects(() => reading, "enough");
  });
});
