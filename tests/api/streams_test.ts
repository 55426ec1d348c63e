/** Logs, processes and ports of pods: the client against a stand-in that speaks as node agents do. */
import { type Client, createClient, isForbidden, lines, StatusError } from "../../mod.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { type Dialect, DIALECTS, NAMES } from "../../toolkit/names.ts";
import {
  type HttpRequest,
  type HttpResponse,
  offeredSubprotocols,
  serve,
  webSocket,
  type WebSocketConnection,
} from "../../toolkit/serving/mod.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What the stand-in saw, and what it does. */
interface StandIn extends AsyncDisposable {
  readonly client: Client;
  readonly asked: HttpRequest[];
}

type Script = (socket: WebSocketConnection, query: URLSearchParams) => Promise<void>;

interface StandInOptions {
  readonly dialect?: Dialect;
  /** Versions of the protocol that it speaks. */
  readonly versions?: readonly string[];
  readonly script?: Script;
  readonly answer?: (request: HttpRequest) => HttpResponse | undefined;
}

async function standIn(
  { dialect = "kubernetes", versions = ["v5", "v4"], script, answer }: StandInOptions,
): Promise<StandIn> {
  const asked: HttpRequest[] = [];
  const spoken = versions.map((version) => `${version}.${NAMES[dialect].group("channel")}`);
  const server = await serve({ listen: { hostname: "127.0.0.1", port: 0 } }, (request) => {
    asked.push(request);
    const own = answer?.(request);
    if (own !== undefined) return Promise.resolve(own);
    const subprotocol = offeredSubprotocols(request.headers).find((one) => spoken.includes(one));
    return Promise.resolve(webSocket(
      subprotocol === undefined ? {} : { subprotocol },
      (socket) => script!(socket, new URLSearchParams(request.query)),
    ));
  });
  const { port } = server.address as { port: number };
  const client = await createClient({ config: `http://127.0.0.1:${port}`, dialect });
  return {
    client,
    asked,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await server.close(0);
    },
  };
}

const message = (channel: number, text: string | Uint8Array) =>
  Uint8Array.from([channel, ...(typeof text === "string" ? encoder.encode(text) : text)]);

const SUCCESS = message(3, '{"metadata":{},"status":"Success"}');
const exited = (code: number) =>
  message(
    3,
    JSON.stringify({
      status: "Failure",
      reason: "NonZeroExitCode",
      message: `exit code ${code}`,
      details: { causes: [{ reason: "ExitCode", message: String(code) }] },
    }),
  );

/** Gives back what comes on stdin, until it is closed. */
const echo: Script = async (socket) => {
  for await (const { data } of socket.messages) {
    if (data[0] === 0) await socket.send(message(1, data.subarray(1)));
    if (data[0] === 4) await socket.send(message(2, data.subarray(1)));
    if (data[0] === 255) break;
  }
  await socket.send(exited(3));
  socket.close();
};

const IN = { namespace: "shop" };

for (const dialect of DIALECTS) {
  Deno.test(`exec() runs a process: streams, terminal, exit code, ${dialect}`, async () => {
    await using env = await standIn({ dialect, script: echo });
    await using process = await env.client.exec("web", {
      ...IN,
      command: ["sh", "-c", "a b"],
      container: "c",
      stdin: true,
    });
    const [{ path, query } = { path: "", query: "" }] = env.asked;
    assertEquals(path, "/api/v1/namespaces/shop/pods/web/exec");
    assertEquals(
      query,
      "command=sh&command=-c&command=a+b&container=c&stdin=true&stdout=true&stderr=true",
    );
    const writer = process.stdin.getWriter();
    await writer.write(encoder.encode("hello "));
    process.resize(80, 25);
    // Larger than a message may be.
    await writer.write(new Uint8Array(100_000).fill(65));
    writer.releaseLock();
    const { code, stdout, stderr } = await process.output();
    assertEquals([code, stdout.length, decoder.decode(stdout.subarray(0, 7))], [
      3,
      100_006,
      "hello A",
    ]);
    assertEquals(decoder.decode(stderr), '{"Width":80,"Height":25}');
    assertEquals(await process.status, { success: false, code: 3 });
  });
}

Deno.test("exec() speaks version 4, and is told of success", async () => {
  await using env = await standIn({
    versions: ["v4"],
    async script(socket) {
      await socket.send(message(1, "out"));
      await socket.send(SUCCESS);
      socket.close();
    },
  });
  await using process = await env.client.exec("web", { ...IN, command: ["true"] });
  const { code, stdout } = await process.output();
  assertEquals([code, decoder.decode(stdout)], [0, "out"]);
});

Deno.test("attach() to a terminal has no stderr of its own", async () => {
  await using env = await standIn({ script: echo });
  await using process = await env.client.attach("shop/web", { tty: true, stdin: true });
  const [{ path, query } = { path: "", query: "" }] = env.asked;
  assertEquals([path, query], [
    "/api/v1/namespaces/shop/pods/web/attach",
    "stdin=true&stdout=true&tty=true",
  ]);
  await process.stdin.close();
  assertEquals((await process.status).code, 3);
});

