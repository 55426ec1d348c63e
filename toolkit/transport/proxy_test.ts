import { connect, type Socket } from "node:net";
import { assert, assertEquals, assertRejects } from "../deps/assert.ts";
import { ConnectProxy } from "../../testing/connect_proxy.ts";
import { redacted } from "../logger.ts";
import { type Proxy, Transport } from "./mod.ts";
import {
  httpsServer,
  plain,
  rawServer,
  received,
  secure,
  type TestServer,
} from "./testdata/servers.ts";

const GET = { method: "GET", path: "/x" };
const LOGIN = { user: "jane", password: redacted("s€cret:") };
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (body: Uint8Array) => new TextDecoder().decode(body);

/** A proxy that connects to wherever it is asked to; what it was asked ends in `asked`. */
function tunnelServer(asked: string[]): Promise<TestServer> {
  return rawServer((socket) => {
    received(socket).then((head) => {
      asked.push(head);
      const [, host = "", port = ""] = /^CONNECT (\S+):(\d+) HTTP\/1\.1\r\n/.exec(head) ?? [];
      joined(socket, host, Number(port), () => socket.write(bytes("HTTP/1.1 200 OK\r\n\r\n")));
    }).catch(() => socket.destroy());
  });
}

function joined(socket: Socket, host: string, port: number, open: () => void): void {
  const there = connect({ host, port }, open);
  there.on("error", () => socket.destroy());
  socket.on("close", () => there.destroy());
  socket.pipe(there).pipe(socket);
}

const through = (server: TestServer, more: Partial<Proxy> = {}): { proxy: Proxy } => ({
  proxy: { host: "127.0.0.1", port: server.port, ...more },
});

Deno.test("send() goes through a proxy to a server that is checked all the same", async () => {
  const asked: string[] = [];
  await using proxy = await tunnelServer(asked);
  await using server = await httpsServer((request, response) => response.end(request.url));
  using transport = new Transport();
  const endpoint = { ...secure(server), ...through(proxy, { login: LOGIN }) };
  for (let i = 0; i < 3; i++) {
    assertEquals(text((await transport.call(endpoint, GET)).body), "/x");
  }
  const place = `127.0.0.1:${server.port}`;
  assertEquals(asked, [
    `CONNECT ${place} HTTP/1.1\r\nhost: ${place}\r\n` +
    `proxy-authorization: Basic ${bytes("jane:s€cret:").toBase64()}\r\n\r\n`,
  ]);
  const wrong = { ...endpoint, tls: { ...endpoint.tls, serverName: "other.svc" } };
  await assertRejects(() => transport.call(wrong, GET), /is valid for hook/);
});

Deno.test("send() tells a proxy whole addresses where there is no TLS", async () => {
  const heads: string[] = [];
  await using proxy = await rawServer((socket) => {
    socket.on("data", (piece: Uint8Array) => {
      heads.push(text(piece));
      socket.write(bytes("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi"));
    });
  });
  using transport = new Transport();
  const endpoint = { host: "h.example", port: 80, ...through(proxy, { login: LOGIN }) };
  assertEquals(text((await transport.call(endpoint, GET)).body), "hi");
  assertEquals(heads, [
    `GET http://h.example/x HTTP/1.1\r\nproxy-authorization: Basic ${
      bytes("jane:s€cret:").toBase64()
    }\r\nhost: h.example\r\n\r\n`,
  ]);
});

const REFUSALS: [name: string, answer: string, message: RegExp][] = [
  ["refuses", "HTTP/1.1 407 No\r\n\r\n", /refuses to connect to .*407/],
  ["answers with garbage", "hello there", /malformed/],
  ["says more than it should", "HTTP/1.1 200 OK\r\n\r\nhello", /unexpected data/],
  ["never ends its answer", `HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(20_000)}`, /longer than/],
];

for (const [name, answer, message] of REFUSALS) {
  Deno.test(`send() fails where a proxy ${name}, and sends it nothing`, async () => {
    let seen = "";
    await using proxy = await rawServer((socket) => {
      socket.on("data", (piece: Uint8Array) => seen += text(piece));
      received(socket).then(() => socket.write(bytes(answer))).catch(() => {});
    });
    using transport = new Transport();
    const endpoint = { ...secure({ port: 1 } as TestServer), ...through(proxy) };
    await assertRejects(() => transport.call(endpoint, GET), message);
    await proxy.drained();
    assertEquals([seen, transport.connections], [
      "CONNECT 127.0.0.1:1 HTTP/1.1\r\nhost: 127.0.0.1:1\r\n\r\n",
      0,
    ]);
  });
}

Deno.test("send() stops at its signal while a proxy says nothing", async () => {
  const asked = Promise.withResolvers<void>();
  await using proxy = await rawServer((socket) => void socket.once("data", () => asked.resolve()));
  using transport = new Transport();
  const abort = new AbortController();
  const endpoint = { ...secure({ port: 1 } as TestServer), ...through(proxy) };
  const call = transport.call(endpoint, { ...GET, signal: abort.signal });
  await asked.promise;
  abort.abort(new Error("enough"));
  await assertRejects(() => call, "enough");
  await proxy.drained();
});