Deno.test("a refusal is the status that the server says it is", async () => {
  const status = {
    kind: "Status",
    apiVersion: "v1",
    status: "Failure",
    reason: "Forbidden",
    message: "not you",
    code: 403,
  };
  const headers = { "content-type": "application/json" };
  await using env = await standIn({
    answer: () => ({ status: 403, headers, body: encoder.encode(JSON.stringify(status)) }),
  });
  const { client } = env;
  for (
    const call of [
      () => client.exec("web", { ...IN, command: ["x"] }),
      () => client.attach("web", IN),
      () => client.connect("web", 80, IN),
      () => client.logs("web", IN),
    ]
  ) {
    const error = await assertRejects(call);
    assert(isForbidden(error) && error.message === "not you", String(error));
  }
  assert(
    await assertRejects(() => client.exec("web", { ...IN, command: [] })) instanceof TypeError,
  );
  assert(await assertRejects(() => client.connect("web", 0, IN)) instanceof TypeError);
  assert(await assertRejects(() => client.logs("../x", IN)) instanceof TypeError);
});

Deno.test("a process whose connection breaks off, or that can't start, has no exit code", async () => {
  await using broken = await standIn({ script: (socket) => Promise.resolve(socket.close()) });
  await using one = await broken.client.exec("web", { ...IN, command: ["x"] });
  const error = await assertRejects(() => one.output());
  assert(error.message.includes("before it was said how the process ended"), error.message);
  await using failing = await standIn({
    async script(socket) {
      await socket.send(
        message(
          3,
          '{"status":"Failure","reason":"InternalError","message":"no such program","code":500}',
        ),
      );
      socket.close();
    },
  });
  await using other = await failing.client.exec("web", { ...IN, command: ["x"] });
  const failure = await assertRejects(() => other.status);
  assert(failure instanceof StatusError && failure.message === "no such program", String(failure));
  await using silent = await standIn({
    versions: [],
    script: (socket) => Promise.resolve(socket.close()),
  });
  const none = await assertRejects(() => silent.client.exec("web", { ...IN, command: ["x"] }));
  assert(none.message.includes("speaks none of"), none.message);
});

Deno.test("what is not read holds the process up, and what is given up does not", async () => {
  let sent = 0;
  const held = Promise.withResolvers<void>();
  await using env = await standIn({
    async script(socket) {
      for (; sent < 400; sent++) {
        await socket.send(message(1, new Uint8Array(64 * 1024)));
        if (sent === 20) held.resolve();
      }
      await socket.send(SUCCESS);
      socket.close();
    },
  });
  await using process = await env.client.exec("web", { ...IN, command: ["yes"] });
  await held.promise;
  // As many turns as it would take to send all of it many times over.
  for (let turn = 0; turn < 400; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
  assert(sent < 400, "the server has to wait");
  await process.stdout.cancel();
  assertEquals((await process.status).code, 0);
});

Deno.test("a signal ends a process's connection", async () => {
  await using env = await standIn({
    script: async (socket) => void await Array.fromAsync(socket.messages),
  });
  const stop = new AbortController();
  await using process = await env.client.exec("web", {
    ...IN,
    command: ["sleep"],
    signal: stop.signal,
  });
  stop.abort(new Error("enough"));
  assertEquals((await assertRejects(() => process.status)).message, "enough");
});

/** Leads each connection to an upper-case echo; port 2 says that nobody listens. */
const ports: Script = async (socket, query) => {
  const port = Number(query.get("ports"));
  const begin = Uint8Array.of(port & 255, port >> 8);
  await socket.send(message(0, begin));
  await socket.send(message(1, begin));
  if (port === 2) {
    await socket.send(message(1, "connection refused"));
    return socket.close();
  }
  for await (const { data } of socket.messages) {
    await socket.send(message(0, decoder.decode(data.subarray(1)).toUpperCase()));
  }
};

Deno.test("connect() and portForward() lead to a port", async () => {
  await using env = await standIn({ script: ports });
  const { readable, writable } = await env.client.connect("web", 8080, IN);
  const writer = writable.getWriter();
  await writer.write(encoder.encode("direct"));
  const reader = readable.getReader();
  assertEquals(decoder.decode((await reader.read()).value), "DIRECT");
  await writer.close();
  await using forward = await env.client.portForward("web", { ...IN, port: 80 });
  const talk = async (text: string) => {
    using connection = await Deno.connect(forward.address);
    await connection.write(encoder.encode(text));
    const buffer = new Uint8Array(100);
    const length = await connection.read(buffer);
    return decoder.decode(buffer.subarray(0, length ?? 0));
  };
  assertEquals(await Promise.all([talk("one"), talk("two")]), ["ONE", "TWO"]);
  const refused = await env.client.connect("web", 2, IN);
  const error = await assertRejects(() => Array.fromAsync(refused.readable));
  assertEquals(error.message, "port 2 of the pod: connection refused");
});

Deno.test("logs() streams, and lines() cuts it", async () => {
  let query = "";
  await using env = await standIn({
    answer(request) {
      query = request.query;
      async function* body() {
        for (const piece of ["first\r\nsec", "ond ü"]) {
          yield await Promise.resolve(encoder.encode(piece));
        }
        yield Uint8Array.of(0xc3);
        yield Uint8Array.of(0xbc, 10, 10);
        yield encoder.encode("last");
      }
      return { status: 200, headers: { "content-type": "text/plain" }, body: body() };
    },
  });
  const logs = await env.client.logs("web", {
    ...IN,
    follow: true,
    tailLines: 10,
    since: "90s",
    timestamps: true,
    previous: true,
    container: "c",
  });
  assertEquals(await Array.fromAsync(lines(logs)), ["first", "second üü", "", "last"]);
  assertEquals(
    query,
    "container=c&follow=true&previous=true&timestamps=true&tailLines=10&sinceSeconds=90",
  );
});