/** A SOCKS5 proxy that wants `login` if it is given. */
function socksServer(login: boolean): Promise<TestServer> {
  return rawServer((socket) => {
    const steps: ((piece: Uint8Array) => void)[] = [
      (piece) =>
        socket.write(Uint8Array.from([5, piece[2] === (login ? 2 : 0) ? piece[2] ?? 0 : 255])),
      ...(login
        ? [(piece: Uint8Array) => {
          const isRight = text(piece.subarray(2)).includes("jane");
          socket.write(Uint8Array.from([1, isRight ? 0 : 1]));
        }]
        : []),
      (piece) => {
        const length = piece[4] ?? 0;
        const host = text(piece.subarray(5, 5 + length));
        const port = (piece[5 + length] ?? 0) * 256 + (piece[6 + length] ?? 0);
        joined(
          socket,
          host,
          port,
          () => socket.write(Uint8Array.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])),
        );
      },
    ];
    const next = () => {
      const step = steps.shift();
      if (step === undefined) return;
      socket.once("data", (piece: Uint8Array) => {
        step(piece);
        next();
      });
    };
    next();
  });
}

for (const login of [false, true]) {
  Deno.test(`send() goes through a SOCKS5 proxy ${login ? "with" : "without"} a password`, async () => {
    await using proxy = await socksServer(login);
    await using server = await httpsServer((_, response) => response.end("yes"));
    await using simple = await rawServer((socket) => {
      received(socket).then(() =>
        socket.write(bytes("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi"))
      )
        .catch(() => {});
    });
    using transport = new Transport();
    const way = through(proxy, { kind: "socks5", ...(login && { login: LOGIN }) });
    assertEquals(text((await transport.call({ ...secure(server), ...way }, GET)).body), "yes");
    assertEquals(text((await transport.call({ ...plain(simple), ...way }, GET)).body), "hi");
    const other = through(proxy, { kind: "socks5", ...(!login && { login: LOGIN }) });
    await assertRejects(
      () => transport.call({ ...secure(server), ...other }, GET),
      /authentication method/,
    );
    assert(transport.connections <= 2);
  });
}

Deno.test("a transport's proxy is for endpoints that name none", async () => {
  const asked: string[] = [];
  await using proxy = await tunnelServer(asked);
  await using server = await httpsServer((request, response) => response.end(request.url));
  using transport = new Transport({ proxy: through(proxy).proxy });
  const endpoint = secure(server);
  await transport.call({ ...endpoint, proxy: null }, GET);
  assertEquals(asked, []);
  await transport.call(endpoint, GET);
  assertEquals(asked.length, 1);
  // What is given through the proxy is no connection of those who go without.
  await transport.call({ ...endpoint, proxy: null }, GET);
  assertEquals([asked.length, transport.connections], [1, 2]);
});

Deno.test("a proxy that tunnels is asked to connect without TLS too", async () => {
  const asked: string[] = [];
  await using proxy = await tunnelServer(asked);
  await using server = await rawServer((socket) => {
    received(socket).then((head) => {
      const body = head.split("\r\n")[0]!;
      socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    }).catch(() => socket.destroy());
  });
  using transport = new Transport();
  const endpoint = { ...plain(server), ...through(proxy, { tunnels: true }) };
  assertEquals(text((await transport.call(endpoint, GET)).body), "GET /x HTTP/1.1");
  assertEquals(asked.length, 1);
});

Deno.test("a proxy is reached over a unix socket", async () => {
  const folder = await Deno.makeTempDir();
  const socketPath = `${folder}/proxy.sock`;
  try {
    await using listening = await ConnectProxy.start({ socketPath });
    await using server = await httpsServer((request, response) => response.end(request.url));
    using transport = new Transport();
    const proxy = { host: "proxy", port: 0, socketPath };
    const endpoint = { ...secure(server), proxy };
    assertEquals(text((await transport.call(endpoint, GET)).body), "/x");
    assertEquals(listening.targets, [`127.0.0.1:${server.port}`]);
    const nowhere = { ...endpoint, proxy: { ...proxy, socketPath: `${folder}/none.sock` } };
    await assertRejects(() => transport.call(nowhere, GET), /the proxy .*none\.sock/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a proxy's observer is told how connections end", async () => {
  const ends: string[] = [];
  const observer = { begun: () => (end: string) => void ends.push(end) };
  const asked: string[] = [];
  await using proxy = await tunnelServer(asked);
  await using refusing = await rawServer((socket) => {
    received(socket).then(() => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n")).catch(() =>
      socket.destroy()
    );
  });
  await using server = await httpsServer((request, response) => response.end(request.url));
  using transport = new Transport();
  const endpoint = secure(server);
  const wrong = { ...endpoint.tls, serverName: "other.svc" };
  await transport.call({ ...endpoint, ...through(proxy, { observer }) }, GET);
  await transport.call({ ...endpoint, ...through(proxy, { observer }) }, GET);
  const refused = { ...endpoint, ...through(refusing, { observer }) };
  await assertRejects(() => transport.call(refused, GET), /refuses to connect/);
  const untrusted = { ...endpoint, tls: wrong, ...through(proxy, { observer }) };
  await assertRejects(() => transport.call(untrusted, GET), /is valid for/);
  const nowhere = { ...endpoint, ...through({ ...proxy, port: 1 }, { observer }) };
  await assertRejects(() => transport.call(nowhere, GET), /the proxy 127\.0\.0\.1:1/);
  assertEquals(ends, ["connected", "proxy refused", "connected", "proxy unreachable"]);
});
